"""Cubus on paper: 48 rhombi with sides of 28 mm on one sheet, to be cut along straight lines right through.

All tiles have one shape; what they show is in their shading and in a mark along the edge that lies on top, so that the
picture can be read without colour too.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from speelkist.core.sheet import MARGIN, NO_LINE, Paper, Point, Polygon, Shape, Sheet, Style, line
from speelkist.i18n.phrases import Phrase

from .board import KINDS
from .build_rules import ALL_TILES

SIDE = 28.0
PER_ROW = 6
ROW_HEIGHT = SIDE * sqrt(3) / 2
SHADE = {"L": "#c9894f", "R": "#8f5a33", "T": "#f1d9a8", "O": "#f1d9a8"}
STRIPE = "#5d3a20"
INSIDE = "#3b2616"


def sheets(paper: Paper) -> list[Sheet]:
    """All tiles, kind by kind."""
    sheet = Sheet(paper, Phrase("cubus.paper.tiles"))
    left = (paper.width - PER_ROW * SIDE - SIDE / 2) / 2
    kinds = [kind for kind, count in zip(KINDS, ALL_TILES, strict=True) for _ in range(count)]
    for index, kind in enumerate(kinds):
        row, column = divmod(index, PER_ROW)
        sheet.draw(*_tile(kind, (left + column * SIDE, MARGIN + row * ROW_HEIGHT)))
    return [sheet]


def _tile(kind: str, corner: Point) -> Iterator[Shape]:
    """A rhombus from its top left corner, leaning to the right on its way down."""

    def place(along: float, down: float) -> Point:
        return corner[0] + along * SIDE + down * SIDE / 2, corner[1] + down * ROW_HEIGHT

    def inner(inset: float) -> tuple[Point, ...]:
        near, far = inset, 1 - inset
        return place(near, near), place(far, near), place(far, far), place(near, far)

    yield Polygon(inner(0), Style(fill=SHADE[kind]))
    if kind == "O":  # one looks into the box
        yield Polygon(inner(0.13), Style(fill=INSIDE, width=NO_LINE))
    boards = Style(line=STRIPE, width=0.35)
    if kind == "L":  # boards run level on a left side, upright on a right side
        for at in (0.25, 0.5, 0.75):
            yield line([place(0, at), place(1, at)], boards)
    if kind == "R":
        for at in (0.25, 0.5, 0.75):
            yield line([place(at, 0), place(at, 1)], boards)
