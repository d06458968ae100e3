"""Programs that think in processes of their own, so that whoever asks never waits in his own thread.

A worker is handed a position as JSON and a player's name, and answers with a move. A thought that is no longer wanted
is cancelled by ending the process; a process that dies is replaced and the thought is thought again.
"""

from __future__ import annotations

import asyncio
import multiprocessing as mp
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from speelkist.core import load_version
from speelkist.core.view import phrase_data

from .players import player
from .simple import SimplePlayer

TRIES = 3
_processes = mp.get_context("spawn")  # a fork would take open sockets and databases along


class WorkerDied(RuntimeError):
    """The process that was thinking is gone."""


@dataclass(frozen=True)
class Thought:
    """What is to be thought about: a position, by whom, with which luck; a hint comes with its reason."""

    game: str
    version: int
    options: dict[str, Any]
    position: str
    player: str
    seed: int
    hint: bool = False


@dataclass(frozen=True)
class Answer:
    """The move, and for a hint why."""

    move: str
    reason: dict[str, Any] | None = None


def think(thought: Thought) -> Answer:
    """What a worker does; plain and alone, so that it can be tested without one."""
    game = load_version(thought.game, thought.version, thought.options)
    state = game.from_json(thought.position)
    if thought.hint:
        advice = SimplePlayer(thought.seed).advise(state)
        return Answer(advice.move.text, phrase_data(advice.reason))
    return Answer(player(thought.player, thought.seed).choose(state).text)


def _work(connection: Connection) -> None:
    """The life of a worker: it ends when nobody is at the other end."""
    import signal

    import speelkist  # noqa: F401  (the games register themselves)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started us
    while True:
        try:
            thought = connection.recv()
            try:
                answer: Answer | Exception = think(thought)
            except Exception as error:  # noqa: BLE001  (told to whoever asked, who decides)
                answer = error
            connection.send(answer)
        except (EOFError, OSError):
            return


class Worker:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        self._connection, theirs = _processes.Pipe()
        self.process = _processes.Process(target=_work, args=(theirs,), daemon=True, name="speelkist thinker")
        self.process.start()
        theirs.close()

    def ask(self, thought: Thought, seconds: float) -> Answer:
        """Wait for the answer, in a thread; a worker that dies or takes too long is ended."""
        try:
            self._connection.send(thought)
            if not self._connection.poll(seconds):
                self.end()
                raise WorkerDied("it took too long")
            answer = self._connection.recv()
        except (EOFError, OSError, BrokenPipeError) as error:
            raise WorkerDied("it died") from error
        if isinstance(answer, Answer):
            return answer
        raise answer

    def end(self) -> None:
        """End the process at once."""
        self.process.kill()
        self.process.join(5)
        self._connection.close()


class Thinkers:
    """A few workers, each busy with one thought at a time; more thoughts wait their turn."""

    def __init__(self, workers: int = 1, seconds: float = 30) -> None:
        self._count = workers
        self._seconds = seconds
        self._idle: asyncio.Queue[Worker | None] = asyncio.Queue()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="thinker")
        self._all: set[Worker] = set()
        self.died = 0
        for _ in range(workers):
            self._idle.put_nowait(None)  # started when first needed

    async def ask(self, thought: Thought) -> Answer:
        """The answer to a thought. If the asker is cancelled, the worker is ended and another takes its place."""
        for attempt in range(TRIES):
            try:
                return await self._ask_once(thought)
            except WorkerDied:
                self.died += 1
                if attempt == TRIES - 1:
                    raise
        raise AssertionError("unreachable")

    async def _ask_once(self, thought: Thought) -> Answer:
        worker = await self._idle.get()
        loop = asyncio.get_running_loop()
        try:
            if worker is None or not worker.process.is_alive():
                self._forget(worker)
                worker = await loop.run_in_executor(self._threads, Worker)
                self._all.add(worker)
            return await loop.run_in_executor(self._threads, worker.ask, thought, self._seconds)
        except (asyncio.CancelledError, WorkerDied):
            # the thought is no longer wanted, or cannot be finished: this process is of no more use
            self._forget(worker)
            worker = None
            raise
        finally:
            self._idle.put_nowait(worker)

    def _forget(self, worker: Worker | None) -> None:
        if worker is not None:
            self._all.discard(worker)
            if worker.process.is_alive():
                worker.process.kill()

    def processes(self) -> list[int]:
        """The process numbers of the workers that live."""
        return [worker.process.pid for worker in self._all if worker.process.pid and worker.process.is_alive()]

    def close(self) -> None:
        """End all workers."""
        for worker in list(self._all):
            self._forget(worker)
        self._threads.shutdown(wait=False, cancel_futures=True)
