"""The simple player of Kopf oder Knopf: lose as little as can be, then threaten as much as can be."""

from __future__ import annotations

from typing import NamedTuple

from speelkist.core import PASS, Move, Phrase
from speelkist.games.knopf import KnopfState
from speelkist.games.knopf.board import grouped, threatened
from speelkist.search.advice import Advice


class Worth(NamedTuple):
    """What a move is worth, the weightiest first; greater is better."""

    result: int  # 1 wins the game, -1 loses it, 0 leaves it open
    won: int  # enemy buttons taken or fined, now and in what is left of the turn
    lost: int  # own buttons the opponent takes or fines at once, counted below zero
    threats: int  # enemy buttons that are then threatened: of two or more only one can be saved
    groups: int  # enemy buttons in groups, to be fined if they stay together
    danger: int  # own buttons still threatened, counted below zero


def best(state: KnopfState) -> list[Advice]:
    """The moves it thinks equally good, with their reasons."""
    worths = {move: _worth(state, move) for move in state.legal()}
    top = max(worths.values(), default=None)
    return [Advice(move, _reason(state, worth)) for move, worth in worths.items() if worth == top]


def _worth(state: KnopfState, move: Move) -> Worth:
    me = state.turn
    after = state.after(move)
    due = after.due if after.turn != me else 0
    result = 0
    if after.outcome is not None and after.outcome.winners:
        result = 1 if after.outcome.winners == (me,) else -1
    elif after.taken[1 - me] + due >= state.game.target:
        result = -1  # what is due finishes it
    own, enemy = after.buttons[me], after.buttons[1 - me]
    on = state.game.board
    return Worth(
        result,
        after.taken[me] - state.taken[me] + (after.due if after.turn == me else 0),
        state.taken[1 - me] - after.taken[1 - me] - due,
        threatened(on, own, enemy).bit_count(),
        grouped(enemy).bit_count(),
        -threatened(on, enemy, own).bit_count(),
    )


def _reason(state: KnopfState, worth: Worth) -> Phrase:
    me = state.turn
    if worth.result > 0:
        return Phrase("knopf.simple.win")
    if state.phase in ("take", "fine"):
        return Phrase(f"knopf.simple.{state.phase}")
    if state.legal() == (PASS,):
        return Phrase("knopf.simple.pass")
    if worth.lost < 0:
        return Phrase("knopf.simple.save", n=-worth.lost)
    endangered = threatened(state.game.board, state.buttons[1 - me], state.buttons[me]).bit_count()
    if endangered:
        return Phrase("knopf.simple.rescue", n=endangered)
    if worth.threats > 1:
        return Phrase("knopf.simple.fork", n=worth.threats)
    if worth.threats == 1:
        return Phrase("knopf.simple.threat")
    return Phrase("knopf.simple.safe")
