"""How fast the reference rules are, on one core: random plies a second, and Cubus's reading and listing.

    python benchmarks/reference.py [--game GAME] [--repeats N] [--plies N] [--json]

A ply is one action with all legal ones listed before it. Chance plies (dice, lots, draws) are played too but counted
apart: the target is for the players' plies, while the time is that of both. Actions and outcomes of chance are picked
evenly among those listed, by Python's own generator with a fixed seed, so that the rules are timed and not the dice.
Time is processor time. Each figure is the median of several repeats.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import speelkist
from speelkist.core import CHANCE, State
from speelkist.games.cubus import Cubus
from speelkist.games.cubus.build_generator import good_builds

RESULTS = Path(__file__).parent / "results"

# Players' plies a second that the project asks of its reference rules; Cubus is asked for reading and listing instead.
TARGETS = {"krabcek": 20_000, "kriskras": 10_000, "knopf": 8_000}
READ_TARGET = 2_000  # pictures a second, on a pile of 30 boxes
LIST_TARGET = 50.0  # milliseconds for legal(), 95th percentile

# Piles of 30 boxes each: stairs, a block, a tower wall, a broken hill.
PILES = ("4,4,4/3,3,3/2,2,2/1,1,1@0,0", "3,3,3/3,3,3/3,3,3/1,1,1@0,0", "5,5,5/5,5,5@0,0", "5,4,3/4,3,2/3,2,2/1,1,0@0,0")


def pin() -> str:
    """Stay on one core where the system can do that; which one."""
    if hasattr(os, "sched_setaffinity"):
        core = min(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {core})
        return str(core)
    return "not pinned"


def random_plies(game: str, plies: int, seed: int) -> tuple[int, int, float]:
    """Random games of at least so many plies: the players' plies, chance's plies, and the seconds they took."""
    kind = speelkist.load(game)
    rng = random.Random(seed)
    players = chance = 0
    good_builds.cache_clear()  # it remembers what it listed, and repeats play the same games
    began = time.process_time()
    while players + chance < plies:
        state: State = kind.start()
        while state.outcome is None:
            moves = state.legal()
            if state.player == CHANCE:
                chance += 1
            else:
                players += 1
            state = state.play(moves[int(rng.random() * len(moves))])
    return players, chance, time.process_time() - began


def bench_plies(game: str, plies: int, repeats: int) -> dict[str, Any]:
    """The median speed of random plies."""
    random_plies(game, min(plies, 500), 0)  # tables and caches are made once
    runs = [random_plies(game, plies, seed) for seed in range(1, repeats + 1)]
    return {
        "players_plies_per_second": round(statistics.median(players / seconds for players, _, seconds in runs)),
        "all_plies_per_second": round(statistics.median((p + c) / seconds for p, c, seconds in runs)),
        "players_plies": sum(players for players, _, _ in runs),
        "chance_plies": sum(chance for _, chance, _ in runs),
        "target": TARGETS.get(game),
    }


def bench_reading(repeats: int) -> dict[str, Any]:
    """The median speed of reading pictures of 30 boxes."""
    game = Cubus()
    pictures = [sorted(game.draw(pile)) for pile in PILES]
    assert all(game.read(picture).boxes == 30 for picture in pictures)
    rates = []
    for _ in range(repeats):
        began = time.process_time()
        for _ in range(200):
            for picture in pictures:
                game.read(picture)
        rates.append(200 * len(pictures) / (time.process_time() - began))
    return {"pictures_per_second": round(statistics.median(rates)), "boxes": 30, "target": READ_TARGET}


def bench_listing(games: int) -> dict[str, Any]:
    """How long legal() takes where a player builds, over random games."""
    rng = random.Random(1)
    times: list[float] = []
    for _ in range(games):
        state: State = Cubus().start()
        while state.outcome is None:
            good_builds.cache_clear()  # it remembers what it listed
            began = time.process_time()
            moves = state.legal()
            if state.phase == "build":
                times.append(1000 * (time.process_time() - began))
            state = state.play(rng.choice(moves))
    ranked = sorted(times)
    return {
        "p50_ms": round(statistics.median(ranked), 2),
        "p95_ms": round(ranked[int(0.95 * len(ranked))], 2),
        "worst_ms": round(ranked[-1], 2),
        "positions": len(ranked),
        "target": LIST_TARGET,
    }


def table(results: dict[str, Any]) -> str:
    """The figures for a person to read."""
    rows = [("what", "measured", "target", "")]
    for game, figures in results["plies"].items():
        rate, target = figures["players_plies_per_second"], figures["target"]
        verdict = "" if target is None else "ok" if rate >= target else "TOO SLOW"
        rows.append((f"{game}: players' plies/s", f"{rate:,}", f"{target:,}" if target else "-", verdict))
        rows.append((f"{game}: all plies/s, chance included", f"{figures['all_plies_per_second']:,}", "-", ""))
    if "reading" in results:
        rate = results["reading"]["pictures_per_second"]
        rows.append(("cubus: pictures read/s, 30 boxes", f"{rate:,}", f"{READ_TARGET:,}", _ok(rate >= READ_TARGET)))
        slow = results["listing"]["p95_ms"]
        rows.append(("cubus: legal() p95, ms", f"{slow}", f"{LIST_TARGET:g}", _ok(slow <= LIST_TARGET)))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        f"{row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}  {row[3]}".rstrip() for row in rows
    )


def _ok(good: bool) -> str:
    return "ok" if good else "TOO SLOW"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what was asked for, print it, and keep it on request."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=speelkist.games(), help="only this game")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--plies", type=int, default=20_000, help="plies a repeat")
    parser.add_argument("--json", action="store_true", help="keep the figures in benchmarks/results")
    given = parser.parse_args(arguments)
    core = pin()
    chosen = given.game or list(speelkist.games())
    plies = {game: min(given.plies, 1500) if game == "cubus" else given.plies for game in chosen}
    results: dict[str, Any] = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": f"{platform.machine()} {platform.system()}",
        "core": core,
        "repeats": given.repeats,
        "plies": {game: bench_plies(game, plies[game], given.repeats) for game in chosen},
    }
    if "cubus" in chosen:
        results["reading"] = bench_reading(given.repeats)
        results["listing"] = bench_listing(games=4)
    print(f"Python {results['python']}, {results['machine']}, core {core}, median of {given.repeats} repeats\n")
    print(table(results))
    if given.json:
        RESULTS.mkdir(exist_ok=True)
        file = RESULTS / f"reference-{results['when'].replace(':', '').replace('+0000', 'Z')}.json"
        file.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
        print(f"\nkept in {file.relative_to(Path(__file__).parent.parent)}")


if __name__ == "__main__":
    main()
