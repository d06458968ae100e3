"""Work that goes on by itself: supervised, tried again where nobody else would, cancelled at the end."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from speelkist.bots.process import ProcessDied
from speelkist.core import SpeelkistError

log = logging.getLogger("speelkist.tasks")

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds between two tries
LATER = ("server.store.failed", "server.store.unsure", "server.bots.busy")  # worth another try

Result = TypeVar("Result")


class BackgroundTasks:
    """The tasks of the live tables."""

    def __init__(self, counters: Counter[str]) -> None:
        self._counters = counters
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Run something beside everything else. What goes wrong is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), SpeelkistError):
            self._counters["failed_tasks"] += 1
            log.error("something failed at a table", exc_info=task.exception())

    async def retry(self, action: Callable[[], Awaitable[object]], name: str) -> None:
        """Nobody sends again what the server wants itself: try until it is done or no longer wanted."""
        pause = FIRST_PAUSE
        while True:
            try:
                await action()
            except ProcessDied as error:
                log.warning("%s could not think: %s", name, error)
            except SpeelkistError as error:
                if error.phrase.key not in LATER:
                    log.info("%s did nothing: %s", name, error)  # mostly: the table moved on
                    return
            except Exception:
                self._counters["failed_tasks"] += 1
                log.exception("%s failed", name)
            else:
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def cancel_all(self, seconds: float) -> None:
        """Stop everything, and wait so long at most."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
