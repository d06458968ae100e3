"""What a puzzle of Kris-kras is about, and which positions are the same puzzle."""

from __future__ import annotations

from collections.abc import Sequence

from speelkist.core import Move

from .board import LAST_RANK, SIZE, WHITE, file_of, rank_of
from .notation import Payment, Trade
from .rules import KriskrasState


def kind(state: KriskrasState, move: Move) -> str | None:
    """A trade, or what is paid for it, is about the trade."""
    return "trade" if state.phase == "trade" or isinstance(move, Trade | Payment) else None


def twins(state: KriskrasState) -> Sequence[str]:
    """Left and right can be exchanged; and black to move is white to move with the board turned upside down."""
    forms = []
    for mirrored in (False, True):
        armies = []
        for side in (state.turn, 1 - state.turn):
            army = state.armies[side]
            armies.append([sorted(_seen(square, mirrored, state.turn) for square in part) for part in army])
        forms.append(f"{armies} {state.throw} {state.phase} {state.owes}")
    return forms


def _seen(square: int, mirrored: bool, turn: int) -> int:
    file, rank = file_of(square), rank_of(square)
    return (SIZE - 1 - file if mirrored else file) + SIZE * (rank if turn == WHITE else LAST_RANK - rank)
