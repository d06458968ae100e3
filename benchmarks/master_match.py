"""The computer of this checkout against that of an earlier one, in pairs of games with the same dice and sides swapped.

    git worktree add --detach ../before 35d9f9c
    python benchmarks/master_match.py krabcek --before ../before --seed 4711 --games 200

Each pair is kept in ``benchmarks/results/match-GAME-SEED.json``, and a match that was interrupted goes on there. At
Cubus the score is the share of the points. ``--now`` and ``--then`` name other bots than master, or other budgets:
``--now master@20000``.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from earlier_version import BOT, CHECKOUT

from speelkist.bots.arena.match import Plan, play_match
from speelkist.bots.arena.report import BadReport, Report, resume

RESULTS = Path(__file__).parent / "results"


def line_of(report: Report) -> str:
    """How a match stands."""
    score, mean, most = report.score, report.seconds_a_move(), report.slowest()
    return (
        f"{2 * len(report.pairs):4} games  {100 * score.mean:.1f} % ({100 * score.low:.1f} to {100 * score.high:.1f})"
        f"  seconds a move {mean[0]:.3f} and {mean[1]:.3f}, at most {most[0]:.2f} and {most[1]:.2f}"
    )


def main() -> int:
    """Play the pairs that are not played yet."""
    parser = argparse.ArgumentParser(description="Let this version meet an earlier one.")
    parser.add_argument("game")
    parser.add_argument("--before", type=Path, required=True, metavar="CHECKOUT")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--now", default="master")
    parser.add_argument("--then", default="master")
    parser.add_argument("--minutes", type=float, metavar="M", help="begin no pair after so long")
    parser.add_argument("--out", type=Path, help="another file for the report")
    given = parser.parse_args()
    os.environ[CHECKOUT], os.environ[BOT] = str(given.before), given.then
    plan = Plan(given.game, given.now, "earlier_version:Earlier", given.games, given.seed, given.players)
    path = given.out or RESULTS / f"match-{given.game}-{given.seed}.json"
    try:
        report = resume(path, plan)
    except BadReport:
        report = Report(plan)
    end = None if given.minutes is None else time.monotonic() + 60 * given.minutes
    for pair in play_match(plan, report.pairs):
        report = report.with_pair(pair)
        report.save(path)
        print(line_of(report), flush=True)
        if end is not None and time.monotonic() > end:
            break
    return 0


if __name__ == "__main__":
    sys.exit(main())
