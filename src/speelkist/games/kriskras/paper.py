"""Kris-kras on paper: the field over two sheets that are glued together, and 22 fighters that fold up to stand."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from speelkist.core.sheet import MARGIN, NO_LINE, Label, Paper, Point, Polygon, Shape, Sheet, Style, line, rectangle
from speelkist.i18n.phrases import Phrase

from .board import FILES, MUSKETEERS, OWN_RANK, SIZE, SOLDIERS, START

SQUARE = 15.0
UPPER = 9  # ranks on the first sheet, which has the far zone of white
FLAP = 8.0  # on the second sheet, to be glued under the first
WIDTH, HEIGHT, FOOT = 13.0, 24.0, 9.0  # of a fighter: one face, and the foot that it stands on

ZONE, LIGHT, SHADE, MARK = "#d9cfbd", "#fffdf8", "#f6f0e4", "#8a6d3b"
DARK, PALE = "#2f2c29", "#ffffff"


def sheets(paper: Paper) -> list[Sheet]:
    """The upper half of the field, the lower half with its flap, the fighters."""
    wide = paper.turned()
    upper = Sheet(wide, Phrase("kriskras.paper.upper"))
    lower = Sheet(wide, Phrase("kriskras.paper.lower"))
    left = (wide.width - SIZE * SQUARE) / 2
    for rank in range(SIZE):
        from_top = SIZE - 1 - rank
        if from_top < UPPER:
            upper.draw(*_rank(rank, left, MARGIN + from_top * SQUARE))
        else:
            lower.draw(*_rank(rank, left, MARGIN + FLAP + (from_top - UPPER) * SQUARE))
    lower.draw(rectangle(left, MARGIN, SIZE * SQUARE, FLAP, Style(dash=1)))
    fighters = Sheet(paper, Phrase("kriskras.paper.fighters"))
    strip = 2 * (HEIGHT + FOOT)
    for side in range(2):
        kinds = [True] * MUSKETEERS + [False] * SOLDIERS
        for index, musketeer in enumerate(kinds):
            start = (paper.width - len(kinds) * (WIDTH + 2)) / 2
            fighters.draw(*_fighter(side, musketeer, start + index * (WIDTH + 2), MARGIN + side * (strip + 6)))
    return [upper, lower, fighters]


def _rank(rank: int, left: float, top: float) -> Iterator[Shape]:
    musketeers = {square for army in START for square in army.musketeers}
    soldiers = {square for army in START for square in army.soldiers}
    for file in range(SIZE):
        x = left + file * SQUARE
        fill = ZONE if rank in OWN_RANK else SHADE if (file + rank) % 2 else LIGHT
        yield rectangle(x, top, SQUARE, SQUARE, Style(fill=fill))
        number = rank * SIZE + file
        centre = (x + SQUARE / 2, top + SQUARE / 2)
        if number in musketeers:
            yield from _ornament(centre)
        if number in soldiers:
            yield _star(centre, 4.2)
        if rank in OWN_RANK:
            yield Label((x + SQUARE / 2, top + SQUARE - 1.2), FILES[file], 2.2, colour=MARK)
    yield Label((left - 2.5, top + SQUARE / 2 + 1), str(rank + 1), 2.4, colour=MARK)


def _star(centre: Point, radius: float) -> Polygon:
    """Five points: a soldier's square."""
    x, y = centre
    points = []
    for step in range(10):
        reach = radius if step % 2 == 0 else radius * 0.42
        angle = pi * step / 5 - pi / 2
        points.append((x + reach * cos(angle), y + reach * sin(angle)))
    return Polygon(tuple(points), Style(fill=MARK, width=NO_LINE))


def _ornament(centre: Point) -> Iterator[Shape]:
    """A cross within a square on its point: a musketeer's square."""
    x, y = centre
    reach = 5.2
    yield Polygon(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)), Style(line=MARK, width=0.9))
    for across, down in ((1, 0), (0, 1)):
        bar = [(x - 2.6 * across, y - 2.6 * down), (x + 2.6 * across, y + 2.6 * down)]
        yield line(bar, Style(line=MARK, width=0.9))


def _fighter(side: int, musketeer: bool, left: float, top: float) -> Iterator[Shape]:
    """A strip: foot, back (upside down), front, foot. Folded at the top and at both feet, it stands."""
    yield rectangle(left, top, WIDTH, 2 * (HEIGHT + FOOT))
    for fold in (FOOT, FOOT + HEIGHT, FOOT + 2 * HEIGHT):
        yield line([(left, top + fold), (left + WIDTH, top + fold)], Style(dash=1))
    middle = left + WIDTH / 2
    yield from _figure(side, musketeer, middle, top + FOOT, 1)
    yield from _figure(side, musketeer, middle, top + FOOT + 2 * HEIGHT, -1)


def _figure(side: int, musketeer: bool, middle: float, base: float, up: int) -> Iterator[Shape]:
    """Head and body, seen from ``base`` on; a musketeer has a broad hat and a plume, a soldier a round cap."""
    style = Style(fill=DARK if side else PALE, width=0.5)

    def place(*points: Point) -> tuple[Point, ...]:
        return tuple((middle + x, base + up * y) for x, y in points)

    yield Polygon(place((-4.5, 1), (4.5, 1), (3, 12), (-3, 12)), style)
    yield Polygon(place((-2, 12), (2, 12), (2, 16), (-2, 16)), style)
    if musketeer:
        yield Polygon(place((-5, 16), (5, 16), (2.5, 18), (2, 20.5), (-2, 20.5), (-2.5, 18)), style)
        yield line(place((2, 19), (5, 22), (5.2, 19.5)), Style(line="#c9463d", width=0.8))
    else:
        yield Polygon(place((-2.6, 16), (2.6, 16), (2.2, 18.5), (0, 19.4), (-2.2, 18.5)), style)
