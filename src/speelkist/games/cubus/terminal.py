"""The picture of Cubus drawn for a terminal: edges as lines, the three faces in three shades.

The point (a, b) stands at column 4 (a - b), row 2 (a + b), so that a lid is 4 rows high and a side has upright edges.
"""

from __future__ import annotations

import re
from math import floor
from typing import TYPE_CHECKING

from speelkist.core import Phrase, Refusal, paint

from .board import COVERS, KINDS, Picture, Tile, draw
from .build_rules import Counts

if TYPE_CHECKING:
    from .rules import CubusState

_SHADE = {"T": " ", "O": " ", "L": "░", "R": "▒"}
_COLOUR_OF = {"T": "yellow", "O": "bold magenta", "L": "cyan", "R": "blue"}

_COLOUR = re.compile("\x1b\\[[0-9;]*m")

Cell = tuple[int, int]  # row, column


def picture_of(state: CubusState) -> Picture:
    """The tiles as they lie."""
    tiles = draw(state.pile)
    assert not isinstance(tiles, Refusal)
    lids = {Tile("T", a, b) for a, b in state.open}
    return (tiles - lids) | {Tile("O", a, b) for a, b in state.open}


def draw_state(state: CubusState, colour: bool, lang: str) -> str:
    """Picture, heights, and a line for every player."""
    left = draw_picture(picture_of(state), colour)
    right = [*_heights(state, lang), "", *_players(state, colour, lang)]
    gap = max((_width(line) for line in left), default=0) + 4
    if gap + max(_width(line) for line in right) > 100:  # too wide for one terminal: one under the other
        return "\n".join([*left, "", *right])
    height = max(len(left), len(right))
    left += [""] * (height - len(left))
    right += [""] * (height - len(right))
    pairs = zip(left, right, strict=True)
    return "\n".join(
        (picture_line + " " * (gap - _width(picture_line)) + beside).rstrip() for picture_line, beside in pairs
    )


def draw_picture(picture: Picture, colour: bool = False) -> list[str]:
    """The tiles as lines of text."""
    cells: dict[Cell, tuple[str, str]] = {}
    for tile in sorted(picture):
        _fill(tile, cells)
    for tile in sorted(picture):
        _outline(tile, cells)
    if not cells:
        return []
    top, bottom = min(row for row, _ in cells), max(row for row, _ in cells)
    left, right = min(column for _, column in cells), max(column for _, column in cells)
    lines = []
    for row in range(top, bottom + 1):
        line = ""
        for column in range(left, right + 1):
            text, style = cells.get((row, column), (" ", ""))
            line += paint(text, style, colour) if style and text != " " else text
        lines.append(line.rstrip())
    return lines


def _fill(tile: Tile, cells: dict[Cell, tuple[str, str]]) -> None:
    """The inside of a tile, and a ring on an open lid."""
    row, column = 2 * (tile.a + tile.b), 4 * (tile.a - tile.b)
    halves = COVERS["T" if tile.kind == "O" else tile.kind]
    covered = {(tile.a + a, tile.b + b, half) for a, b, half in halves}
    for r in range(row - 4, row + 4):
        for c in range(column - 4, column + 5):
            if _triangle(r, c) in covered:
                cells[r, c] = _SHADE[tile.kind], _COLOUR_OF[tile.kind]
    if tile.kind == "O":
        for c, text in zip(range(column - 1, column + 2), "(o)", strict=True):
            cells[row - 2, c] = text, _COLOUR_OF["O"]


def _triangle(row: int, column: int) -> tuple[int, int, int]:
    """The triangle of the lattice at the middle of a spot on the screen."""
    across, down = column / 4, (row + 0.5) / 2
    a, b = (down + across) / 2, (down - across) / 2
    return floor(a), floor(b), 0 if a - floor(a) >= b - floor(b) else 1


def _outline(tile: Tile, cells: dict[Cell, tuple[str, str]]) -> None:
    a, b = tile.a, tile.b
    if tile.kind in "TO":
        sloping = [("\\", a - 1, b - 1), ("\\", a - 1, b), ("/", a - 1, b - 1), ("/", a, b - 1)]
        upright: list[tuple[int, int]] = []
    elif tile.kind == "L":
        sloping, upright = [("\\", a - 1, b), ("\\", a, b + 1)], [(a - 1, b), (a, b)]
    else:
        sloping, upright = [("/", a, b - 1), ("/", a + 1, b)], [(a, b - 1), (a, b)]
    for line, from_a, from_b in sloping:
        row, column = 2 * (from_a + from_b), 4 * (from_a - from_b)
        step = 1 if line == "\\" else -1
        cells[row, column + step] = cells[row + 1, column + 3 * step] = ("╲" if step == 1 else "╱"), ""
    for from_a, from_b in upright:
        row, column = 2 * (from_a + from_b), 4 * (from_a - from_b)
        for r in range(row, row + 4):
            cells[r, column] = "│", ""


def _heights(state: CubusState, lang: str) -> list[str]:
    """The pile seen from above, as the notation writes it: a line for each x, a column for each y."""
    heights = state.pile.heights
    x0, y0 = state.pile.corner
    x1 = max((x for x, _ in heights), default=0)
    y1 = max((y for _, y in heights), default=0)
    lids = state.pile.lids()
    lines = [Phrase("cubus.show.pile", n=state.pile.boxes, pile=str(state.pile)).say(lang)]
    lines.append("  x\\y" + "".join(f"{y:>4}" for y in range(y0, y1 + 1)))
    for x in range(x0, x1 + 1):
        row = ""
        for y in range(y0, y1 + 1):
            mark = "o" if lids.get((x, y)) in state.open else " "
            row += f"{heights.get((x, y), '·'):>3}{mark}"
        lines.append(f"{x:>5}{row}")
    if state.open:
        places = tuple(f"{a},{b}" for a, b in state.open)
        lines.append(Phrase("cubus.show.open", places=places).say(lang))
    return lines


def _players(state: CubusState, colour: bool, lang: str) -> list[str]:
    lines = []
    demolition = any(state.demolition_scores) or state.phase == "demolish"
    for player, hand in enumerate(state.hands):
        mark = "▸" if player == state.turn and state.phase != "over" else " "
        name = state.game.side_name(player).say(lang)
        points = Phrase("cubus.show.points", n=state.scores[player]).say(lang)
        if demolition:
            points += " " + Phrase("cubus.show.won", n=state.demolition_scores[player]).say(lang)
        lines.append(f"{mark} {paint(name, 'bold', colour)}  {_tiles(hand):<14} {points}")
    stock = Phrase("cubus.show.stock", n=sum(state.stock), tiles=_tiles(state.stock)).say(lang)
    return [*lines, "  " + stock]


def _tiles(counts: Counts) -> str:
    """``2L 1T``"""
    return " ".join(f"{count}{kind}" for kind, count in zip(KINDS, counts, strict=True) if count) or "-"


def _width(line: str) -> int:
    """How wide a line looks: colour takes no room."""
    return len(_COLOUR.sub("", line))
