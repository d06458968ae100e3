"""What makes a position a puzzle: which moves are best, proved with far more work than a player spends.

with throws      rollouts; accepted when the lower end of the 95 % interval of the lead is above LEAD
without          a search at least two turns deeper than a strong player's, with the same lead, or a proved win
with points      the game's own proof that no build scores more

A position is first looked at, which is cheap and says which move it would be about; then it is proved.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from speelkist.core import Move, State
from speelkist.core.registry import package_of

from .look import Look, TurnLook, look_of
from .rollouts import Rollouts

LEAD = 0.08  # of the chance to win, over the best of the other moves
SCREENED = 0.15  # the lead that a strong player must see before anything is proved
CANDIDATES = 4
FIRST_GAMES = 108
FEWEST_GAMES, MOST_GAMES = 216, 1296
SPARE = 1.0  # standard errors of room when the number of games is chosen
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


@dataclass(frozen=True)
class Idea:
    """What a position may be a puzzle about: the move that seems best, and those behind it."""

    move: str
    others: tuple[str, ...]
    otherwise: float  # the chance that the best of the others seems to have


class Prover(Protocol):
    """Looks at a position, and proves what it saw."""

    def look(self, state: State, /) -> Idea | None:
        """What seems far better than everything else, if anything does."""
        ...

    def prove(self, state: State, idea: Idea, /) -> Proof | None:
        """The proof, or None if the move is not better than the others by enough."""
        ...


def prover_of(game: str, seed: int) -> Prover:
    """The right one for a game."""
    package = package_of(game)
    best_points = None if package.puzzles is None else getattr(package.puzzles(), "best_points", None)
    if best_points is not None:
        return _ByPoints(best_points)
    return _ByRollouts(game, seed) if package.info.chance else _BySearch(game)


def _idea(look: Look, state: State) -> Idea | None:
    """The best moves as a strong player sees them, if the first is far enough ahead."""
    seen = look.look(state)
    if len(seen) < CANDIDATES or seen[0].chance - seen[1].chance < SCREENED:
        return None
    return Idea(seen[0].text, tuple(other.text for other in seen[1:]), seen[1].chance)


class _ByRollouts:
    def __init__(self, game: str, seed: int) -> None:
        self._look = look_of(game)
        self._rollouts = Rollouts(game)
        self._seed = seed

    def look(self, state: State) -> Idea | None:
        return _idea(self._look, state)

    def prove(self, state: State, idea: Idea) -> Proof | None:
        best = _move(state, idea.move)
        if _wins_at_once(state, best):
            if any(_wins_at_once(state, _move(state, other)) for other in idea.others):
                return None
            return Proof((best.text,), 1.0, "exact")
        others = [_move(state, other) for other in idea.others[: CANDIDATES - 1]]
        games, otherwise = FEWEST_GAMES, 0.0
        for difference, mean in self._differences(state, best, others, 0, FIRST_GAMES):
            if difference.mean() <= LEAD:
                return None
            games, otherwise = max(games, games_needed(difference)), max(otherwise, mean)
        if games > MOST_GAMES:
            return None
        lead = 1.0
        # other games, which chose neither the candidate nor their own number
        for difference, _ in self._differences(state, best, others, FIRST_GAMES, games):
            lead = min(lead, _lower_end(difference))
            if lead <= LEAD:
                return None
        return Proof((best.text,), round(lead, 3), "rollouts", round(otherwise, 3))

    def _differences(
        self, state: State, best: Move, others: list[Move], begin: int, games: int
    ) -> Iterator[tuple[NDArray[np.float64], float]]:
        """How much more the best move brings than each of the others, game by game, and what the other brings."""
        own = self._rollouts.after(state, best, games, self._seed, begin)
        for other in others:
            results = self._rollouts.after(state, other, games, self._seed, begin)
            yield own - results, float(results.mean())


def games_needed(first: NDArray[np.float64]) -> int:
    """So many games will show the lead if it is what the first ones say."""
    spread = (DEVIATIONS + SPARE) * first.std(ddof=1) / (first.mean() - LEAD)
    return max(FEWEST_GAMES, math.ceil(float(spread) ** 2))


def _lower_end(difference: NDArray[np.float64]) -> float:
    return float(difference.mean() - DEVIATIONS * difference.std(ddof=1) / math.sqrt(len(difference)))


def _wins_at_once(state: State, move: Move) -> bool:
    outcome = state.after(move).outcome
    return outcome is not None and outcome.winners == (state.player,)


def _move(state: State, text: str) -> Move:
    move = state.resolve(text)
    assert isinstance(move, Move)
    return move


class _BySearch:
    def __init__(self, game: str) -> None:
        self._look = TurnLook(game)

    def look(self, state: State) -> Idea | None:
        return _idea(self._look, state)

    def prove(self, state: State, idea: Idea) -> Proof | None:
        seen = self._look.strongest_depth(state)
        for deeper in range(1, DEEPER + 1):
            values, reached = self._look.search(state, DEEP_POSITIONS, seen + deeper)
            lead = values[0].chance - values[1].chance
            if lead <= LEAD or self._look.text(state, values[0]) != idea.move:
                return None
            if values[0].proven:
                break
            if reached < seen + deeper:
                return None  # the search did not come deep enough, and proved nothing
        by = "exact" if values[0].proven else "search"
        return Proof((idea.move,), round(lead, 3), by, round(values[1].chance, 3))


class _ByPoints:
    def __init__(self, best_points: Callable[[State], tuple[str, int, int] | None]) -> None:
        self._best_points = best_points

    def look(self, state: State) -> Idea | None:
        return Idea("", (), 1.0)

    def prove(self, state: State, idea: Idea) -> Proof | None:
        best = self._best_points(state)
        if best is None:
            return None
        move, points, plain = best
        return Proof((move,), float(points - plain), "exact", points=points) if points > plain else None
