"""Looking over the board in compiled code: what each throw would allow a player, and how far it is to their Bigboy.

Different ways to the same box are counted apart: here it matters how much there is to do, and whether there is any.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from speelkist.compiled.contract import StateArray
from speelkist.compiled.jit import inline_jit
from speelkist.games.krabcek.boxes import FIRST_INSIDE, GATES
from speelkist.games.krabcek.moves import BIG_STACK, BIGBOY, LITTLE_STACK, MIDDLEMAN, SKINNYBOY, TOWER

from .layout import BOARD, BOXES, HANDS, MOST_NEAR, NEAR, OWNER, PIECE, PLACES, WHITE
from .moves import carriers, is_street, joined, width_needed, width_of

# What is counted for each throw 1..6, in rows of a survey; row 0 holds no throw.
WAYS, TOWERS, BIGS, LITTLES = range(4)  # moves there are, and those that build
COUNTS: Final = 4
ROWS: Final = 7
LONGEST: Final = 6
PASSED: Final = 15  # stands on no box: a walk has been there


@inline_jit
def survey(state: StateArray, player: int, board: StateArray, counts: NDArray[np.int32]) -> None:
    """Count what each of the six throws would allow a player if it were theirs.

    ``board`` is a copy of who stands where; walks leave their marks on it, and take them away again.
    """
    counts[:] = 0
    for gate in range(GATES):
        if state[OWNER + gate] == player and board[gate] == 0:
            board[gate] = PASSED
            for kind in range(3):
                if state[HANDS + 3 * player + kind]:
                    counts[1, WAYS] += 1
                    if kind != BIGBOY:
                        _walk_on(state, player, kind, gate, 1, board, counts)
            board[gate] = 0
    first = PIECE + PLACES * player
    less = WHITE if player else 1
    at = first
    while state[at] >= 0:
        box = int(state[at])
        kind = int(board[box]) - less
        if kind not in (BIGBOY, BIG_STACK):
            _walk_on(state, player, kind, box, 0, board, counts)
        if box < GATES:
            for end in range(GATES):
                if state[OWNER + end] != state[OWNER + box] and board[end] == 0:
                    counts[5, WAYS] += 1
        at += 1
        further = at
        while state[further] >= 0:
            other = int(state[further])
            second = int(board[other]) - less
            if (
                kind != second
                and width_of(state, box) >= width_needed(second)
                and width_of(state, other) >= width_needed(kind)
            ):
                counts[6, WAYS] += 1
            further += 1


@inline_jit
def _walk_on(
    state: StateArray, player: int, kind: int, start: int, gone: int, board: StateArray, counts: NDArray[np.int32]
) -> None:
    """Walk every way until six boxes are gone, and count each box under the number it took. See ``_add_ends``."""
    bases = carriers(kind, player)
    less = WHITE if player else 1
    narrow = kind == SKINNYBOY
    at, steps, place = start, gone, 0
    way, tried = 0, 0
    while True:
        box = int(state[NEAR + MOST_NEAR * at + place]) if place < MOST_NEAR else -1
        place += 1
        if box < 0:
            if steps == gone:
                return
            board[at] = 0
            at, place = way & 127, tried & 7
            way >>= 7
            tried >>= 3
            steps -= 1
        elif narrow or box < FIRST_INSIDE or is_street(state, box):
            if board[box] == 0:
                counts[steps + 1, WAYS] += 1
                if steps + 1 < LONGEST:
                    board[box] = PASSED
                    way = way << 7 | at
                    tried = tried << 3 | place
                    at, place = box, 0
                    steps += 1
            elif bases >> board[box] & 1 and box >= GATES:
                counts[steps + 1, WAYS] += 1
                made = joined(kind, int(board[box]) - less)
                if made == TOWER:
                    counts[steps + 1, TOWERS] += 1
                elif made == BIG_STACK:
                    counts[steps + 1, BIGS] += 1
                elif made == LITTLE_STACK:
                    counts[steps + 1, LITTLES] += 1


@inline_jit
def flood(state: StateArray, start: int, wide: bool, distances: StateArray) -> None:
    """How far every box is from ``start``, in the first half of ``room``: -1 where nothing leads.

    The other half is for the boxes still to be looked at. A taken box is reached, for a piece may come from there, but
    nothing goes through it.
    """
    for box in range(BOXES):
        distances[box] = -1
    distances[start] = 0
    distances[BOXES] = start
    head, tail = 0, 1
    while head < tail:
        at = int(distances[BOXES + head])
        head += 1
        if at == start or state[BOARD + at] == 0:
            for place in range(MOST_NEAR):
                box = int(state[NEAR + MOST_NEAR * at + place])
                if box < 0:
                    break
                if distances[box] < 0 and (not wide or box < FIRST_INSIDE or is_street(state, box)):
                    distances[box] = distances[at] + 1
                    distances[BOXES + tail] = box
                    tail += 1


@inline_jit
def can_step(state: StateArray, box: int, kind: int) -> bool:
    """Whether a piece has an empty box beside it that is wide enough."""
    for place in range(MOST_NEAR):
        other = int(state[NEAR + MOST_NEAR * box + place])
        if other < 0:
            return False
        if state[BOARD + other] == 0 and width_of(state, other) >= width_needed(kind):
            return True
    return False


@inline_jit
def count_near(state: StateArray, box: int, wide: bool, empty: bool) -> int:
    """How many boxes lie beside a box: Streets only if ``wide``, empty ones only if ``empty``."""
    count = 0
    for place in range(MOST_NEAR):
        other = int(state[NEAR + MOST_NEAR * box + place])
        if other < 0:
            break
        if (not wide or is_street(state, other)) and (not empty or state[BOARD + other] == 0):
            count += 1
    return count


@inline_jit
def is_middling(kind: int) -> bool:
    """A Middleman, with or without a Skinnyboy on top."""
    return kind in (MIDDLEMAN, LITTLE_STACK)
