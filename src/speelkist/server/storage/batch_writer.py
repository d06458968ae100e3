"""Many writes, one commit: everything that is added while a commit is under way goes together into the next one."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.exc import IntegrityError, OperationalError

from speelkist.server.cluster.messages import encode_message
from speelkist.server.timings import Histogram

from .errors import Conflict, NotStored, Unsure
from .stored_event import EventRow, announcement
from .writers import EventWriter, SideRow

# Errors of the database itself, not of one of the writes in a batch: smaller batches would only fail again.
DATABASE_DOWN = (Unsure, NotStored, OperationalError, TimeoutError)
BATCH_THRESHOLD = 4  # after a batch of more writes than this ...
BATCH_DELAY = 0.006  # ... so many seconds are waited for more: a trip to the disk costs the processor as much as a move
CLOSE_TIMEOUT = 10.0  # seconds that closing waits for the disk


class WriteFuture(asyncio.Future[None]):
    """Done when events are on disk. It cannot be cancelled: a write that has begun is finished, whoever waits."""

    def cancel(self, msg: Any | None = None) -> bool:
        """Refused."""
        return False


@dataclass(slots=True)
class PendingWrite:
    """Events of one table that belong together, waiting for the disk."""

    table_id: str
    rows: list[EventRow]
    side_rows: list[SideRow] = field(default_factory=list)
    update: bytes = b""  # what those who watch are sent, for the other processes
    future: WriteFuture = field(default_factory=WriteFuture)


class BatchWriter:
    """A task that writes what is added, batch by batch."""

    def __init__(self, writer: EventWriter, announce: bool) -> None:
        self.commits = 0
        self.written = 0  # events
        self.seconds = Histogram("commit", "How long a transaction with events took.")
        self._writer = writer
        self._announce = announce  # whether other processes are told of what is written
        self._pending: list[PendingWrite] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def open(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._write_batches(), name="event writer")

    async def close(self) -> None:
        """Write what is waiting; what cannot be written in time fails."""
        self._closing = True
        if self._task is not None:
            self._wake.set()
            await asyncio.wait([self._task], timeout=CLOSE_TIMEOUT)
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None
        for write in self._pending:
            _settle(write.future, NotStored())

    def add(self, write: PendingWrite) -> WriteFuture:
        """Put a write into the next batch. Its future is done when all of it is on disk; how it can fail: errors.py."""
        if self._closing:
            write.future.set_exception(NotStored())
        else:
            self._pending.append(write)
            self._wake.set()
        return write.future

    async def _write_batches(self) -> None:
        batch: list[PendingWrite] = []
        while not self._closing or self._pending:
            await self._wake.wait()
            if len(batch) > BATCH_THRESHOLD and not self._closing:
                await asyncio.sleep(BATCH_DELAY)
            self._wake.clear()
            batch, self._pending = self._pending, []
            # in the same order in every process, or two of them could wait for each other's locks
            batch.sort(key=lambda write: write.table_id)
            try:
                await self._write(batch)
            except asyncio.CancelledError:
                for write in batch:
                    _settle(write.future, Unsure())
                raise

    async def _write(self, batch: list[PendingWrite]) -> None:
        """All in one transaction; if that fails, in halves, so that one write cannot spoil the others."""
        problem = await self._commit(batch)
        if isinstance(problem, (Unsure, NotStored)):  # the connection broke: perhaps the database was restarted
            before, problem = problem, await self._commit(batch)
            if isinstance(problem, NotStored):
                problem = before
        if problem is None or isinstance(problem, DATABASE_DOWN) or len(batch) == 1:
            for write in batch:
                _settle(write.future, problem)
            return
        half = len(batch) // 2
        await self._write(batch[:half])
        await self._write(batch[half:])

    async def _commit(self, batch: list[PendingWrite]) -> Exception | None:
        """One transaction: what went wrong, if anything did."""
        if not batch:
            return None
        rows = [row for write in batch for row in write.rows]
        side_rows = [side_row for write in batch for side_row in write.side_rows]
        notifications = (
            [encode_message(announcement(write.rows, write.update)) for write in batch] if self._announce else []
        )
        begun = time.perf_counter()
        try:
            await self._writer.write(rows, side_rows, notifications)
        except IntegrityError:
            return Conflict()
        except Exception as error:  # noqa: BLE001  (whatever the database says is passed on to those who wait)
            return error
        self.seconds.observe(time.perf_counter() - begun)
        self.commits += 1
        self.written += sum(len(write.rows) for write in batch)
        return None


def _settle(future: WriteFuture, problem: BaseException | None) -> None:
    if future.done():
        return
    if problem is None:
        future.set_result(None)
    else:
        future.set_exception(problem)
