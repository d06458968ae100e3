"""The strongest of ours against OpenSpiel's own MCTS bot at our games, both with the same time a move. For the record.

    pip install -r benchmarks/kernels/requirements.txt
    python benchmarks/openspiel/run.py [--games 20] [--seconds 0.5] [--only GAME]

OpenSpiel meets the games through an adapter in Python (adapter.py), as any game would that is not written in its C++.
Pairs as in every match: the same dice, the sides swapped. The reports stand in benchmarks/results/.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from functools import partial
from pathlib import Path
from typing import Any, cast

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

try:
    from .adapter import OpenSpielPlayer
except ModuleNotFoundError as error:
    if error.name != "pyspiel":
        raise
    sys.exit("This match needs OpenSpiel: pip install -r benchmarks/kernels/requirements.txt")

from speelkist.bots.arena.match import Plan, play_match  # noqa: E402
from speelkist.bots.arena.report import BadReport, Report, resume  # noqa: E402
from speelkist.bots.factory import BOTS  # noqa: E402

GAMES = ("knopf", "krabcek", "kriskras")
NAME = "openspiel-mcts"


def match(game: str, games: int, seconds: float) -> None:
    """Play or go on with one match."""
    simulations: list[int] = []
    # The arena knows its players by name; this one is known in this process only.
    cast("dict[str, Any]", BOTS)[NAME] = partial(OpenSpielPlayer, game, seconds, simulations)
    plan = Plan(game, f"master@{seconds}s", NAME, games)
    path = ROOT / "benchmarks" / "results" / f"openspiel-{game}.json"
    try:
        report = resume(path, plan)
    except BadReport:
        report = Report(plan)
    for pair in play_match(plan, report.pairs):
        report = report.with_pair(pair)
        report.save(path)
    score, times = report.score, report.seconds_a_move()
    print(
        f"{game:9} {2 * len(report.pairs)} games: {100 * score.mean:.1f} % for master"
        f" ({100 * score.low:.1f} to {100 * score.high:.1f}); {times[0]:.2f} and {times[1]:.2f} s a move",
        f"; {statistics.median(simulations):.0f} simulations a move over there" if simulations else "",
        flush=True,
        sep="",
    )


def main() -> None:
    """All matches, or some."""
    parser = argparse.ArgumentParser(description="Play against OpenSpiel's MCTS bot.")
    parser.add_argument("--games", type=int, default=20, metavar="N")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="S")
    parser.add_argument("--only", choices=GAMES)
    given = parser.parse_args()
    for game in GAMES:
        if given.only in (None, game):
            match(game, given.games, given.seconds)


if __name__ == "__main__":
    main()
