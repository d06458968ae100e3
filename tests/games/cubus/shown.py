"""What a client is shown of Cubus, read short."""

from __future__ import annotations

from typing import Any

from speelkist.core import Move
from speelkist.core.view import Change, PhraseData, apply_changes, read_phrase
from speelkist.games.cubus import CubusState
from speelkist.games.cubus.view import changes, view

from .setting import play, position

FULL = "4,4,4,4/4,4,4,4/4,4,4,4/4,4,4,4@0,0"
LIDS = [[-3, -3], [-3, -2], [-2, -3], [-2, -2]]
CORNER = "0,2/2,1@0,0"


def said(data: PhraseData, lang: str = "en") -> str:
    return read_phrase(data).say(lang)


def sentences(state: CubusState, move: str, lang: str = "en") -> list[str]:
    """What is said of a move. Its changes must lead from one hand to the next, whatever became of the picture."""
    happened = done(state, move)
    assert apply_changes(view(state)["pieces"], happened) == view(play(state, move))["pieces"]
    return [said(change["say"], lang) for change in happened if "say" in change]


def done(state: CubusState, move: str) -> list[Change]:
    resolved = state.resolve(move)
    assert isinstance(resolved, Move)
    return changes(state, resolved, play(state, move))


def gone(state: CubusState, move: str) -> list[str]:
    return [change["at"] for change in done(state, move) if change["do"] == "gone"]


def tiles(state: CubusState) -> list[Any]:
    shown: list[Any] = view(state)["extra"]["tiles"]
    return [list(tile) for tile in shown]


def best(*shown: str) -> CubusState:
    options = {"knocking": False, "leftovers": "best"}
    begin = position("2@0,0", ("", "", ""), stock=False, first=1, to_move=0, passes=2, options=options)
    return play(begin, "--", *shown)
