"""What a puzzle of Kopf oder Knopf is about, and which positions are the same puzzle."""

from __future__ import annotations

from collections.abc import Sequence

from speelkist.core import Move

from .board import FILES, SIZE, squares, threatened
from .board import NAME as NAME_OF
from .rules import KnopfState

QUARTERS = 4


def kind(state: KnopfState, move: Move) -> str | None:
    """A move that threatens two at once is about taking two."""
    after = state.after(move)
    if after.outcome is not None or after.turn == state.turn:
        return None
    prey = threatened(state.game.board, after.buttons[state.turn], after.buttons[1 - state.turn])
    return "take_two" if prey.bit_count() > 1 else None


def twins(state: KnopfState) -> Sequence[str]:
    """The board looks the same after every quarter turn, and colours do not matter to a puzzle."""
    own, enemy = ([_place(NAME_OF[square]) for square in squares(state.buttons[side])] for side in _sides(state))
    forms = []
    for _ in range(QUARTERS):
        own, enemy = _turned(own), _turned(enemy)
        forms.append(f"{sorted(own)} {sorted(enemy)} {state.phase}")
    return forms


def _sides(state: KnopfState) -> tuple[int, int]:
    return state.turn, 1 - state.turn


def _place(name: str) -> tuple[int, int]:
    return FILES.index(name[0]), int(name[1:]) - 1


def _turned(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(SIZE - 1 - rank, file) for file, rank in places]
