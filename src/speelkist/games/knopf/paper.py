"""Kopf oder Knopf on paper: the board with its buttonholes, and 28 rings for buttons, on one sheet.

The buttons of the set are see-through. A ring with its middle cut out lets the holes be counted as well; and the number
stands in the corner of each square for whoever leaves the middle in.
"""

from __future__ import annotations

from collections.abc import Iterator

from speelkist.core.sheet import MARGIN, Disc, Label, Paper, Point, Shape, Sheet, Style, rectangle
from speelkist.i18n.phrases import Phrase

from .board import BUTTONS, SIZE, STANDARD, bit, start_buttons

SQUARE = 18.0
HOLE, APART = 1.3, 2.5  # millimetres: the radius of a hole, and from the middle of the square to its middle
BUTTON, MIDDLE = 7.2, 4.6  # radii of a ring
PITCH = 13.0  # from ring to ring, a row of fourteen in the width of a sheet

LIGHT, SHADE, THREAD = "#fffdf8", "#f1e9da", "#6b645c"
RED, BLUE = "#d2493f", "#2f5fa8"
COLOURS = (RED, BLUE)
# Where the holes of a square lie, in steps from its middle, by their number.
HOLES: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, 0), (1, 0)),
    3: ((-1, 0.8), (1, 0.8), (0, -1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
}


def sheets(paper: Paper) -> list[Sheet]:
    """The board with the buttons below it."""
    sheet = Sheet(paper, Phrase("knopf.paper.board"))
    left = (paper.width - SIZE * SQUARE) / 2
    sheet.draw(*_board(left, MARGIN))
    start = (paper.width - (BUTTONS - 1) * PITCH) / 2
    for colour in range(2):
        top = MARGIN + SIZE * SQUARE + BUTTON + 4 + colour * 2 * PITCH
        for index in range(BUTTONS):
            # every second one lower, so that rings wider than their distance do not touch
            sheet.draw(*_button(colour, (start + index * PITCH, top + (index % 2) * PITCH / 2)))
    return [sheet]


def _board(left: float, top: float) -> Iterator[Shape]:
    start = start_buttons()
    for rank in range(SIZE):
        for file in range(SIZE):
            x, y = left + file * SQUARE, top + (SIZE - 1 - rank) * SQUARE
            count = int(STANDARD[rank][file])
            yield rectangle(x, y, SQUARE, SQUARE, Style(fill=SHADE if (rank + file) % 2 else LIGHT))
            for across, down in HOLES[count]:
                centre = (x + SQUARE / 2 + across * APART, y + SQUARE / 2 + down * APART)
                yield Disc(centre, HOLE, Style(fill="#ffffff", line=THREAD, width=0.4))
            yield Label((x + SQUARE - 2, y + 3.6), str(count), 2.6, colour=THREAD)
            for colour in range(2):
                if start[colour] & bit(file, rank):
                    yield from _mark(colour, (x + 2.6, y + 2.6), 1.4)


def _mark(colour: int, centre: Point, radius: float) -> Iterator[Shape]:
    """Whose button begins here: red is filled, blue a ring."""
    yield Disc(centre, radius, Style(fill=RED if colour == 0 else "#ffffff", line=COLOURS[colour], width=0.6))


def _button(colour: int, centre: Point) -> Iterator[Shape]:
    """A ring with its middle to be cut out; blue has a second line, for eyes that do not see the colour."""
    yield Disc(centre, BUTTON, Style(fill=COLOURS[colour]))
    if colour == 1:
        yield Disc(centre, (BUTTON + MIDDLE) / 2, Style(line="#ffffff", width=0.6))
    yield Disc(centre, MIDDLE, Style(fill="#ffffff"))
