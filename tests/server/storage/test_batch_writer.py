"""Batches: many writes in one commit, and what happens to each of them when the commit fails."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError

from speelkist.server.storage import batch_writer
from speelkist.server.storage.batch_writer import (
    BATCH_DELAY,
    BATCH_THRESHOLD,
    BatchWriter,
    PendingWrite,
    ProcessorLoad,
    WriteFuture,
    batch_delay,
)
from speelkist.server.storage.errors import Conflict, NotStored, Unsure
from speelkist.server.storage.stored_event import EventRow
from speelkist.server.storage.writers import SideRow


class FakeWriter:
    """Keeps the table ids of every batch. Fails as told: by table, or the next times whatever is written."""

    backend_pid = 0

    def __init__(self) -> None:
        self.durability: dict[str, str] = {}
        self.batches: list[list[str]] = []
        self.notifications: list[str] = []
        self.bad_tables: set[str] = set()
        self.versions: dict[str, int] = {}  # the last of each table that other processes have written to
        self.failures: list[Exception] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def open(self) -> None:
        pass

    async def write(self, rows: Sequence[EventRow], side_rows: Sequence[SideRow], notifications: Sequence[str]) -> None:
        self.batches.append([row[0] for row in rows])
        await self.gate.wait()
        if self.failures:
            raise self.failures.pop(0)
        if self.bad_tables.intersection(row[0] for row in rows):
            raise IntegrityError("insert", None, Exception())
        self.notifications += notifications

    async def read(self, statement: sa.Executable, values: Mapping[str, Any]) -> Sequence[Any]:
        return [SimpleNamespace(table_id=table_id, last=last) for table_id, last in self.versions.items()]

    async def probe(self) -> None:
        raise AssertionError("nobody asks for it here")

    async def size(self) -> int:
        raise AssertionError("nobody asks for it here")

    async def close(self) -> None:
        pass


def pending(table_id: str) -> PendingWrite:
    """A write of one event."""
    return PendingWrite(table_id, [(table_id, 1, 99, "{}", None, None)])


def run(test: Callable[[FakeWriter, BatchWriter], Awaitable[None]], announce: bool = False) -> None:
    """Run a test with a writer that is closed at the end."""

    async def work() -> None:
        writer = FakeWriter()
        batches = BatchWriter(writer, announce)
        batches.open()
        try:
            await test(writer, batches)
        finally:
            writer.gate.set()
            await batches.close()

    asyncio.run(work())


async def outcomes(*futures: WriteFuture) -> list[Any]:
    """None for each that was stored, or the kind of its error."""
    results = await asyncio.gather(*futures, return_exceptions=True)
    return [None if result is None else type(result) for result in results]


def test_what_comes_during_a_commit_goes_together_into_the_next_in_order_of_tables() -> None:
    async def test(writer: FakeWriter, batches: BatchWriter) -> None:
        writer.gate.clear()
        first = batches.add(pending("m"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        later = [batches.add(pending(table_id)) for table_id in "zaq"]
        assert not first.done()
        writer.gate.set()
        assert await outcomes(first, *later) == [None] * 4
        assert writer.batches == [["m"], ["a", "q", "z"]]
        assert (batches.commits, batches.written) == (2, 4)

    run(test)


def test_one_that_conflicts_does_not_spoil_the_others() -> None:
    async def test(writer: FakeWriter, batches: BatchWriter) -> None:
        writer.bad_tables = {"c", "f"}
        stored = await outcomes(*(batches.add(pending(table_id)) for table_id in "abcdefgh"))
        assert stored == [Conflict if table_id in "cf" else None for table_id in "abcdefgh"]
        assert batches.written == 6

    run(test)


def test_those_that_come_too_late_are_told_by_one_question() -> None:
    async def test(writer: FakeWriter, batches: BatchWriter) -> None:
        writer.bad_tables = {"c", "f"}
        writer.versions = {"a": 0, "c": 1, "f": 3}
        stored = await outcomes(*(batches.add(pending(table_id)) for table_id in "abcdefgh"))
        assert stored == [Conflict if table_id in "cf" else None for table_id in "abcdefgh"]
        assert writer.batches == [[*"abcdefgh"], [*"abdegh"]]

    run(test)


@pytest.mark.parametrize(
    ("failures", "outcome"),
    [
        ([Unsure()], None),  # the connection broke: a second try
        ([NotStored()], None),
        ([Unsure(), NotStored()], Unsure),  # the first may have been stored after all
        ([NotStored(), NotStored()], NotStored),
        ([Unsure(), Unsure()], Unsure),
        ([Unsure(), IntegrityError("insert", None, Exception())], Conflict),
        ([OperationalError("insert", None, Exception())], OperationalError),  # a full disk: waiting would not help
        ([TimeoutError()], TimeoutError),
        ([RuntimeError()], RuntimeError),
    ],
)
def test_the_outcome_of_a_write_is_known_after_it(failures: list[Exception], outcome: type[Exception] | None) -> None:
    async def test(writer: FakeWriter, batches: BatchWriter) -> None:
        writer.failures = list(failures)
        assert await outcomes(batches.add(pending("a"))) == [outcome]
        assert len(writer.batches) == len(failures) + (outcome is None)
        assert await outcomes(batches.add(pending("b"))) == [None], "the next one is not affected"

    run(test)


def test_a_batch_is_not_halved_when_the_database_itself_is_down() -> None:
    async def test(writer: FakeWriter, batches: BatchWriter) -> None:
        writer.failures = [OperationalError("insert", None, Exception())]
        stored = await outcomes(*(batches.add(pending(table_id)) for table_id in "abcd"))
        assert stored == [OperationalError] * 4
        assert writer.batches == [["a", "b", "c", "d"]]

    run(test)


def test_other_processes_are_told_of_each_table_if_there_may_be_any() -> None:
    async def test(writer: FakeWriter, batches: BatchWriter) -> None:
        await batches.add(pending("a"))
        assert len(writer.notifications) == int(batches._announce)

    run(test, announce=True)
    run(test, announce=False)


def test_a_write_cannot_be_cancelled() -> None:
    async def test(writer: FakeWriter, batches: BatchWriter) -> None:
        future = batches.add(pending("a"))
        assert not future.cancel()
        await future

    run(test)


def test_closing_writes_what_waits_and_refuses_what_comes_later() -> None:
    async def test(writer: FakeWriter, batches: BatchWriter) -> None:
        waiting = batches.add(pending("a"))
        await batches.close()
        assert await outcomes(waiting, batches.add(pending("b"))) == [None, NotStored]

    run(test)


def test_a_disk_that_does_not_answer_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_writer, "CLOSE_TIMEOUT", 0.05)

    async def test(writer: FakeWriter, batches: BatchWriter) -> None:
        writer.gate.clear()
        under_way = batches.add(pending("a"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        waiting = batches.add(pending("b"))
        await batches.close()
        assert await outcomes(under_way, waiting) == [Unsure, NotStored]

    run(test)


def test_more_is_waited_for_only_as_far_as_the_processor_is_busy() -> None:
    many = BATCH_THRESHOLD + 1
    assert batch_delay(BATCH_THRESHOLD, 1.0) == 0, "few tables: nobody waits"
    assert batch_delay(many, 0.5) == 0, "there is time enough for another trip to the disk"
    assert 0 < batch_delay(many, 0.7) < batch_delay(many, 0.9) < BATCH_DELAY
    assert batch_delay(many, 1.0) == batch_delay(many, 1.6) == BATCH_DELAY


def test_the_load_is_that_of_the_last_tenths_of_a_second() -> None:
    clock = used = 0.0
    load = ProcessorLoad(lambda: clock, lambda: used)

    def pass_time(seconds: float, share: float) -> float:
        nonlocal clock, used
        for _ in range(round(seconds / 0.03)):
            clock += 0.03
            used += 0.03 * share
            measured = load.share()
        return measured

    assert load.share() == 0
    assert 0 < pass_time(0.03, 1) < 0.3, "a single burst is not yet a full processor"
    assert pass_time(1, 0.5) == pytest.approx(0.5, abs=0.01)
    assert pass_time(1, 1) == pytest.approx(1, abs=0.01)
    assert pass_time(30, 0) < 0.01
    clock, used = clock + 60, used + 6  # nothing was written for a minute
    assert load.share() == pytest.approx(0.1)


@pytest.mark.parametrize(("share", "sizes"), [(1.0, [6, 2]), (0.3, [6, 1, 1])])
def test_a_full_processor_makes_larger_batches(share: float, sizes: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProcessorLoad, "share", lambda self: share)
    monkeypatch.setattr(batch_writer, "BATCH_DELAY", 0.05)

    async def test(writer: FakeWriter, batches: BatchWriter) -> None:
        await asyncio.gather(*(batches.add(pending(table_id)) for table_id in "abcdef"))
        first = batches.add(pending("g"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await asyncio.gather(first, batches.add(pending("h")))
        assert [len(batch) for batch in writer.batches] == sizes

    run(test)
