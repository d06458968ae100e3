"""One browser's WebSocket: messages are decoded, limited and handled one after the other; answers leave in order.

Messages that wait at the same time leave in one frame, a line each: a frame costs more than a message.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec

from speelkist.core import SpeelkistError
from speelkist.core.view import phrase_data
from speelkist.server.http.rate_limit import RateLimiter
from speelkist.server.live.service import LiveService

from . import protocol
from .handlers import MAX_ID, MessageHandler
from .protocol import LONGEST_MESSAGE, Accepted, Closing, FromBrowser, Rejected, decode, encode

log = logging.getLogger("speelkist.session")

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

MAX_UNSENT = 500  # messages; a browser that takes no more of them is disconnected
MAX_UNSENT_BYTES = 4 << 20
MAX_UNREADABLE = 20  # so many messages that cannot be read, and the socket is closed
BAD_FRAMES = (1002, 1007, 1009)  # close codes: against the WebSocket protocol, not text, far too long

# What a message may cost, measured in moves. All messages of an address together are limited by it.
COSTS: dict[type, float] = {
    protocol.Watch: 4,  # it may load the table
    protocol.Query: 3,
    protocol.SayWord: 2,
    protocol.Rename: 3,
    protocol.Keep: 3,
    protocol.Code: 3,
    protocol.Rematch: 5,
    protocol.Hint: 10,
    protocol.Analyse: 30,
}

UNREADABLE_COST = 2

# Why a socket is closed: a close code, and a word that the browser can act on.
TOO_FAST = (4008, "too fast")
TOO_SLOW = (4009, "too slow")
NOT_UNDERSTOOD = (4002, "not understood")
COME_BACK = (4012, "come back")
NETWORK_CLOSED = (4013, "network closed")


class Session:
    """A browser that is connected."""

    def __init__(self, live: LiveService, send: Send, limiter: RateLimiter, address: str) -> None:
        self.owner = ""  # known after hello
        self.address = address
        self._limiter = limiter
        self._counters = live.counters
        self._refusals = live.refusals
        self._handler = MessageHandler(live, self)
        self._limit = limiter.socket_bucket(address)
        self._send = send
        self._unsent: list[bytes] = []
        self._unsent_bytes = 0
        self._loop = asyncio.get_running_loop()
        self._flush_due = False  # whether the event loop will look for what waits
        self._flush_task: asyncio.Task[None] | None = None  # sends what other tasks have added
        self._flushing = False
        self._unreadable = 0
        self._closing: tuple[int, str] | None = None
        self._close_sent = False

    async def run(self, receive: Receive) -> None:
        """From the first message to the last."""
        try:
            while True:
                frame = await receive()
                if frame["type"] != "websocket.receive":
                    # disconnected, or closed by us, or by the layer below for a frame that could not be read
                    self._counters["not_understood"] += frame.get("code") in BAD_FRAMES
                    break
                message = self._read(frame.get("text") or frame.get("bytes") or b"")
                if message is not None:
                    await self._handle(message)
                if self._unsent and not self._flushing:
                    await self._flush()  # its own answers, at once
        finally:
            self._handler.close()
            if self._flush_task is not None:
                self._flush_task.cancel()

    def _read(self, text: str | bytes) -> FromBrowser | None:
        """The message; None if it cannot be read, or the session is closing."""
        if self._closing is not None:
            return None
        self._counters["messages"] += 1
        if not self._limit.take():
            self._counters["too_fast"] += 1
            self.close(*TOO_FAST, after=5000)
            return None
        if _is_longer(text, LONGEST_MESSAGE):
            self._reject_unreadable("", SpeelkistError("server.message.long", n=LONGEST_MESSAGE))
            return None
        try:
            message: FromBrowser = decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._reject_unreadable(_id_of(text), SpeelkistError("server.message.wrong", error=str(error)[:120]))
            return None
        return message

    def _reject_unreadable(self, id: str, error: SpeelkistError) -> None:
        self._counters["not_understood"] += 1
        self._unreadable += 1
        self._reject(id, error)
        if self._unreadable >= MAX_UNREADABLE:
            self.close(*NOT_UNDERSTOOD)
        elif not self._limiter.take_work(self.address, UNREADABLE_COST):
            self.close(*TOO_FAST, after=5000)

    async def _handle(self, message: FromBrowser) -> None:
        try:
            self._limiter.check_work(self.address, COSTS.get(type(message), 1))
            await self._handler.handle(message)
        except Exception as error:  # noqa: BLE001  (whatever goes wrong, there is an answer)
            self.fail(getattr(message, "id", "")[:MAX_ID], type(message).__name__, error)

    def watches(self, table_id: str) -> bool:
        """Whether it watches a table."""
        return self._handler.watches(table_id)

    def check_new_table(self) -> None:
        """Count a table that is made for this browser.

        :raises Refused: too many were made from its address.
        """
        self._limiter.check_table_rate(self.address)

    def check_code(self) -> None:
        """Count a code that this browser tries.

        :raises Refused: too many were tried from its address.
        """
        self._limiter.check_code(self.address)

    # --- sending ----------------------------------------------------------------------------------------------------

    def accept(self, id: str, version: int = 0, data: Any = None) -> None:
        """Answer that it is done."""
        self.send(encode(Accepted(id, version, data)))

    def fail(self, id: str, kind: str, error: Exception) -> None:
        """Answer why it is not done; of an error of ours nothing is told but that."""
        if isinstance(error, SpeelkistError):
            self._refusals[error.phrase.key] += 1
        else:
            self._counters["failed"] += 1
            log.error("a message could not be handled: %s", kind, exc_info=error)
            error = SpeelkistError("server.failed")
        self._reject(id, error)

    def _reject(self, id: str, error: SpeelkistError) -> None:
        self.send(encode(Rejected(id, phrase_data(error.phrase), str(error))))

    def send(self, message: bytes) -> None:
        """Send this as soon as possible."""
        if self._closing is not None:
            return  # a browser that takes nothing would fill the memory
        self._unsent.append(message)
        self._unsent_bytes += len(message)
        if not (self._flushing or self._flush_due):
            self._flush_soon()
        if len(self._unsent) > 1 and self._is_full():
            self.close(*TOO_SLOW)

    def close(self, code: int, reason: str, after: int = 0) -> None:
        """Say why, and close; the browser may come back after so many milliseconds."""
        if self._closing is None:
            self._closing = code, reason
            if self._is_full():
                self._unsent.clear()
                self._unsent_bytes = 0
            self._unsent.append(encode(Closing(reason, after)))
            if not (self._flushing or self._flush_due):
                self._flush_soon()

    def _is_full(self) -> bool:
        # a single message may be longer, as the log of a long game is; but nothing waits behind it
        return len(self._unsent) > MAX_UNSENT or (len(self._unsent) > 1 and self._unsent_bytes > MAX_UNSENT_BYTES)

    def _flush_soon(self) -> None:
        """Send what waits when the event loop comes to it, unless the reader has sent it by then."""
        self._flush_due = True
        self._loop.call_soon(self._start_flush)

    def _start_flush(self) -> None:
        self._flush_due = False
        if self._unsent and not self._flushing:
            self._flushing = True
            self._flush_task = self._loop.create_task(self._flush())

    async def _flush(self) -> None:
        """Send what waits, and what is added meanwhile."""
        self._flushing = True
        try:
            while self._unsent:
                lines = b"\n".join(self._unsent)
                self._unsent.clear()
                self._unsent_bytes = 0
                await self._send({"type": "websocket.send", "text": lines.decode()})
            if self._closing is not None and not self._close_sent:
                self._close_sent = True
                code, reason = self._closing
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except (OSError, RuntimeError):  # disconnected, or closed by the layer below: the reader is about to hear of it
            self._unsent.clear()
        finally:
            self._flushing = False


def _is_longer(text: str | bytes, limit: int) -> bool:
    """Whether a message has more bytes than that; a character has at most four."""
    if 4 * len(text) <= limit:
        return False
    return len(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")) > limit


class _WithId(msgspec.Struct):
    id: str = ""


def _id_of(text: str | bytes) -> str:
    """The id of a message that could not be read otherwise, so that its sender knows which."""
    try:
        return msgspec.json.decode(text, type=_WithId).id[:MAX_ID]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
