"""A server inside the test's own loop, so that its commits can be held back and its memory looked at."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from speelkist.bots.worker_pool import WorkerPool
from speelkist.server.http.app import App
from speelkist.server.live.creation import TableRequest
from speelkist.server.live.registry import LiveTable
from speelkist.server.live.service import LiveService
from speelkist.server.main import Server, open_port
from speelkist.server.settings import Settings
from speelkist.server.storage import schema
from speelkist.server.storage.database import prepare
from speelkist.server.storage.event_store import EventStore
from speelkist.server.ws.protocol import PROTOCOL
from speelkist.table import commands
from speelkist.table.table import PendingEvent, Table

Json = dict[str, Any]
PATIENCE = 60.0  # seconds: only what is broken takes so long, also on a busy machine

ANS, BOB, EVE = "a" * 64, "b" * 64, "e" * 64  # what is known of three browsers' keys


def settings_for(db: Path | str, **given: Any) -> Settings:
    """Settings without limits."""
    return Settings(db=str(db), **{"port": 0, "rate": 0, "tables_per_hour": 0, "sockets_per_address": 0, **given})


@contextlib.asynccontextmanager
async def opened(db: Path | str, **given: Any) -> AsyncIterator[LiveService]:
    """The live tables of a process without HTTP: its tables, its store, its bots."""
    settings = settings_for(db, **given)
    await asyncio.to_thread(prepare, settings)
    store, pool = EventStore(settings.url), WorkerPool(1)
    live = LiveService(store, pool, settings.scripted)
    await live.open()
    try:
        yield live
    finally:
        await live.close()
        pool.close()
        await store.close()


@contextlib.asynccontextmanager
async def served(db: Path, **given: Any) -> AsyncIterator[tuple[App, str]]:
    """A whole server, and its address."""
    settings = settings_for(db, **given)
    listening = open_port(settings)
    await asyncio.to_thread(prepare, settings)
    app = App(settings)
    ready = asyncio.Event()
    server = Server(app, listening, lambda _: ready.set())
    running = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        async with asyncio.timeout(PATIENCE):
            await ready.wait()
        yield app, server.url
    finally:
        server.should_exit = True
        await running
        listening.close()


class Gate:
    """Stands before the writing connection's commit: closed, nothing is committed."""

    def __init__(self, store: EventStore) -> None:
        writer: Any = store._writer
        self._engine: sa.Engine = writer._engine
        self._loop = asyncio.get_running_loop()
        self._open = threading.Event()
        self.reached = asyncio.Event()
        sa.event.listen(self._engine, "commit", self._commit)

    def _commit(self, _connection: sa.Connection) -> None:
        """Called in the writer's own thread when all is in the transaction."""
        self._loop.call_soon_threadsafe(self.reached.set)
        self._open.wait(PATIENCE)

    def open(self) -> None:
        """Let this commit and all others through."""
        self._open.set()


class Disk:
    """A disk that can be full: SQLite itself then says so, for its file may not grow."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._pages = 1_000_000
        writer: Any = store._writer
        sa.event.listen(writer._engine, "connect", self._limit)

    def _limit(self, connection: Any, _record: Any) -> None:
        connection.execute(f"pragma max_page_count={self._pages}")

    async def fill_up(self) -> None:
        """From now on there is only what is left in the last page."""
        async with self._store.engine.connect() as connection:
            self._pages = await connection.scalar(sa.text("pragma page_count")) or 0
        await self._connect_anew()

    async def make_room(self) -> None:
        """Somebody has tidied up."""
        self._pages = 1_000_000
        await self._connect_anew()

    async def _connect_anew(self) -> None:
        writer: Any = self._store._writer
        await writer._in_thread(writer._disconnect)


class Ear:
    """Watches a table without a socket."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.told: list[Json] = []

    def send(self, message: bytes) -> None:
        """What a socket would send."""
        self.told.append(json.loads(message))

    def versions(self) -> list[int]:
        """The versions of all events it was told of, in order."""
        return [event["version"] for message in self.told for event in message.get("events", ())]

    def here(self) -> list[bool]:
        """Who is there, as it was last told."""
        found = [message["present"] for message in self.told if message["say"] == "presence"]
        return list(found[-1])


class Talk:
    """A socket that keeps all it was told."""

    def __init__(self, socket: ClientConnection, table: str) -> None:
        self.socket = socket
        self.table = table
        self.told: list[Json] = []
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in self.socket:
                self.told.append(json.loads(text))
                self._news.set()

    async def say(self, what: str, **message: Any) -> None:
        """Ask something of the table."""
        await self.socket.send(json.dumps({"say": what, "id": what, "table": self.table, **message}))

    async def until(self, wanted: Callable[[Json], bool]) -> Json:
        """The first message of this kind, waited for if need be."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in self.told:
                    if wanted(message):
                        return message
                self._news.clear()
                await self._news.wait()

    async def answer(self, id: str) -> Json:
        """The answer to what was asked under this name."""
        return await self.until(lambda message: message.get("id") == id)

    async def all_heard(self) -> list[Json]:
        """All that was sent up to now: the answer to a ping comes behind it."""
        async with asyncio.timeout(PATIENCE):
            await (await self.socket.ping())
        return self.told


@contextlib.asynccontextmanager
async def talking(address: str, key: str, table: str) -> AsyncIterator[Talk]:
    """A browser that has said hello."""
    async with connect(address.replace("http", "ws") + "socket", close_timeout=1) as socket:
        talk = Talk(socket, table)
        await socket.send(json.dumps({"say": "hello", "protocol": PROTOCOL, "key": key}))
        await talk.until(lambda message: message["say"] == "welcome")
        yield talk


async def lay(live: LiveService, game: str = "knopf", **request: Any) -> str:
    """A table where Ans has the first seat and Bob the second."""
    owner = request.pop("owner", ANS)
    given = {"game": game, "seats": ["person", "person"], "nonce": "0a", "sit": 0, **request}
    table_id = await live.creation.create(TableRequest(**given), owner)
    if given["seats"][1] == "person" and given["sit"] == 0:
        await live.commands.run(table_id, BOB, "sit", lambda table: commands.sit(table.table, BOB, 1, "Bob", "0b"))
    return table_id


async def move(live: LiveService, table_id: str, request: str | None = None, move: str | None = None) -> int:
    """Whoever is on makes this move, or else the first that is shown to them; its version."""
    table = (await live.registry.get(table_id)).table
    seat = table.state.player
    chosen = move or choice_texts(table)[0]
    owner = table.seats[seat].owner or ""

    def decide(now: LiveTable) -> list[PendingEvent]:
        return commands.play(now.table, owner, seat, now.table.version, chosen)

    return await live.commands.run(table_id, owner, request or secrets.token_hex(4), decide)


async def rename(live: LiveService, table_id: str, owner: str, seat: int, name: str) -> int:
    """A command that always can be done; its version."""
    return await live.commands.run(
        table_id, owner, secrets.token_hex(4), lambda now: commands.rename(now.table, owner, seat, name)
    )


def choice_texts(table: Table) -> list[str]:
    """The moves that are shown, in notation."""
    return [choice["move"] for choice in table.view()["choices"]]


async def on_disk(live: LiveService, table_id: str) -> int:
    """How many events of a table are stored, as another connection sees it."""
    e = schema.events.c
    async with live.store.engine.connect() as connection:
        return await connection.scalar(sa.select(sa.func.count()).where(e.table_id == table_id)) or 0


def stumble(monkeypatch: pytest.MonkeyPatch, table: Table) -> None:
    """Let this table fail over every event that it takes in, half done; the same table made anew does not."""
    change = Table._change

    def stumbling(changed: Table, pending: PendingEvent, at: int) -> Any:
        change(changed, pending, at)
        if changed is table:
            raise RuntimeError("half done")
        return []

    monkeypatch.setattr(Table, "_change", stumbling)
