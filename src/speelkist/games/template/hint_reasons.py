"""Why a move is good, in one sentence."""

from __future__ import annotations

from speelkist.core import PASS, Move, Phrase

from .moves import CREEP
from .rules import TemplateState

AGAINST: frozenset[str] = frozenset()


def why(state: TemplateState, move: Move) -> Phrase:
    """The sentence that goes with a move."""
    if move is PASS or len(state.legal()) == 1:
        return Phrase("template.reason.only")
    if move is not CREEP:
        return Phrase("template.reason.rest")
    left = state.game.length - state.snails[state.turn] - state.throw
    return Phrase("template.reason.creep", left=left) if left else Phrase("template.reason.win")
