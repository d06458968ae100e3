"""Messages between server processes on the same PostgreSQL, over LISTEN and NOTIFY.

A message may get lost while the connection is down. Whoever subscribes is therefore told when it is back, and reads the
event log again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol

from .messages import ClusterMessage, decode_message, encode_message

log = logging.getLogger("speelkist.cluster")

CHANNEL = "speelkist"
CHECK_SECONDS = 20  # a silent connection is checked after so long
MAX_RECONNECT_DELAY = 5.0
MAX_NOTIFICATION_BYTES = 7900  # NOTIFY takes fewer than 8000


class Connection(Protocol):
    """An open connection that listens; see ``storage.postgres.ListenConnection``."""

    async def notify(self, text: str) -> None:
        """Send a text to all processes; an empty one only shows that the connection still works."""
        ...

    async def close(self) -> None:
        """Close it."""
        ...


# Opens a connection, given what to call with each notification (the sender's backend pid, the text) and at its end.
Connect = Callable[[Callable[[int, str], None], Callable[[], None]], Awaitable[Connection]]


class PostgresPubSub:
    """Publishes messages and receives those of other processes; when its connection breaks it connects again."""

    def __init__(
        self,
        connect: Connect,
        on_message: Callable[[ClusterMessage], None],
        on_reconnect: Callable[[], None],
        is_own: Callable[[int], bool],
    ) -> None:
        self._open_connection = connect
        self._on_message = on_message
        self._on_reconnect = on_reconnect
        self._is_own = is_own  # whether a backend pid is our own writer's, whose messages tell us nothing new
        self._outbox: list[str] = []
        self._wake = asyncio.Event()
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, and stay connected until ``close``."""
        await self._connect()
        self._task = asyncio.create_task(self._run(), name="pub/sub")

    async def close(self) -> None:
        """Send what is left, if that is possible, and disconnect."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        with contextlib.suppress(Exception):
            await self._flush()
        await self._disconnect()

    def publish(self, message: ClusterMessage) -> None:
        """Send a message to the other processes, soon."""
        text = encode_message(message)
        if text not in self._outbox:
            self._outbox.append(text)
            self._wake.set()

    def _receive(self, backend_pid: int, text: str) -> None:
        if not self._is_own(backend_pid):
            for line in text.split("\n"):
                message = decode_message(line)
                if message is not None:
                    self._on_message(message)

    async def _connect(self) -> None:
        self._connection = await self._open_connection(self._receive, self._wake.set)

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CHECK_SECONDS):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self._flush()
            except Exception as error:  # noqa: BLE001  (whatever it is: the connection is of no more use)
                log.warning("the connection to the other processes broke: %s", type(error).__name__)
                await self._disconnect()
                await self._reconnect()

    async def _flush(self) -> None:
        """Send what waits; or an empty text, which shows whether the connection still works."""
        assert self._connection is not None
        outbox, self._outbox = self._outbox, []
        for text in pack_notifications(outbox) or [""]:
            await self._connection.notify(text)

    async def _reconnect(self) -> None:
        delay = 0.05
        while True:
            try:
                await self._connect()
            except Exception:  # noqa: BLE001  (the database is not back yet)
                self._outbox.clear()  # out of date by then; after ``on_reconnect`` everything is published anew
                await asyncio.sleep(delay)
                delay = min(2 * delay, MAX_RECONNECT_DELAY)
            else:
                log.warning("the connection to the other processes is back")
                self._on_reconnect()
                return

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()


def pack_notifications(lines: Iterable[str]) -> list[str]:
    """Lines joined to texts that are short enough for NOTIFY."""
    texts: list[str] = []
    space = 0
    for line in lines:
        length = len(line.encode()) + 1
        if length > space:
            texts.append(line)
            space = MAX_NOTIFICATION_BYTES - length
        else:
            texts[-1] += "\n" + line
            space -= length
    return texts
