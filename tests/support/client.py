"""A client over a real socket that keeps its own copy of the log of every table it watches."""

from __future__ import annotations

import contextlib
import itertools
import json
import secrets
import struct
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from speelkist.server.ws import protocol
from tests.support.client_table import ClientTable
from tests.support.dice import NONCES, SEED, contributes_alone, has_dice, promise_of
from tests.support.server import TestServer
from tests.support.timeout import TIMEOUT

_decode_message = msgspec.json.Decoder(protocol.FromServer).decode


class Rejected(Exception):
    """The server rejected a request."""

    def __init__(self, message: Mapping[str, Any]) -> None:
        super().__init__(message["sentence"])
        self.key = str(message["why"]["key"])
        self.message = message


class TestClient:
    """A browser: one key, one socket at a time, its own copy of the logs it watches."""

    __test__ = False  # no class of tests, whatever its name says to pytest

    def __init__(self, server: TestServer, key: str | None = None) -> None:
        self.server = server
        self.key = key or secrets.token_urlsafe(24)
        self.tables: dict[str, ClientTable] = {}
        self.nonces: dict[str, str] = {}  # its own at each table
        self.deleted_tables: list[str] = []
        self.received: list[str] = []  # every message, as it came
        self.closing: Any = None
        self.closed: tuple[int, str] | None = None
        self._ids = itertools.count()
        self._name = secrets.token_hex(4)  # ids must be new for ever, also after a reload
        self._answers: dict[str, Any] = {}
        self._lines: deque[str] = deque()  # messages of a frame that are not read yet
        self._socket: ClientConnection | None = None
        self._leave = contextlib.ExitStack()

    # --- the socket -------------------------------------------------------------------------------------------------

    def connect(self, **headers: str) -> TestClient:
        """Open a socket, say hello, and ask for what was missed at every table that is watched."""
        self.open(**headers)
        self.send({"say": "hello", "protocol": protocol.PROTOCOL, "key": self.key})
        self.await_message("welcome")
        for table in self.tables:
            self.watch(table)
        return self

    def open(self, **headers: str) -> None:
        """Open a socket and send nothing."""
        self.closing = self.closed = None
        self._lines.clear()
        origin = headers.pop("origin", None)
        connection = connect(
            f"ws://127.0.0.1:{self.server.port}/socket",
            origin=origin,  # type: ignore[arg-type]
            additional_headers=headers,
            max_size=None,
            max_queue=None,  # a client that does not read for a while must still be able to close
            compression=None,
            proxy=None,
            open_timeout=TIMEOUT,
        )
        self._leave = contextlib.ExitStack()
        self._socket = self._leave.enter_context(connection)

    def close(self) -> None:
        """Close the socket."""
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

    def announce_frame(self, length: int) -> None:
        """Send the header of a text frame of so many bytes, and none of them.

        A server that closes the connection on bytes it has not read resets it, and its closing frame may be lost.
        """
        assert self._socket is not None
        self._socket.socket.sendall(struct.pack("!BBQI", 0x81, 0xFF, length, 0))

    def send_until_closed(self, messages: Iterable[Any]) -> None:
        """Send messages; the server may close the socket before the last of them."""
        with contextlib.suppress(ConnectionClosed):
            for message in messages:
                self.send(message)

    def receive(self, timeout: float = TIMEOUT) -> Any:
        """The next message, applied to our tables; ConnectionClosed when there is none any more."""
        text = self.receive_text(timeout)
        self.received.append(text)
        _decode_message(text)  # every message is of a kind and form that the types promise
        message = json.loads(text)
        self._apply(message)
        return message

    def receive_text(self, timeout: float = TIMEOUT) -> str:
        """The next message as it came; a frame may hold several, a line each."""
        if not self._lines:
            self._lines.extend(self._receive_frame(timeout).split("\n"))
        return self._lines.popleft()

    def _receive_frame(self, timeout: float) -> str:
        assert self._socket is not None
        try:
            frame = self._socket.recv(timeout)
        except ConnectionClosed as error:
            if error.rcvd is not None:
                self.closed = error.rcvd.code, error.rcvd.reason
            self.close()
            raise
        assert isinstance(frame, str)
        return frame

    def _apply(self, message: Any) -> None:
        match message["say"]:
            case "snapshot":
                seen = self.tables.setdefault(message["table"], ClientTable())
                if message["events"] and message["events"][0]["version"] == 1:
                    seen.events, seen.times = [], []
                seen.apply(message)
            case "update":
                self.tables[message["table"]].apply(message)
            case "presence":
                seen = self.tables[message["table"]]
                seen.present, seen.watchers = message["present"], message["watchers"]
            case "table_deleted":
                self.deleted_tables.append(message["table"])
            case "closing":
                self.closing = message
            case "accepted" | "rejected":
                self._answers[message["id"]] = message

    def await_message(self, kind: str) -> Any:
        """Receive until such a message comes."""
        while True:
            message = self.receive()
            if message["say"] == kind:
                return message

    def await_close(self) -> tuple[int, str]:
        """Receive until the server closes the socket: its code and reason."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.receive()
        assert self.closed is not None, "the socket broke without a closing frame"
        return self.closed

    def catch_up(self, table: str, version: int) -> ClientTable:
        """Receive until the log of a table reaches a version."""
        end = time.monotonic() + TIMEOUT
        while self.tables[table].version < version:
            assert time.monotonic() < end, f"event {version} never came"
            self.receive()
        return self.tables[table]

    def receive_all(self) -> None:
        """Receive what has been sent up to now."""
        self.ask("unwatch", table="22222222")  # its answer comes after everything else

    # --- requests ---------------------------------------------------------------------------------------------------

    def new_id(self) -> str:
        """An id that was never used."""
        return f"{self._name}-{next(self._ids)}"

    def send_request(self, kind: str, **fields: Any) -> str:
        """Send a request without waiting for its answer; the id."""
        request_id = str(fields.pop("id", None) or self.new_id())
        self.send({"say": kind, "id": request_id, **fields})
        return request_id

    def answer(self, id: str) -> Any:
        """Wait for the answer to a request; a rejection is raised."""
        while id not in self._answers:
            self.receive()
        answer = self._answers.pop(id)
        if answer["say"] == "rejected":
            raise Rejected(answer)
        return answer

    def ask(self, kind: str, **fields: Any) -> Any:
        """Send a request and wait until it is accepted; a rejection is raised."""
        return self.answer(self.send_request(kind, **fields))

    def rejection(self, kind: str, **fields: Any) -> str:
        """Send a request that must be rejected: the key of the reason."""
        try:
            answer = self.ask(kind, **fields)
        except Rejected as rejected:
            return rejected.key
        raise AssertionError(f"{kind} was not rejected: {answer}")

    def watch(self, table: str) -> ClientTable:
        """Watch a table from the last version that was seen."""
        seen = self.tables[table].version if table in self.tables else 0
        self.ask("watch", table=table, seen=seen)
        return self.tables[table]

    def sit(self, table: str, seat: int = -1, name: str = "", nonce: str | None = None) -> Any:
        """Take a seat at a table that is watched, and commit to a nonce."""
        nonce = self.nonces.setdefault(table, nonce or NONCES[max(seat, 0)])
        promised = self.watch(table).dice.promised
        return self.ask("sit", table=table, seat=seat, name=name, commitment=promise_of(nonce, promised))

    def reveal(self, table: str) -> Any:
        """Reveal the nonce of one's seats."""
        return self.ask("reveal", table=table, nonce=self.nonces[table])

    def play(self, table: str, seat: int, move: str, **fields: Any) -> Any:
        """Make a move, having seen all that was received."""
        return self.ask(
            "play", **{"table": table, "seat": seat, "seen": self.tables[table].version, "move": move} | fields
        )

    def create(self, game: str = "kriskras", **fields: Any) -> str:
        """Create a table; its id."""
        nonce = fields.pop("nonce", NONCES[0])
        reply = self.server.http("POST", "/api/tables", {"game": game, **fields}, self.key)
        assert reply.status == 201, reply.text
        made = reply.json()
        alone = contributes_alone(fields)
        if has_dice(game) and (alone or fields.get("sit") != "none"):
            self._commit(made["table"], nonce, made["commitment"], alone)
        return str(made["table"])

    def _commit(self, table: str, nonce: str, promised: str, alone: bool) -> None:
        """Commit to a nonce, as every browser does; one that is alone reveals it with that."""
        self.nonces[table] = nonce
        fields = {"table": table, "commitment": promise_of(nonce, promised), "nonce": nonce if alone else ""}
        if self.connected:
            self.ask("commit", **fields)
            return
        with contextlib.closing(TestClient(self.server, self.key).connect()) as client:
            client.ask("commit", **fields)


@contextlib.contextmanager
def connected_clients(server: TestServer, count: int) -> Iterator[list[TestClient]]:
    """Some browsers that are connected as long as the block."""
    clients = [TestClient(server).connect() for _ in range(count)]
    try:
        yield clients
    finally:
        for client in clients:
            client.close()


@contextlib.contextmanager
def table_of_two(server: TestServer, game: str = "kriskras", **fields: Any) -> Iterator[tuple[str, list[TestClient]]]:
    """A table at which two browsers sit: its id, and the browsers in the order of their seats."""
    with connected_clients(server, 2) as clients:
        table = clients[0].create(game, **{"sit": 0, "name": "Ans", "seed": SEED} | fields)
        for client in clients:
            client.watch(table)
        clients[1].sit(table, 1, "Bob")
        settle_dice(table, clients)
        yield table, clients


def settle_dice(table: str, clients: Iterable[TestClient]) -> None:
    """Everybody has committed: all reveal, and have seen it."""
    clients = list(clients)
    version = 0
    for client in clients:
        if has_dice(client.watch(table).events[0]["game"]):
            version = client.reveal(table)["version"]
    for client in clients:
        client.catch_up(table, version)
        client.receive_all()
