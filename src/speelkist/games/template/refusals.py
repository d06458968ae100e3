"""Why a text is no legal move: every rule that can be broken has its own sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from speelkist.core import CHANCE, PASS, Move, Refusal

from .moves import CREEP, REST, THROWS

if TYPE_CHECKING:
    from .rules import TemplateState

KNOWN = {move.text: move for move in (CREEP, REST, PASS, *THROWS)}


def explain(state: TemplateState, text: str) -> Move | Refusal:
    """For a text that is no listed move: the legal move that it also spells, or the rule that it breaks."""
    move = KNOWN.get(text.lower())
    example = str(state.legal()[0])
    if move is None:
        return Refusal("core.notation.unknown", text=text[:20], example=example)
    if move in state.legal():  # in capitals
        return move
    if state.player == CHANCE:
        return Refusal("core.chance.due", text=move.text, example=example)
    if move in THROWS:
        return Refusal("core.chance.not_due", text=move.text)
    if move is PASS:
        return Refusal("core.pass.not_due", example=example)
    if move is CREEP:
        left = state.game.length - state.snails[state.turn]
        return Refusal("template.creep.far", throw=state.throw, n=left)
    return Refusal("template.rest.twice")
