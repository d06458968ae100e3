"""Options, positions and symmetries, for the tests of this game and for the laws of every game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

from hypothesis import strategies as st

from speelkist.core import State
from speelkist.games.template import Template, TemplateState

OPTIONS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {}, optional={"length": st.integers(4, 20), "patience": st.integers(4, 60)}
)


def position(
    red: int, blue: int, throw: int = 0, *, to_move: str = "red", rested: str = "", throws: int = 8, patience: int = 40
) -> str:
    """A position's JSON; ``rested`` names the sides that rested at their last turn."""
    return json.dumps(
        {
            "game": Template.info.id,
            "options": {"length": 10, "patience": patience},
            "phase": "move" if throw else "throw",
            "to_move": to_move,
            "snails": [red, blue],
            "rested": ["red" in rested, "blue" in rested],
            "throw": throw,
            "throws": throws,
        }
    )


def read(text: str) -> TemplateState:
    """The state of a position."""
    return cast("TemplateState", Template().from_json(text))


POSITIONS: dict[str, str] = {
    "red may creep or rest": position(3, 4, 2),
    "blue rested and must creep": position(3, 4, 1, to_move="blue", rested="blue"),
    "red is one step from home": position(9, 4, 1),
    "a throw that is too high": position(9, 4, 3),
    "too high after a rest": position(9, 4, 3, rested="red"),
    "the last throw": position(2, 2, 1, throws=40),
    "before the last throw": position(2, 2, throws=39, to_move="blue"),
}


def swapped(state: State) -> State | None:
    """Red for blue."""
    data = state.to_data()
    data.pop("result", None)
    data["to_move"] = {"red": "blue", "blue": "red"}[data["to_move"]]
    data["snails"].reverse()
    data["rested"].reverse()
    return read(json.dumps(data))


SYMMETRIES: list[tuple[str, Callable[[State], State | None], Callable[[State, str], str]]] = [
    ("red for blue", swapped, lambda state, text: text),
]
