"""One browser's WebSocket: messages are decoded, limited and handled one after the other; answers leave in order."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec

from speelkist.core import SpeelkistError
from speelkist.core.view import phrase_data
from speelkist.server.http.network_rules import network_of
from speelkist.server.http.rate_limit import RateLimiter
from speelkist.server.live.service import LiveService

from . import protocol
from .handlers import MAX_ID, MessageHandler
from .outbox import Flusher, Outbox, Send
from .protocol import LONGEST_MESSAGE, Accepted, Closing, FromBrowser, Rejected, decode, encode

log = logging.getLogger("speelkist.session")

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

MAX_UNREADABLE = 20  # so many messages that cannot be read, and the socket is closed
BAD_FRAMES = (1002, 1007, 1009)  # close codes: against the WebSocket protocol, not text, far too long

# What a message may cost, measured in moves. All messages of an address together are limited by it.
COSTS: dict[type, float] = {
    protocol.Watch: 4,  # it may load the table; what is sent of a long log is counted by its length
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

    def __init__(self, live: LiveService, send: Send, limiter: RateLimiter, address: str, flusher: Flusher) -> None:
        self.owner = ""  # known after hello
        self.address = address
        self.network = network_of(address)
        self._limiter = limiter
        self._counters = live.counters
        self._refusals = live.refusals
        self._live = live
        self._handler: MessageHandler | None = None  # while it runs
        self._limit = limiter.socket_bucket(address)
        self._outbox = Outbox(send, flusher)
        self._unreadable = 0

    async def run(self, receive: Receive) -> None:
        """From the first message to the last."""
        handler = self._handler = MessageHandler(self._live, self)
        try:
            while True:
                frame = await receive()
                if frame["type"] != "websocket.receive":
                    # disconnected, or closed by us, or by the layer below for a frame that could not be read
                    self._counters["not_understood"] += frame.get("code") in BAD_FRAMES
                    break
                message = self._read(frame.get("text") or frame.get("bytes") or b"")
                if message is not None:
                    await self._handle(handler, message)
        finally:
            handler.close()
            self._handler = None  # it holds the session: both would stay until garbage is looked for
            self._outbox.discard()

    def _read(self, text: str | bytes) -> FromBrowser | None:
        """The message; None if it cannot be read, or the session is closing."""
        if self._outbox.closing is not None:
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

    async def _handle(self, handler: MessageHandler, message: FromBrowser) -> None:
        try:
            self._limiter.check_work(self.address, COSTS.get(type(message), 1))
            if isinstance(message, protocol.Rename):
                self._limiter.check_rename(self.address)
            await handler.handle(message)
        except Exception as error:  # noqa: BLE001  (whatever goes wrong, there is an answer)
            self.fail(getattr(message, "id", "")[:MAX_ID], type(message).__name__, error)

    def watches(self, table_id: str) -> bool:
        """Whether it watches a table."""
        return self._handler is not None and self._handler.watches(table_id)

    def check_work(self, cost: float) -> None:
        """Count work that this browser asks for, beside what its message costs anyway.

        :raises Refused: its address asks for too much at once.
        """
        self._limiter.check_work(self.address, cost)

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
        if self._outbox.closing is None and not self._outbox.add(message):
            self.close(*TOO_SLOW)

    def close(self, code: int, reason: str, after: int = 0) -> None:
        """Say why, and close; the browser may come back after so many milliseconds."""
        if self._outbox.closing is None:
            self._outbox.close(code, reason, encode(Closing(reason, after)))


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
