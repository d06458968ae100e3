"""Sets of squares for compiled code: board.py's whole number of 110 bits, cut in two halves of 55.

A half is five ranks of eleven bits (the eleventh column does not exist), so it fits a signed 64-bit number with room
to spare: nothing here needs unsigned numbers, and the same source also runs on Python's own. A place is the number
of a bit in the whole, 0 (a1) to 108 (j10).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from speelkist.compiled.contract import OptionArray
from speelkist.compiled.jit import inline_jit
from speelkist.games.knopf.board import LINES, ROW, SIZE, SQUARES

HALF = ROW * SIZE // 2
PLACES = ROW * SIZE
BOARD = sum(square for square in SQUARES if square < 1 << HALF)  # the squares of either half
RANKS = SIZE // 2  # in a half
RANK = (1 << SIZE) - 1

HOLES = 4  # options[HOLES + place]: the buttonholes under a place


def halves(mask: int) -> tuple[int, int]:
    """A set of squares of board.py in its two halves."""
    return mask & (1 << HALF) - 1, mask >> HALF


def joined(low: int, high: int) -> int:
    """And back."""
    return int(low) | int(high) << HALF


def _walk(place: int, way: int, most: int) -> list[int]:
    path = []
    for _ in range(most):
        place += way
        if place not in _ON_BOARD:
            break
        path.append(place)
    return path


def _mask(places: list[int]) -> tuple[int, int]:
    return halves(sum(1 << place for place in places))


_ON_BOARD = {square.bit_length() - 1 for square in SQUARES}
# AHEAD[line, place]: all squares from a place along a line, towards higher numbers; BACKWARD: towards lower ones.
AHEAD = np.zeros((len(LINES), PLACES, 2), np.int64)
BACKWARD = np.zeros((len(LINES), PLACES, 2), np.int64)
# ENDS[holes, place]: where a button on that many holes may land if it is empty there.
ENDS = np.zeros((5, PLACES, 2), np.int64)
for _place in _ON_BOARD:
    for _number, _line in enumerate(LINES):
        AHEAD[_number, _place] = _mask(_walk(_place, _line, SIZE))
        BACKWARD[_number, _place] = _mask(_walk(_place, -_line, SIZE))
    for _holes in (1, 2, 3, 4):
        _paths = [_walk(_place, way, _holes) for line in LINES for way in (line, -line)]
        _first = 0 if _holes == 4 else _holes - 1  # fewer than four let it stop at the full distance only
        ENDS[_holes, _place] = _mask([place for path in _paths for place in path[_first:]])


def popcount(half: int) -> int:
    """How many squares a half has."""
    return int(half).bit_count()


def lowest(half: int) -> int:
    """The place of the first square of a half that has one."""
    return (int(half) & -int(half)).bit_length() - 1


def highest(half: int) -> int:
    """The place of the last square of a half that has one."""
    return int(half).bit_length() - 1


def _one_instruction(plain: Callable[[int], int], build: Callable[[Any, Any], Any]) -> None:
    """Let compiled code use the processor's own instruction instead of ``plain``."""

    def typed(_context: Any, half: Any) -> Any:
        def generate(_codes: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return build(builder, arguments[0])

        return types.int64(types.int64), generate

    instruction = cast("Any", intrinsic(typed))
    overload(plain)(lambda half: lambda half: instruction(np.int64(half)))


_one_instruction(popcount, lambda builder, half: builder.ctpop(half))
_one_instruction(lowest, lambda builder, half: builder.cttz(half, _never_zero(builder)))
_one_instruction(highest, lambda builder, half: builder.sub(half.type(63), builder.ctlz(half, _never_zero(builder))))


def _never_zero(_builder: Any) -> Any:
    from llvmlite import ir

    return ir.Constant(ir.IntType(1), 1)


@inline_jit
def pop_lowest(low: int, high: int) -> tuple[int, int, int]:
    """The first place of a set that has one, and the set without it."""
    if low:
        return lowest(low), low & (low - 1), high
    return HALF + lowest(high), low, high & (high - 1)


@inline_jit
def has(low: int, high: int, place: int) -> bool:
    """Whether a place is in a set."""
    return (low >> place if place < HALF else high >> (place - HALF)) & 1 != 0


@inline_jit
def raised(low: int, high: int, step: int) -> tuple[int, int]:
    """A set moved towards higher places; what falls off the board is gone."""
    return low << step & BOARD, (high << step | low >> (HALF - step)) & BOARD


@inline_jit
def lowered(low: int, high: int, step: int) -> tuple[int, int]:
    """A set moved towards lower places."""
    return (low >> step | high << (HALF - step)) & BOARD, high >> step & BOARD


@inline_jit
def flipped(low: int, high: int, place: int) -> tuple[int, int]:
    """A set with one place put in or taken out."""
    return (low ^ 1 << place, high) if place < HALF else (low, high ^ 1 << (place - HALF))


@inline_jit
def beside(low: int, high: int) -> tuple[int, int]:
    """All squares that touch a square of the set by side or corner."""
    sides_low = (low << 1 | low >> 1) & BOARD
    sides_high = (high << 1 | high >> 1) & BOARD
    row_low, row_high = sides_low | low, sides_high | high
    above_low, above_high = raised(row_low, row_high, ROW)
    below_low, below_high = lowered(row_low, row_high, ROW)
    return sides_low | above_low | below_low, sides_high | above_high | below_high


@inline_jit
def touched(low: int, high: int) -> tuple[int, int, int, int, int, int]:
    """The squares that one button or more touch, those that two or more do, and those that three or more do."""
    once_low = once_high = twice_low = twice_high = thrice_low = thrice_high = 0
    for step in LINES:
        for upwards in (True, False):
            moved_low, moved_high = raised(low, high, step) if upwards else lowered(low, high, step)
            thrice_low |= twice_low & moved_low
            thrice_high |= twice_high & moved_high
            twice_low |= once_low & moved_low
            twice_high |= once_high & moved_high
            once_low |= moved_low
            once_high |= moved_high
    return once_low, once_high, twice_low, twice_high, thrice_low, thrice_high


@inline_jit
def spread(low: int, high: int, within_low: int, within_high: int) -> tuple[int, int]:
    """A set with all that hangs together with it inside another set."""
    while True:
        more_low, more_high = beside(low, high)
        more_low = (more_low & within_low) | low
        more_high = (more_high & within_high) | high
        if more_low == low and more_high == high:
            return low, high
        low, high = more_low, more_high


@inline_jit
def grouped(low: int, high: int) -> tuple[int, int]:
    """The buttons that stand in groups of three or more, all groups together."""
    _, _, twice_low, twice_high, _, _ = touched(low, high)
    core_low, core_high = low & twice_low, high & twice_high  # every group has a button that touches two others
    if core_low | core_high == 0:
        return 0, 0
    return spread(core_low, core_high, low, high)


@inline_jit
def grouping(low: int, high: int) -> tuple[int, int]:
    """Where one more button would make a group of three or more; the set itself must have none."""
    once_low, once_high, twice_low, twice_high, _, _ = touched(low, high)
    near_low, near_high = beside(low & once_low, high & once_high)
    return twice_low | near_low, twice_high | near_high


@inline_jit
def first_group(due_low: int, due_high: int) -> tuple[int, int]:
    """Of groups that do not touch the one to be fined first: the largest, among equals that with the lowest square."""
    best_low = best_high = best = 0
    while due_low | due_high:
        if due_low:
            low, high = spread(due_low & -due_low, 0, due_low, due_high)
        else:
            low, high = spread(0, due_high & -due_high, due_low, due_high)
        size = popcount(low) + popcount(high)
        if size > best:
            best_low, best_high, best = low, high, size
        due_low ^= low
        due_high ^= high
    return best_low, best_high


@inline_jit
def aimed(options: OptionArray, line: int, place: int, full_low: int, full_high: int) -> tuple[int, int]:
    """The first button within reach either side of the pair whose lower square is ``place``, own or enemy."""
    step = LINES[line]
    far = step * int(options[HOLES + place] + options[HOLES + place + step])
    found_low = found_high = 0
    low = int(AHEAD[line, place + step, 0]) & full_low
    high = int(AHEAD[line, place + step, 1]) & full_high
    if low:
        if lowest(low) - place - step <= far:
            found_low = low & -low
    elif high and HALF + lowest(high) - place - step <= far:
        found_high = high & -high
    low = int(BACKWARD[line, place, 0]) & full_low
    high = int(BACKWARD[line, place, 1]) & full_high
    if high:
        last = highest(high)
        if place - HALF - last <= far:
            found_high |= 1 << last
    elif low:
        last = highest(low)
        if place - last <= far:
            found_low |= 1 << last
    return found_low, found_high


@inline_jit
def threatened(options: OptionArray, own_low: int, own_high: int, foe_low: int, foe_high: int) -> tuple[int, int]:
    """The enemy buttons that the pairs of ``own`` threaten."""
    full_low, full_high = own_low | foe_low, own_high | foe_high
    found_low = found_high = 0
    for line in range(4):
        next_low, next_high = lowered(own_low, own_high, LINES[line])
        pairs = own_low & next_low
        while pairs:
            low, high = aimed(options, line, lowest(pairs), full_low, full_high)
            found_low |= low
            found_high |= high
            pairs &= pairs - 1
        pairs = own_high & next_high
        while pairs:
            low, high = aimed(options, line, HALF + lowest(pairs), full_low, full_high)
            found_low |= low
            found_high |= high
            pairs &= pairs - 1
    return found_low & foe_low, found_high & foe_high
