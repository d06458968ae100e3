"""A position of Kris-kras as numbers, and the lines of bits that tell how far every way is free, for compiled code.

A state holds nothing but the squares of the fighters, so it is small to copy. To find moves, four families of
lines are laid over the board (ranks, files, and both diagonals); each line is one number with a bit for every
fighter on it and walls of bits around it. Six bits of it, looked up in a table, give the nearest thing ahead.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from speelkist.compiled.contract import SHARED, StateArray
from speelkist.compiled.jit import inline_jit
from speelkist.games.kriskras.board import FAR_RANK, MUSKETEERS, OWN_RANK, SIZE, SOLDIERS, SQUARES

LOTS_PHASE, TRADE_PHASE, PAY_PHASE, THROW_PHASE, MOVE_PHASE, OVER_PHASE = range(6)  # as in position.PHASES

# A state. Of each army the musketeers, then the soldiers, each in order of squares; who is lost stands NOWHERE.
PHASE = SHARED
TURN = SHARED + 1
RED = SHARED + 2  # 0 before the throw
GREEN = SHARED + 3
IDLE = SHARED + 4
OWES = SHARED + 5  # how many soldiers are still to be named for a trade
ARMIES = SHARED + 6
FIGHTERS = MUSKETEERS + SOLDIERS
STATE_SIZE = ARMIES + 2 * FIGHTERS
NOWHERE = SQUARES

# A move's number: what chance gives, the square of a trade or a payment, GOES or ENDS (no trade), LAPSES, or a walk's
# three squares.
GOES, ENDS = SQUARES, SQUARES + 1
LAPSES = 0
MIDDLE_SHIFT, END_SHIFT, TAKES_SHIFT = 9, 18, 27
SQUARE_MASK = 511
MOST_MOVES = MUSKETEERS * 18 + SOLDIERS * 4  # five red ways by three green and three retreats; three and one

Lines: TypeAlias = NDArray[np.int32]

# The families of lines: ranks, files, diagonals up to q, diagonals up to a. A direction is 2 * family + sense;
# sense 1 goes to q on a rank and up on all others.
LINES = 2 * SIZE + 2 * (2 * SIZE - 1)
EDGE = 6  # bits of wall before and after a line, as far as a die reaches
STEPS = np.array([-1, 1, -SIZE, SIZE, -SIZE - 1, SIZE + 1, 1 - SIZE, SIZE - 1])
REDS = np.array([[0, 1, 2, 4, 6], [0, 1, 3, 5, 7]])  # by player: to a, to q, back, and both diagonals back
GREENS = np.array([[3, 5, 7], [2, 4, 6]])  # straight forward, and both diagonals
RANKS = np.array([square // SIZE for square in range(SQUARES + 1)])  # NOWHERE has a rank of its own


def _line_tables() -> tuple[NDArray[np.uint8], NDArray[np.uint8], Lines]:
    """Which line a square lies on, in each family; where on it, edge included; and the walls of all lines.

    Small numbers without a sign: they fit the nearest cache, and compiled code need not ask whether they are negative.
    NOWHERE lies on a line of its own, which has no gap.
    """
    line_of, place_of = np.full((SQUARES + 1, 4), LINES, np.uint8), np.zeros((SQUARES + 1, 4), np.uint8)
    walls = np.full(LINES + 1, (1 << (SIZE + 2 * EDGE)) - 1, np.int32)
    for square in range(SQUARES):
        file, rank = square % SIZE, square // SIZE
        line_of[square] = rank, SIZE + file, 3 * SIZE - 1 + file - rank, 4 * SIZE - 1 + file + rank
        place_of[square] = np.array([file, rank, rank, rank]) + EDGE
        for family in range(4):
            walls[line_of[square, family]] &= ~(1 << int(place_of[square, family]))
    return line_of, place_of, walls


LINE_OF, PLACE_OF, WALLS = _line_tables()
# By sense and the six bits ahead: the distance of the nearest one, 7 if there is none.
NEAREST = np.array(
    [
        [next((far for far in range(1, 7) if bits >> (6 - far) & 1), 7) for bits in range(64)],
        [next((far for far in range(1, 7) if bits >> (far - 1) & 1), 7) for bits in range(64)],
    ]
)
FAR_RANKS = np.array(FAR_RANK)
OWN_RANKS = np.array(OWN_RANK)


@inline_jit
def wide(number: np.integer[Any]) -> int:
    """A number out of an array, made as wide as the others, so that nothing is compiled once for each width."""
    return np.int64(number)  # type: ignore[return-value]


@inline_jit
def start_of(move: int) -> int:
    """Where a walk begins."""
    return move & SQUARE_MASK


@inline_jit
def middle_of(move: int) -> int:
    """Where a walk turns from red to green; a retreat ends there."""
    return (move >> MIDDLE_SHIFT) & SQUARE_MASK


@inline_jit
def end_of(move: int) -> int:
    """Where a walk ends."""
    return (move >> END_SHIFT) & SQUARE_MASK


@inline_jit
def takes(move: int) -> bool:
    """Whether a walk captures."""
    return (move >> TAKES_SHIFT) != 0


@inline_jit
def stand(lines: Lines, player: int, square: int) -> None:
    """Put a fighter on its lines, or take it off. After all lines come those of white's and of black's who can be
    captured: a zone protects."""
    for family in range(4):
        lines[LINE_OF[square, family]] ^= np.int32(1 << wide(PLACE_OF[square, family]))
    _expose(lines, player, square)


@inline_jit
def _expose(lines: Lines, player: int, square: int) -> None:
    """Put a fighter on the lines of those who can be captured, if it can, or take it off."""
    if 0 < RANKS[square] < SIZE - 1:
        of_player = LINES * (1 + player)
        for family in range(1, 4):
            lines[of_player + wide(LINE_OF[square, family])] ^= np.int32(1 << wide(PLACE_OF[square, family]))


@inline_jit
def lay_lines(state: StateArray) -> Lines:
    """The lines of a position."""
    lines = np.zeros(3 * LINES, np.int32)
    lines[:LINES] = WALLS[:LINES]
    for place in range(2 * FIGHTERS):
        square = wide(state[ARMIES + place])
        if square != NOWHERE:
            stand(lines, place // FIGHTERS, square)
    return lines


@inline_jit
def nearest(lines: Lines, square: int, direction: int) -> int:
    """How far away the nearest fighter or wall stands in a direction, 1 to 6; 7 if none is in reach."""
    family, sense = direction >> 1, direction & 1
    shift = wide(PLACE_OF[square, family]) + (1 if sense else -EDGE)
    return NEAREST[sense, (wide(lines[LINE_OF[square, family]]) >> shift) & 63]  # type: ignore[no-any-return]


@inline_jit
def can_capture(lines: Lines, player: int, square: int, direction: int, distance: int) -> bool:
    """Whether the nearest one in a direction, at that distance, is an enemy outside the zones."""
    family, sense = direction >> 1, direction & 1
    place = wide(PLACE_OF[square, family]) + (distance if sense else -distance)
    enemies = LINES * (2 - player)
    return ((wide(lines[enemies + LINE_OF[square, family]]) >> place) & 1) != 0


@inline_jit
def green_squares(lines: Lines, player: int, middle: int, direction: int, green: int) -> int:
    """How many squares green goes from the end of red, its sign telling of a capture; 0 if it is unplayable."""
    met = nearest(lines, middle, direction)
    if met > green:
        return green
    return -met if can_capture(lines, player, middle, direction, met) else 0


@inline_jit
def _can_move(lines: Lines, player: int, start: int, musketeer: bool) -> bool:
    """Whether a fighter could play any throw at all. Green 1 is enough to try, as in ``legal.mobile``."""
    if RANKS[start] == FAR_RANKS[player]:
        return False
    can_move = False
    stand(lines, player, start)
    for way in range(5 if musketeer else 3):
        back = REDS[player, way]
        for red in range(1, nearest(lines, start, back)):
            middle = start + red * STEPS[back]
            for ahead in range(3 if musketeer else 1):
                if green_squares(lines, player, middle, GREENS[player, ahead], 1) != 0:
                    can_move = True
                    break
            if can_move:
                break
        if can_move:
            break
    stand(lines, player, start)
    return can_move


@inline_jit
def mobile(state: StateArray, player: int) -> bool:
    """Whether any throw at all would give a move."""
    lines = lay_lines(state)
    army = ARMIES + FIGHTERS * player
    for place in range(FIGHTERS):
        square = wide(state[army + place])
        if square != NOWHERE and _can_move(lines, player, square, place < MUSKETEERS):
            return True
    return False
