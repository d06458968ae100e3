"""Work that goes on by itself is tried again while it cannot be stored, and only then."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from speelkist.bots.process import ProcessDied
from speelkist.core import SpeelkistError
from speelkist.server.live import tasks
from speelkist.server.live.tasks import BackgroundTasks
from speelkist.table.errors import Refused


@pytest.mark.parametrize(
    "problem", [Refused("server.store.failed"), Refused("server.store.unsure"), ProcessDied("killed"), OSError("?")]
)
def test_a_task_that_fails_is_retried(problem: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "FIRST_PAUSE", 0)
    tries = 0

    async def action() -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise problem

    asyncio.run(BackgroundTasks(Counter()).retry(action, "a test"))
    assert tries == 3


def test_a_refused_task_is_not_retried() -> None:
    tries = 0

    async def action() -> None:
        nonlocal tries
        tries += 1
        raise Refused("table.move.stale")

    asyncio.run(BackgroundTasks(Counter()).retry(action, "a test"))
    assert tries == 1


def test_what_fails_is_counted_and_what_is_refused_is_not() -> None:
    async def fail(problem: Exception) -> None:
        raise problem

    async def work() -> Counter[str]:
        counters: Counter[str] = Counter()
        background = BackgroundTasks(counters)
        spawned = [background.spawn(fail(problem)) for problem in (OSError("?"), SpeelkistError("core.end.over"))]
        await asyncio.wait(spawned)
        await asyncio.sleep(0)
        return counters

    assert asyncio.run(work()) == Counter(failed_tasks=1)


def test_all_are_cancelled_at_the_end() -> None:
    async def work() -> bool:
        background = BackgroundTasks(Counter())
        task = background.spawn(asyncio.sleep(3600))
        await background.cancel_all(10)
        return task.cancelled()

    assert asyncio.run(work())
