"""How fast whole games and searches run in compiled code, on one core, beside OpenSpiel's C++ in the same run.

    python benchmarks/kernels/run.py [--quick] [--only PART ...]

The parts: ``playouts`` (random plies a second), ``search`` (simulations a second on the same game), ``threads`` (two
against one). README.md tells how to read the figures; they are kept in benchmarks/results/.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
RESULTS = ROOT / "benchmarks" / "results"
sys.path.insert(0, str(ROOT))

try:
    import pyspiel  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    sys.exit("This benchmark needs OpenSpiel: pip install -r benchmarks/kernels/requirements.txt")

from benchmarks.kernels import breakthrough  # noqa: E402
from speelkist import fast, load  # noqa: E402
from speelkist.search.budget import Budget  # noqa: E402
from speelkist.search.mcts import Mcts  # noqa: E402

PARTS = ("playouts", "search", "threads")
GAMES = ("kriskras", "krabcek", "knopf")
PEERS = ("backgammon", "checkers")
PLIES = {"kriskras": 3_000_000, "krabcek": 1_000_000, "knopf": 1_000_000}
TIMES = {"kriskras": ("backgammon", 10), "krabcek": ("backgammon", 10), "knopf": ("checkers", 2)}
SIMULATIONS = (1000, 10_000)
SEARCH_TIMES = 3
THREAD_TIMES = 1.8
DEPTHS = (0, 10, 20, 30)  # the positions searched: so many random moves after the start
EXPLORE = 1.0  # for values from 0 to 1; OpenSpiel's go from -1 to 1, so that there the same is
PEER_EXPLORE = 2 * EXPLORE
PEER_MEGABYTES = 4000
SEED = 1

CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


@dataclass
class Stopwatch:
    """The time a block took: by the processor for this thread, and by the clock on the wall."""

    processor: float = 0.0
    wall: float = 0.0

    def __enter__(self) -> Stopwatch:
        self._begun = (time.thread_time(), time.perf_counter())
        return self

    def __exit__(self, *_: object) -> None:
        self.processor = time.thread_time() - self._begun[0]
        self.wall = time.perf_counter() - self._begun[1]
        shares.append(self.processor / self.wall)


shares: list[float] = []  # how much of its core each measurement on one thread had; below 1 the machine was busy


def pin(*cores: int) -> None:
    """Keep this process to these cores, where the system can."""
    if cores:
        os.sched_setaffinity(0, cores)


def enough(work: Callable[[int], object], seconds: float) -> int:
    """How much of a work takes about so long; it is warm then."""
    amount = 1
    while True:
        with Stopwatch() as watch:
            work(amount)
        if watch.processor > seconds / 10:
            return max(1, round(amount * seconds / watch.processor))
        amount *= 4


def figure(rates: list[float], **more: Any) -> dict[str, Any]:
    """A rate as it is kept: the median, and all of them."""
    return {"median": round(statistics.median(rates)), "all": [round(rate) for rate in rates], **more}


# --- random games -----------------------------------------------------------------------------------------------------


def first_choice(name: str) -> Any:
    """OpenSpiel's first position where a player acts."""
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def peer_length(name: str, games: int) -> tuple[float, float]:
    """The mean number of players' actions in OpenSpiel's random games, and its standard error."""
    rng = random.Random(SEED)
    first, lengths = first_choice(name), []
    for _ in range(games):
        state, plies = first.clone(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                plies += 1
        lengths.append(plies)
    return statistics.fmean(lengths), statistics.stdev(lengths) / games**0.5


def peer_rollouts(name: str) -> Callable[[int], None]:
    """Random games inside OpenSpiel's C++: a search of one simulation, which judges the root by so many rollouts."""
    first = first_choice(name)
    game = first.get_game()

    def run(rollouts: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, SEED)
        bot = pyspiel.MCTSBot(game, evaluator, PEER_EXPLORE, 1, PEER_MEGABYTES, False, SEED, False)
        bot.mcts_search(first)

    return run


def our_playouts(id: str, threads: int = 1) -> Callable[[int], fast.Playouts]:
    """Random games of ours."""
    game = load(id)
    return lambda games: fast.playouts(game, games, SEED, threads)


def playouts(repeats: int, seconds: float) -> dict[str, Any]:
    """Random plies a second, ours and theirs by turns. A ply is one action of a player; chance does not count."""
    games = 100 if seconds < 1 else 1000
    lengths = {name: peer_length(name, games) for name in PEERS}
    ours = {name: our_playouts(name) for name in GAMES}
    theirs = {name: peer_rollouts(name) for name in PEERS}
    amounts = {name: enough(run, seconds) for name, run in (ours | theirs).items()}
    rates: dict[str, list[float]] = {name: [] for name in amounts}
    plies_a_game = {name: length for name, (length, _) in lengths.items()}
    for _ in range(repeats):
        for name, run in theirs.items():
            with Stopwatch() as watch:
                run(amounts[name])
            rates[name].append(amounts[name] * plies_a_game[name] / watch.processor)
        for name, play in ours.items():
            with Stopwatch() as watch:
                played = play(amounts[name])
            rates[name].append(played.plies / watch.processor)
            plies_a_game[name] = played.plies / amounts[name]
    figures = {name: figure(rates[name], plies_a_game=round(plies_a_game[name], 2)) for name in rates}
    for name, (_, error) in lengths.items():
        figures[name]["plies_a_game_error"] = round(error, 2)
    for name, (peer, _) in TIMES.items():
        pairs = zip(rates[name], rates[peer], strict=True)
        figures[name]["times"] = round(statistics.median(mine / other for mine, other in pairs), 2)
    for name, values in figures.items():
        print(f"{name}: {values['median']:,} plies/s, {values['plies_a_game']} plies a game", flush=True)
    return figures


# --- search -----------------------------------------------------------------------------------------------------------


def same_positions() -> list[tuple[Any, Any]]:
    """Positions of breakthrough, as OpenSpiel's state and as ours; there player 0 comes from above."""
    rng = random.Random(SEED)
    options, mine = breakthrough.options(), breakthrough.KERNEL.new_state()
    breakthrough.start(options, mine)
    theirs = pyspiel.load_game("breakthrough").new_initial_state()
    pairs = []
    for depth in range(max(DEPTHS) + 1):
        if depth in DEPTHS:
            pairs.append((theirs.clone(), mine.copy()))
        buffer = breakthrough.KERNEL.new_move_buffer()
        count = breakthrough.legal(options, mine, buffer)
        moves = {breakthrough.text(options, mine, int(move)): int(move) for move in buffer[:count]}
        actions = {mirrored(theirs.action_to_string(action)): action for action in theirs.legal_actions()}
        assert set(moves) == set(actions), "the two programs must play the same game"
        choice = rng.choice(sorted(moves))
        breakthrough.apply(options, mine, moves[choice])
        theirs.apply_action(actions[choice])
        assert not theirs.is_terminal()
    return pairs


def mirrored(text: str) -> str:
    """OpenSpiel's ``a7b6*`` in our words, with the board turned over: ``a2-b3``."""
    return f"{text[0]}{9 - int(text[1])}-{text[2]}{9 - int(text[3])}"


def search(repeats: int, quick: bool) -> dict[str, Any]:
    """Simulations a second on breakthrough, one rollout each, both with the solver on, from the same positions."""
    game = pyspiel.load_game("breakthrough")
    positions = same_positions()
    options = breakthrough.options()
    figures: dict[str, Any] = {}
    for simulations in SIMULATIONS[: 1 if quick else None]:
        rounds = 4 * max(1, 10_000 // simulations)
        mine, other = [], []
        for repeat in range(repeats + 1):
            with Stopwatch() as watch:
                done = 0
                for number in range(rounds):
                    evaluator = pyspiel.RandomRolloutEvaluator(1, number)
                    bot = pyspiel.MCTSBot(
                        game, evaluator, PEER_EXPLORE, simulations, PEER_MEGABYTES, True, number, False
                    )
                    done += bot.mcts_search(positions[number % len(positions)][0]).explore_count
            theirs = done / watch.processor
            with Stopwatch() as watch:
                done = 0
                for number in range(rounds):
                    tree = Mcts(breakthrough.KERNEL, options, number, EXPLORE)
                    tree.think(positions[number % len(positions)][1], Budget(simulations).clock())
                    done += tree.visits
            if repeat:  # the first warms up
                other.append(theirs)
                mine.append(done / watch.processor)
        times = statistics.median(ours / peer for ours, peer in zip(mine, other, strict=True))
        figures[str(simulations)] = {"speelkist": figure(mine), "open_spiel": figure(other), "times": round(times, 2)}
        our_rate, their_rate = statistics.median(mine), statistics.median(other)
        print(f"{simulations} simulations a move: {our_rate:,.0f}/s against {their_rate:,.0f}/s", flush=True)
    return figures


# --- threads ----------------------------------------------------------------------------------------------------------


def threads(repeats: int, seconds: float) -> dict[str, Any]:
    """Two threads on two cores against one thread on one, by the clock on the wall.

    How many cores each had while it ran is kept too: on a busy machine the clock tells of the others.
    """
    figures: dict[str, Any] = {}
    for name in GAMES:
        single, double = our_playouts(name), our_playouts(name, threads=2)
        pin(CORES[0])
        amount = 2 * enough(single, seconds)
        rates: tuple[list[float], list[float]] = ([], [])
        cores_had: tuple[list[float], list[float]] = ([], [])
        for _ in range(repeats):
            for place, (run, cores) in enumerate(((single, CORES[:1]), (double, [CORES[0], CORES[-1]]))):
                pin(*cores)
                begun = time.process_time()
                played = run(amount)
                cores_had[place].append((time.process_time() - begun) / played.seconds)
                rates[place].append(played.plies_per_second)
        times = statistics.median(both / alone for alone, both in zip(*rates, strict=True))
        figures[name] = {
            side: figure(rates[place], cores=round(statistics.median(cores_had[place]), 2))
            for place, side in enumerate(("one", "two"))
        }
        figures[name]["times"] = round(times, 2)
        had = " and ".join(str(figures[name][side]["cores"]) for side in ("one", "two"))
        print(f"{name}: two threads {times:.2f} x one; they had {had} cores", flush=True)
    pin(CORES[0])
    return figures


# --- telling ----------------------------------------------------------------------------------------------------------


def targets(results: dict[str, Any]) -> list[tuple[str, str, str, bool]]:
    """What was asked for: the figure, the target, whether it was met."""
    rows: list[tuple[str, str, str, bool]] = []
    if "playouts" in results:
        for name, wanted in PLIES.items():
            rate = results["playouts"][name]["median"]
            rows.append((f"{name}, random plies/s", f"{rate:,}", f"{wanted:,}", rate >= wanted))
        for name, (peer, least) in TIMES.items():
            times = results["playouts"][name]["times"]
            rows.append((f"  against OpenSpiel's {peer}", f"{name} {times:.1f} x", f"{least} x", times >= least))
    for simulations, run in results.get("search", {}).items():
        what = f"simulations/s on breakthrough, {int(simulations):,} a move"
        rows.append((what, f"{run['times']:.1f} x", f"{SEARCH_TIMES} x", run["times"] >= SEARCH_TIMES))
    for name, run in results.get("threads", {}).items():
        measured = f"{run['times']:.2f} x (with {run['two']['cores']} cores, one thread with {run['one']['cores']})"
        rows.append((f"{name}, two threads", measured, f"{THREAD_TIMES} x", run["times"] >= THREAD_TIMES))
    return rows


def facts() -> dict[str, Any]:
    """The machine and the programs."""
    model = ""
    with contextlib.suppress(OSError):
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
        model = next((line.split(":", 1)[1].strip() for line in text.splitlines() if line.startswith("model name")), "")
    return {
        "machine": f"{platform.machine()} {platform.system()} {platform.release()}",
        "processor": model,
        "cores": len(CORES) or os.cpu_count(),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in ("numba", "numpy", "open_spiel")},
    }


def main() -> None:
    """Measure what was asked for, print it, keep it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="once and shortly: to see that it works")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="only these parts")
    given = parser.parse_args()
    repeats, seconds = (1, 0.2) if given.quick else (7, 1.0)
    chosen = given.only or PARTS
    when = datetime.now(UTC)
    results: dict[str, Any] = {"when": when.isoformat(timespec="seconds"), "repeats": repeats, **facts()}
    pin(*CORES[:1])
    for name in GAMES:
        fast.load_kernel(name)  # compiled before anything is measured
    shares.clear()
    if "playouts" in chosen:
        results["playouts"] = playouts(repeats, seconds)
    if "search" in chosen:
        results["search"] = search(repeats, given.quick)
    results["share_of_the_core"] = round(statistics.median(shares), 2) if shares else None
    if "threads" in chosen:
        if len(CORES) > 1:
            results["threads"] = threads(repeats, seconds)
        else:
            print("threads: not measured, that takes two cores")
    print(
        f"\nload {os.getloadavg()}; the measurements on one thread had {results['share_of_the_core']} of their core\n"
    )
    print(
        "\n".join(
            f"{'ok  ' if met else 'MISS'} {name}: {measured}; target {wanted}"
            for name, measured, wanted, met in targets(results)
        )
    )
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"kernels-{when:%Y-%m-%dT%H%M%SZ}.json"
    file.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(f"\nkept in {file.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
