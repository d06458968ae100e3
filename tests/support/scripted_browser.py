"""Browsers that play complete games over real sockets, as fast as they can, and keep every event they get."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidMessage, InvalidStatus, WebSocketException

import speelkist
from speelkist.core import State
from tests.support.dice import DiceFold, promise_of
from tests.support.http_request import http_request

Json = dict[str, Any]

RECONNECT_SECONDS = 0.1
ENOUGH = 40  # moves, after which a browser gives up: some games take very long when played by chance
AGAIN = ("server.store.failed", "server.store.unsure", "server.failed", "server.closing")  # to be sent once more
TOO_LATE = ("table.move.stale", "table.move.turn", "core.end.over")  # the table moved on meanwhile
FREED = ("table.seat.not_yours", "table.dice.early", "table.dice.other", "table.dice.committed")  # so did the seats


async def messages(socket: ClientConnection) -> AsyncIterator[Json]:
    """The messages of all frames, one by one."""
    async for frame in socket:
        assert isinstance(frame, str)
        for line in frame.split("\n"):
            yield msgspec.json.decode(line)


class ScriptedBrowser:
    """A browser at one table: takes seats, plays from the views it gets, reconnects when the connection is lost."""

    def __init__(self, server_url: Callable[[], str], table: str = "", sits: int = 0, seed: int = 0) -> None:
        self.server_url = server_url
        self.table = table
        self.key = secrets.token_urlsafe(24)
        self.rng = random.Random(seed)
        self.seats_to_take = sits
        self.version = 0
        self.log: list[Json] = []
        self.acknowledged: dict[int, tuple[int, str]] = {}  # version of the event -> seat, move
        self.rejections: Counter[str] = Counter()
        self.reconnects = 0
        self.freed = 0  # how often seats were freed, because their browsers were not back within a minute
        self.turned_away = 0  # how often somebody answered, and not with a socket: a proxy without a server behind it
        self.on_message: Callable[[Json], None] = lambda _: None
        self._request_count = 0
        self._pending: Json | None = None
        self._yours: list[int] = []
        self._view: Json = {}
        self._ended = False
        self._most_moves: int | None = None
        self._state: State | None = None
        self.dice = DiceFold()
        self._nonce = secrets.token_hex(16)

    @property
    def playing(self) -> bool:
        """Whether its game is not over, or something was asked and not yet answered."""
        return not self._ended or self._pending is not None

    async def create(self, **request: Any) -> str:
        """Create a table; its id."""
        answer = await http_request(self.server_url(), "/api/tables", self.key, request)
        self.table = json.loads(answer)["table"]
        return self.table

    async def play(self) -> None:
        """Play to the end, however often the server goes away."""
        while self.playing:
            try:
                async with self.connected() as socket:
                    await self._play_over(socket)
            except InvalidStatus:
                self.turned_away += 1
            except (OSError, InvalidHandshake, InvalidMessage, WebSocketException, EOFError):
                pass
            self.reconnects += 1
            await asyncio.sleep(RECONNECT_SECONDS)

    @contextlib.asynccontextmanager
    async def connected(self) -> AsyncIterator[ClientConnection]:
        """A socket that has sent hello and watches the table."""
        address = self.server_url().replace("http://", "ws://") + f"socket?table={self.table}"
        async with connect(address, compression=None, max_size=None, ping_interval=None, close_timeout=1) as socket:
            await send(socket, say="hello", protocol=1, key=self.key)
            await self._watch(socket)
            yield socket

    async def _watch(self, socket: ClientConnection) -> None:
        await send(socket, say="watch", id="watch", table=self.table, seen=self.version)

    async def _play_over(self, socket: ClientConnection) -> None:
        async for message in messages(socket):
            self.apply(message)
            if message["say"] == "snapshot" and self._pending is not None:
                await send(socket, **self._pending)  # the answer did not come: send the same request once more
            elif message["say"] == "rejected" and message["id"] == "watch":
                await asyncio.sleep(0.02)
                await self._watch(socket)
            elif message["say"] == "rejected" and self._pending is not None:
                await asyncio.sleep(0.02)
                await send(socket, **self._pending)
            elif message["say"] != "presence" and self._pending is None and self._view:
                if self._ended or len(self.acknowledged) == self._most_moves:
                    return
                await self._act(socket)

    async def play_on(self, socket: ClientConnection, moves: int) -> None:
        """Only so many moves more."""
        self._most_moves = len(self.acknowledged) + moves
        if self._view:
            await self._act(socket)
        await self._play_over(socket)
        self._most_moves = None

    def apply(self, message: Json) -> None:
        """Apply a message; one that does not follow from those before is an error."""
        match message["say"]:
            case "snapshot" | "update":
                for event in message["events"]:
                    assert event["version"] == self.version + 1, (self.table, self.version, event)
                    self.version = event["version"]
                    self.log.append(event)
                    self._apply_event(event["event"])
                assert message["version"] == self.version
                self._yours = message.get("yours", self._yours) or self._yours
                self._view = message["view"]
            case "accepted" if self._pending is not None and message["id"] == self._pending["id"]:
                if self._pending["say"] == "play":
                    assert message["version"] <= self.version
                    self.acknowledged[message["version"]] = self._pending["seat"], self._pending["move"]
                elif self._pending["say"] == "sit":
                    self.seats_to_take -= 1
                    self._yours.append(self.log[message["version"] - 1]["event"]["seat"])
                self._pending = None
            case "rejected" if self._pending is not None and message["id"] == self._pending["id"]:
                self.rejections[message["why"]["key"]] += 1
                if message["why"]["key"] not in AGAIN:
                    assert message["why"]["key"] in (*TOO_LATE, *(FREED if self.freed else ())), message
                    self._pending = None
        self.on_message(message)

    def _apply_event(self, event: Json) -> None:
        """Follow the dice. At Cubus we follow the game with the library: the choices do not list builds."""
        self.dice.apply(event)
        if event["kind"] == "seat_freed":
            self._sit_again(event["seats"])
        if event["kind"] == "created" and event["game"] == "cubus":
            game = speelkist.load(event["game"], **event["options"])
            self._state = game.from_json(event["start"]) if "start" in event else game.start()
        elif event["kind"] in ("moved", "thrown") and self._state is not None:
            self._state = self._state.play(event["move"])
        self._ended = self._ended or event["kind"] == "ended"

    def _sit_again(self, freed: list[int]) -> None:
        """Somebody was away for too long: take back what was ours, and add another number to the dice."""
        self.freed += 1
        self.seats_to_take += len(set(freed) & set(self._yours))
        self._yours = [seat for seat in self._yours if seat not in freed]
        self._nonce = secrets.token_hex(16)

    async def _act(self, socket: ClientConnection) -> None:
        if self.seats_to_take:
            await self._ask(socket, say="sit", seat=-1, name="Player", commitment=self._promise())
        elif self.dice.due(self._yours) == "commit":
            await self._ask(socket, say="commit", commitment=self._promise())
        elif self.dice.due(self._yours) == "reveal":
            await self._ask(socket, say="reveal", nonce=self._nonce)
        elif self._view["player"] in self._yours and self._view["choices"]:
            if len(self.acknowledged) >= ENOUGH:
                await self._ask(socket, say="resign", seat=self._view["player"])
                return
            await self._ask(socket, say="play", seat=self._view["player"], seen=self.version, move=self._choice())

    def _promise(self) -> str:
        return promise_of(self._nonce, self.dice.promised)

    def _choice(self) -> str:
        """One of the listed choices; at Cubus now and then a build, which is not listed."""
        listed = [choice["move"] for choice in self._view["choices"]]
        if self._state is not None and self.rng.random() < 0.05:
            listed = [move.text for move in self._state.legal()]
        return str(self.rng.choice(listed))

    async def _ask(self, socket: ClientConnection, **message: Any) -> None:
        self._request_count += 1
        self._pending = {"id": f"{self._request_count}", "table": self.table, **message}
        await send(socket, **self._pending)


async def send(socket: ClientConnection, **message: Any) -> None:
    """Send a message."""
    await socket.send(json.dumps(message))
