"""Krabcek on paper: sixteen tiles of 62 mm, sixteen markers and fourteen men.

Twelve tiles fill the first sheet, the others and the small parts the second. A marker is cut out with its back and
folded, since markers are turned over in play.
"""

from __future__ import annotations

from collections.abc import Iterator

from speelkist.core.sheet import (
    MARGIN,
    NO_LINE,
    Disc,
    Label,
    Paper,
    Point,
    Polygon,
    Shape,
    Sheet,
    Style,
    line,
    rectangle,
)
from speelkist.i18n.phrases import Phrase

from .board import TILE_DATA

TILE = 62.0
COLUMNS, ROWS = 3, 4
MARKER = 14.0
RADIUS = {1: 4.5, 2: 6.5, 3: 8.5}  # of a man by the width it needs
MEN = {1: 4, 2: 2, 3: 1}

WOOD, WAY, GATE, BROWN = "#e9d3b8", "#fffdf8", "#f2a45c", "#a9714b"
DARK, PALE = "#3b3632", "#ffffff"
SIDE_COLOURS = (DARK, PALE)
FILL = {"alley": WAY, "street": WAY, "avenue": "#fbeed2"}


def sheets(paper: Paper) -> list[Sheet]:
    """The tiles, then the rest of them with markers and men."""
    kinds = [int(kind) for kind, count in TILE_DATA["count"].items() for _ in range(count)]
    tiles = Sheet(paper, Phrase("krabcek.paper.tiles"))
    rest = Sheet(paper, Phrase("krabcek.paper.pieces"))
    for index, kind in enumerate(kinds):
        sheet = tiles if index < COLUMNS * ROWS else rest
        row, column = divmod(index % (COLUMNS * ROWS), COLUMNS)
        sheet.draw(*_tile(kind, MARGIN + column * TILE, MARGIN + row * TILE))
    top = MARGIN + 2 * TILE + 6
    for colour in range(2):
        for index in range(8):
            rest.draw(*_marker(colour, MARGIN + index * (MARKER + 3), top + colour * (2 * MARKER + 4)))
    rest.draw(*_men(MARGIN + TILE + 8, MARGIN + TILE + 6))
    return [tiles, rest]


def _tile(kind: int, left: float, top: float) -> Iterator[Shape]:
    """In its canonical turn: the open orange corner at the top left."""

    def place(points: list[list[float]]) -> tuple[Point, ...]:
        return tuple((left + x * TILE, top + y * TILE) for x, y in points)

    yield rectangle(left, top, TILE, TILE, Style(fill=WOOD))
    quarter = TILE_DATA["gate"]["quarter"]
    wall = Style(line=BROWN, width=0.5)
    for x, y in ((1.0, 0.0), (0.0, 1.0)):  # the brown corners
        inward = [[x, y], [abs(x - 0.12), y], [x, abs(y - 0.12)]]
        yield Polygon(place(inward), Style(fill=BROWN, width=NO_LINE))
    boxes = TILE_DATA["sets"]["figures"][str(kind)]["boxes"]
    for box in boxes.values():
        yield Polygon(place(box["polygon"]), Style(FILL[box["kind"]], wall.line, wall.width))
    for name in "NESW":
        x0, y0, x1, y1 = TILE_DATA["crossings"][name]["rect"]
        shape = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        yield Polygon(place(shape), Style(FILL["avenue"], wall.line, wall.width))
    for corner in quarter.values():
        yield Polygon(place(corner), Style(GATE, wall.line, wall.width))
    for name in "NS":  # the larger part of a crossing carries the cross that says: no gate
        x0, y0, x1, y1 = TILE_DATA["crossings"][name]["rect"]
        cross = Style(line=BROWN, width=0.3)
        yield line(place([[x0 + 0.08, y0 + 0.04], [x1 - 0.08, y1 - 0.04]]), cross)
        yield line(place([[x0 + 0.08, y1 - 0.04], [x1 - 0.08, y0 + 0.04]]), cross)
    yield rectangle(left, top, TILE, TILE)


def _marker(colour: int, left: float, top: float) -> Iterator[Shape]:
    """Its face, a fold, and its back with the cross that says: taken."""
    half, middle = MARKER / 2, left + MARKER / 2
    yield rectangle(left, top, MARKER, 2 * MARKER)
    yield line([(left, top + MARKER), (left + MARKER, top + MARKER)], Style(dash=1))
    if colour == 0:
        size = half - 2
        diamond = (
            (middle, top + 2),
            (middle + size, top + half),
            (middle, top + MARKER - 2),
            (middle - size, top + half),
        )
        yield Polygon(diamond, Style(fill=DARK))
    else:
        yield Disc((middle, top + half), half - 2, Style(fill=PALE, width=0.8))
    cross = Style(line=DARK, width=1.2 if colour == 0 else 0.6)
    low = top + MARKER
    yield line([(left + 3, low + 3), (left + MARKER - 3, low + MARKER - 3)], cross)
    yield line([(left + 3, low + MARKER - 3), (left + MARKER - 3, low + 3)], cross)


def _men(left: float, top: float) -> Iterator[Shape]:
    """Discs of three sizes with one, two or three dots, the width of the way they need."""
    for colour, fill in enumerate(SIDE_COLOURS):
        x, y = left, top + 10 + colour * 22
        for width, count in MEN.items():
            radius = RADIUS[width]
            for _ in range(count):
                x += radius
                yield Disc((x, y), radius, Style(fill=fill))
                yield Label((x, y + 1.2), "•" * width, 4.0, colour=SIDE_COLOURS[1 - colour])
                x += radius + 2.5
