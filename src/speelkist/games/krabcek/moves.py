"""The pieces, and the moves as values: each is made once and shared."""

from __future__ import annotations

from functools import cache
from typing import Final

from speelkist.core import Move, Phrase

from .boxes import NAMES

SKINNYBOY, MIDDLEMAN, BIGBOY, LITTLE_STACK, BIG_STACK, TOWER = range(6)
KINDS: Final = "SMBLXK"
PIECES: Final = ("skinnyboy", "middleman", "bigboy", "little_stack", "big_stack", "tower")  # their phrases
WIDTH: Final = (1, 2, 3, 2, 3, 3)  # the box each kind needs, and in hand its number + 1
INSIDE: Final = ((0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2))  # of which single pieces each kind consists
Piece = tuple[int, int]  # box, kind

# What comes of landing one piece on another; the smaller always lands on the bigger.
JOINED: Final = {
    (SKINNYBOY, MIDDLEMAN): LITTLE_STACK,
    (MIDDLEMAN, BIGBOY): BIG_STACK,
    (SKINNYBOY, BIG_STACK): TOWER,
    (LITTLE_STACK, BIGBOY): TOWER,
}


def piece_name(kind: int) -> Phrase:
    """A piece's name for people to read."""
    return Phrase(f"krabcek.piece.{PIECES[kind]}")


class Lay(Move):
    """Chance lays the next tile: ``2-SW``."""

    __slots__ = ("corner", "type")
    type: str
    corner: str


class ChooseGate(Move):
    """``gate 6``."""

    __slots__ = ("gate",)
    gate: int  # 0..7


class FirstThrow(Move):
    """Both throw: ``b2w4``."""

    __slots__ = ("black", "white")
    black: int
    white: int


class Throw(Move):
    """The die: ``4``."""

    __slots__ = ("number",)
    number: int


class Walk(Move):
    """``T12e-V13``, or combining ``T12e+V12``."""

    __slots__ = ("end", "joins", "start")
    start: int
    end: int
    joins: bool


class Enter(Move):
    """``S@G2-T11e``, on the gate itself ``B@G5``, or combining ``S@G2+V12``."""

    __slots__ = ("end", "gate", "joins", "kind")
    kind: int
    gate: int
    end: int
    joins: bool


class Switch(Move):
    """``H11<>V12``, the names in alphabetical order."""

    __slots__ = ("first", "second")
    first: int
    second: int


class Fly(Move):
    """``G6^G1``."""

    __slots__ = ("end", "start")
    start: int
    end: int


@cache
def lay(type: str, corner: str) -> Lay:
    move = Lay(f"{type}-{corner}")
    move.type, move.corner = type, corner
    return move


@cache
def choose_gate(gate: int) -> ChooseGate:
    move = ChooseGate(f"gate {gate + 1}")
    move.gate = gate
    return move


@cache
def first_throw(black: int, white: int) -> FirstThrow:
    move = FirstThrow(f"b{black}w{white}")
    move.black, move.white = black, white
    return move


@cache
def throw(number: int) -> Throw:
    move = Throw(str(number))
    move.number = number
    return move


@cache
def walk(start: int, end: int, joins: int) -> Walk:
    move = Walk(f"{NAMES[start]}{'+' if joins else '-'}{NAMES[end]}")
    move.start, move.end, move.joins = start, end, bool(joins)
    return move


@cache
def enter(kind: int, gate: int, end: int, joins: int) -> Enter:
    onward = "" if gate == end else f"{'+' if joins else '-'}{NAMES[end]}"
    move = Enter(f"{KINDS[kind]}@{NAMES[gate]}{onward}")
    move.kind, move.gate, move.end, move.joins = kind, gate, end, bool(joins)
    return move


@cache
def switch(first: int, second: int) -> Switch:
    first, second = sorted((first, second), key=NAMES.__getitem__)
    move = Switch(f"{NAMES[first]}<>{NAMES[second]}")
    move.first, move.second = first, second
    return move


@cache
def fly(start: int, end: int) -> Fly:
    move = Fly(f"{NAMES[start]}^{NAMES[end]}")
    move.start, move.end = start, end
    return move
