"""Other server processes on the same PostgreSQL: hearing what they say over LISTEN, and saying it with NOTIFY.

What is said is only a nudge, even where it brings the events along; the log stays the truth. Whoever could not hear for
a while looks at the log again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

log = logging.getLogger("speelkist.others")

CHANNEL = "speelkist"
CHECK_SECONDS = 20  # how long the line may be silent before it is asked whether it is still there
LONGEST_PAUSE = 5.0  # between two tries to connect again
LONGEST_TEXT = 7900  # NOTIFY takes fewer than 8000 bytes


class PostgresPubSub:
    """The connection over which processes nudge each other; when it breaks it is made again."""

    def __init__(
        self,
        engine: AsyncEngine,
        heard: Callable[[str], None],
        again: Callable[[], None],
        ours: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self._engine = engine
        self._heard = heard
        self._again = again  # called when the line is back: something may have been said meanwhile
        self._ours = ours  # whether this is our own writing connection, by PostgreSQL's number: what it says we know
        self._to_say: list[str] = []
        self._wake = asyncio.Event()
        self._connection: AsyncConnection | None = None
        self._line: Any = None  # asyncpg's own connection
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect; from then on the line looks after itself."""
        await self._connect()
        self._task = asyncio.create_task(self._stay(), name="line to other processes")

    async def close(self) -> None:
        """Say what is left to say, if that can be, and hang up."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        with contextlib.suppress(Exception):
            await self._say()
        await self._hang_up()

    def publish(self, item: str) -> None:
        """Tell the other processes, soon. An item is one line."""
        if item not in self._to_say:
            self._to_say.append(item)
            self._wake.set()

    async def _connect(self) -> None:
        self._connection = await self._engine.connect()
        self._line = (await self._connection.get_raw_connection()).driver_connection
        self._line.add_termination_listener(lambda _: self._wake.set())
        await self._line.add_listener(CHANNEL, self._hear)

    def _hear(self, _connection: Any, process: int, _channel: str, text: str) -> None:
        if not self._ours(process):
            for item in text.split("\n"):
                self._heard(item)

    async def _stay(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CHECK_SECONDS):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self._say()
            except Exception as error:  # noqa: BLE001  (whatever it is: the line is of no more use)
                log.warning("the line to the other processes broke: %s", type(error).__name__)
                await self._hang_up()
                await self._connect_again()

    async def _say(self) -> None:
        """What is to be said; or nothing, which shows that the line is there."""
        items, self._to_say = self._to_say, []
        for text in pack_notifications(items) or [""]:
            await self._line.execute("select pg_notify($1, $2) where $2 <> ''", CHANNEL, text)

    async def _connect_again(self) -> None:
        pause = 0.05
        while True:
            try:
                await self._connect()
            except Exception:  # noqa: BLE001  (the database is not back yet)
                self._to_say.clear()  # it will be out of date; whoever hears ``again`` says everything anew
                await self._hang_up()
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                log.warning("the line to the other processes is back")
                self._again()
                return

    async def _hang_up(self) -> None:
        connection, self._connection, self._line = self._connection, None, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()  # nobody else shall get a connection that listens
            with contextlib.suppress(Exception):
                await connection.close()


def pack_notifications(items: Iterable[str]) -> list[str]:
    """Items as texts that are short enough for NOTIFY, an item a line."""
    texts: list[str] = []
    room = 0
    for item in items:
        length = len(item.encode()) + 1
        if length > room:
            texts.append(item)
            room = LONGEST_TEXT - length
        else:
            texts[-1] += "\n" + item
            room -= length
    return texts
