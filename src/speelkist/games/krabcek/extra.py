"""What Krabcek adds to the drawing and to a position; the browser's types are made from these."""

from __future__ import annotations

from typing import TypedDict

from speelkist.core.view import Point


class Tile(TypedDict):
    """A tile as it lies."""

    id: str
    at: Point  # its upper left corner
    type: int
    open: str  # a corner that is orange; the other one is opposite
    quarters: int  # turned clockwise so often


class Link(TypedDict):
    """Two boxes that touch."""

    cells: tuple[str, str]
    at: Point  # where their outlines touch


class PieceKind(TypedDict):
    """What a kind of piece is."""

    letter: str  # in the notation
    width: int
    of: list[str]  # what it is made of, the top first


class BoardExtra(TypedDict):
    """What Krabcek adds to the drawing."""

    tile: float  # how wide one is
    tiles: list[Tile]
    left: dict[str, int]  # tiles still to be laid, by type
    links: list[Link]
    spots: dict[str, Point]  # where a piece stands
    vertices: dict[str, list[Point]]  # the places of the gates; one on an edge is drawn on both sides
    kinds: dict[str, PieceKind]


class GateInfo(TypedDict):
    """A gate."""

    owner: int | None
    exits: list[str]
    streets: list[str]  # the exits that are Streets


class ViewExtra(TypedDict):
    """What Krabcek adds to a position."""

    turn: int  # also while the die rolls
    gates: dict[str, GateInfo]
    hands: list[dict[str, int]]  # how many pieces of each kind, by the letter of the kind
    idle: int
