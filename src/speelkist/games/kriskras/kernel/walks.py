"""All walks of Kris-kras with a throw, for compiled code.

What a walk meets is hard to foretell for the processor, which loses more time with each wrong guess than the
arithmetic takes. So a walk is written down in any case, and counted only if it can be played; the next one then takes
its place. First come the reds that can be played, then the greens of each.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from speelkist.compiled.contract import Moves, StateArray
from speelkist.compiled.encoding import Ids
from speelkist.compiled.jit import inline_jit
from speelkist.compiled.memory import scratch
from speelkist.games.kriskras.board import MUSKETEERS, SIZE, SOLDIERS, SQUARES

from .rays import (
    ARMIES,
    EDGE,
    END_SHIFT,
    FAR_RANKS,
    FIGHTERS,
    GREEN,
    GREENS,
    LAPSES,
    LINE_OF,
    LINES,
    MIDDLE_SHIFT,
    NEAREST,
    NOWHERE,
    OWN_RANKS,
    PLACE_OF,
    RANKS,
    RED,
    REDS,
    STEPS,
    TAKES_SHIFT,
    TURN,
    WALLS,
    Lines,
    middle_of,
    start_of,
    wide,
)

# A way: WAYS_OF_ONE x where a walk starts + 4 x the number of its red + that of its green, or RETREATS; then LAPSING.
RETREATS: Final = 3
WAYS_OF_ONE: Final = 20
LAPSING: Final = WAYS_OF_ONE * SQUARES
REDS_OF_MUSKETEERS, REDS_OF_SOLDIERS = 5, 3
GREENS_OF_MUSKETEERS, GREENS_OF_SOLDIERS = 3, 1
FIRST_BACK: Final = 2  # the reds from this one on lead back

# Who can be captured, as bits: words of 32 for ranks of 18, whose last bit is nobody's; before and after them one more
# rank, so that a bit off the edge of the board is nobody's either.
WIDTH: Final = SIZE + 1
WORD: Final = 32
BIT_OF = np.array([WIDTH * (square // SIZE + 1) + square % SIZE + 1 for square in range(SQUARES + 1)], np.int64)
BIT_STEPS = np.array([-1, 1, -WIDTH, WIDTH, -WIDTH - 1, WIDTH + 1, 1 - WIDTH, WIDTH - 1])

_lines = scratch(LINES + 1, np.int32)
_targets = scratch((WIDTH * (SIZE + 2) + 1) // WORD + 1, np.int64)
_reds = scratch(MUSKETEERS * REDS_OF_MUSKETEERS + SOLDIERS * REDS_OF_SOLDIERS, np.int64)


@inline_jit
def list_moves(state: StateArray, moves: Moves, ways: Ids | None) -> int:
    """What may be done with the throw that lies there: all walks, and the lapse unless one of them is a full move.

    ``ways``, if it is given, gets the way of each.
    """
    lines, targets, reds = _lines(), _targets(), _reds()
    player = wide(state[TURN])
    _lay_lines(state, lines)
    _lay_targets(state, 1 - player, targets)
    army = ARMIES + FIGHTERS * player
    by_musketeers = _list_reds(lines, state, army, MUSKETEERS, REDS_OF_MUSKETEERS, reds, 0)
    last = _list_reds(lines, state, army + MUSKETEERS, SOLDIERS, REDS_OF_SOLDIERS, reds, by_musketeers)
    count, full = _add_walks(lines, targets, state, GREENS_OF_MUSKETEERS, reds, 0, by_musketeers, moves, ways, 0)
    count, more = _add_walks(lines, targets, state, GREENS_OF_SOLDIERS, reds, by_musketeers, last, moves, ways, count)
    if full + more:
        return count
    moves[count] = LAPSES
    if ways is not None:
        ways[count] = LAPSING
    return count + 1


@inline_jit
def _lay_lines(state: StateArray, lines: Lines) -> None:
    """A bit for every fighter on its four lines. Those who are lost are on a line that nobody looks at."""
    for line in range(LINES + 1):
        lines[line] = WALLS[line]
    for place in range(2 * FIGHTERS):
        square = np.uint64(state[ARMIES + place])
        for family in range(4):
            lines[LINE_OF[square, family]] |= np.int32(1 << wide(PLACE_OF[square, family]))


@inline_jit
def _lay_targets(state: StateArray, player: int, targets: NDArray[np.int64]) -> None:
    """A bit for every fighter of a player who can be captured: a zone protects."""
    for word in range(len(targets)):
        targets[word] = 0
    army = ARMIES + FIGHTERS * player
    for place in range(army, army + FIGHTERS):
        square = np.uint64(state[place])
        bit = BIT_OF[square]
        targets[bit // WORD] |= wide(0 < RANKS[square] < SIZE - 1) << bit % WORD


@inline_jit
def _list_reds(
    lines: Lines, state: StateArray, first: int, fighters: int, ways: int, reds: NDArray[np.int64], count: int
) -> int:
    """Write where red may lead some fighters, as a walk without an end and above it the red; gives the new count."""
    player, red = wide(state[TURN]), wide(state[RED])
    far, reach = FAR_RANKS[player], (1 << red) - 1
    for place in range(first, first + fighters):
        start = wide(state[place])
        if start == NOWHERE or RANKS[start] == far:
            continue
        for way in range(ways):
            back = REDS[player, way]
            family, sense = back >> 1, back & 1
            shift = wide(PLACE_OF[start, family]) + (1 if sense else -red)
            reds[count] = start + ((start + red * STEPS[back]) << MIDDLE_SHIFT) + (way << END_SHIFT)
            count += wide(lines[LINE_OF[start, family]]) >> shift & reach == 0
    return count


@inline_jit
def _add_walks(
    lines: Lines,
    targets: NDArray[np.int64],
    state: StateArray,
    greens: int,
    reds: NDArray[np.int64],
    first: int,
    last: int,
    moves: Moves,
    ways: Ids | None,
    count: int,
) -> tuple[int, int]:
    """Write all walks with some reds; gives the new count, and how many of them are full moves."""
    player, green = wide(state[TURN]), wide(state[GREEN])
    own, full = OWN_RANKS[player], 0
    for number in range(first, last):
        start, middle, red = start_of(reds[number]), middle_of(reds[number]), reds[number] >> END_SHIFT
        code = start + (middle << MIDDLE_SHIFT)
        if red >= FIRST_BACK and RANKS[middle] == own and RANKS[start] != own:
            moves[count] = code + (middle << END_SHIFT)
            if ways is not None:
                ways[count] = WAYS_OF_ONE * start + 4 * red + RETREATS
            count += 1
        back = REDS[player, red]
        for ahead in range(greens):
            forward = GREENS[player, ahead]
            family, sense = forward >> 1, forward & 1
            # coming back over the square that it leaves, a fighter finds it empty
            line = wide(lines[LINE_OF[middle, family]]) ^ wide(back ^ forward == 1) << wide(PLACE_OF[start, family])
            met = NEAREST[sense, line >> wide(PLACE_OF[middle, family]) + (1 if sense else -EDGE) & 63]
            squares = min(met, green)
            bit = BIT_OF[middle] + squares * BIT_STEPS[forward]
            takes = targets[bit // WORD] >> bit % WORD & 1  # whoever is met is the first: beyond them nobody is
            plays = takes | wide(met > green)
            moves[count] = code + ((middle + squares * STEPS[forward]) << END_SHIFT) + (takes << TAKES_SHIFT)
            if ways is not None:
                ways[count] = WAYS_OF_ONE * start + 4 * red + ahead
            count += plays
            full += plays
    return count, full
