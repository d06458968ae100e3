"""Options, positions and symmetries of Krabcek, for its own tests and for those of every game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from hypothesis import strategies as st

from speelkist.core import Move, State
from speelkist.games.krabcek import Krabcek, KrabcekState

from .slow import PLACE, QUARTERS, box_at, turned

FIGURES: dict[str, Any] = json.loads((Path(__file__).parent / "figures.json").read_text(encoding="utf-8"))
SIDES = ("black", "white")
STOCK = {"S": "SLK", "M": "MLXK", "B": "BXK"}  # in which pieces on the board each single one may be


def tiles_of(figure: str) -> list[str]:
    """The layout of a figure of the booklet."""
    return [tile for row in FIGURES[figure]["tiles"] for tile in row]


# Every tile opens towards gates 2, 4, 5 and 6: the other four are islands.
FOUR = tiles_of("figure4")
SIX = tiles_of("figure6")
ISLANDS = [
    *("2-SW", "2-SE", "2-SW", "2-SE"),
    *("2-NW", "1-NE", "1-NW", "1-NE"),
    *("1-SW", "1-SE", "1-SW", "1-SE"),
    *("1-NW", "1-NE", "1-NW", "1-NE"),
]


def position(
    tiles: list[str],
    black: str = "",
    white: str = "",
    throw: int | None = None,
    *,
    to_move: str | None = "black",
    phase: str = "",
    gates: tuple[list[int], list[int]] = ([6, 7, 2, 5], [1, 4, 3, 8]),
    idle: int = 0,
    tile_set: str = "figures",
) -> str:
    """A position's JSON; pieces are "V01 M, H00 B"; what is not on the board is in hand."""
    pieces = {side: _pieces(text) for side, text in zip(SIDES, (black, white), strict=True)}
    return json.dumps(
        {
            "game": "krabcek",
            "tile_set": tile_set,
            "tiles": tiles,
            "gates": dict(zip(SIDES, gates, strict=True)),
            "phase": phase or ("move" if throw else "throw"),
            "to_move": to_move,
            "throw": throw,
            "pieces": pieces,
            "hands": {side: _hand(pieces[side]) for side in SIDES},
            "idle": idle,
        }
    )


def _pieces(text: str) -> dict[str, str]:
    pairs = (part.split() for part in text.split(",") if part.strip())
    return {pair[0]: pair[1] for pair in pairs}


def _hand(pieces: dict[str, str]) -> dict[str, int]:
    full = {"S": 4, "M": 2, "B": 1}
    return {single: full[single] - sum(kind in within for kind in pieces.values()) for single, within in STOCK.items()}


def read(text: str) -> KrabcekState:
    """The state of a position."""
    return cast("KrabcekState", Krabcek().from_json(text))


def texts(state: State) -> list[str]:
    """The notations of all legal moves."""
    return [move.text for move in state.legal()]


def figure9(throw: int | None = None, to_move: str = "white") -> str:
    """The typical end situation."""
    figure = FIGURES["figure9"]
    pieces = {
        side: ", ".join(f"{box} {kind}" for kind, boxes in figure["pieces"][side].items() for box in boxes)
        for side in SIDES
    }
    gates = figure["owners"]["black"], figure["owners"]["white"]
    return position(tiles_of("figure9"), pieces["black"], pieces["white"], throw, to_move=to_move, gates=gates)


@st.composite
def layouts(draw: st.DrawFn) -> list[str]:
    """A layout by hand."""
    types = draw(st.permutations("1" * 11 + "2" * 5))
    corners = [("NE", "SW") if (index // 4 + index) % 2 == 0 else ("NW", "SE") for index in range(16)]
    return [f"{kind}-{draw(st.sampled_from(fits))}" for kind, fits in zip(types, corners, strict=True)]


OPTIONS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "tiles": st.sampled_from(["figures", "tight"]),
        "layout": st.one_of(st.sampled_from(["chance", "random"]), layouts()),
        "seed": st.integers(0, 2**53 - 1),
        "idle_limit": st.integers(10, 200),
    },
)

# What games are played in which hints are held against the rules.
HINT_OPTIONS: list[dict[str, Any]] = [
    {},
    {"tiles": "tight"},
    {"layout": "random", "seed": 5},
    {"idle_limit": 20},
]

FIGURE_4 = "V01 M, H00 B, T01r S"

POSITIONS: dict[str, str] = {
    "half of the tiles lie": position(tiles_of("figure9")[:8], to_move=None, phase="layout", gates=([], [])),
    "two gates are left": position(tiles_of("figure6"), phase="gates", to_move="white", gates=([6, 7, 2], [1, 4, 3])),
    "the first throw on figure 6": position(tiles_of("figure6"), phase="first", to_move=None),
    "black begins on figure 6 with a 2": position(tiles_of("figure6"), throw=2),
    "a first throw of black may find only islands": position(
        ISLANDS, phase="first", to_move=None, gates=([1, 3, 7, 8], [2, 4, 5, 6])
    ),
    "figure 4, a 6": position(tiles_of("figure4"), FIGURE_4, throw=6),
    "figure 4, a 3": position(tiles_of("figure4"), FIGURE_4, "G1 S, G8 B", throw=3),
    "figure 8, a 3": position(tiles_of("figure8"), "T31e M", throw=3),
    "figure 9 before the throw": figure9(),
    "figure 9, a 6": figure9(6),
    "figure 9, a 4": figure9(4),
    "figure 9, black throws": figure9(to_move="black"),
    "flights over half of the gates": position(
        tiles_of("figure6"), "G6 B, G1 S, H00 M, G8 L", "G7 S, G4 B, V11 M", throw=5
    ),
    "stacks of both kinds may switch": position(
        tiles_of("figure6"), "G6 X, V11 L, H22 S, T10y S", "G7 B, V12 M, T31e S", throw=6
    ),
    "a Little Stack is two boxes from its Bigboy": position(
        tiles_of("figure4"), "V01 L, H01 B, G7 S", "G8 S", throw=2, idle=12
    ),
    "one idle turn before the draw": position(
        tiles_of("figure9"), "G7 B, G8 M, V03 S", "V12 X, H11 S, G6 S", throw=6, to_move="white", idle=149
    ),
    "tight tiles, all pieces on the board": position(
        tiles_of("figure9"),
        "G1 M, G3 S, G4 S, G5 S, G7 B, G8 M, T01e S",
        "V12 X, T12e M, H11 S, G6 S, V00 S, H23 S",
        throw=6,
        to_move="white",
        gates=([1, 3, 7, 8], [2, 4, 5, 6]),
        tile_set="tight",
    ),
}

Map = Callable[[int, int], tuple[int, int]]


def moved(quarters: int, rows: int, columns: int) -> tuple[Map, int]:
    """A way to lay the whole board anew: turned about its middle and shifted round, orange staying on orange."""

    def place(x: int, y: int) -> tuple[int, int]:
        x, y = turned((x, y), quarters)
        return (x + 2 * columns) % 8, (y + 2 * rows) % 8

    return place, quarters


def _box(name: str, place: Map) -> str:
    row, column = int(name[1]), int(name[2:3] or 0)
    if name[0] == "G":
        row, column = next(vertex for vertex, gate in _VERTICES if gate == int(name[1]))
        return box_at(*place(2 * column, 2 * row))
    if name[0] == "T":
        x, y = place(2 * column + 1, 2 * row + 1)
        return f"T{y // 2}{x // 2}{name[3:]}"
    return box_at(*place(2 * column + (name[0] == "H"), 2 * row + (name[0] == "V")))


_VERTICES = [((y, x), int(box_at(2 * x, 2 * y)[1])) for x in range(4) for y in range(4) if (x + y) % 2]
_CORNERS = {place: name for name, place in zip(QUARTERS, [turned(PLACE["G"], n) for n in range(4)], strict=True)}


def on_board(quarters: int, rows: int, columns: int) -> Callable[[State], State | None]:
    """The state on the board laid anew; not while the tiles are being laid row by row."""
    place, _ = moved(quarters, rows, columns)

    def mapped(state: State) -> State | None:
        data = _data(state)
        if data["phase"] == "layout":
            return None
        tiles = [""] * 16
        for index, tile in enumerate(data["tiles"]):
            new = _box(f"T{index // 4}{index % 4}", place)
            corner = _CORNERS[turned(PLACE["G"], QUARTERS[tile[2:]] + quarters)]
            tiles[4 * int(new[1]) + int(new[2])] = tile[:2] + corner
        data["tiles"] = tiles
        for side in SIDES:
            data["gates"][side] = [int(_box(f"G{gate}", place)[1]) for gate in data["gates"][side]]
            data["pieces"][side] = {_box(box, place): kind for box, kind in data["pieces"][side].items()}
        return read(json.dumps(data))

    return mapped


def on_board_move(quarters: int, rows: int, columns: int) -> Callable[[State, str], str]:
    """The move on the board laid anew, as it is written there."""
    place, _ = moved(quarters, rows, columns)
    of_state = on_board(quarters, rows, columns)

    def mapped(state: State, text: str) -> str:
        if text.startswith("gate "):
            return f"gate {_box('G' + text[5:], place)[1]}"
        after = re.sub(r"G\d|[HV]\d\d|T\d\d[eyrt]", lambda match: _box(match[0], place), text)
        there = of_state(state)
        resolved = there.resolve(after) if there is not None else None
        return resolved.text if isinstance(resolved, Move) else after

    return mapped


def swapped(state: State) -> State | None:
    """Black for White; not while gates are chosen, for there Black goes first."""
    data = _data(state)
    if data["phase"] == "gates":
        return None
    for field in "gates", "pieces", "hands":
        data[field] = {"black": data[field]["white"], "white": data[field]["black"]}
    if data["to_move"] is not None:
        data["to_move"] = "white" if data["to_move"] == "black" else "black"
    return read(json.dumps(data))


def swapped_move(state: State, text: str) -> str:
    """The same move of the other colour; only the first throw names colours."""
    return re.sub(r"b(\d)w(\d)", r"b\2w\1", text)


def both(state: State) -> State | None:
    """Turned, shifted and colours swapped at once."""
    half = swapped(state)
    return None if half is None else on_board(3, 2, 0)(half)


def _data(state: State) -> dict[str, Any]:
    data = state.to_data()
    data.pop("result", None)
    return data


# Quarter turn, shift and colours make all 64; test_labyrinth.py looks at every one of them.
SYMMETRIES: list[tuple[str, Callable[[State], State | None], Callable[[State, str], str]]] = [
    ("a quarter turn", on_board(1, 0, 0), on_board_move(1, 0, 0)),
    ("shifted one row and one column", on_board(0, 1, 1), on_board_move(0, 1, 1)),
    ("black for white", swapped, swapped_move),
    (
        "turned, shifted and swapped",
        both,
        lambda state, text: on_board_move(3, 2, 0)(swapped(state) or state, swapped_move(state, text)),
    ),
]
