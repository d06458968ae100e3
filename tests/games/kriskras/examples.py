"""Options, positions and symmetries of Kris-kras, for its own tests and for those of every game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, cast

from hypothesis import strategies as st

from speelkist.core import State
from speelkist.games.kriskras import Kriskras, KriskrasState

FILES = "abcdefghijklmnopq"
OTHER = {"white": "black", "black": "white"}


def position(
    white: tuple[str, str],
    black: tuple[str, str],
    throw: str = "",
    *,
    to_move: str = "white",
    phase: str = "",
    idle: int = 0,
    owes: int = 0,
) -> str:
    """A position's JSON; an army is ("musketeers", "soldiers") with squares as "b2 i2"; a throw is "r3g5"."""
    return json.dumps(
        {
            "game": "kriskras",
            "phase": phase or ("move" if throw else "pay" if owes else "throw"),
            "to_move": to_move,
            "throw": [int(throw[1]), int(throw[3])] if throw else None,
            "white": _army(*white),
            "black": _army(*black),
            "idle": idle,
            **({"owes": owes} if owes else {}),
        }
    )


def _army(musketeers: str, soldiers: str) -> dict[str, Any]:
    return {
        "musketeers": musketeers.split(),
        "soldiers": soldiers.split(),
        "lost_musketeers": 3 - len(musketeers.split()),
    }


def read(text: str) -> KriskrasState:
    """The state of a position."""
    return cast("KriskrasState", Kriskras().from_json(text))


def texts(state: State | str) -> list[str]:
    """The notations of all legal moves, of a state or of a position."""
    position_state = read(state) if isinstance(state, str) else state
    return [move.text for move in position_state.legal()]


OPTIONS: st.SearchStrategy[dict[str, Any]] = st.just({})  # the game has none

HINT_OPTIONS: list[dict[str, Any]] = [{}]

BLACK = ("b16 i16 p16", "b15 d15 f15")

POSITIONS: dict[str, str] = {
    "the first turn": position(
        ("b2 i2 p2", "b3 d3 f3 h3 j3 l3 n3 p3"), ("b16 i16 p16", "b15 d15 f15 h15 j15 l15 n15 p15")
    ),
    "white may trade one musketeer for two of three soldiers": position(
        ("c1 e1", "d17 f17 k17 h4"), BLACK, phase="trade", idle=7
    ),
    "black may trade twice": position(("a17 b5", "d10"), ("h9", "b1 c1 d1 e1 o9"), to_move="black", phase="trade"),
    "white is stuck, and may trade or end the game": position(("a17 b17", "c17 d17"), BLACK, phase="trade", idle=199),
    "white is stuck, and must name soldiers after a trade": position(
        ("a17 b17", "c17 d17 e17 f17"), BLACK, phase="trade", idle=12
    ),
    "white names two of four soldiers": position(("a17 b17 h1", "c17 d17 e17 f17"), BLACK, owes=2),
    "black names one more soldier, and may trade again": position(
        ("b2 i2", "d10"), ("h9 b17", "b1 c1 d1 o9"), to_move="black", owes=1
    ),
    "white's third musketeer is one square from home": position(("a17 q17 h16", "d3"), BLACK, "r1g1", idle=3),
    "black can capture white's last musketeer": position(
        ("h8", "d17 f17 k17"), ("f12 i16 p16", "g10 i10"), "r1g2", to_move="black"
    ),
    "one idle turn before the points decide": position(("b2 i2", "d17 f3"), BLACK, "r2g3", idle=199),
    "black is stuck when white has moved": position(("h8", "d3"), ("a1 b1", "c1"), "r3g2", idle=12),
    "a retreat is all there is": position(("a17 q17", "a2 a3 b3 b4"), ("i16", "a4 c4 c3"), "r1g2"),
    "the throw lapses": position(("a17 q17", "a16"), ("i16", "a14"), "r6g3", idle=4),
    "a crowd before the far zone": position(
        ("c13 g14 k12", "b16 d15 e15 f16 h13"), ("c16 g17 l15", "b17 d16 e16 g15 h15 j14"), "r2g3", idle=1
    ),
    "musketeers in their own zone": position(
        ("a1 i1 q1", "b1 p1 h9"), ("a17 i17 q17", "h10 b17"), "r3g6", to_move="black", idle=20
    ),
}


def mirrored(state: State) -> State:
    """The files mirrored, a for q."""
    return _mapped(cast("KriskrasState", state), _mirror_square, swap=False)


def swapped(state: State) -> State:
    """White for black, and the ranks turned over."""
    return _mapped(cast("KriskrasState", state), _swap_square, swap=True)


def turned(state: State) -> State:
    """Both: the board seen from the other side of the table."""
    return swapped(mirrored(state))


def _mirror_square(square: str) -> str:
    return FILES[16 - FILES.index(square[0])] + square[1:]


def _swap_square(square: str) -> str:
    return f"{square[0]}{18 - int(square[1:])}"


def _mapped(state: KriskrasState, square: Callable[[str], str], *, swap: bool) -> State:
    data = state.to_data()
    data.pop("result", None)
    if swap:
        data["white"], data["black"] = data["black"], data["white"]
        if data["phase"] != "lots":
            data["to_move"] = OTHER[data["to_move"]]
    for side in "white", "black":
        for kind in "musketeers", "soldiers":
            data[side][kind] = [square(name) for name in data[side][kind]]
    return read(json.dumps(data))


def _mapped_move(square: Callable[[str], str], swap: bool) -> Callable[[State, str], str]:
    def mapped(state: State, text: str) -> str:
        if state.phase == "lots":
            return OTHER[text] if swap else text
        if state.phase == "throw":
            return text
        return re.sub(r"[a-q]\d+", lambda match: square(match[0]), text)

    return mapped


SYMMETRIES: list[tuple[str, Callable[[State], State], Callable[[State, str], str]]] = [
    ("files mirrored", mirrored, _mapped_move(_mirror_square, False)),
    ("white for black", swapped, _mapped_move(_swap_square, True)),
    ("turned", turned, _mapped_move(lambda square: _swap_square(_mirror_square(square)), True)),
]
