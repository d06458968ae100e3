"""What makes a position a puzzle: which moves are best, proved with far more work than a player spends.

with throws      rollouts; accepted when the lower end of the 95 % interval of the lead is above LEAD
without          a search at least two turns deeper than the strongest player's, with the same lead, or a proved win
with points      the game's own proof that no build scores more
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from speelkist.bots.training.trainer import evaluation
from speelkist.compiled.playouts import load_kernel
from speelkist.compiled.weights import read_weights
from speelkist.core import Move, State
from speelkist.core.registry import package_of
from speelkist.search.advice import Choice
from speelkist.search.alphabeta import deepen_to
from speelkist.search.budget import Budget
from speelkist.search.chunks import MoveValue

LEAD = 0.08  # of the chance to win, over the best of the other moves
SCREENED = 0.10  # the lead that the strongest player must see before anything is proved
CANDIDATES = 3
FIRST_GAMES, GAMES = 108, 648
PLAYER_POSITIONS = 100_000  # that the strongest player looks at
DEEPER = 2
DEEP_POSITIONS = 20_000_000
DEVIATIONS = 1.96  # from the mean to either end of a 95 % interval


@dataclass(frozen=True)
class Proof:
    """The moves that solve a position, how far they lead, and by what that is known."""

    moves: tuple[str, ...]
    lead: float
    by: str  # "rollouts", "search", "exact"
    otherwise: float = 1.0  # the chance to win with the best of the other moves
    points: int | None = None  # where the task is to score so many


class Prover(Protocol):
    """Looks at a position."""

    def __call__(self, state: State, /) -> Proof | None:
        """The proof, or None if no move is better than the others by enough."""
        ...


def prover_of(game: str, seed: int) -> Prover:
    """The right one for a game."""
    package = package_of(game)
    best_points = None if package.puzzles is None else getattr(package.puzzles(), "best_points", None)
    if best_points is not None:
        return _by_points(best_points)
    return _ByRollouts(game, seed) if package.info.chance else _BySearch(game)


def _screened(state: State) -> list[Choice]:
    """The best moves as the strongest player sees them, if the first is far enough ahead."""
    strengths = package_of(state.game.info.id).strengths
    assert strengths is not None
    choices = list(strengths().ranked(state, "master", 0, None))
    if len(choices) < CANDIDATES or choices[0].chance - choices[1].chance < SCREENED:
        return []
    return choices


class _ByRollouts:
    def __init__(self, game: str, seed: int) -> None:
        from .rollouts import Rollouts

        self._rollouts = Rollouts(game)
        self._seed = seed

    def __call__(self, state: State) -> Proof | None:
        choices = _screened(state)
        if not choices:
            return None
        best, *others = (choice.move for choice in choices[:CANDIDATES])
        if _wins_at_once(state, best):
            if any(_wins_at_once(state, choice.move) for choice in choices[1:]):
                return None
            return Proof((best.text,), 1.0, "exact")
        lead = self._lead(state, best, others, 0, FIRST_GAMES)
        if lead < LEAD / 2:
            return None
        lead = self._lead(state, best, others, FIRST_GAMES, GAMES)  # games that did not choose the candidate
        if lead <= LEAD:
            return None
        otherwise = max(self._rollouts.after(state, move, FIRST_GAMES, self._seed).mean() for move in others)
        return Proof((best.text,), round(lead, 3), "rollouts", round(float(otherwise), 3))

    def _lead(self, state: State, best: Move, others: list[Move], begin: int, games: int) -> float:
        """The lower end of the lead over each of the others, and of those the smallest."""
        own = self._rollouts.after(state, best, games, self._seed, begin)
        leads = []
        for other in others:
            difference = own - self._rollouts.after(state, other, games, self._seed, begin)
            leads.append(difference.mean() - DEVIATIONS * difference.std(ddof=1) / math.sqrt(games))
        return float(np.min(leads))


def _wins_at_once(state: State, move: Move) -> bool:
    outcome = state.after(move).outcome
    return outcome is not None and outcome.winners == (state.player,)


class _BySearch:
    def __init__(self, game: str) -> None:
        module = evaluation(game)
        self._kernel = load_kernel(game)
        self._evaluate = module.evaluate
        self._weights = read_weights(game, module.FEATURES)

    def __call__(self, state: State) -> Proof | None:
        if not _screened(state):
            return None
        _, seen = self._search(state, PLAYER_POSITIONS)
        values, reached = self._search(state, DEEP_POSITIONS, seen + DEEPER)
        if not values or (reached < seen + DEEPER and not values[0].proven):
            return None  # the search did not come deep enough, and proved nothing
        lead = values[0].chance - values[1].chance
        if lead <= LEAD:
            return None
        options, array = self._kernel.pack(state)
        text = self._kernel.text(options, array, values[0].move)
        return Proof((text,), round(lead, 3), "exact" if values[0].proven else "search", round(values[1].chance, 3))

    def _search(self, state: State, positions: int, depth: int = 64) -> tuple[list[MoveValue], int]:
        options, array = self._kernel.pack(state)
        clock = Budget(positions).clock()
        return deepen_to(self._kernel, self._evaluate, self._weights, options, array, clock, depth, CANDIDATES)


def _by_points(best_points: Callable[[State], tuple[str, int, int] | None]) -> Prover:
    def prove(state: State) -> Proof | None:
        best = best_points(state)
        if best is None:
            return None
        move, points, plain = best
        return Proof((move,), float(points - plain), "exact", points=points) if points > plain else None

    return prove
