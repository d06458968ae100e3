"""Programs that think in processes of their own, so that whoever asks never waits in his own thread.

A worker is handed a position as JSON and a player's name, and answers with a move. A thought that is no longer wanted
is called off, and the worker lives on; if it does not listen it is ended. A process that dies or hangs is replaced, and
the thought is thought again.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

from speelkist.search.budget import Cancelled

from .job import BotJob, BotReply, run_job
from .process import JobProcess, ProcessDied

TRIES = 3
CALL_OFF_SECONDS = 0.1  # a worker that has not answered by then does not listen
NICENESS = 5  # the server and the people come first
Think: TypeAlias = Callable[[BotJob], BotReply]
Worker: TypeAlias = JobProcess[BotJob, BotReply]


class WorkerPool:
    """A few workers, each busy with one thought at a time; more thoughts wait their turn."""

    def __init__(self, workers: int = 1, seconds: float = 30, run_job: Think = run_job) -> None:
        self._seconds = seconds
        self._think = run_job
        self._idle: asyncio.Queue[Worker | None] = asyncio.Queue()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="thinker")
        self._all: set[Worker] = set()
        self.died = 0  # or were ended
        self.called_off = 0  # thoughts that were stopped and left their worker alive
        for _ in range(workers):
            self._idle.put_nowait(None)  # started when first needed

    async def ask(self, job: BotJob) -> BotReply:
        """The answer to a thought. If the asker is cancelled the thought is called off."""
        for attempt in range(TRIES):
            try:
                return await self._ask_once(job)
            except ProcessDied:
                if attempt == TRIES - 1:
                    raise
        raise AssertionError("unreachable")

    async def _ask_once(self, job: BotJob) -> BotReply:
        worker = await self._ready()
        asking = asyncio.get_running_loop().run_in_executor(self._threads, worker.run, job, self._seconds)
        asking.add_done_callback(lambda done: self._free(worker, done))
        try:
            return await asyncio.shield(asking)
        except asyncio.CancelledError:
            worker.cancel()
            ending = threading.Timer(CALL_OFF_SECONDS, worker.kill)  # also if the loop ends meanwhile
            ending.daemon = True
            ending.start()
            asking.add_done_callback(lambda _: ending.cancel())
            raise

    async def _ready(self) -> Worker:
        """A worker that has nothing to do, made if need be."""
        worker = await self._idle.get()
        if worker is not None and worker.is_alive():
            return worker
        self._forget(worker)
        making = asyncio.get_running_loop().run_in_executor(self._threads, Worker, self._think, NICENESS)
        making.add_done_callback(self._made)
        try:
            return await asyncio.shield(making)
        except asyncio.CancelledError:
            making.add_done_callback(lambda done: self._idle.put_nowait(None if done.exception() else done.result()))
            raise
        except Exception:
            self._idle.put_nowait(None)
            raise

    def _made(self, making: asyncio.Future[Worker]) -> None:
        if not making.cancelled() and making.exception() is None:
            self._all.add(making.result())

    def _free(self, worker: Worker, done: asyncio.Future[BotReply]) -> None:
        """A worker has answered, or never will."""
        problem = None if done.cancelled() else done.exception()
        self.called_off += isinstance(problem, Cancelled)
        if done.cancelled() or isinstance(problem, ProcessDied):
            self._forget(worker)
            self._idle.put_nowait(None)
        else:
            self._idle.put_nowait(worker)

    def _forget(self, worker: Worker | None) -> None:
        if worker is not None:
            self.died += 1
            self._all.discard(worker)
            worker.kill()
            with contextlib.suppress(RuntimeError):  # all are being ended
                self._threads.submit(worker.close)

    def processes(self) -> list[int]:
        """The process numbers of the workers that live."""
        return [worker.pid for worker in self._all if worker.is_alive()]

    def close(self) -> None:
        """End all workers."""
        for worker in list(self._all):
            self._forget(worker)
        self._threads.shutdown(wait=False)
