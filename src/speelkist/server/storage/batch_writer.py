"""Many writes, one commit: everything that is added while a commit is under way goes together into the next one."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.exc import IntegrityError, OperationalError

from speelkist.server.cluster.messages import encode_message
from speelkist.server.timings import Histogram

from .errors import Conflict, NotStored, Unsure
from .stored_event import EventRow, announcement
from .writers import EventWriter, SideRow, select_versions

Clock = Callable[[], float]

# Errors of the database itself, not of one of the writes in a batch: smaller batches would only fail again.
DATABASE_DOWN = (Unsure, NotStored, OperationalError, TimeoutError)
# A trip to the disk costs the processor as much as a move. So after a batch of more writes than the threshold more are
# waited for, but only as far as the processor is busy: otherwise moves would wait for nothing.
BATCH_THRESHOLD = 4
BATCH_DELAY = 0.006  # seconds, when a whole core is in use
IDLE_SHARE = 0.6  # up to this share of a core nothing is waited for
MEASURED_SECONDS = 0.02  # the processor's time is looked at so often ...
MEMORY_SECONDS = 0.15  # ... and evened out over so long
CLOSE_TIMEOUT = 10.0  # seconds that closing waits for the disk


class WriteFuture(asyncio.Future[None]):
    """Done when events are on disk. It cannot be cancelled: a write that has begun is finished, whoever waits."""

    def cancel(self, msg: Any | None = None) -> bool:
        """Refused."""
        return False


@dataclass(slots=True, eq=False)
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
        load = ProcessorLoad()
        batch: list[PendingWrite] = []
        while not self._closing or self._pending:
            await self._wake.wait()
            delay = batch_delay(len(batch), load.share())
            if delay and not self._closing:
                await asyncio.sleep(delay)
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
        """All in one transaction. If that fails, without those that came too late, or else in halves: one write cannot
        spoil the others.
        """
        problem = await self._commit(batch)
        if isinstance(problem, (Unsure, NotStored)):  # the connection broke: perhaps the database was restarted
            before, problem = problem, await self._commit(batch)
            if isinstance(problem, NotStored):
                problem = before
        if problem is None or isinstance(problem, DATABASE_DOWN) or len(batch) == 1:
            for write in batch:
                _settle(write.future, problem)
            return
        late = await self._find_late(batch) if isinstance(problem, Conflict) else set()
        if late:
            for write in late:
                _settle(write.future, problem)
            await self._write([write for write in batch if write not in late])
            return
        half = len(batch) // 2
        await self._write(batch[:half])
        await self._write(batch[half:])

    async def _find_late(self, batch: list[PendingWrite]) -> set[PendingWrite]:
        """The writes whose first version another process has stored. Players who are connected apart often act at the
        same moment (both reveal their nonces when they have seen both commitments), and halving costs many trips.
        """
        try:
            rows = await self._writer.read(select_versions([write.table_id for write in batch]), {})
        except Exception:  # noqa: BLE001  (then the halves tell)
            return set()
        versions = {row.table_id: row.last for row in rows}
        return {write for write in batch if versions.get(write.table_id, 0) >= write.rows[0][1]}

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


class ProcessorLoad:
    """How much of one core this process has used lately, from 0 to 1, or more with several busy threads."""

    def __init__(self, clock: Clock = time.perf_counter, used: Clock = time.process_time) -> None:
        self._clock = clock
        self._used = used
        self._share = 0.0
        self._last = clock(), used()

    def share(self) -> float:
        """The mean, in which the last tenths of a second weigh most."""
        before, used_before = self._last
        seconds = self._clock() - before
        if seconds >= MEASURED_SECONDS:
            self._last = before + seconds, self._used()
            newest = (self._last[1] - used_before) / seconds
            self._share += min(1.0, seconds / MEMORY_SECONDS) * (newest - self._share)
        return self._share


def batch_delay(written: int, share: float) -> float:
    """How long to wait for more after a batch of so many writes, with so much of a core in use."""
    if written <= BATCH_THRESHOLD:
        return 0.0
    return BATCH_DELAY * min(1.0, max(0.0, (share - IDLE_SHARE) / (1 - IDLE_SHARE)))


def _settle(future: WriteFuture, problem: BaseException | None) -> None:
    if future.done():
        return
    if problem is None:
        future.set_result(None)
    else:
        future.set_exception(problem)
