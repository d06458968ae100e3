"""What waits to be sent to a browser. Messages that wait together leave in one frame, a line each.

All outboxes are flushed together, when everything else that was ready has run, and not move by move. At 500 tables that
saved 7 % of the processor time of a move (docs/decisions/0009-one-command-path.md); probably because the system's code
for sockets then does not push Python's out of the processor's caches between two moves.
"""

from __future__ import annotations

import asyncio
import types
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from typing import Any

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MAX_UNSENT = 500  # messages; a browser that takes no more of them is disconnected
MAX_UNSENT_BYTES = 4 << 20


class Flusher:
    """The outboxes that have something to send."""

    def __init__(self) -> None:
        self._waiting: list[Outbox] = []

    def add(self, outbox: Outbox) -> None:
        """Flush this one when the event loop comes to it."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush_all)
        self._waiting.append(outbox)

    def _flush_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for outbox in waiting:
            outbox.flush()


class Outbox:
    """The messages for one browser, in order."""

    def __init__(self, send: Send, flusher: Flusher) -> None:
        self.closing: tuple[int, str] | None = None  # the close code and why
        self._send = send
        self._flusher = flusher
        self._unsent: list[bytes] = []
        self._unsent_bytes = 0
        self._is_due = False  # whether it will be flushed without anybody asking again
        self._task: asyncio.Task[None] | None = None  # sends to a browser that takes its time
        self._close_sent = False

    def add(self, message: bytes) -> bool:
        """Send this as soon as possible. False if too much waits already: the browser does not read."""
        self._unsent.append(message)
        self._unsent_bytes += len(message)
        if not self._is_due:
            self._is_due = True
            self._flusher.add(self)
        return len(self._unsent) == 1 or not self._is_full()

    def close(self, code: int, reason: str, goodbye: bytes) -> None:
        """Send a last message and close. Whoever has not read what came before does not get it any more."""
        self.closing = code, reason
        if self._is_full():
            self._unsent.clear()
            self._unsent_bytes = 0
        self.add(goodbye)

    def discard(self) -> None:
        """The browser is gone: nothing is sent any more."""
        self._unsent.clear()
        if self._task is not None:
            self._task.cancel()

    def flush(self) -> None:
        """Send what waits; what the browser does not take at once is sent when it does."""
        self._task = start(self._send_all()) if self._unsent else None
        if self._task is None:
            self._is_due = False

    def _is_full(self) -> bool:
        # a single message may be longer, as the log of a long game is; but nothing waits behind it
        return len(self._unsent) > MAX_UNSENT or (len(self._unsent) > 1 and self._unsent_bytes > MAX_UNSENT_BYTES)

    async def _send_all(self) -> None:
        """Send what waits, and what is added meanwhile."""
        try:
            while self._unsent:
                lines = b"\n".join(self._unsent)
                self._unsent.clear()
                self._unsent_bytes = 0
                await self._send({"type": "websocket.send", "text": lines.decode()})
            if self.closing is not None and not self._close_sent:
                self._close_sent = True
                code, reason = self.closing
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except (OSError, RuntimeError):  # disconnected, or closed by the layer below: the reader is about to hear of it
            self._unsent.clear()
        self._is_due = False


def start(work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run something up to where it has to wait, and the rest as a task; None if it did not have to wait.

    Python 3.12 can begin a task so by itself (``eager_start``).
    """
    try:
        awaited = work.send(None)
    except StopIteration:
        return None
    return asyncio.create_task(_finish(work, awaited))


async def _finish(work: Coroutine[Any, Any, None], awaited: Any) -> None:
    await _resume(work, awaited)


@types.coroutine
def _resume(work: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """Go on with work that waits for something."""
    while True:
        thrown: BaseException | None = None
        result = None
        try:
            result = yield awaited
        except BaseException as error:  # noqa: BLE001  (passed on: it may be a cancellation)
            thrown = error
        try:
            awaited = work.send(result) if thrown is None else work.throw(thrown)
        except StopIteration:
            return
