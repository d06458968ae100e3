"""The matches that prove the strengths, one after another, in reports that can be taken up.

    python benchmarks/arena.py                    all of them; what is done already is not played again
    python benchmarks/arena.py --only knopf       those whose name contains a word
    python benchmarks/arena.py --list             which there are, how they stand, and how long the rest may take
    python benchmarks/arena.py --games 40         a quicker look, in reports of its own
    python benchmarks/arena.py --seed 70531       every step once more, on games that nothing was tuned on

A match is 200 games unless said otherwise: 100 pairs with the same dice, the same layout and the sides swapped; the
interval comes from the pairs. Each strength must beat the one below it, lower end of the 95 % interval above 58 %; at
Cubus that is the share of the points, at tables of two and of four. The strongest must get 70 % against plain tree
search (UCT with random playouts) at equal simulations, 2,000 and 10,000; in 40 and 20 games, since 10,000 playouts
take seconds. And the chances that the strongest sees must be true: a reliability table from 100 games against itself.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from speelkist.bots.arena.match import Plan, play_match
from speelkist.bots.arena.report import BadReport, Report, resume
from speelkist.bots.arena.score import error_of, reliability
from speelkist.bots.strengths import STRENGTHS
from speelkist.cli.progress import duration
from speelkist.core import games, load

RESULTS = Path(__file__).parent / "results"
GAMES = 200
STEP_BOUND, PLAIN_MEAN = 0.58, 0.70
FRESH_BOUND, FRESH_SHARE = 0.55, 0.505  # on games that no constant was chosen on; the second is the share of points
PLAIN_GAMES = {2000: 40, 10_000: 20}
CALIBRATION_GAMES = 100
SEEDS = {"knopf": 21, "kriskras": 2027}  # otherwise 1; another where a game was measured after its rules had changed
CALIBRATION_SEEDS = {"knopf": 22, "kriskras": 2028}  # otherwise 2
# With fewer positions than its own, or it would take hours.
CALIBRATED = {"knopf": "master@2000", "kriskras": "master@4000"}
GUESS_MOVES = 40  # decisions of each side in a game, for the estimate before anything is played
GUESS_SECONDS = {"club": 0.05, "master": 0.25, "mcts:2000": 0.1, "mcts:10000": 0.5}


@dataclass(frozen=True)
class Proof:
    """A match and what it must show."""

    name: str
    plan: Plan
    low: float = 0.0  # the lower end of the interval must be above
    mean: float = 0.0  # the score itself must be at least

    @property
    def path(self) -> Path:
        """Where its report is kept."""
        return RESULTS / f"arena-{self.name}.json"

    def report(self) -> Report:
        """What has been played of it."""
        try:
            return resume(self.path, self.plan)
        except BadReport:
            return Report(self.plan)

    def verdict(self, report: Report) -> str:
        """In a line how it stands."""
        score = report.score
        line = f"{100 * score.mean:5.1f} %  ({100 * score.low:.1f} to {100 * score.high:.1f})"
        if self.plan.calibrate:
            return f"{line}  chances off by {100 * error_of(reliability(report.chances)):.1f} % on average"
        proved = score.low > self.low and score.mean >= self.mean
        return f"{line}  {'proved' if proved else 'NOT PROVED'}"


def steps(game: str, count: int, seed: int, suffix: str, bound: float) -> list[Proof]:
    """Every strength against the one below it; in games for more than two at tables of two and of four."""
    many = load(game).info.players[1] > 2
    listed: list[Proof] = []
    for weaker, stronger in pairwise(STRENGTHS):
        for players in (2, 4) if many else (2,):
            table = f"-table{players}" if many else ""
            plan = Plan(game, stronger, weaker, count, seed=seed, players=players)
            listed.append(Proof(f"{game}{table}-{stronger}-{weaker}{suffix}", plan, bound))
    return listed


def fresh_steps(count: int, seed: int) -> list[Proof]:
    """The steps of all games on other dice than those that constants were chosen on."""
    listed: list[Proof] = []
    for game in games():
        bound = FRESH_SHARE if load(game).info.scoring == "points" else FRESH_BOUND
        listed += steps(game, count, seed, f"-seed{seed}", bound)
    return listed


def proofs(count: int) -> list[Proof]:
    """All matches."""
    listed: list[Proof] = []
    suffix = "" if count == GAMES else f"-{count}"
    for game in games():
        many = load(game).info.players[1] > 2
        seed = SEEDS.get(game, 1)
        listed += steps(game, count, seed, suffix, STEP_BOUND)
        plan = Plan(game, STRENGTHS[0], "random", count, seed=seed)
        listed.append(Proof(f"{game}-{STRENGTHS[0]}-random{suffix}", plan, 0.5))
        if not many:
            for n, most in PLAIN_GAMES.items():
                plan = Plan(game, f"{STRENGTHS[-1]}@{n}", f"mcts:{n}", min(count, most), seed=seed)
                listed.append(Proof(f"{game}-{STRENGTHS[-1]}-mcts{n}{suffix}", plan, mean=PLAIN_MEAN))
        strongest = CALIBRATED.get(game, STRENGTHS[-1])
        games_here = min(count, CALIBRATION_GAMES)
        plan = Plan(game, strongest, strongest, games_here, seed=CALIBRATION_SEEDS.get(game, 2), calibrate=True)
        listed.append(Proof(f"{game}-calibration{suffix}", plan))
    return listed


def seconds_left(proof: Proof, report: Report, workers: int) -> float:
    """How long the rest of a match may take: as its pairs took so far, or by a guess."""
    rest = proof.plan.games // 2 - len(report.pairs)
    if report.pairs:
        pair = sum(sum(played.seconds) for played in report.pairs) / len(report.pairs)
    else:
        names = (proof.plan.a.partition("@")[0], proof.plan.b)
        pair = 2 * GUESS_MOVES * sum(GUESS_SECONDS.get(name, 0.01) for name in names) * proof.plan.players / 2
    return rest * pair / workers


def play(proof: Proof, workers: int) -> None:
    """Play what is left of a match; every pair is kept."""
    report = proof.report()
    saved = 0.0
    try:
        for pair in play_match(proof.plan, report.pairs, workers):
            report = report.with_pair(pair)
            if time.monotonic() - saved > 5:
                report.save(proof.path)
                saved = time.monotonic()
    finally:
        if report.pairs:
            report.save(proof.path)
    print(f"{proof.name:40} {proof.verdict(report)}", flush=True)


def main() -> int:
    """Play or list; the exit code is 1 if something that was played is not proved."""
    parser = argparse.ArgumentParser(description="Prove the strengths in the arena.")
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N")
    parser.add_argument("--workers", type=int, default=2, metavar="N")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--seed", type=int, metavar="N", help="only the steps, with this seed")
    given = parser.parse_args()
    listed = proofs(given.games) if given.seed is None else fresh_steps(given.games, given.seed)
    chosen = [proof for proof in listed if given.only in proof.name]
    left = sum(seconds_left(proof, proof.report(), given.workers) for proof in chosen)
    print(f"{len(chosen)} matches; about {duration(left)} to play with {given.workers} processes")
    for proof in chosen:
        report = proof.report()
        if not given.list and 2 * len(report.pairs) < proof.plan.games:
            play(proof, given.workers)
        elif report.pairs:
            games_done = "" if 2 * len(report.pairs) == proof.plan.games else f"  after {2 * len(report.pairs)} games"
            print(f"{proof.name:40} {proof.verdict(report)}{games_done}")
        else:
            print(f"{proof.name:40} not played yet, about {duration(seconds_left(proof, report, given.workers))}")
    played = [(proof, proof.report()) for proof in chosen]
    return int(any("NOT" in proof.verdict(report) for proof, report in played if report.pairs))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
