"""A printed sheet as plain data: shapes in millimetres from the top left corner.

A game's ``paper.py`` draws its boards and pieces with these; ``speelkist.paper`` writes them as SVG or PDF. What is
solid is printed, what has a ``dash`` is folded, and thin lines are cut.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from speelkist.i18n.phrases import Phrase

Point: TypeAlias = tuple[float, float]
Font: TypeAlias = Literal["sans", "bold", "italic"]

MARGIN = 10.0  # which any printer can keep free
FOOTER = 9.0  # below the drawing: what is on the sheet, and a line to check its size with

BLACK = "#1d1a17"
CUT = 0.2  # the width of a line to cut or fold along
NO_LINE = 0.0


@dataclass(frozen=True)
class Style:
    """How a shape is filled and outlined."""

    fill: str = ""  # none
    line: str = BLACK
    width: float = CUT
    dash: float = 0.0  # the length of its dashes; 0: a full line


@dataclass(frozen=True)
class Polygon:
    """Straight lines through points, closed unless it is ``open``."""

    points: tuple[Point, ...]
    style: Style = Style()
    open: bool = False


@dataclass(frozen=True)
class Disc:
    """A circle."""

    centre: Point
    radius: float
    style: Style = Style()


@dataclass(frozen=True)
class Label:
    """One line of text on its baseline; ``size`` is the height of its font."""

    at: Point
    text: str
    size: float
    font: Font = "sans"
    colour: str = BLACK
    anchor: Literal["start", "middle", "end"] = "middle"
    width: float = 0.0  # that it takes, where the layout counts on it


Shape: TypeAlias = Polygon | Disc | Label


@dataclass(frozen=True)
class Paper:
    """A size of paper, upright."""

    width: float
    height: float

    def turned(self) -> Paper:
        """The same, lying on its side."""
        return Paper(self.height, self.width)


PAPERS = {"a4": Paper(210.0, 297.0), "letter": Paper(215.9, 279.4)}


@dataclass
class Sheet:
    """One page: what is drawn on it, and a title that says what to do with it."""

    paper: Paper
    title: Phrase
    shapes: list[Shape] = field(default_factory=list)

    @property
    def free(self) -> Paper:
        """What a drawing may take up between the margins and above the footer."""
        return Paper(self.paper.width - 2 * MARGIN, self.paper.height - 2 * MARGIN - FOOTER)

    def draw(self, *shapes: Shape) -> None:
        """Put shapes on the sheet, each over what is there."""
        self.shapes.extend(shapes)


def rectangle(left: float, top: float, width: float, height: float, style: Style = Style()) -> Polygon:  # noqa: B008  (frozen)
    """Four right angles."""
    right, bottom = left + width, top + height
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), style)


def line(points: Iterable[Point], style: Style = Style()) -> Polygon:  # noqa: B008  (frozen)
    """A line that does not come back to where it began."""
    return Polygon(tuple(points), style, open=True)
