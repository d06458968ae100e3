"""A real server on a loopback port, and a client that keeps its own copy of every table's log."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import itertools
import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Awaitable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from speelkist.server.http.app import App
from speelkist.server.main import Server, open_port
from speelkist.server.settings import Settings
from speelkist.server.storage.database import prepare
from speelkist.server.ws import protocol as say
from tests.support.ports import free_port

SEED = "5eed" * 16
NONCES = ("a1", "b2", "c3", "d4", "e5", "f6")
PATIENCE = 60.0  # seconds: only what is broken takes so long, also on a busy machine

Answer = TypeVar("Answer")
_read_message = msgspec.json.Decoder(say.FromServer).decode


@dataclass(frozen=True)
class Reply:
    """What the server answered over HTTP."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """As text."""
        return self.body.decode()

    def json(self) -> Any:
        """As data."""
        return json.loads(self.body)


class House:
    """A server in a thread of its own, with its own loop; the test may look into it."""

    def __init__(self, db: Path, **settings: Any) -> None:
        self.db = db
        given = {
            "port": 0,
            "scripted": True,
            "compile": False,
            "rate": 0,
            "tables_per_hour": 0,
            "sockets_per_address": 0,
            **settings,
        }
        self.settings = Settings(db=str(db), **given)
        self.port = free_port()
        self.app: App
        self._server: Server
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop

    def start(self) -> None:
        """Listen; after a stop, at the same port as before."""
        listening = open_port(replace(self.settings, port=self.port))
        self.port = int(listening.getsockname()[1])
        prepare(self.settings)
        ready = threading.Event()

        def run() -> None:
            async def serve() -> None:
                self._loop = asyncio.get_running_loop()
                self.app = App(self.settings)
                self._server = Server(self.app, listening, lambda _: ready.set())
                await self._server.serve(sockets=[listening])

            with contextlib.closing(listening):
                asyncio.run(serve())

        self._thread = threading.Thread(target=run, name="server", daemon=True)
        self._thread.start()
        assert ready.wait(PATIENCE), "the server does not start"

    def stop(self) -> None:
        """Stop in order."""
        if self._thread is not None:
            self._server.should_exit = True
            self._thread.join(PATIENCE)
            assert not self._thread.is_alive(), "the server does not stop"
            self._thread = None

    def inside(self, work: Awaitable[Answer]) -> Answer:
        """Do something on the server's own loop."""

        async def wait() -> Answer:
            return await work

        return asyncio.run_coroutine_threadsafe(wait(), self._loop).result(PATIENCE)

    def thinkers(self) -> list[int]:
        """The processes in which programs think."""

        async def look() -> list[int]:
            return self.app.workers.processes()

        return self.inside(look())

    def counted(self, name: str) -> int:
        """A number from /metrics; 0 where it is not told."""
        for line in self.http("GET", "/metrics").text.splitlines():
            if line.startswith(f"speelkist_{name} "):
                return int(float(line.split()[1]))
        return 0

    def http(
        self, method: str, path: str, body: Any = None, key: str | None = None, headers: Mapping[str, str] | None = None
    ) -> Reply:
        """One request."""
        sent = dict(headers or {})
        if key is not None:
            sent["Authorization"] = f"Bearer {key}"
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as line:
            line.request(method, path, data, sent)
            answer = line.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, found, answer.read())

    def rows(self, table: str) -> list[tuple[int, int, Any, str | None]]:
        """The log as it is on disk: number, time, event, secret."""
        with contextlib.closing(sqlite3.connect(self.db)) as database:
            found = database.execute(
                "select version, at, data, secret from events where table_id = ? order by version", (table,)
            ).fetchall()
        return [(number, at, json.loads(data), secret) for number, at, data, secret in found]

    def log(self, table: str) -> list[Any]:
        """The events on disk, in order."""
        return [event for _, _, event, _ in self.rows(table)]


class No(Exception):
    """The server said no."""

    def __init__(self, message: Mapping[str, Any]) -> None:
        super().__init__(message["sentence"])
        self.key = str(message["why"]["key"])
        self.message = message


@dataclass
class Seen:
    """A table as a client knows it: every event it was told, and what it was shown last."""

    events: list[Any] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    view: Any = None
    board: Any = None
    seats: Any = None
    yours: list[int] = field(default_factory=list)
    state: str = ""
    last: list[str] = field(default_factory=list)
    changes: list[Any] = field(default_factory=list)
    deadline: int | None = None
    here: list[bool] = field(default_factory=list)
    watchers: int = 0

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.events)

    def take_in(self, message: Mapping[str, Any]) -> None:
        """A ``table`` or an ``update``: its events must follow those that are here, without gap or double."""
        for one in message["events"]:
            assert one["version"] == self.number + 1, f"event {one['number']} behind {self.number}"
            self.events.append(one["event"])
            self.times.append(one["at"])
        assert message["version"] == self.number
        self.view, self.last = message["view"], message["last"]
        self.deadline = message.get("deadline")
        self.board = message.get("board") or self.board
        self.seats = message.get("seats") or self.seats
        self.state = message.get("state") or self.state
        if message.get("yours") is not None:
            self.yours = message["yours"]
        self.changes = message.get("changes", [])
        assert self.view["board"] == self.board["key"], "drawn on the wrong board"


class Client:
    """A browser: one key, one socket at a time, its own copy of the logs it follows."""

    def __init__(self, house: House, key: str | None = None) -> None:
        self.house = house
        self.key = key or secrets.token_urlsafe(24)
        self.tables: dict[str, Seen] = {}
        self.gone: list[str] = []
        self.heard: list[str] = []  # every message, as it came
        self.bye: Any = None
        self.closed: tuple[int, str] | None = None
        self._ids = itertools.count()
        self._name = secrets.token_hex(4)  # ids must be new for ever, also after a reload
        self._answers: dict[str, Any] = {}
        self._socket: ClientConnection | None = None
        self._leave = contextlib.ExitStack()

    # --- the socket -------------------------------------------------------------------------------------------------

    def connect(self, **headers: str) -> Client:
        """Open a socket, say hello, and ask for what was missed at every table that is followed."""
        self.open(**headers)
        self.send({"say": "hello", "protocol": say.PROTOCOL, "key": self.key})
        self.await_message("welcome")
        for table in self.tables:
            self.watch(table)
        return self

    def open(self, **headers: str) -> None:
        """Open a socket and say nothing."""
        self.bye = self.closed = None
        origin = headers.pop("origin", None)
        opened = connect(
            f"ws://127.0.0.1:{self.house.port}/socket",
            origin=origin,  # type: ignore[arg-type]
            additional_headers=headers,
            max_size=None,
            max_queue=None,  # whoever does not listen for a while must still be able to leave
            compression=None,
            proxy=None,
            open_timeout=PATIENCE,
        )
        self._leave = contextlib.ExitStack()
        self._socket = self._leave.enter_context(opened)

    def close(self) -> None:
        """Leave."""
        self._leave.close()
        self._socket = None

    @property
    def connected(self) -> bool:
        """Whether there is a socket."""
        return self._socket is not None

    def send(self, message: Any) -> None:
        """Send a message, or a text or bytes as they are."""
        assert self._socket is not None
        self._socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    def hear(self, timeout: float = PATIENCE) -> Any:
        """The next message, taken in; ConnectionClosed when there is none any more."""
        assert self._socket is not None
        try:
            text = self._socket.recv(timeout)
        except ConnectionClosed as error:
            if error.rcvd is not None:
                self.closed = error.rcvd.code, error.rcvd.reason
            self.close()
            raise
        assert isinstance(text, str)
        self.heard.append(text)
        _read_message(text)  # every message is of a kind and form that the types promise
        message = json.loads(text)
        self._take_in(message)
        return message

    def _take_in(self, message: Any) -> None:
        match message["say"]:
            case "snapshot":
                seen = self.tables.setdefault(message["table"], Seen())
                if message["events"] and message["events"][0]["version"] == 1:
                    seen.events, seen.times = [], []
                seen.take_in(message)
            case "update":
                self.tables[message["table"]].take_in(message)
            case "presence":
                seen = self.tables[message["table"]]
                seen.here, seen.watchers = message["present"], message["watchers"]
            case "table_deleted":
                self.gone.append(message["table"])
            case "closing":
                self.bye = message
            case "accepted" | "rejected":
                self._answers[message["id"]] = message

    def await_message(self, kind: str) -> Any:
        """Hear until such a message comes."""
        while True:
            message = self.hear()
            if message["say"] == kind:
                return message

    def await_close(self) -> tuple[int, str]:
        """Hear until the server closes the socket: its code and reason."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.hear()
        assert self.closed is not None, "the socket broke without a word"
        return self.closed

    def catch_up(self, table: str, number: int) -> Seen:
        """Hear until the log of a table reaches a number."""
        end = time.monotonic() + PATIENCE
        while self.tables[table].number < number:
            assert time.monotonic() < end, f"event {number} never came"
            self.hear()
        return self.tables[table]

    def hear_all(self) -> None:
        """Hear what has been sent up to now."""
        self.ask("unwatch", table="22222222")  # a question whose answer comes behind everything else

    # --- asking -----------------------------------------------------------------------------------------------------

    def new_id(self) -> str:
        """An id that was never used."""
        return f"{self._name}-{next(self._ids)}"

    def begin(self, kind: str, **fields: Any) -> str:
        """Ask without waiting; the id."""
        asked = str(fields.pop("id", None) or self.new_id())
        self.send({"say": kind, "id": asked, **fields})
        return asked

    def answer(self, id: str) -> Any:
        """Wait for the answer to what was asked."""
        while id not in self._answers:
            self.hear()
        found = self._answers.pop(id)
        if found["say"] == "rejected":
            raise No(found)
        return found

    def ask(self, kind: str, **fields: Any) -> Any:
        """Ask, wait, and be answered with ok; a no is raised."""
        return self.answer(self.begin(kind, **fields))

    def refused(self, kind: str, **fields: Any) -> str:
        """Ask for what must be refused: the key of the reason."""
        try:
            found = self.ask(kind, **fields)
        except No as no:
            return no.key
        raise AssertionError(f"{kind} was not refused: {found}")

    def watch(self, table: str) -> Seen:
        """Follow a table from what was seen of it."""
        seen = self.tables[table].number if table in self.tables else 0
        self.ask("watch", table=table, seen=seen)
        return self.tables[table]

    def sit(self, table: str, seat: int = -1, name: str = "", nonce: str | None = None) -> Any:
        """Take a chair."""
        return self.ask("sit", table=table, seat=seat, name=name, nonce=nonce or NONCES[max(seat, 0)])

    def play(self, table: str, seat: int, move: str, **fields: Any) -> Any:
        """Make a move, having seen all that was heard."""
        return self.ask(
            "play", **{"table": table, "seat": seat, "seen": self.tables[table].number, "move": move} | fields
        )

    def create(self, game: str = "kriskras", **fields: Any) -> str:
        """Lay a table; its address."""
        reply = self.house.http("POST", "/api/tables", {"game": game, "nonce": NONCES[0], **fields}, self.key)
        assert reply.status == 201, reply.text
        return str(reply.json()["table"])


@contextlib.contextmanager
def house(folder: Path, **settings: Any) -> Iterator[House]:
    """A server for a while."""
    one = House(folder / "tables.db", **settings)
    one.start()
    try:
        yield one
    finally:
        one.stop()


@contextlib.contextmanager
def clients(house: House, count: int) -> Iterator[list[Client]]:
    """Some browsers for a while."""
    found = [Client(house).connect() for _ in range(count)]
    try:
        yield found
    finally:
        for one in found:
            one.close()


@contextlib.contextmanager
def table_of_two(house: House, game: str = "kriskras", **fields: Any) -> Iterator[tuple[str, list[Client]]]:
    """A table at which two browsers sit: its address and they, in the order of their chairs."""
    with clients(house, 2) as two:
        table = two[0].create(game, **{"sit": 0, "name": "Ans", "seed": SEED} | fields)
        two[0].watch(table)
        two[1].watch(table)
        number = two[1].sit(table, 1, "Bob")["version"]
        for one in two:
            one.catch_up(table, number)
        yield table, two
