"""Scripted browsers that play whole games over real sockets, as fast as they can, and remember all they were told.

A server here is a process of its own, so that it can be ended with kill -9 at any moment and started again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import secrets
import signal
import sys
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import Any, Self

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidMessage, WebSocketException

import speelkist
from speelkist.core import Record, State, read_seed
from speelkist.server.settings import Settings
from speelkist.server.storage import schema

Json = dict[str, Any]

NO_LIMITS = {"SPEELKIST_RATE": "0", "SPEELKIST_SOCKETS_PER_ADDRESS": "0", "SPEELKIST_TABLES_PER_HOUR": "0"}
ENOUGH = 40  # moves, after which a browser gives up: some games take very long when played by chance
AGAIN = ("server.store.failed", "server.store.unsure", "server.failed", "server.closing")  # to be sent once more

# Loads everything once and forks a server for each line it reads, so that a restart takes no second: the same command,
# with its arguments as JSON. The number of the process comes first, then what the server prints.
STARTER = """
import json, os, signal, sys
from importlib import import_module
from speelkist.cli import main
for module in (
    "speelkist.server.main",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    *(f"speelkist.games.{game}.view" for game in ("krabcek", "knopf", "cubus", "kriskras")),
):
    import_module(module)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in open(os.dup(0)):
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        print(os.getpid(), flush=True)
        sys.exit(main(json.loads(line)))
"""


class Starter:
    """Starts servers on one database."""

    def __init__(self, db: str, log: Path, **environment: str) -> None:
        self.db = db
        self._log = log
        self._environment = os.environ | NO_LIMITS | environment
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                STARTER,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env=self._environment,
            )
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def start(self, server: Server) -> None:
        """Start a server process and wait until it listens."""
        assert self._process is not None and self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(["serve", "--port", "0", "--db", self.db]).encode() + b"\n")
        try:
            async with asyncio.timeout(120):
                server.pid = int(await self._process.stdout.readline())
                line = (await self._process.stdout.readline()).decode()
        except TimeoutError:
            raise AssertionError(f"the server does not start: {self._log.read_text()[-3000:]}") from None
        server.address = line[line.index("http://") :].strip()
        server.starts += 1


class Server:
    """One server, through all its lives."""

    def __init__(self, starter: Starter) -> None:
        self.pid = 0
        self.address = ""
        self.starts = 0
        self.starter = starter

    async def __aenter__(self) -> Self:
        await self.starter.start(self)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """Let it end without a word."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    async def kill_and_restart(self) -> None:
        """End it with kill -9; start it again on what it left behind."""
        self.kill()
        await until_ended([self.pid])
        await self.starter.start(self)

    def children(self) -> list[int]:
        """The processes that it has started."""
        return [pid for pid, parent, _ in _processes() if parent == self.pid]


def _processes() -> Iterable[tuple[int, int, str]]:
    """Number, parent and state of every process."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent, *_ = stat.read_text().rpartition(")")[2].split()
            yield int(stat.parent.name), int(parent), state


async def until_ended(pids: Iterable[int], orphans: bool = False) -> None:
    """Wait until these processes are gone; of orphans it may be that nobody takes notice of their death."""
    async with asyncio.timeout(60):
        while set(pids) & {pid for pid, _, state in _processes() if not orphans or state != "Z"}:
            await asyncio.sleep(0.01)


async def ask(address: str, path: str, key: str = "", body: Json | None = None, method: str | None = None) -> str:
    """An HTTP request; the answer's text."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        address.rstrip("/") + path, data, {"Authorization": f"Bearer {key}"} if key else {}, method=method
    )

    def send() -> str:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return str(answer.read().decode())

    return await asyncio.to_thread(send)


class Browser:
    """One browser at one table: takes chairs, plays from what it is shown, comes back when it is thrown out."""

    def __init__(self, where: Callable[[], str], table: str = "", sits: int = 0, seed: int = 0) -> None:
        self.where = where
        self.table = table
        self.key = secrets.token_urlsafe(24)
        self.luck = random.Random(seed)
        self.to_sit = sits  # how many chairs it still takes
        self.number = 0
        self.log: list[Json] = []
        self.acknowledged: dict[int, tuple[int, str]] = {}  # the event's number -> seat, move
        self.refused: Counter[str] = Counter()
        self.came_back = 0
        self.heard: Callable[[Json], None] = lambda _: None
        self._asked = 0
        self._pending: Json | None = None
        self._yours: list[int] = []
        self._now: Json = {}
        self._ended = False
        self._most: int | None = None
        self._state: State | None = None

    async def create(self, **wish: Any) -> str:
        """Have a table laid."""
        answer = await ask(self.where(), "/api/tables", self.key, {"nonce": "0b", **wish})
        self.table = json.loads(answer)["table"]
        return self.table

    async def play(self) -> None:
        """Play to the end, however often the server goes away."""
        while not self._ended or self._pending is not None:
            with contextlib.suppress(OSError, InvalidHandshake, InvalidMessage, WebSocketException, EOFError):
                async with self.connected() as socket:
                    await self._live(socket)
            self.came_back += 1
            await asyncio.sleep(0.02)

    @contextlib.asynccontextmanager
    async def connected(self) -> AsyncIterator[ClientConnection]:
        """A socket that has said hello and looks at the table."""
        address = self.where().replace("http://", "ws://") + "socket"
        async with connect(address, compression=None, max_size=None, ping_interval=None, close_timeout=1) as socket:
            await send(socket, say="hello", protocol=1, key=self.key)
            await self._watch(socket)
            yield socket

    async def _watch(self, socket: ClientConnection) -> None:
        await send(socket, say="watch", id="watch", table=self.table, seen=self.number)

    async def _live(self, socket: ClientConnection) -> None:
        async for text in socket:
            message = msgspec.json.decode(text)
            self.take_in(message)
            if message["say"] == "snapshot" and self._pending is not None:
                await send(socket, **self._pending)  # the answer did not come: ask for the same once more
            elif message["say"] == "rejected" and message["id"] == "watch":
                await asyncio.sleep(0.02)
                await self._watch(socket)
            elif message["say"] == "rejected" and self._pending is not None:
                await asyncio.sleep(0.02)
                await send(socket, **self._pending)
            elif message["say"] != "presence" and self._pending is None and self._now:
                if self._ended or len(self.acknowledged) == self._most:
                    return
                await self._act(socket)

    async def play_on(self, socket: ClientConnection, moves: int) -> None:
        """Only so many moves more."""
        self._most = len(self.acknowledged) + moves
        if self._now:
            await self._act(socket)
        await self._live(socket)
        self._most = None

    def take_in(self, message: Json) -> None:
        """Hear something; what does not fit to what was heard before is an error."""
        match message["say"]:
            case "snapshot" | "update":
                for event in message["events"]:
                    assert event["version"] == self.number + 1, (self.table, self.number, event)
                    self.number = event["version"]
                    self.log.append(event)
                    self._happened(event["event"])
                assert message["version"] == self.number
                self._yours = message.get("yours", self._yours) or self._yours
                self._now = message["view"]
            case "accepted" if self._pending is not None and message["id"] == self._pending["id"]:
                if self._pending["say"] == "play":
                    assert message["version"] <= self.number
                    self.acknowledged[message["version"]] = self._pending["seat"], self._pending["move"]
                elif self._pending["say"] == "sit":
                    self.to_sit -= 1
                    self._yours.append(self.log[message["version"] - 1]["event"]["seat"])
                self._pending = None
            case "rejected" if self._pending is not None and message["id"] == self._pending["id"]:
                self.refused[message["why"]["key"]] += 1
                if message["why"]["key"] not in AGAIN:
                    assert message["why"]["key"] in ("table.move.stale", "table.move.turn", "core.end.over"), message
                    self._pending = None
        self.heard(message)

    def _happened(self, event: Json) -> None:
        """At Cubus the game is followed with the library: builds are not shown."""
        if event["kind"] == "created" and event["game"] == "cubus":
            game = speelkist.load(event["game"], **event["options"])
            self._state = game.from_json(event["start"]) if "start" in event else game.start()
        elif event["kind"] in ("moved", "thrown") and self._state is not None:
            self._state = self._state.play(event["move"])
        self._ended = self._ended or event["kind"] == "ended"

    async def _act(self, socket: ClientConnection) -> None:
        if self.to_sit:
            await self._ask(socket, say="sit", seat=-1, name="Player", nonce=secrets.token_hex(8))
        elif self._now["player"] in self._yours and self._now["choices"]:
            if len(self.acknowledged) >= ENOUGH:
                await self._ask(socket, say="resign", seat=self._now["player"])
                return
            await self._ask(socket, say="play", seat=self._now["player"], seen=self.number, move=self._choice())

    def _choice(self) -> str:
        """One of the choices that are shown; now and then a build at Cubus, which are not."""
        listed = [choice["move"] for choice in self._now["choices"]]
        if self._state is not None and self.luck.random() < 0.05:
            listed = [move.text for move in self._state.legal()]
        return str(self.luck.choice(listed))

    async def _ask(self, socket: ClientConnection, **message: Any) -> None:
        self._asked += 1
        self._pending = {"id": f"{self._asked}", "table": self.table, **message}
        await send(socket, **self._pending)


async def send(socket: ClientConnection, **message: Any) -> None:
    """Say something."""
    await socket.send(json.dumps(message))


# --- what must be so in the end -------------------------------------------------------------------------------------


async def stored(db: str) -> dict[str, list[Json]]:
    """All events on disk, by table, read without the server."""
    engine = create_async_engine(Settings(db=db).url)
    e = schema.events.c
    found: dict[str, list[Json]] = {}
    requests: Counter[tuple[str, str]] = Counter()
    async with engine.connect() as connection:
        query = sa.select(e.table_id, e.version, e.at, e.data, e.request).order_by(e.table_id, e.version)
        for table, number, at, data, request in await connection.execute(query):
            found.setdefault(table, []).append({"version": number, "at": at, "event": json.loads(data)})
            if request is not None:
                requests[table, request] += 1
    await engine.dispose()
    assert not [one for one, count in requests.items() if count > 1], "a request was done twice"
    return found


def compare(browsers: Iterable[Browser], events: dict[str, list[Json]]) -> None:
    """What was told is what is stored: nothing lost, nothing twice, nothing made up."""
    made: dict[str, dict[int, tuple[int, str]]] = {}
    for browser in browsers:
        assert browser.log == events[browser.table], browser.table
        made.setdefault(browser.table, {}).update(browser.acknowledged)
    for table, acknowledged in made.items():
        chairs = events[table][0]["event"]["seats"]
        moves = {
            one["version"]: (one["event"]["seat"], one["event"]["move"])
            for one in events[table]
            if one["event"]["kind"] == "moved" and not one["event"].get("auto")
        }
        people = {number: move for number, move in moves.items() if chairs[move[0]] == "person"}
        assert acknowledged == people, table
        assert events[table][-1]["event"]["kind"] == "ended"


async def verify(address: str, tables: Iterable[str]) -> int:
    """Every table's record is legal and its throws follow from the seed; how many throws there were."""
    throws = 0
    for table in tables:
        record = Record.parse(await ask(address, f"/api/tables/{table}/record"))
        assert record.result is not None
        throws += record.verify(read_seed(record.tags["Seed"]))
    return throws
