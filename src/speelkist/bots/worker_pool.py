"""A pool of worker processes in which bots think, so that nobody waits for them in their own thread.

A worker is sent a position as JSON and the name of a bot, and replies with a move. A job that is no longer wanted is
cancelled and its worker goes on; a worker that does not react is killed. A process that dies or hangs is replaced, and
the job is run again.
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
from .waiting_line import Priority, WaitingLine

TRIES = 3
CANCEL_SECONDS = 0.1  # a worker that has not stopped by then is killed
NICENESS = 5  # the server and the people come first
RunJob: TypeAlias = Callable[[BotJob], BotReply]
Worker: TypeAlias = JobProcess[BotJob, BotReply]


class WorkerPool:
    """A few workers, each busy with one job at a time; further jobs wait their turn."""

    def __init__(self, workers: int = 1, seconds: float = 30, run_job: RunJob = run_job) -> None:
        self._seconds = seconds
        self._run_job = run_job
        self._idle: WaitingLine[Worker | None] = WaitingLine()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="bot worker")
        self._all: set[Worker] = set()
        self._is_closed = False
        self._changing = threading.Lock()  # of the two above: workers are started in threads
        self.failing = False  # whether the last job could not be done by any worker
        self.died = 0  # or were killed
        self.cancelled = 0  # jobs that were stopped and left their worker alive
        for _ in range(workers):
            self._idle.put(None)  # started when first needed

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return len(self._idle)

    async def ask(self, job: BotJob, priority: Priority = Priority.MOVE, wanted_by: str = "") -> BotReply:
        """The reply to a job; the most urgent is begun first. If the caller is cancelled, so is the job.

        Of equally urgent jobs those go first whose ``wanted_by`` waits for fewer others.

        :raises ProcessDied: if every worker that tried it died.
        """
        for attempt in range(TRIES):
            try:
                reply = await self._ask_once(job, priority, wanted_by)
            except ProcessDied:
                if attempt == TRIES - 1:
                    self.failing = True
                    raise
            else:
                self.failing = False
                return reply
        raise AssertionError("unreachable")

    async def _ask_once(self, job: BotJob, priority: Priority, wanted_by: str) -> BotReply:
        worker = await self._ready(priority, wanted_by)
        running = asyncio.get_running_loop().run_in_executor(self._threads, worker.run, job, self._seconds)
        running.add_done_callback(lambda done: self._free(worker, done))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            worker.cancel()
            ending = threading.Timer(CANCEL_SECONDS, worker.kill)  # also if the loop ends meanwhile
            ending.daemon = True
            ending.start()
            running.add_done_callback(lambda _: ending.cancel())
            raise

    async def _ready(self, priority: Priority, wanted_by: str) -> Worker:
        """An idle worker, started if need be."""
        worker = await self._idle.get(priority, wanted_by)
        if worker is not None and worker.is_alive():
            return worker
        self._discard(worker)
        starting = asyncio.get_running_loop().run_in_executor(self._threads, self._start)
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(lambda done: self._idle.put(None if done.exception() else done.result()))
            raise
        except Exception:
            self._idle.put(None)
            raise

    def _start(self) -> Worker:
        """In a thread: start a worker. If the pool was closed meanwhile, nobody else would end it.

        :raises ProcessDied: if it cannot be started, or the pool was closed.
        """
        try:
            worker = Worker(self._run_job, NICENESS)
        except OSError as error:  # too many processes, no memory, no interpreter
            raise ProcessDied(f"it cannot be started: {error}") from error
        with self._changing:
            if not self._is_closed:
                self._all.add(worker)
                return worker
        worker.close()
        raise ProcessDied("the pool is closed")

    def _free(self, worker: Worker, done: asyncio.Future[BotReply]) -> None:
        """A worker has replied, or never will."""
        problem = None if done.cancelled() else done.exception()
        self.cancelled += isinstance(problem, Cancelled)
        if done.cancelled() or isinstance(problem, ProcessDied):
            self._discard(worker)
            self._idle.put(None)
        else:
            self._idle.put(worker)

    def _discard(self, worker: Worker | None) -> None:
        if worker is not None:
            self.died += 1
            with self._changing:
                self._all.discard(worker)
            worker.kill()
            with contextlib.suppress(RuntimeError):  # the pool is being closed
                self._threads.submit(worker.close)

    def processes(self) -> list[int]:
        """The process ids of the workers that live."""
        return [worker.pid for worker in self._workers() if worker.is_alive()]

    def close(self) -> None:
        """Kill all workers, also one that is being started."""
        with self._changing:
            self._is_closed = True
        for worker in self._workers():
            self._discard(worker)
        self._threads.shutdown(wait=False)

    def _workers(self) -> list[Worker]:
        with self._changing:
            return list(self._all)
