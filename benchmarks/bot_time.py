"""How long bots think, and how soon they stop when their answer is no longer wanted.

    python benchmarks/bot_time.py [--positions N] [--only GAME] [--json]

Positions come from a game of `friend` against itself. A worker process thinks about each as it does for the server,
pinned to one core; its first job, which may compile, is not counted. Then it is given ten seconds, and cancelled after
a tenth of one: the time from there until it is free again must be at most 50 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import statistics
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from speelkist.bots import make_bot
from speelkist.bots.job import BotJob
from speelkist.bots.strengths import STRENGTHS
from speelkist.bots.worker_pool import WorkerPool
from speelkist.core import CHANCE, SeededDice, State, games, load

RESULTS = Path(__file__).parent / "results"
LONGEST, SOONEST = 2.0, 0.05
CANCELLED = 10  # jobs
GIVEN_UP = 5.0  # a worker that does not listen is ended long before

Figures = dict[str, dict[str, float]]


def positions(game: str, count: int) -> list[State]:
    """Decisions spread evenly over a game."""
    dice, both = SeededDice(bytes(32)), make_bot("friend", 1)
    state, states = load(game).start(), []
    while state.outcome is None:
        if state.player == CHANCE:
            state = state.play(dice.draw(state))
        else:
            states.append(state)
            state = state.play(both.choose(state))
    return states[:: max(1, len(states) // count)][:count]


def new_job(state: State, name: str) -> BotJob:
    """The job that the server would send."""
    options = {key: list(value) if isinstance(value, tuple) else value for key, value in state.game.options.items()}
    return BotJob(state.game.info.id, state.game.info.version, options, state.to_json(), name, 1)


async def timed(pool: WorkerPool, states: Sequence[State], name: str) -> dict[str, float]:
    """The mean and the longest time of a job."""
    await pool.ask(new_job(states[0], name))
    times = []
    for state in states:
        begun = time.perf_counter()
        await pool.ask(new_job(state, name))
        times.append(time.perf_counter() - begun)
    return {"mean": round(statistics.mean(times), 4), "longest": round(max(times), 4)}


async def stopped(pool: WorkerPool, states: Sequence[State]) -> dict[str, float]:
    """How soon the strongest stops a long job; a job that was done before is not counted."""
    times = []
    for state in states:
        asking = asyncio.create_task(pool.ask(new_job(state, f"{STRENGTHS[-1]}@10s")))
        await asyncio.sleep(0.1)
        before, begun = pool.cancelled + pool.died, time.perf_counter()
        if asking.done():
            continue
        asking.cancel()
        while pool.cancelled + pool.died == before and time.perf_counter() - begun < GIVEN_UP:
            await asyncio.sleep(0.0005)
        if pool.cancelled + pool.died > before:  # else its answer was under way already
            times.append(time.perf_counter() - begun)
    if not times:
        return {"stopped": 0}
    return {"stopped": len(times), "mean": round(statistics.mean(times), 4), "longest": round(max(times), 4)}


async def measure(game: str, count: int) -> Figures:
    """All figures of a game."""
    states = positions(game, count)
    pool = WorkerPool(1, 120)
    try:
        times = {name: await timed(pool, states, name) for name in STRENGTHS}
        times["cancelled"] = await stopped(pool, states[:: max(1, count // CANCELLED)])
    finally:
        pool.close()
    return times


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description="Measure how long bots think.")
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--only", choices=games())
    parser.add_argument("--json", action="store_true", help="keep the figures in benchmarks/results")
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    kept = {}
    print(f"{'':22}{'mean, ms':>10}{'longest':>10}{'target':>10}")
    for game in [asked.only] if asked.only else games():
        kept[game] = asyncio.run(measure(game, asked.positions))
        for name, figures in kept[game].items():
            if "longest" in figures:
                target = SOONEST if name == "cancelled" else LONGEST
                verdict = "ok" if figures["longest"] <= target else "MISSED"
                numbers = "".join(
                    f"{1000 * seconds:>10.1f}" for seconds in (figures["mean"], figures["longest"], target)
                )
                print(f"{game + ': ' + name:22}{numbers}  {verdict}", flush=True)
    if asked.json:
        now = datetime.now(UTC)
        data = {"at": now.isoformat(timespec="seconds"), "machine": platform.platform(), "games": kept}
        path = RESULTS / f"bot-time-{now:%Y-%m-%dT%H%M%SZ}.json"
        path.write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
