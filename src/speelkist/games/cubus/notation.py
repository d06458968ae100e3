"""Moves and positions of Cubus as text and JSON, both ways."""

from __future__ import annotations

import re
from functools import cache
from typing import ClassVar

from speelkist.core import BadPosition, JsonReader, Move, Refusal

from .board import FURTHEST, KINDS, Pile, Place
from .build_rules import Counts

_BUILD = re.compile(r"build (\S+)(?: O:(\S+))?")
_PILE = re.compile(r"([0-9]{1,2}(?:[,/][0-9]{1,2})*)@(-?[0-9]{1,3}),(-?[0-9]{1,3})")
_PLACE = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})")


class Build(Move):
    """A build: the new pile and the places of all open lids in the new picture."""

    __slots__ = ("open", "pile")
    pile: Pile
    open: tuple[Place, ...]
    composed: ClassVar[bool] = True

    def __init__(self, pile: Pile, lids: tuple[Place, ...]) -> None:
        self.pile = pile
        self.open = lids
        named = f" O:{';'.join(f'{a},{b}' for a, b in lids)}" if lids else ""
        super().__init__(f"build {pile}{named}")


class Take(Move):
    """Demolition: the top box of the column at (x, y) goes."""

    __slots__ = ("place",)
    place: Place

    def __init__(self, place: Place) -> None:
        self.place = place
        super().__init__(f"take {place[0]},{place[1]}")


NO = Move("no")
DRAWS = tuple(Move(f"+{kind}") for kind in KINDS)


@cache
def first(player: int) -> Move:
    """The lot falls on ``player``."""
    return Move(f"first:{player}")


@cache
def knock(player: int) -> Move:
    """``player`` knocks."""
    return Move(f"knock:{player}")


@cache
def give_up(player: int) -> Move:
    """``player`` knocked and finds nothing after all."""
    return Move(f"knock:{player}?")


def read_pile(text: str) -> Pile | None:
    """The pile of ``2,2/2,1@0,0``; None if it is not written so. Rows and columns of zeros around it do no harm."""
    match = _PILE.fullmatch(text)
    if match is None or not text.isascii():
        return None
    rows = [row.split(",") for row in match[1].split("/")]
    x0, y0 = int(match[2]), int(match[3])
    if len({len(row) for row in rows}) != 1 or max(len(rows), len(rows[0]), abs(x0), abs(y0)) > FURTHEST:
        return None
    return Pile.of({(x0 + x, y0 + y): int(cell) for x, row in enumerate(rows) for y, cell in enumerate(row)})


def read_build(text: str) -> Build | Refusal:
    """The build that a text writes down, not yet judged."""
    match = _BUILD.fullmatch(text)
    pile = None if match is None else read_pile(match[1])
    if match is None or pile is None:
        return Refusal("cubus.notation.build")
    lids: list[Place] = []
    for item in match[2].split(";") if match[2] else ():
        place = _PLACE.fullmatch(item)
        if place is None or not item.isascii():
            return Refusal("cubus.notation.open")
        lids.append((int(place[1]), int(place[2])))
    if len(set(lids)) != len(lids):
        return Refusal("cubus.notation.open_twice")
    return Build(pile, tuple(sorted(lids)))


def counts_data(counts: Counts) -> dict[str, int]:
    """``{"L": 1, "R": 0, "T": 0, "O": 0}``"""
    return dict(zip(KINDS, counts, strict=True))


def read_counts(data: JsonReader) -> Counts:
    """Tiles by kind from a position."""
    left, right, lids, open_lids = (data.number(kind, 0, 16) for kind in KINDS)
    data.done()
    return left, right, lids, open_lids


def read_places(data: JsonReader, name: str) -> tuple[Place, ...]:
    """The places of open lids from a position, sorted."""
    value = data.value(name)
    if not isinstance(value, list) or len(value) > 4:
        raise data.wrong(name, "[[a, b], ...] (0..4)")
    places = []
    for item in value:
        if not isinstance(item, list) or len(item) != 2 or not all(type(number) is int for number in item):
            raise data.wrong(name, "[[a, b], ...] (0..4)")
        places.append((item[0], item[1]))
    if len(set(places)) != len(places):
        raise BadPosition("cubus.position.open_twice")
    return tuple(sorted(places))
