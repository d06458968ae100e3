"""Moves of Kris-kras as text, both ways."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from speelkist.core import Move

from .board import NAMES

SIDES = ("white", "black")

GOES = tuple(f"-{name}" for name in NAMES)
TAKES = tuple(f"x{name}" for name in NAMES)


def walk_text(start: int, middle: int, end: int, takes: bool) -> str:
    """A walk in notation; a retreat has ``end`` as its middle."""
    return NAMES[start] + ("" if middle == end else GOES[middle]) + (TAKES if takes else GOES)[end]


class Walk(Move):
    """A fighter goes by red to ``middle``, then by green to ``end``. A retreat has ``end`` as its middle."""

    __slots__ = ("end", "middle", "start", "takes")
    start: int
    middle: int
    end: int
    takes: bool

    def __init__(self, start: int, middle: int, end: int, takes: bool) -> None:
        self.text = walk_text(start, middle, end, takes)
        self.start = start
        self.middle = middle
        self.end = end
        self.takes = takes


class Trade(Move):
    """A lost musketeer comes back on ``square``; soldiers pay for it."""

    __slots__ = ("square",)
    square: int

    def __init__(self, square: int) -> None:
        super().__init__(f"={NAMES[square]}")
        self.square = square


class Payment(Move):
    """The soldier on ``square`` leaves the game for a trade."""

    __slots__ = ("square",)
    square: int

    def __init__(self, square: int) -> None:
        super().__init__(GOES[square])
        self.square = square


class Throw(Move):
    """What the two dice show."""

    __slots__ = ("green", "red")
    red: int
    green: int

    def __init__(self, red: int, green: int) -> None:
        super().__init__(f"r{red}g{green}")
        self.red = red
        self.green = green


trade = cache(Trade)
payment = cache(Payment)  # walks are not kept: there are so many that making one again is quicker than finding it
LOTS = tuple(Move(side) for side in SIDES)
GO = Move("throw")  # no trade, or no further one: on to the dice
END = Move("end")  # no trade, or no further one, by a player who cannot move: the points decide
THROWS = tuple(Throw(red, green) for red in range(1, 7) for green in range(1, 7))
THROW_TEXTS = frozenset(throw.text for throw in THROWS)

_SQUARE = r"([a-z][0-9]{1,2})"
_WALK = re.compile(rf"{_SQUARE}-{_SQUARE}(?:([-x]){_SQUARE})?")
_TRADE = re.compile(rf"={_SQUARE}")
_PAYMENT = re.compile(rf"-{_SQUARE}")


class WalkText(NamedTuple):
    """A text of the form of a walk; the squares need not exist. A retreat has no ``end``."""

    start: str
    middle: str
    takes: bool
    end: str | None


def read_walk(text: str) -> WalkText | None:
    """The parts of a text such as ``b2-e2-h5``, ``b2-e2xg4`` or ``b3-b1``."""
    match = _WALK.fullmatch(text)
    return WalkText(match[1], match[2], match[3] == "x", match[4]) if match else None


def read_trade(text: str) -> str | None:
    """The square in a text such as ``=c1``; it need not exist."""
    match = _TRADE.fullmatch(text)
    return match[1] if match else None


def read_payment(text: str) -> str | None:
    """The square in a text such as ``-d17``; it need not exist."""
    match = _PAYMENT.fullmatch(text)
    return match[1] if match else None
