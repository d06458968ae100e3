"""The simple bot: it creeps whenever it can."""

from __future__ import annotations

from speelkist.games.template.hint_reasons import why
from speelkist.games.template.rules import TemplateState
from speelkist.search.advice import Advice


def best(state: TemplateState) -> list[Advice]:
    """The moves that it thinks equally good, each with its reason: here always the first one."""
    move = state.legal()[0]
    return [Advice(move, why(state, move))]
