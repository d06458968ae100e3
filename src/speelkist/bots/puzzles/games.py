"""The games in which puzzles are looked for: good players, who now and then choose what is nearly as good."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

from speelkist.core import CHANCE, Move, SeededDice, SeededRandom, State, load
from speelkist.core.registry import package_of

from .look import look_of

ALIKE = 0.02  # a move that seems less good by so little may be played as well
APART = 10  # decisions between two positions that are not the same any more
BUILDERS = "club"  # who plays where points count, and nothing is compiled to look with


@dataclass(frozen=True)
class Decision:
    """A position in which a player had something to choose."""

    number: int  # in its game
    state: State
    best: Move  # at a glance
    lead: float  # of the best move over the second, at a glance


def decisions(game: str, rng: SeededRandom) -> Iterator[Decision]:
    """The decisions of one game, from its beginning to its end."""
    choose = _by_points(game) if package_of(game).info.scoring == "points" else _at_a_glance(game)
    state = load(game).start()
    dice = SeededDice(bytes(rng.below(256) for _ in range(32)))
    number = 0
    for event in count():
        if state.outcome is not None:
            return
        if state.player == CHANCE:
            state = state.after(dice.draw(state, event))
            continue
        legal = state.legal()
        move, best, lead = (legal[0], legal[0], 0.0) if len(legal) == 1 else choose(state, rng)
        if len(legal) > 2:
            yield Decision(number, state, best, lead)
            number += 1
        state = state.after(move)


Choose = Callable[[State, SeededRandom], tuple[Move, Move, float]]  # what is played, what seems best and its lead


def _at_a_glance(game: str) -> Choose:
    look = look_of(game)

    def choose(state: State, rng: SeededRandom) -> tuple[Move, Move, float]:
        seen = look.glance(state)
        alike = [move for move in seen if move.chance >= seen[0].chance - ALIKE]
        move, best = state.resolve(rng.choice(alike).text), state.resolve(seen[0].text)
        assert isinstance(move, Move) and isinstance(best, Move)
        return move, best, seen[0].chance - seen[1].chance

    return choose


def _by_points(game: str) -> Choose:
    strengths = package_of(game).strengths
    assert strengths is not None

    def choose(state: State, rng: SeededRandom) -> tuple[Move, Move, float]:
        move = strengths().ranked(state, BUILDERS, rng.below(1 << 30), None)[0].move
        return move, move, 1.0

    return choose
