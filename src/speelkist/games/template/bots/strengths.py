"""The race in five strengths: the first three move more or less at random, the others search with the kernel.

A game of your own may begin like this; how the strengths of the other games were made and measured is told in
docs/strengths.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from speelkist.core import Move, SeededRandom
from speelkist.games.template.rules import TemplateState
from speelkist.search.advice import Choice
from speelkist.search.budget import Budget

from .simple import best

if TYPE_CHECKING:
    from speelkist.compiled.contract import Weights

CARELESS: Final = {"child": 60, "family": 30, "friend": 5}  # of a hundred moves, so many at random
SIMULATIONS: Final = {"club": 200, "master": 2000}


def ranked(
    state: TemplateState, strength: str, seed: int, budget: Budget | None = None, weights: Weights | None = None
) -> list[Choice]:
    """The moves of the player to move, best first, with the chance to win; the first is played."""
    if strength in SIMULATIONS:
        return _searched(state, seed, budget or Budget(SIMULATIONS[strength]))
    rng = SeededRandom(f"{strength} {state.to_json()}", seed)  # the same seed may serve a whole game
    first = rng.choice(state.legal()) if rng.below(100) < CARELESS[strength] else best(state)[0].move
    others = [move for move in state.legal() if move is not first]
    return [Choice(move, _chance(state, move)) for move in (first, *others)]


def _chance(state: TemplateState, move: Move) -> float:
    """A guess: how far each snail has come after the move, of all that both have."""
    after = state.play(move)
    assert isinstance(after, TemplateState)
    if after.outcome is not None and after.outcome.winners:
        return float(after.outcome.winners[0] == state.turn)
    own, other = after.snails[state.turn], after.snails[1 - state.turn]
    return (own + 1) / (own + other + 2)


def _searched(state: TemplateState, seed: int, budget: Budget) -> list[Choice]:
    from speelkist.games.template.kernel.kernel import KERNEL
    from speelkist.search.chunks import choices
    from speelkist.search.mcts import Mcts

    options, array = KERNEL.pack(state)
    return choices(KERNEL, state, options, array, Mcts(KERNEL, options, seed).think(array, budget.clock()))
