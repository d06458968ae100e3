"""Where the time of a move goes: the server with a stopwatch at every step, under the paced load.

    python benchmarks/server/trace.py [--seconds 8] [--tables 500] [--rate 2000]

For each step its time at the median, at p99, at worst, and on average among the slowest hundredth of all moves: waiting
for the table's lock; deciding; waiting for the batch; getting the writer's thread to run; the transaction; and, back in
the event loop, applying and sending. Beside that: batches, pauses of the garbage collector, and how late the event loop
runs its timers. The stopwatches cost a little themselves: figures to compare come from run.py.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import run as benchmark
from speelkist.server.http.app import App
from speelkist.server.live.commands import CommandRunner
from speelkist.server.main import serve
from speelkist.server.settings import Settings
from speelkist.server.storage.batch_writer import BatchWriter
from speelkist.server.storage.sqlite import SqliteWriter

now = time.perf_counter
MOMENTS = ("begin", "decide", "added", "batch", "thread", "stored", "end")
STEPS = ("lock", "decide", "queue", "thread", "commit", "finish")
LAG_INTERVAL = 0.005

Move = dict[str, float]


class Trace:
    """The stopwatches and what they saw."""

    def __init__(self) -> None:
        self.moves: list[Move] = []
        self.batches: list[tuple[float, int]] = []  # begin, writes
        self.pauses: list[tuple[float, int, float]] = []  # begin, generation, seconds
        self.lags: list[tuple[float, float]] = []
        self._deciding: dict[Any, Move] = {}  # by task
        self._writing: dict[str, Move] = {}  # by table
        self._thread = self._stored = self._pause = 0.0

    def install(self) -> None:
        """Put the stopwatches into the server's classes."""
        self._time_commands()
        self._time_batches()
        self._time_loop()
        gc.callbacks.append(self._on_gc)

    def _time_commands(self) -> None:
        original = CommandRunner.run

        async def run(runner: CommandRunner, table_id: str, owner: str, request: str | None, decide: Any) -> int:
            move = self._deciding[asyncio.current_task()] = {"begin": now()}

            def timed(live: Any) -> Any:
                move["decide"] = now()
                return decide(live)

            version = await original(runner, table_id, owner, request, timed)
            move["end"] = now()
            self.moves.append(move)
            return version

        CommandRunner.run = run  # type: ignore[method-assign]

    def _time_batches(self) -> None:
        original_add, original_commit, original_write = BatchWriter.add, BatchWriter._commit, SqliteWriter._write

        def add(writer: BatchWriter, write: Any) -> Any:
            move = self._deciding.pop(asyncio.current_task(), None)
            if move is not None:
                move["added"] = now()
                self._writing[write.table_id] = move
            return original_add(writer, write)

        async def commit(writer: BatchWriter, batch: list[Any]) -> Exception | None:
            begin = now()
            moves = [self._writing.pop(write.table_id) for write in batch if write.table_id in self._writing]
            self.batches.append((begin, len(batch)))
            problem = await original_commit(writer, batch)
            for move in moves:
                move.update(batch=begin, thread=self._thread, stored=self._stored)
            return problem

        def write(writer: SqliteWriter, *arguments: Any) -> None:
            self._thread = now()
            original_write(writer, *arguments)
            self._stored = now()

        BatchWriter.add, BatchWriter._commit = add, commit  # type: ignore[method-assign]
        SqliteWriter._write = write  # type: ignore[method-assign]

    def _time_loop(self) -> None:
        original = App._lifespan

        def lifespan(app: App, starlette: Any) -> Any:
            loop = asyncio.get_running_loop()

            def tick(due: float) -> None:
                self.lags.append((now(), loop.time() - due))
                due = loop.time() + LAG_INTERVAL
                loop.call_at(due, tick, due)

            tick(loop.time())
            return original(app, starlette)

        App._lifespan = lifespan  # type: ignore[method-assign, assignment]

    def _on_gc(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._pause = now()
        else:
            self.pauses.append((self._pause, info["generation"], now() - self._pause))

    def report(self, seconds: float) -> Iterator[str]:
        """The figures of the last so many seconds."""
        since = self.moves[-1]["end"] - seconds
        complete = [move for move in self.moves if move["begin"] > since and move.keys() == set(MOMENTS)]
        rows = sorted(map(_steps, complete), key=lambda steps: steps["total"])
        slowest = rows[-max(1, len(rows) // 100) :]
        yield f"{len(rows)} moves"
        yield f"{'ms':<8}{'p50':>9}{'p99':>9}{'worst':>9}{'slowest 1 %':>14}"
        for name in (*STEPS, "total"):
            mean = sum(row[name] for row in slowest) / len(slowest)
            yield f"{name:<8}{_shares([row[name] for row in rows])}{1000 * mean:>14.2f}"
        yield f"{'lag':<8}{_shares([lag for at, lag in self.lags if at > since])}"
        sizes = sorted(size for begin, size in self.batches if begin > since)
        yield f"{len(sizes)} batches: middle {sizes[len(sizes) // 2]}, biggest {sizes[-1]} writes"
        for generation in range(3):
            pauses = [length for begin, which, length in self.pauses if which == generation and begin > since]
            if pauses:
                longest = 1000 * max(pauses)
                yield f"garbage, generation {generation}: {len(pauses)} pauses, the longest {longest:.1f} ms"


def _steps(move: Move) -> dict[str, float]:
    """How long each step of a move took."""
    moments = [move[name] for name in MOMENTS]
    steps = {name: after - before for name, (before, after) in zip(STEPS, pairwise(moments), strict=True)}
    return {**steps, "total": move["end"] - move["begin"]}


def _shares(values: list[float]) -> str:
    ranked = sorted(values)
    return "".join(f"{1000 * ranked[min(len(ranked) - 1, int(share * len(ranked)))]:>9.2f}" for share in (0.5, 0.99, 1))


def main() -> int:
    """Run the server in this process, the load in another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--tables", type=int, default=benchmark.MANY)
    parser.add_argument("--rate", type=float, default=benchmark.PACE)
    given = parser.parse_args()
    trace = Trace()
    trace.install()
    if benchmark.SERVER_CORE is not None:
        os.sched_setaffinity(0, {benchmark.SERVER_CORE})
    port = benchmark.free_port()

    def put_load(*_: object) -> None:
        server = benchmark.Running(f"http://127.0.0.1:{port}", os.getpid())
        settings = {"tables": given.tables, "warm": 3, "seconds": given.seconds, "rate": given.rate}
        try:
            benchmark.say("as the load sees it", benchmark.load("speelkist", [server], **settings))
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    loader = threading.Thread(target=put_load)
    with tempfile.TemporaryDirectory(prefix="speelkist-trace-", dir=benchmark.storage()) as folder:
        no_limits = {"rate": 0, "sockets_per_address": 0, "tables_per_hour": 0, "compile": False}
        settings = Settings(port=port, db=f"{folder}/tables.db", **no_limits)
        serve(settings, lambda _: loader.start(), quiet=True)
        loader.join()
    print("\n".join(trace.report(given.seconds)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
