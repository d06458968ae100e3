"""Tables in a page: kept events, two pages on one store, bots, a file with everything."""

from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

import speelkist
from speelkist.bots.job import BotJob, BotReply, run_job
from speelkist.core import nonce_commitment
from speelkist.local.advice import Adviser
from speelkist.local.archive import FORMAT
from speelkist.local.codec import decode_event, encode
from speelkist.local.requests import LocalRequests
from speelkist.local.session import LocalSession
from speelkist.local.store import MemoryStore
from speelkist.local.tables import LocalTables
from speelkist.local.turns import Turns
from speelkist.server import codec
from speelkist.table.clock import ClockRules, ClockState
from speelkist.table.events import AnyEvent, Created, Undone
from speelkist.table.identity import owner_hash
from tests.server.test_codec import sample

KEY = "k" * 32
ROOT = Path(__file__).parents[2]
EVENTS: list[AnyEvent] = [sample(kind) for kind in get_args(AnyEvent)]
EVENTS += [
    Undone(0, 3, ClockState([1000, 2000], 1, 5, 0)),
    Created("krabcek", 1, {"layout": ["a"]}, ["person"], "é", clock=ClockRules(60, 5, "simple")),
]


class Page:
    """A page with its own memory; pages may share a store."""

    def __init__(self, store: MemoryStore, think: Any = None) -> None:
        self.messages: list[dict[str, Any]] = []
        self.tables = LocalTables(store)
        self.requests = LocalRequests(self.tables, owner_hash(KEY))
        self.session = LocalSession(self.tables, Adviser(think or work), self.messages.append)
        self.turns = Turns(self.tables, think or work, first_look=0)

    async def open(self) -> Page:
        """Say hello."""
        await self.session.receive(json.dumps({"say": "hello", "protocol": 1, "key": KEY}))
        return self

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request; its answer."""
        name = secrets.token_hex(8)
        await self.session.receive(json.dumps({"say": kind, "id": name, **fields}))
        return next(message for message in reversed(self.messages) if message.get("id") == name)

    async def request(self, method: str, path: str, data: Any = None) -> Any:
        """A request as over HTTP; what is answered."""
        status, body = await self.requests.answer(method, path, "" if data is None else json.dumps(data))
        assert status in (200, 204), body
        return json.loads(body) if body else None

    def versions(self) -> list[int]:
        """The versions of all events that were shown."""
        return [entry["version"] for message in self.messages for entry in message.get("events", [])]


async def work(job: BotJob) -> BotReply:
    return run_job(job)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_an_event_is_written_as_the_server_writes_it(event: AnyEvent) -> None:
    assert encode(event) == codec.encode_event(event)
    assert decode_event(encode(event)) == event


@pytest.mark.parametrize("data", ["", "[]", "{}", '{"kind":"sung"}', '{"kind":"moved","seat":"0","move":"x"}'])
def test_what_is_no_event_is_refused(data: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        decode_event(data)


def test_two_pages_on_one_store_have_one_log() -> None:
    async def play() -> None:
        store = MemoryStore()
        first, second = await Page(store).open(), await Page(store).open()
        table = (await first.request("POST", "/api/tables", {"game": "knopf"}))["table"]
        for page in (first, second):
            await page.ask("watch", table=table)
        move = speelkist.load("knopf").start().legal()[0].text
        seen = first.versions()[-1]
        assert (await first.ask("play", table=table, seat=0, seen=seen, move=move))["say"] == "accepted"
        late = await second.ask("play", table=table, seat=0, seen=seen, move=move)
        assert late["why"]["key"] == "table.move.stale"
        assert second.versions() == first.versions() == list(range(1, seen + 2))
        await second.request("DELETE", f"/api/tables/{table}")
        gone = await first.ask("rename", table=table, seat=0, name="Ans")
        assert gone["why"]["key"] == "server.table.unknown"
        assert first.messages[-2] == {"say": "table_deleted", "table": table}

    asyncio.run(play())


@pytest.mark.parametrize("game", ["knopf", "kriskras"])
def test_a_bot_plays_while_the_table_is_watched(game: str) -> None:
    async def play() -> None:
        page = await Page(MemoryStore()).open()
        table = (await page.request("POST", "/api/tables", {"game": game, "seats": ["simple", "random"]}))["table"]
        if speelkist.load(game).info.chance:
            nonce = "ab" * 16
            promised = (await page.tables.get(table)).table.created.commitment
            commitment = nonce_commitment(promised, bytes.fromhex(nonce))
            await page.ask("commit", table=table, commitment=commitment, nonce=nonce)
        opened = await page.tables.get(table)
        assert opened.bot_task is None
        await page.ask("watch", table=table)
        while opened.table.version < 12:
            await asyncio.sleep(0)
        await page.ask("unwatch", table=table)
        assert opened.bot_task is None

    asyncio.run(play())


def test_a_bot_that_is_no_longer_wanted_is_called_off() -> None:
    cancelled = []

    async def think(job: BotJob) -> BotReply:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append(job.bot)
            raise
        return run_job(job)

    async def play() -> None:
        page = await Page(MemoryStore(), think).open()
        table = (await page.request("POST", "/api/tables", {"game": "knopf", "seats": ["friend", "person"]}))["table"]
        await page.ask("watch", table=table)
        await asyncio.sleep(0.01)
        assert (await page.ask("resign", table=table, seat=1))["say"] == "accepted"
        await asyncio.sleep(0.01)

    asyncio.run(play())
    assert cancelled == ["friend"]


def test_all_tables_go_into_a_file_and_come_out_of_it() -> None:
    async def carry_over() -> None:
        page = await Page(MemoryStore()).open()
        for game in speelkist.games():
            await page.request("POST", "/api/tables", {"game": game, "names": ["Ans", "Bob"]})
        file = await page.request("GET", "/api/export")
        other = await Page(MemoryStore()).open()
        assert await other.request("POST", "/api/import", file) == {"tables": 4}
        assert await other.request("POST", "/api/import", file) == {"tables": 0}
        assert await other.request("GET", "/api/tables") == await page.request("GET", "/api/tables")
        rows = next(iter(file["tables"].values()))
        damaged_files: list[Any] = [{}, [], {"format": FORMAT}, {**file, "tables": {"2bcdefgh": [rows[0], rows[0]]}}]
        for damaged in damaged_files:
            status, body = await other.requests.answer("POST", "/api/import", json.dumps(damaged))
            assert (status, json.loads(body)["why"]["key"]) == (400, "server.local.file")

    asyncio.run(carry_over())


def test_what_needs_a_server_says_so() -> None:
    async def ask() -> None:
        page = await Page(MemoryStore()).open()
        table = (await page.request("POST", "/api/tables", {"game": "knopf"}))["table"]
        answer = await page.ask("code", table=table, seat=0)
        assert answer["why"]["key"] == "server.local.alone" and answer["sentence"]

    asyncio.run(ask())


def test_nothing_is_needed_but_python() -> None:
    code = (
        f"import sys; sys.path[:0] = [{str(ROOT / 'src')!r}, {str(ROOT)!r}]\n"
        "import asyncio\n"
        "from tests.local.script import play_local, write_script\n"
        "script = write_script({'game': 'knopf', 'seed': '5eed' * 16}, {}, 3, 6)\n"
        "assert asyncio.run(play_local(script)) == [step['answers'] for step in script['steps']]\n"
    )
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
