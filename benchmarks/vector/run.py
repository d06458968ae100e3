"""How many steps a second many games make at once, with masks and observations, beside pgx and OpenSpiel in one run.

    python benchmarks/vector/run.py [--seconds S] [--peers] [--processor] [--quickest] [--save]

A step is one action in one game: check, apply, chance, end and new beginning, legal moves, mask, observation, reward.
The actions are random legal ones; drawing them is not in the time of ours. One core each, pinned; two where it says so.
The peers' games are others than ours, so they compare ways of doing it only loosely; pgx is made for accelerators, and
this is a processor. For a machine that is not at rest: ``--processor`` counts the processor's time instead of the
clock's, and two threads are then left out; ``--quickest`` takes the step at the end of the quickest tenth, ours and the
peers', which were not interrupted. Neither takes away that others use the caches.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
SIZES = (1, 64, 1024, 4096)
TARGETS = {"knopf": 1.4e6, "kriskras": 0.6e6, "krabcek": 0.6e6}  # steps/s at n = 1024, one core
TARGET_TWO = 1e6  # with two threads
TARGET_CALL = 5e-6  # seconds a step at n = 1
RUNS = 3


def ours(name: str, n: int, threads: int, seconds: float, clock: Callable[[], float], quickest: bool) -> float:
    """Steps a second."""
    import speelkist
    from speelkist.research import VectorGames

    games = VectorGames(speelkist.load(name), n, seed=1, threads=threads)
    actions = games.random_actions()
    for _ in range(200):  # until games are at different stages
        games.step(games.random_actions(actions))

    def step() -> float:
        games.random_actions(actions)
        begun = clock()
        games.step(actions)
        return clock() - begun

    rate = n * steps_a_second(step, seconds, quickest)
    games.close()
    return rate


def steps_a_second(step: Callable[[], float], seconds: float, quickest: bool) -> float:
    """Calls a second of what gives its own seconds: the median of some runs, or at the quickest tenth of all calls."""
    rates, times = [], []
    for _ in range(RUNS):
        spent, before = 0.0, len(times)
        while spent < seconds / RUNS:
            times.append(step())
            spent += times[-1]
        rates.append((len(times) - before) / spent)
    return 1 / sorted(times)[len(times) // 10] if quickest else median(rates)


def pgx_steps(name: str, n: int, seconds: float, clock: Callable[[], float], quickest: bool) -> float:
    """Steps a second of a game of pgx, jitted, with auto-reset, masks and observations; random actions included."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def act(state: object, key: object) -> object:
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))  # type: ignore[attr-defined]
        keys = jax.random.split(key, n + 1)
        return step(state, jax.random.categorical(keys[0], logits, axis=1), keys[1:])

    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, n))
    state = jax.block_until_ready(act(state, key))

    def step_all() -> float:
        nonlocal key, state
        key, part = jax.random.split(key)
        begun = clock()
        state = jax.block_until_ready(act(state, part))
        return clock() - begun

    return n * steps_a_second(step_all, seconds, quickest)


def openspiel_steps(name: str, seconds: float, clock: Callable[[], float]) -> float:
    """Steps a second of a game of OpenSpiel, in C++, from Python: mask, observation, a random action."""
    import pyspiel  # type: ignore[import-not-found, unused-ignore]

    game, rng = pyspiel.load_game(name), np.random.default_rng(1)
    begun, steps, state = clock(), 0, game.new_initial_state()
    while clock() - begun < seconds:
        if state.is_terminal():
            state = game.new_initial_state()
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[rng.integers(len(outcomes))][0])
            continue
        state.legal_actions_mask()
        state.observation_tensor(state.current_player())
        legal = state.legal_actions()
        state.apply_action(legal[rng.integers(len(legal))])
        steps += 1
    return steps / (clock() - begun)


def pinned(cores: int, measure: Callable[[], float]) -> float:
    """Measure on so many cores."""
    if not hasattr(os, "sched_setaffinity"):
        return measure()
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:cores])
    try:
        return measure()
    finally:
        os.sched_setaffinity(0, before)


def main() -> int:
    """Measure, print, and with ``--save`` keep it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.5, help="for each figure")
    parser.add_argument("--peers", action="store_true", help="also pgx and OpenSpiel")
    parser.add_argument("--save", action="store_true", help="keep the figures in benchmarks/results/")
    parser.add_argument("--processor", action="store_true", help="count the processor's time")
    parser.add_argument("--quickest", action="store_true", help="the quickest tenth of all steps, for a busy machine")
    given = parser.parse_args()
    clock = time.thread_time if given.processor else time.perf_counter
    process_clock = time.process_time if given.processor else time.perf_counter  # pgx computes in threads of its own
    figures: dict[str, float] = {}

    def note(what: str, rate: float, target: float | None = None) -> None:
        figures[what] = round(rate)
        judged = "" if target is None else f"{target:14,.0f}  {'ok' if rate >= target else 'MISSED'}"
        print(f"{what:44}{rate:14,.0f}{judged}", flush=True)

    print(f"{'steps a second':44}{'measured':>14}{'target':>14}")
    for name, target in TARGETS.items():
        for n in SIZES:
            goal = {1: 1 / TARGET_CALL, 1024: target}.get(n)
            rate = pinned(1, lambda name=name, n=n: ours(name, n, 1, given.seconds, clock, given.quickest))
            note(f"{name}, n = {n}", rate, goal)
        if not given.processor:
            rate = pinned(2, lambda name=name: ours(name, 1024, 2, given.seconds, clock, given.quickest))
            note(f"{name}, n = 1024, two threads", rate, TARGET_TWO)
    if given.peers:
        for game in ("backgammon", "checkers"):
            note(f"OpenSpiel {game}", pinned(1, lambda game=game: openspiel_steps(game, given.seconds, clock)))
        for game in ("backgammon", "animal_shogi"):
            for n in (64, 1024):
                note(
                    f"pgx {game}, n = {n}",
                    pinned(1, lambda game=game, n=n: pgx_steps(game, n, given.seconds, process_clock, given.quickest)),
                )
    if given.save:
        now = datetime.now(UTC)
        path = ROOT / "benchmarks" / "results" / f"vector-{now:%Y-%m-%dT%H%M%SZ}.json"
        facts = {"at": now.isoformat(), "python": platform.python_version(), "machine": platform.machine()}
        facts["clock"] = "processor" if given.processor else "wall"
        facts["taken"] = "quickest tenth" if given.quickest else "median of runs"
        path.write_text(json.dumps({**facts, "steps_per_second": figures}, indent=1) + "\n", encoding="utf-8")
        print(path.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
