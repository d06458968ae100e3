"""What Cubus adds to the drawing and to a position; the browser's types are made from these."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from speelkist.core.view import Point

TileKind: TypeAlias = Literal["L", "R", "T", "O"]
Spot: TypeAlias = tuple[TileKind, int, int]  # a tile and its place in the picture

Flip = TypedDict("Flip", {"out": list[Spot], "in": list[Spot]})
Flip.__doc__ = "How a corner that stands out and one that stands in are laid: they fill the same hexagon."


class TileCounts(TypedDict):
    """Tiles by kind."""

    L: int
    R: int
    T: int
    O: int  # noqa: E741  (the letter of the notation)


class BoardExtra(TypedDict):
    """What Cubus adds to the drawing."""

    frame: tuple[float, float, float, float]  # left, top, width, height of the picture
    shapes: dict[str, list[Point]]  # the polygon of every kind of tile at (0, 0)
    a: Point  # one step along each axis of the picture
    b: Point
    flip: Flip


class ShownBuild(TypedDict):
    """What a player would build with the tiles that are left."""

    player: int
    build: str
    points: int
    tiles: list[Spot] | None  # none if they build nothing


class ViewExtra(TypedDict):
    """What Cubus adds to a position."""

    tiles: list[Spot]  # the picture
    open: list[tuple[int, int]]  # open lids in the picture; with one nothing may be shifted
    pile: str
    boxes: int
    hands: list[TileCounts]
    stock: TileCounts
    drafting: bool  # whether the player to move lays tiles
    demolition_scores: list[int] | None
    round: int
    turn: int | None
    passer: int | None
    knocker: int | None
    may_knock: list[tuple[int, str]]  # seats that may knock, with the move that does it
    shown: list[ShownBuild]
