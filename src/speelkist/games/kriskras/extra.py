"""What Kris-kras adds to the drawing and to a position; the browser's types are made from these."""

from __future__ import annotations

from typing import TypedDict


class BoardExtra(TypedDict):
    """What Kris-kras adds to the drawing."""

    files: list[str]
    ranks: list[int]
    zones: list[list[str]]  # white's and black's own
    ornaments: list[str]  # where musketeers start
    stars: list[str]  # where soldiers start
    idle_limit: int  # so many turns without progress end the game


class Home(TypedDict):
    """Who has come home, by side."""

    musketeers: list[int]
    soldiers: list[int]


class ViewExtra(TypedDict):
    """What Kris-kras adds to a position."""

    turn: int  # also while the dice fall; -1 before and after the game
    lost: list[int]  # the musketeers that white and black have lost
    home: Home
    idle: int
