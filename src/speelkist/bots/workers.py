"""Programs that think in processes of their own, so that whoever asks never waits in his own thread.

A worker is handed a position as JSON and a player's name, and answers with a move. A thought that is no longer wanted
is called off, and the worker lives on; if it does not listen it is ended. A process that dies or hangs is replaced, and
the thought is thought again.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing as mp
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

from .budget import Cancelled, cancel_when
from .orphans import end_with_parent
from .thinking import Answer, Thought, think

TRIES = 3
CALL_OFF_SECONDS = 0.1  # a worker that has not answered by then does not listen
NICENESS = 5  # the server and the people come first
Think: TypeAlias = Callable[[Thought], Answer]
_processes = mp.get_context("spawn")  # a fork would take open sockets and databases along


class WorkerDied(RuntimeError):
    """The process that was thinking is gone."""


def _work(connection: Connection, called_off: Any, think: Think) -> None:
    """The life of a worker: it ends when nobody is at the other end. ``called_off`` is the number of an old thought."""
    import signal

    import speelkist  # noqa: F401  (the games register themselves)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started us
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    number = 0
    cancel_when(lambda: bool(called_off.value == number))
    while True:
        try:
            number, thought = connection.recv()
            try:
                answer: Answer | Exception = think(thought)
            except Exception as error:  # noqa: BLE001  (told to whoever asked, who decides)
                answer = error
            try:
                connection.send((number, answer))
            except (TypeError, AttributeError):  # an error that cannot be packed
                connection.send((number, RuntimeError(repr(answer)[:300])))
        except (EOFError, OSError):
            return


class Worker:
    """One process and the pipe to it."""

    def __init__(self, think: Think) -> None:
        self._connection, theirs = _processes.Pipe()
        self._called_off = _processes.RawValue("q", -1)
        self._number = 0
        given = (theirs, self._called_off, think)
        self.process = _processes.Process(target=_work, args=given, daemon=True, name="speelkist thinker")
        self.process.start()
        theirs.close()

    def ask(self, thought: Thought, seconds: float) -> Answer:
        """Wait for the answer, in a thread; a worker that dies or takes too long is ended."""
        self._number += 1
        try:
            self._connection.send((self._number, thought))
            if not self._connection.poll(seconds):
                self.end()
                raise WorkerDied("it took too long")
            _, answer = self._connection.recv()
        except (EOFError, OSError, BrokenPipeError) as error:
            raise WorkerDied("it died") from error
        if isinstance(answer, Answer):
            return answer
        raise answer

    def call_off(self) -> None:
        """The thought it is at is no longer wanted."""
        self._called_off.value = self._number

    def end(self) -> None:
        """End the process at once."""
        self.process.kill()

    def bury(self) -> None:
        """Wait until it is gone, and leave nothing of it."""
        self.end()
        self.process.join(5)
        self._connection.close()


class Thinkers:
    """A few workers, each busy with one thought at a time; more thoughts wait their turn."""

    def __init__(self, workers: int = 1, seconds: float = 30, think: Think = think) -> None:
        self._seconds = seconds
        self._think = think
        self._idle: asyncio.Queue[Worker | None] = asyncio.Queue()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="thinker")
        self._all: set[Worker] = set()
        self.died = 0  # or were ended
        self.called_off = 0  # thoughts that were stopped and left their worker alive
        for _ in range(workers):
            self._idle.put_nowait(None)  # started when first needed

    async def ask(self, thought: Thought) -> Answer:
        """The answer to a thought. If the asker is cancelled the thought is called off."""
        for attempt in range(TRIES):
            try:
                return await self._ask_once(thought)
            except WorkerDied:
                if attempt == TRIES - 1:
                    raise
        raise AssertionError("unreachable")

    async def _ask_once(self, thought: Thought) -> Answer:
        worker = await self._ready()
        asking = asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, thought, self._seconds)
        asking.add_done_callback(lambda done: self._free(worker, done))
        try:
            return await asyncio.shield(asking)
        except asyncio.CancelledError:
            worker.call_off()
            ending = threading.Timer(CALL_OFF_SECONDS, worker.end)  # also if the loop ends meanwhile
            ending.daemon = True
            ending.start()
            asking.add_done_callback(lambda _: ending.cancel())
            raise

    async def _ready(self) -> Worker:
        """A worker that has nothing to do, made if need be."""
        worker = await self._idle.get()
        if worker is not None and worker.process.is_alive():
            return worker
        self._forget(worker)
        making = asyncio.get_running_loop().run_in_executor(self._threads, Worker, self._think)
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

    def _free(self, worker: Worker, done: asyncio.Future[Answer]) -> None:
        """A worker has answered, or never will."""
        problem = None if done.cancelled() else done.exception()
        self.called_off += isinstance(problem, Cancelled)
        if done.cancelled() or isinstance(problem, WorkerDied):
            self._forget(worker)
            self._idle.put_nowait(None)
        else:
            self._idle.put_nowait(worker)

    def _forget(self, worker: Worker | None) -> None:
        if worker is not None:
            self.died += 1
            self._all.discard(worker)
            worker.end()
            with contextlib.suppress(RuntimeError):  # all are being ended
                self._threads.submit(worker.bury)

    def processes(self) -> list[int]:
        """The process numbers of the workers that live."""
        return [worker.process.pid for worker in self._all if worker.process.pid and worker.process.is_alive()]

    def close(self) -> None:
        """End all workers."""
        for worker in list(self._all):
            self._forget(worker)
        self._threads.shutdown(wait=False)
