"""One browser's socket: what it says is decoded, counted, judged and answered; what it is told is sent in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec

import speelkist
from speelkist.bots.factory import BOTS
from speelkist.bots.job import STRONGEST
from speelkist.core import SpeelkistError
from speelkist.core.queries import answer_query
from speelkist.core.view import phrase_data
from speelkist.server.identity import owner_hash
from speelkist.server.live.history import state_at
from speelkist.server.live.house import House, Room
from speelkist.server.live.table import Refused, Step
from speelkist.server.timestamps import now_ms

from . import protocol as say
from .wire import Wire

log = logging.getLogger("speelkist.socket")

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Slow = say.Hint | say.Analyse

MOST_UNSENT = 500  # a browser that takes nothing any more is let go
MOST_WRONG = 20  # so many messages that cannot be read, and the socket is closed
WRONG_CODES = 5
LONGEST_ID = 64

BAD_FRAMES = (1002, 1007, 1009)  # against the WebSocket protocol, not text, far too long

# Why a socket is closed, as WebSocket close codes with a word that the browser can act on.
TOO_FAST = (4008, "too fast")
TOO_SLOW = (4009, "too slow")
NOT_UNDERSTOOD = (4002, "not understood")
COME_BACK = (4012, "come back")


class Socket:
    """A browser that is connected."""

    def __init__(self, house: House, send: Send, rate: int, burst: int, wire: Wire | None = None) -> None:
        self.house = house
        self.holder = ""
        self._send = send
        self._wire = wire
        if wire is not None:
            wire.hear = self.hear
        self._unsent: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._free = asyncio.Event()  # nothing that was asked is being done: they are done one after the other
        self._free.set()
        self._doing: asyncio.Task[None] | None = None
        self._watching: set[str] = set()
        self._rate, self._burst = rate, burst
        self._allowance, self._counted_at = float(burst), time.monotonic()
        self._wrong = self._wrong_codes = 0
        self._closing: tuple[int, str] | None = None
        self._slow: dict[str, asyncio.Task[None]] = {}  # hints and analyses that are being thought about

    def tell(self, message: bytes) -> None:
        """Send this as soon as possible."""
        if self._closing is not None:
            return  # a browser that takes nothing would fill the memory
        if self._wire is not None and not self._unsent and self._wire.say(message):
            return
        self._unsent.append(message)
        self._wake.set()
        if len(self._unsent) > MOST_UNSENT:
            self.close(*TOO_SLOW)

    def close(self, code: int, reason: str, after: int = 0) -> None:
        """Say why, and close."""
        if self._closing is None:
            self._closing = code, reason
            if len(self._unsent) > MOST_UNSENT:
                self._unsent.clear()
            self._unsent.append(say.encode(say.Bye(reason, after)))
            self._wake.set()

    async def live(self, receive: Receive) -> None:
        """From the first message to the last."""
        writing = asyncio.create_task(self._write())
        try:
            while True:
                message = await receive()
                await self._free.wait()
                if message["type"] != "websocket.receive":
                    # gone, or closed by us, or by the layer below for a frame that could not be read
                    self.house.counted["not_understood"] += message.get("code") in BAD_FRAMES
                    break
                self._hear(message.get("text") or message.get("bytes") or b"")
        finally:
            for address in self._watching:
                self.house.unwatch(self, address)
            for task in self._slow.values():
                task.cancel()  # nobody waits for it any more
            writing.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await writing

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._unsent:
                text = self._unsent[0]
                await self._send({"type": "websocket.send", "text": text.decode()})
                if self._unsent[0] is text:  # only now: whoever finds nothing here may send past us
                    self._unsent.popleft()
            if self._closing is not None:
                code, reason = self._closing
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
                return

    # --- hearing ----------------------------------------------------------------------------------------------------

    def hear(self, text: str) -> bool:
        """Begin at once with what is asked; False if something else is being done, and it has to wait for its turn."""
        if not self._free.is_set():
            return False
        self._hear(text)
        return True

    def _hear(self, text: str | bytes) -> None:
        asked = self._read(text)
        if asked is not None:
            self._free.clear()
            if not (isinstance(asked, say.Play) and self._play(asked)):
                request = "" if isinstance(asked, say.Hello) else asked.id[:LONGEST_ID]
                self._begin(request, type(asked).__name__, self._do(asked))

    def _begin(self, asked: str, what: str, doing: Awaitable[None]) -> None:
        """Do what takes a while; until it is done everything else waits."""

        async def finish() -> None:
            try:
                await self._guarded(asked, what, doing)
            finally:
                self._free.set()

        self._doing = asyncio.create_task(finish())

    def _play(self, asked: say.Play) -> bool:
        """Make a move at once; False if that cannot be."""
        if not self.holder or not 0 < len(asked.id) <= LONGEST_ID:
            return False  # it will be told why
        try:
            return self.house.do_at_once(
                asked.table,
                self,
                asked.id,
                lambda room: room.table.play(self.holder, asked.seat, asked.seen, asked.move),
            )
        except Exception as error:  # noqa: BLE001  (whatever it is, he gets an answer)
            self._went_wrong(asked.id, "Play", error)
            self._free.set()
            return True

    def done(self, request: str, number: int) -> None:
        """What was begun at once is stored."""
        self._ok(request, number)
        self._free.set()

    def not_done(self, request: str, rest: Awaitable[int]) -> None:
        """It is not as simple as that; ``rest`` brings the number, or what went wrong."""

        async def wait() -> None:
            self._ok(request, await rest)

        self._begin(request, "Play", wait())

    def _read(self, text: str | bytes) -> say.FromBrowser | None:
        """What is asked; None if it cannot be read or is not heard any more."""
        if self._closing is not None:
            return None
        self.house.counted["messages"] += 1
        if not self._in_time():
            self.house.counted["too_fast"] += 1
            self.close(*TOO_FAST, after=5000)
            return None
        if len(text) > say.LONGEST_MESSAGE:
            self._not_understood("", SpeelkistError("server.message.long", n=say.LONGEST_MESSAGE))
            return None
        try:
            asked: say.FromBrowser = say.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._not_understood(_id_of(text), SpeelkistError("server.message.wrong", error=str(error)[:120]))
            return None
        return asked

    def _in_time(self) -> bool:
        """Whether this message keeps within the rate: an allowance that grows with time."""
        if not self._rate:
            return True
        now = time.monotonic()
        self._allowance = min(self._burst, self._allowance + (now - self._counted_at) * self._rate)
        self._counted_at = now
        self._allowance -= 1
        return self._allowance >= 0

    def _not_understood(self, id: str, error: SpeelkistError) -> None:
        self.house.counted["not_understood"] += 1
        self._wrong += 1
        self._refuse(id, error)
        if self._wrong >= MOST_WRONG:
            self.close(*NOT_UNDERSTOOD)

    def _refuse(self, id: str, error: SpeelkistError, number: int = 0) -> None:
        self.tell(say.encode(say.No(id, phrase_data(error.phrase), str(error), number)))

    async def _guarded(self, asked: str, what: str, doing: Awaitable[None]) -> None:
        """Whatever goes wrong, the asker gets an answer and nothing that is not for him."""
        try:
            await doing
        except Exception as error:  # noqa: BLE001
            self._went_wrong(asked, what, error)

    def _went_wrong(self, asked: str, what: str, error: Exception) -> None:
        if isinstance(error, SpeelkistError):
            self.house.counted["refused"] += 1
        else:
            self.house.counted["failed"] += 1
            log.error("a message could not be handled: %s", what, exc_info=error)
            error = SpeelkistError("server.failed")
        self._refuse(asked, error)

    def _hello(self, message: say.Hello) -> None:
        if message.protocol != say.PROTOCOL:
            raise Refused("server.hello.protocol", found=message.protocol, known=say.PROTOCOL)
        if self.holder:
            raise Refused("server.hello.twice")
        self.holder = owner_hash(message.key)
        self.tell(say.encode(say.Welcome(say.PROTOCOL, speelkist.__version__, self.house.thinking)))

    async def _do(self, message: say.FromBrowser) -> None:
        """What is asked becomes events, or an answer to this browser alone."""
        if isinstance(message, say.Hello):
            self._hello(message)
            return
        if not self.holder:
            raise Refused("server.hello.first")
        if not 0 < len(message.id) <= LONGEST_ID:
            raise Refused("server.message.id")
        match message:
            case say.Play():
                number = await self.house.do(
                    message.table,
                    self.holder,
                    message.id,
                    lambda room: room.table.play(self.holder, message.seat, message.seen, message.move),
                )
                self._ok(message.id, number)
            case say.Watch():
                number = await self.house.watch(self, message.table, message.seen)
                self._watching.add(message.table)
                self._ok(message.id, number)
            case say.Unwatch():
                self._watching.discard(message.table)
                self.house.unwatch(self, message.table)
                self._ok(message.id)
            case say.Rematch():
                self._ok(message.id, await self.house.rematch(message.table, self.holder, message.id, message.another))
            case say.Code():
                code = await self.house.make_code(message.table, self.holder, message.seat)
                self._ok(message.id, data={"code": code})
            case say.Claim():
                await self._claim(message)
            case say.Hint():
                self._think(message, self._give_hint)
            case say.Analyse():
                self._think(message, self._give_analysis)
            case say.Draft() | say.Look():
                await self._tell_more(message)
            case _:
                number = await self.house.do(
                    message.table, self.holder, message.id, lambda room: self._steps(room, message)
                )
                self._ok(message.id, number)

    def _steps(self, room: Room, message: say.FromBrowser) -> list[Step]:
        table, holder = room.table, self.holder
        match message:
            case say.Sit():
                return table.sit(holder, message.seat, message.name, message.nonce)
            case say.Rename():
                return table.rename(holder, message.seat, message.name)
            case say.Undo():
                return table.undo(holder, message.seat, message.seen)
            case say.Answer():
                return table.answer(holder, message.seat, message.seen, message.yes)
            case say.Resign():
                return table.resign(holder, message.seat)
            case say.Give():
                if message.player not in BOTS:
                    raise Refused("server.give.unknown", players=", ".join(BOTS))
                return table.give(holder, message.seat, message.player, room.away.get(message.seat), now_ms())
            case say.TakeBack():
                return table.take_back(holder, message.seat)
        raise Refused("server.message.wrong", error=type(message).__name__)

    async def _claim(self, message: say.Claim) -> None:
        try:
            address, number = await self.house.claim(message.code, self.holder, message.id)
        except Refused:
            self._wrong_codes += 1
            if self._wrong_codes >= WRONG_CODES:  # nobody guesses his way to a chair
                self.close(*TOO_FAST, after=60_000)
            raise
        self._ok(message.id, number, {"table": address})

    def _think(self, message: Slow, give: Callable[[Any], Awaitable[None]]) -> None:
        """What takes its time is done beside everything else; one of each kind at a time."""
        kind = type(message).__name__
        task = self._slow.get(kind)
        if task is not None and not task.done():
            raise Refused("server.hint.busy")

        async def giving() -> None:
            await self._guarded(message.id, kind, give(message))

        self._slow[kind] = asyncio.create_task(giving())

    async def _give_hint(self, message: say.Hint) -> None:
        table = (await self.house.room(message.table)).table
        table.own_seat(self.holder, message.seat)
        if table.status != "playing" or table.state.player != message.seat:
            raise Refused("server.hint.turn")
        number, thought = table.number, self.house.thought(table, STRONGEST, hint=True)
        answer = await self.house.thinkers.ask(thought)
        moves = [say.SuggestionData(one.move, one.reason, one.chance) for one in answer.moves]
        best = moves[0]
        self._ok(message.id, number, say.HintData(best.move, best.reason, moves, answer.by, best.chance))

    async def _give_analysis(self, message: say.Analyse) -> None:
        table = (await self.house.room(message.table)).table

        def progress(done: int, of: int) -> None:
            self.tell(say.encode(say.Progress(message.id, done, of)))

        found = await self.house.analyst.analyse(table, progress)
        self._ok(message.id, table.number, found)

    async def _tell_more(self, message: say.Draft | say.Look) -> None:
        """Answers that are no events."""
        room = await self.house.room(message.table)
        table = room.table
        if isinstance(message, say.Draft):
            self._ok(message.id, table.number, answer_query(table.state, "draft", {"tiles": message.tiles}))
            return
        state = table.state if message.actions is None else state_at(table, message.actions)
        self._ok(message.id, table.number, answer_query(state, message.what, {"move": message.move}))

    def _ok(self, id: str, number: int = 0, data: Any = None) -> None:
        self.tell(say.encode(say.Ok(id, number, data)))


class _WithId(msgspec.Struct):
    id: str = ""


def _id_of(text: str | bytes) -> str:
    """The id of a message that could not be read otherwise, so that its sender knows which."""
    try:
        return msgspec.json.decode(text, type=_WithId).id[:64]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
