"""The labyrinth as outlines: where the boxes of a layout lie, where they touch, where a piece stands on them.

A tile is 100 units wide, the board 400; x runs to the right, y down. Tiles are laid row by row, and what is not laid
yet is not drawn. A gate or crossing has a part on every tile that it touches. Parts that lie together make one outline;
those of a box across the board's edge stay apart, and the first of its outlines is the one that a piece stands on.

Cells are made once for each place and way of lying, and shared by all boards.
"""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import blake2b
from itertools import combinations
from typing import Any, Final, NamedTuple

from speelkist.core import Phrase
from speelkist.core.view import Board, Cell, Point, phrase_data
from speelkist.games.krabcek.board import TILE_DATA, TYPES
from speelkist.games.krabcek.boxes import (
    CORNERS,
    FIRST_INSIDE,
    GATE_BOXES,
    GATE_VERTEX,
    NAMES,
    SIZE,
    TILES,
    fitting_corners,
    place_box,
    tile_name,
)
from speelkist.games.krabcek.extra import BoardExtra, Link, PieceKind, Tile
from speelkist.games.krabcek.moves import INSIDE, KINDS, PIECES, WIDTH, piece_name
from speelkist.games.krabcek.places import avenue_place, inner_place
from speelkist.games.krabcek.set_up import SIDES, STOCK

TILE: Final = 100
BOARD: Final = SIZE * TILE
BUTTONS: Final = ("walk", "combine", "switch", "fly")  # to tell apart two moves from one box to the same other one

# The Street has a bend; from here every way out of it is in a straight line.
_STREET_SPOT: Final = (16, 22)

Rect = tuple[int, int, int, int]  # left, top, right, bottom


def hand_cell(player: int, kind: int) -> str:
    """The place off the board where a player's pieces of a kind wait."""
    return f"hand:{player}:{KINDS[kind]}"


# One tile in the turn in which the file has it: open corner north-west


def _hundredths(points: list[list[float]]) -> list[tuple[int, int]]:
    return [(round(TILE * x), round(TILE * y)) for x, y in points]


def _outline(rect: Rect) -> list[tuple[int, int]]:
    left, top, right, bottom = rect
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _around(points: list[tuple[int, int]]) -> Rect:
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)


_AVENUES: Final = {
    "G": _hundredths(TILE_DATA["gate"]["quarter"]["NW"]),
    **{
        side: _outline(_around(_hundredths([data["rect"][:2], data["rect"][2:]])))
        for side, data in TILE_DATA["crossings"].items()
        if side != "comment"
    },
}


def _touch(first: list[tuple[int, int]], second: list[tuple[int, int]]) -> tuple[float, float]:
    """The middle of the line along which two outlines touch."""
    for a, b in zip(first, first[1:] + first[:1], strict=True):
        for c, d in zip(second, second[1:] + second[:1], strict=True):
            for axis in (0, 1):  # both sides are upright, or both level
                if a[axis] == b[axis] == c[axis] == d[axis]:
                    along = 1 - axis
                    low = max(min(a[along], b[along]), min(c[along], d[along]))
                    high = min(max(a[along], b[along]), max(c[along], d[along]))
                    if low < high:
                        middle = (low + high) / 2
                        return (middle, a[axis]) if axis else (a[axis], middle)
    raise AssertionError("linked boxes touch")


def _lay(points: list[Any], index: int, corner: str) -> list[Any]:
    """Points of the tile in the file, where they are on the board: turned about its middle, then moved."""
    row, column = divmod(index, SIZE)
    for _ in range(CORNERS.index(corner)):
        points = [(TILE - y, x) for x, y in points]
    return [(x + TILE * column, y + TILE * row) for x, y in points]


# What a tile brings


class _Laid(NamedTuple):
    cells: list[Cell]
    links: list[Link]
    tile: Tile


@cache
def _laid(tile_set: str, token: str, index: int) -> _Laid:
    """The inner boxes of a tile at its place, and where it links boxes."""
    kind, corner = token.split("-")
    data = TILE_DATA["sets"][tile_set][kind]
    outlines = {**_AVENUES, **{letter: _hundredths(box["polygon"]) for letter, box in data["boxes"].items()}}
    cells = [
        _cell(
            NAMES[place_box(index, corner, letter)],
            box["kind"],
            _lay(outlines[letter], index, corner),
            inner_place(tile_set, token, index, letter),
        )
        for letter, box in data["boxes"].items()
    ]
    links: list[Link] = [
        {
            "cells": (NAMES[place_box(index, corner, first)], NAMES[place_box(index, corner, second)]),
            "at": _lay([_touch(outlines[first], outlines[second])], index, corner)[0],
        }
        for first, second in data["links"]
    ]
    row, column = divmod(index, SIZE)
    tile: Tile = {
        "id": tile_name(index),
        "at": (TILE * column, TILE * row),
        "type": int(kind),
        "open": corner,  # the other orange corner is the one opposite
        "quarters": CORNERS.index(corner),  # turned clockwise so often
    }
    return _Laid(cells, links, tile)


def _cell(name: str, kind: str, shape: list[Point], place: Phrase) -> Cell:
    return {"id": name, "shape": shape, "kind": kind, "name": phrase_data(place)}


# Gates and crossings


@cache
def _parts() -> list[list[tuple[int, Rect]]]:
    """For each gate and crossing, its parts with the tiles they lie on; the same however those are turned."""
    parts_of_box: list[list[tuple[int, Rect]]] = [[] for _ in range(FIRST_INSIDE)]
    for index in range(TILES):
        first, second = fitting_corners(index)
        for corner, names in (first, "GNESW"), (second, "G"):  # the closed corner is the other turn's open one
            for name in names:
                part = _around(_lay(_AVENUES[name], index, corner))
                parts_of_box[place_box(index, corner, name)].append((index, part))
    return parts_of_box


def _merged(parts: list[Rect]) -> list[Rect]:
    """Parts that make a rectangle together become one; the largest first, else the one at the left or top."""
    for first, second in combinations(parts, 2):
        merged = _around([first[:2], first[2:], second[:2], second[2:]])
        if _area(merged) == _area(first) + _area(second):
            return _merged([part for part in parts if part not in (first, second)] + [merged])
    return sorted(parts, key=lambda part: (-_area(part), part[1], part[0]))


def _area(rect: Rect) -> int:
    left, top, right, bottom = rect
    return (right - left) * (bottom - top)


def _avenue_cells(tiles: int) -> list[Cell]:
    """The gates and crossings that touch the first so many tiles."""
    laid = [sum(index < tiles for index, _ in parts) for parts in _parts()]
    return [_avenue_cell(box, count) for box, count in enumerate(laid) if count]


@cache
def _avenue_cell(box: int, count: int) -> Cell:
    first, *further = (_outline(part) for part in _merged([part for _, part in _parts()[box][:count]]))
    cell = _cell(NAMES[box], "gate" if GATE_BOXES >> box & 1 else "crossing", [*first], avenue_place(box))
    if further:
        cell["also"] = [[*outline] for outline in further]
    return cell


def _vertices(gate: int) -> list[Point]:
    """Where a gate's middle is; at the board's edge that is two places."""
    row, column = GATE_VERTEX[gate]
    rows = (0, SIZE) if row == 0 else (row,)
    columns = (0, SIZE) if column == 0 else (column,)
    return [(TILE * x, TILE * y) for y in rows for x in columns]


# Off the board


def _hand_cell(player: int, kind: int) -> Cell:
    side = Phrase(f"krabcek.side.{SIDES[player]}", seat=player)
    name = Phrase("krabcek.cell.hand", side=side, piece=piece_name(kind))
    return {"id": hand_cell(player, kind), "shape": [], "kind": "hand", "name": phrase_data(name)}


def _button_cell(name: str) -> Cell:
    return {
        "id": f"button:{name}",
        "shape": [],
        "kind": "button",
        "name": phrase_data(Phrase(f"krabcek.cell.{name}")),
    }


_BESIDE: Final = [
    *(_hand_cell(player, kind) for player in range(len(SIDES)) for kind in range(len(STOCK))),
    *(_button_cell(name) for name in BUTTONS),
]
_KINDS: Final[dict[str, PieceKind]] = {
    piece: {"letter": KINDS[kind], "width": WIDTH[kind], "of": [PIECES[single] for single in INSIDE[kind]]}
    for kind, piece in enumerate(PIECES)
}
_VERTICES: Final = {NAMES[gate]: _vertices(gate) for gate in range(len(GATE_VERTEX))}


# All of it


@lru_cache(maxsize=1024)
def board_key(tile_set: str, tiles: tuple[str, ...]) -> str:
    """Short, since every view carries it."""
    return "krabcek-" + blake2b(" ".join([tile_set, *tiles]).encode(), digest_size=8).hexdigest()


@lru_cache(maxsize=64)
def drawn(tile_set: str, tiles: tuple[str, ...]) -> Board:
    """The drawing of a layout, or of as much of it as lies."""
    laid = [_laid(tile_set, token, index) for index, token in enumerate(tiles)]
    cells = [*_avenue_cells(len(tiles)), *(cell for tile in laid for cell in tile.cells)]
    spots = {cell["id"]: _spot(cell["shape"]) for cell in cells}
    for index, token in enumerate(tiles):
        kind, corner = token.split("-")
        if TILE_DATA["sets"][tile_set][kind]["boxes"]["e"]["kind"] == "street":
            spots[f"{tile_name(index)}e"] = _lay([_STREET_SPOT], index, corner)[0]
    types = [token[0] for token in tiles]
    extra: BoardExtra = {
        "tile": TILE,
        "tiles": [tile.tile for tile in laid],
        "left": {kind: count - types.count(kind) for kind, count in TYPES.items()},
        "links": [link for tile in laid for link in tile.links],
        "spots": spots,
        "vertices": _VERTICES,
        "kinds": _KINDS,
    }
    return {
        "key": board_key(tile_set, tiles),
        "size": (BOARD, BOARD),
        "cells": cells + _BESIDE,
        "extra": extra,
    }


def _spot(shape: list[Point]) -> Point:
    """The middle of a box."""
    across, down = [x for x, _ in shape], [y for _, y in shape]
    return (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
