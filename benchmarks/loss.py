"""How much master gives away with each decision, as backgammon programs are rated; an earlier version beside it.

    python benchmarks/loss.py krabcek --before ../before --positions 60 --games 648 --seed 77

Positions are taken from master's own games, one in ten decisions. Candidates are its three best moves and the move of
the earlier version (master_match.py tells how to check it out). With throws, each is played on by the one-ply net, the
same dice for all; which one is best is taken from one half of these games and what the others lose from the other half,
and the other way round, so that luck does not pass for a loss. Without throws a search of ``--games`` thousand
positions judges. Chances are in per cent. A position whose candidates are all the same loses nothing in either.

At Cubus, at a table of two, it is the share of the points, and the judge looks two turns further than master: after
each candidate all tiles that may be drawn, with their odds, and master's own reply to each, twice; then what it says of
its best move there, from ``--games`` games played on, half of them with other draws. Beyond these turns it sees no more
than master does: the games go by numbers of tiles alone, and all build for the most points, keep nothing back and never
knock. Where something can be built, master's points are also compared with the best build that the solver finds, and
proves if the budget ``SOLVER`` suffices. Fewer points are no fault as such: a tile that is kept may be worth more.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from itertools import count
from math import sqrt
from pathlib import Path

import numpy as np
from earlier_version import BOT, CHECKOUT, Earlier
from numpy.typing import NDArray

from speelkist.bots.puzzles.rollouts import Rollouts
from speelkist.bots.training.trainer import evaluation
from speelkist.compiled.playouts import load_kernel
from speelkist.compiled.weights import read_weights
from speelkist.core import CHANCE, Move, SeededDice, SeededRandom, State, load
from speelkist.core.registry import package_of
from speelkist.games.cubus import CubusState
from speelkist.games.cubus.bots.strengths import ranked
from speelkist.games.cubus.build_rules import CheckedBuild
from speelkist.games.cubus.notation import Build
from speelkist.games.cubus.solver.rollouts import shares_after
from speelkist.games.cubus.solver.solve import solve
from speelkist.search.advice import Choice
from speelkist.search.alphabeta import alphabeta
from speelkist.search.budget import Budget

RESULTS = Path(__file__).parent / "results"
EVERY = 10  # decisions
CANDIDATES = 3
NORMAL_95 = 1.96
TURNS = 2  # that the judge looks further at Cubus
SOLVER = Budget(simulations=10_000_000, seconds=60)  # for each build at Cubus

Judge = Callable[[State, list[Move]], NDArray[np.float64]]  # a row of results for each move


def decisions(game: str, seed: int) -> Iterator[tuple[State, list[Choice]]]:
    """Every tenth decision of master's games against itself, with its ranking."""
    package = package_of(game)
    assert package.strengths is not None
    ranked = package.strengths().ranked
    for number in count():
        rng = SeededRandom(f"loss {game} {number}", seed)
        dice = SeededDice(bytes(rng.below(256) for _ in range(32)))
        state: State = load(game).start()
        for _ in range(0 if package.info.chance else 4):
            state = state.play(rng.choice(state.legal()))
        first = rng.below(EVERY)
        for at in count():
            if state.outcome is not None:
                break
            if state.player == CHANCE:
                state = state.play(dice.draw(state, at))
                continue
            choices = list(ranked(state, "master", seed, None))
            if len(choices) > 1 and at % EVERY == first:
                yield state, choices
            state = state.play(choices[0].move)


def by_rollouts(game: str, games: int, seed: int) -> Judge:
    """Games played on by the net."""
    rollouts = Rollouts(game)
    return lambda state, moves: np.array([rollouts.after(state, move, games, seed) for move in moves])


def by_search(game: str, thousands: int) -> Judge:
    """A far longer search; its value twice, as if it were two halves that agree."""
    kernel, module = load_kernel(game), evaluation(game)
    weights = read_weights(game, module.FEATURES)

    def judge(state: State, moves: list[Move]) -> NDArray[np.float64]:
        options, array = kernel.pack(state)
        clock = Budget(1000 * thousands).clock()
        values = alphabeta(kernel, module.evaluate, weights, options, array, clock, lines=len(moves) + 1)
        chances = {kernel.text(options, array, value.move): value.chance for value in values}
        return np.array([[chances[move.text]] * 2 for move in moves])

    return judge


def by_looking_on(games: int, seed: int) -> Judge:
    """The next turns, after every tile that may be drawn; two results a move, each of half the games."""
    budget = Budget(simulations=max(1, games // 2))

    def worth(state: State, player: int, turns: int, seed: int) -> float:
        """The share of the points that a player of two may expect."""
        if state.outcome is not None:
            points = state.points() or (1, 1)
            return points[player] / sum(points)
        if state.player == CHANCE:
            return sum(
                float(odds) * worth(state.play(tile), player, turns, seed) for tile, odds in state.odds().items()
            )
        choices = ranked(state, "master", seed, budget)
        if state.phase != "build" or turns > 1:
            return worth(state.play(choices[0].move), player, turns - (state.phase == "build"), seed)
        assert isinstance(state, CubusState)
        can_build = len(choices) > 1
        share = choices[0].chance if can_build else shares_after(state, [None], budget.clock(), seed)[0]
        return share if state.player == player else 1 - share

    return lambda state, moves: np.array(
        [[worth(state.play(move), state.player, TURNS, seed + half) for half in (1, 2)] for move in moves]
    )


def judge_of(game: str, games: int, seed: int) -> tuple[Judge, str]:
    """Who judges a game, and what to call it."""
    info = package_of(game).info
    if info.scoring == "points":
        return by_looking_on(games, seed), f"{TURNS} turns more, {games} games"
    if info.chance:
        return by_rollouts(game, games, seed), f"{games} rollouts"
    return by_search(game, games), f"{games},000 positions"


def points_of(state: CubusState, move: Move) -> int:
    """What a move scores at Cubus."""
    deal = state.site().judge(move.pile, move.open) if isinstance(move, Build) else None
    return deal.points if isinstance(deal, CheckedBuild) else 0


class Builds:
    """What master and the version before score at Cubus, beside the best build."""

    def __init__(self) -> None:
        self._missed: dict[str, list[int]] = {"now": [], "then": []}
        self._best = self._proved = 0

    def note(self, state: State, now: Move, then: Move) -> None:
        """Compare both with the solver's build, where one can be made."""
        if not isinstance(state, CubusState) or state.phase == "knock":
            return
        best = solve(state, SOLVER)
        if best.points:
            self._best, self._proved = self._best + best.points, self._proved + best.proven
            for name, move in (("now", now), ("then", then)):
                self._missed[name].append(best.points - points_of(state, move))

    def report(self) -> dict[str, object]:
        """How many there were, and how many points fewer than the best were made, and in how many of them."""
        many = len(self._missed["now"])
        if not many:
            return {}
        fewer = {
            name: {"points": sum(lost), "a decision": round(sum(lost) / many, 2), "in": int(np.count_nonzero(lost))}
            for name, lost in self._missed.items()
        }
        return {"builds": {"decisions": many, "proved": self._proved, "best points": self._best, "fewer": fewer}}


def losses(results: NDArray[np.float64]) -> NDArray[np.float64]:
    """What each move loses, the best one being found in the other half of the games."""
    halves = [results[:, part::2].mean(axis=1) for part in (0, 1)]
    return sum(half[other.argmax()] - half for half, other in (halves, halves[::-1])) / 2  # type: ignore[no-any-return]


def summary(lost: list[float]) -> dict[str, float]:
    """The mean loss and half its 95 % interval, in per cent."""
    reach = NORMAL_95 * float(np.std(lost, ddof=1)) / sqrt(len(lost)) if len(lost) > 1 else 1.0
    return {"mean": round(100 * float(np.mean(lost)), 2), "within": round(100 * reach, 2)}


def main() -> int:
    """Measure, and keep the figures."""
    parser = argparse.ArgumentParser(description="Mean loss per decision.")
    parser.add_argument("game", choices=["krabcek", "kriskras", "knopf", "cubus"])
    parser.add_argument("--before", type=Path, required=True, metavar="CHECKOUT")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--games", type=int, default=648)
    parser.add_argument("--seed", type=int, required=True)
    given = parser.parse_args()
    os.environ[CHECKOUT], os.environ[BOT] = str(given.before), "master"
    judge, judged_by = judge_of(given.game, given.games, given.seed)
    earlier, builds = Earlier(given.seed), Builds()
    now: list[float] = []
    then: list[float] = []
    same = 0
    for state, choices in decisions(given.game, given.seed):
        moves = [choice.move for choice in choices[:CANDIDATES]]
        was = earlier.choose(state)
        if was not in moves:
            moves.append(was)
        same += was == moves[0]
        lost = losses(judge(state, moves))
        now.append(float(lost[0]))
        then.append(float(lost[moves.index(was)]))
        builds.note(state, moves[0], was)
        report = {
            "game": given.game,
            "positions": len(now),
            "judged by": judged_by,
            "seed": given.seed,
            "now": summary(now),
            "then": summary(then),
            "now less than then by": summary([before - after for before, after in zip(then, now, strict=True)]),
            "same move": same,
            **builds.report(),
        }
        print(json.dumps(report), flush=True)
        (RESULTS / f"loss-{given.game}-{given.seed}.json").write_text(json.dumps(report, indent=1) + "\n")
        if len(now) == given.positions:
            break
    return 0


if __name__ == "__main__":
    sys.exit(main())
