"""What the fighters of Kris-kras may do, and the armies after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from .board import (
    BITS,
    BLACK,
    FAR_RANK,
    MUSKETEERS,
    ORIGIN,
    OWN_RANK,
    PRICE,
    WHITE,
    ZONES,
    Armies,
    Army,
    green_lines,
    rank_of,
    red_lines,
    throw_lines,
    zone_squares,
)
from .notation import Walk

Way: TypeAlias = tuple[int, int, int, bool]  # start, middle, end and whether it takes: what makes a Walk


def walks(player: int, armies: Armies, red: int, green: int) -> list[Walk]:
    """Every way to play a throw, as moves."""
    return [Walk(*way) for way in ways(player, armies, red, green)]


def may_pass(listed: Sequence[Way]) -> bool:
    """Whether a throw may lapse: among all ways to play it none plays both dice."""
    return all(middle == end for _, middle, end, _ in listed)


def ways(player: int, armies: Armies, red: int, green: int, only: int | None = None) -> list[Way]:
    """Every way to play a throw, or those of the fighter ``only``: one fighter, first by red, then by green."""
    listed: list[Way] = []
    mine, enemies = armies[player], armies[1 - player].squares
    capturable = enemies & ~ZONES
    occupied = (mine.squares | enemies) << ORIGIN
    for squares, musketeer in (mine.musketeers, True), (mine.soldiers, False):
        lines = throw_lines(player, musketeer, red, green)
        for start in squares if only is None else (only,) if only in squares else ():
            around = occupied >> start ^ BITS[ORIGIN]  # the square it leaves counts as empty
            for aside, passed, retreat, greens in lines[start]:
                if around & passed:
                    continue
                middle = start + aside
                if retreat:
                    listed.append((start, middle, middle, False))
                for end, ahead in greens:
                    met = around & ahead
                    if not met:
                        if end is not None:
                            listed.append((start, middle, start + end, False))
                        continue
                    first = start + first_met(player, met) - ORIGIN
                    if capturable >> first & 1:
                        listed.append((start, middle, first, True))
    return listed


def first_met(player: int, met: int) -> int:
    """The nearest of some squares ahead on one green line: white goes up the numbers, black down."""
    return (met & -met).bit_length() - 1 if player == WHITE else met.bit_length() - 1


def walked(player: int, armies: Armies, move: Walk) -> Armies:
    """The armies after a walk."""
    mine, theirs = armies[player], armies[1 - player]
    if move.start in mine.musketeers:
        mine = Army(_moved(mine.musketeers, move), mine.soldiers)
    else:
        mine = Army(mine.musketeers, _moved(mine.soldiers, move))
    if move.takes:
        theirs = Army(_without(theirs.musketeers, move.end), _without(theirs.soldiers, move.end))
    return (mine, theirs) if player == WHITE else (theirs, mine)


def _moved(squares: tuple[int, ...], move: Walk) -> tuple[int, ...]:
    moved = list(squares)
    moved[moved.index(move.start)] = move.end
    moved.sort()
    return tuple(moved)


def _without(squares: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple(square for square in squares if square != gone)


def without(army: Army, gone: int) -> Army:
    """An army without the fighter on a square, if it has one there."""
    return Army(_without(army.musketeers, gone), _without(army.soldiers, gone))


def far_soldiers(player: int, army: Army) -> list[int]:
    """The soldiers that have reached the far zone, from file a to q."""
    return [square for square in army.soldiers if rank_of(square) == FAR_RANK[player]]


def trade_squares(player: int, armies: Armies) -> list[int]:
    """Where a lost musketeer may come back for soldiers in the far zone; none if there is no trade."""
    if len(armies[player].musketeers) == MUSKETEERS or len(far_soldiers(player, armies[player])) < PRICE:
        return []
    occupied = armies[WHITE].squares | armies[BLACK].squares
    return [square for square in zone_squares(OWN_RANK[player]) if not occupied & BITS[square]]


def returned(player: int, armies: Armies, square: int) -> Armies:
    """The armies with a lost musketeer back on a square, not yet paid for."""
    musketeers, soldiers = armies[player]
    return _with(player, armies, Army(tuple(sorted((*musketeers, square))), soldiers))


def paid(player: int, armies: Armies, leaving: Iterable[int]) -> Armies:
    """The armies without the soldiers that pay for a trade."""
    musketeers, soldiers = armies[player]
    for square in leaving:
        soldiers = _without(soldiers, square)
    return _with(player, armies, Army(musketeers, soldiers))


def _with(player: int, armies: Armies, army: Army) -> Armies:
    return (army, armies[BLACK]) if player == WHITE else (armies[WHITE], army)


def mobile(player: int, armies: Armies) -> bool:
    """Whether any throw at all would give a move.

    Only green 1 is tried: a line that can be played with more can be played with 1, for its first square is
    then empty or holds an enemy who may be captured. Retreats need no look of their own: whoever can go back
    can come forward again over the same squares.
    """
    enemies = armies[1 - player].squares
    occupied = armies[player].squares | enemies
    blocking = occupied & ~(enemies & ~ZONES)
    for squares, musketeer in (armies[player].musketeers, True), (armies[player].soldiers, False):
        reds = red_lines(player, musketeer)
        greens = green_lines(player, musketeer)
        for start in squares:
            others = occupied ^ BITS[start]
            blocked = blocking ^ BITS[start]
            for lines in reds[start]:
                for middle, passed, _ in lines:
                    if others & passed:
                        continue
                    for _, ahead in greens[middle][0]:
                        if not blocked & ahead:
                            return True
    return False
