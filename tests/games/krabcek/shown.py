"""What a client is shown of Krabcek, read short."""

from __future__ import annotations

import pytest

from speelkist.core import Move, State
from speelkist.core.view import Board, Cell, Change, read_phrase
from speelkist.games.krabcek.view import state as shown

from .examples import position, read, tiles_of

TWO_SETS = pytest.mark.parametrize("tile_set", ["figures", "tight"])


def drawn(figure: str = "figure9", tile_set: str = "figures") -> Board:
    return shown.board(read(position(tiles_of(figure), tile_set=tile_set)))


def cells(board: Board) -> dict[str, Cell]:
    return {cell["id"]: cell for cell in board["cells"]}


def did(state: State, text: str) -> list[Change]:
    move = state.resolve(text)
    assert isinstance(move, Move)
    return shown.changes(state, move, state.play(move))


def said(state: State, text: str, lang: str = "en") -> list[str]:
    return [read_phrase(change["say"]).say(lang) for change in did(state, text) if "say" in change]


def picks(state: State) -> dict[str, list[str]]:
    return {choice["move"]: choice["picks"] for choice in shown.view(state)["choices"]}


def described(state: State, lang: str = "en") -> list[str]:
    return [read_phrase(data).say(lang) for data in shown.describe(state)]
