"""A record is taken in: what it tells is at the table, and nothing that it cannot prove."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import speelkist
from speelkist.core import Record
from speelkist.local.requests import LocalRequests
from speelkist.local.store import MemoryStore
from speelkist.local.tables import LocalTables
from speelkist.table.identity import owner_hash
from tests.local.script import KEY, Writer
from tests.support.dice import NONCES, SEED, promise_of

COMMIT = {"commitment": promise_of(NONCES[0]), "nonce": NONCES[0]}


def played(game: str, finished: bool, actions: int = 10) -> str:
    """The record of a game that was begun, and given up where it is to be finished."""

    async def play() -> str:
        writer = Writer({"game": game, "seed": SEED, "names": ["Ans", "Bob"]}, COMMIT, 3)
        await (writer.write(actions) if finished else writer.begin(actions))
        tables = writer.tables
        requests = LocalRequests(tables, owner_hash(KEY))
        (table_id, *_) = await tables.store.table_ids()
        status, text = await requests.answer("GET", f"/api/tables/{table_id}/record")
        assert status == 200
        return text

    return asyncio.run(play())


def taken_in(text: str) -> tuple[dict[str, Any], str, dict[str, Any]]:
    """The table that a record becomes, as it is listed; its own record; and the proof of its dice."""

    async def take() -> tuple[dict[str, Any], str, dict[str, Any]]:
        requests = LocalRequests(LocalTables(MemoryStore()), owner_hash("o" * 32))
        status, body = await requests.answer("POST", "/api/import", text)
        assert (status, body) == (200, '{"tables":1}')
        (listed,) = json.loads((await requests.answer("GET", "/api/tables"))[1])["tables"]
        record = (await requests.answer("GET", f"/api/tables/{listed['table']}/record"))[1]
        proof = json.loads((await requests.answer("GET", f"/api/tables/{listed['table']}/proof"))[1])
        return listed, record, proof

    return asyncio.run(take())


def without_table(text: str) -> Record:
    record = Record.parse(text)
    return Record(**{**record.__dict__, "tags": {**record.tags, "Table": ""}})


@pytest.mark.parametrize("game", speelkist.games())
def test_a_finished_game_is_whole_at_its_new_table(game: str) -> None:
    text = played(game, finished=True)
    listed, again, proof = taken_in(text)
    assert (listed["state"], listed["game"], listed["yours"]) == ("over", game, [0, 1])
    assert without_table(again) == without_table(text)
    if speelkist.load(game).info.chance:
        assert proof["seed"] == SEED and proof["nonces"][0] == NONCES[0]


@pytest.mark.parametrize("game", speelkist.games())
def test_a_game_that_is_not_over_goes_on_where_it_stands(game: str) -> None:
    text = played(game, finished=False)
    listed, again, _ = taken_in(text)
    record, old = Record.parse(again), Record.parse(text)
    assert listed["state"] in ("playing", "waiting")  # dice are settled when the table is opened
    assert listed["names"] == list(old.seats.values())
    assert record.last().to_json() == old.last().to_json()
    if not speelkist.load(game).info.chance:
        assert record.moves == old.moves


def test_a_record_whose_dice_were_changed_is_refused() -> None:
    text = played("kriskras", finished=True)
    seed = next(line for line in text.splitlines() if line.startswith("Seed: "))
    forged = text.replace(seed, "Seed: " + "00" * 32)

    async def take() -> tuple[int, str]:
        requests = LocalRequests(LocalTables(MemoryStore()), owner_hash("o" * 32))
        answered = await requests.answer("POST", "/api/import", forged)
        assert await requests.answer("GET", "/api/tables") == (200, '{"tables":[]}')
        return answered

    status, body = asyncio.run(take())
    assert (status, json.loads(body)["why"]["key"]) == (400, "core.record.commitment")


@pytest.mark.parametrize("text", ["Speelkist record 1", "Speelkist record 1\nGame: chess\nVersion: 1\n"])
def test_a_damaged_record_is_refused_with_its_line(text: str) -> None:
    requests = LocalRequests(LocalTables(MemoryStore()), owner_hash("o" * 32))
    status, body = asyncio.run(requests.answer("POST", "/api/import", text))
    assert status == 400 and json.loads(body)["why"]["key"].startswith("core.record")
