"""The moves with a throw, compiled: which there are, and what they do. ``layout.py`` tells what stands where.

A set of boxes is two 64-bit numbers, ``low`` for the boxes below 64 and ``high`` for the others. Where moves are
listed, ``ids`` gets the id of each, if it is given; ``ids.py`` tells them.
"""

from __future__ import annotations

import numpy as np

from speelkist.compiled.contract import DRAW, PLAYER, REASON, WINNER, Moves, OptionArray, StateArray
from speelkist.compiled.encoding import Ids
from speelkist.compiled.jit import inline_jit
from speelkist.core import CHANCE, OVER
from speelkist.games.krabcek.boxes import FIRST_INSIDE, GATES
from speelkist.games.krabcek.moves import BIG_STACK, BIGBOY, LITTLE_STACK, MIDDLEMAN, SKINNYBOY, TOWER

from .ids import ENTERS, FIRST_SLOTS, FLIES, FLIGHT_ID, PAIR_ID, SLOT_BITS, SLOT_MASK, SWITCHES
from .layout import (
    BOARD,
    BOXES,
    BY_IDLENESS,
    BY_TOWER,
    ENDED,
    ENTER,
    FLY,
    HANDS,
    IDLE,
    MOST_NEAR,
    NEAR,
    OWNER,
    PHASE,
    PIECE,
    PLACES,
    SWITCH,
    THROW,
    THROWING,
    TILE,
    TURN,
    WALK,
    WHITE,
)
from .option_array import IDLE_LIMIT


@inline_jit
def is_street(state: StateArray, box: int) -> bool:
    """Whether a box inside a tile is wide enough for a Middleman; it never is for a Bigboy."""
    return box & 3 == 0 and state[TILE + ((box - FIRST_INSIDE) >> 2)] >= 2


@inline_jit
def width_of(state: StateArray, box: int) -> int:
    """How wide a box is."""
    if box < FIRST_INSIDE:
        return 3
    return 2 if is_street(state, box) else 1


@inline_jit
def width_needed(kind: int) -> int:
    """How wide a box a piece needs."""
    if kind == SKINNYBOY:
        return 1
    return 2 if kind in (MIDDLEMAN, LITTLE_STACK) else 3


@inline_jit
def joined(kind: int, base: int) -> int:
    """What comes of landing a piece on another; -1 if it may not."""
    if kind == SKINNYBOY:
        if base == MIDDLEMAN:
            return LITTLE_STACK
        return TOWER if base == BIG_STACK else -1
    if base != BIGBOY:
        return -1
    if kind == MIDDLEMAN:
        return BIG_STACK
    return TOWER if kind == LITTLE_STACK else -1


@inline_jit
def carriers(kind: int, player: int) -> int:
    """The pieces of a player on which this kind may land, as a set of what stands on a box."""
    if kind == SKINNYBOY:
        kinds = 1 << MIDDLEMAN | 1 << BIG_STACK
    elif kind in (MIDDLEMAN, LITTLE_STACK):
        kinds = 1 << BIGBOY
    else:
        kinds = 0
    return kinds << WHITE if player else kinds << 1


@inline_jit
def within(low: np.uint64, high: np.uint64, box: int) -> bool:
    """Whether a box is in a set."""
    part = low if box < 64 else high
    return bool((part >> np.uint64(box & 63)) & np.uint64(1))


@inline_jit
def bit_of(box: int) -> np.uint64:
    """A box in its half of a set."""
    return np.uint64(1) << np.uint64(box & 63)


@inline_jit
def taken_boxes(state: StateArray) -> tuple[np.uint64, np.uint64]:
    """The set of occupied boxes."""
    low = high = np.uint64(0)
    for first in (PIECE, PIECE + PLACES):
        at = first
        while state[at] >= 0:
            box = int(state[at])
            if box < 64:
                low |= bit_of(box)
            else:
                high |= bit_of(box)
            at += 1
    return low, high


@inline_jit
def _add_ends(
    state: StateArray,
    start: int,
    steps: int,
    narrow: bool,
    bases: int,
    low: np.uint64,
    high: np.uint64,
    seen_low: np.uint64,
    seen_high: np.uint64,
    move: int,
    first_id: int,
    moves: Moves,
    ids: Ids | None,
    count: int,
    enough: int,
) -> tuple[int, np.uint64, np.uint64]:
    """Add ``move`` with every end of a walk of ``steps`` boxes, at least one, if it was not ``seen`` before.

    It stops once there are ``enough``. ``first_id`` is that of the move with box 0 for its end.

    ``low`` and ``high`` are the taken boxes, the start among them; the walk adds the boxes on its way. It goes depth
    first: the way back and the neighbours already tried there are digits of one number each, the latest ones lowest.
    """
    at, left, place = start, steps, 0
    way, tried = 0, 0
    while True:
        box = int(state[NEAR + MOST_NEAR * at + place]) if place < MOST_NEAR else -1
        place += 1
        if box < 0:  # all neighbours have been tried: go back
            if left == steps:
                return count, seen_low, seen_high
            if at < 64:
                low ^= bit_of(at)
            else:
                high ^= bit_of(at)
            at, place = way & 127, tried & 7
            way >>= 7
            tried >>= 3
            left += 1
        elif narrow or box < FIRST_INSIDE or is_street(state, box):
            if left > 1:
                if not within(low, high, box):
                    if box < 64:
                        low ^= bit_of(box)
                    else:
                        high ^= bit_of(box)
                    way = way << 7 | at
                    tried = tried << 3 | place
                    at, place = box, 0
                    left -= 1
            elif not within(seen_low, seen_high, box):
                free = not within(low, high, box)
                if free or (box >= GATES and bases >> state[BOARD + box] & 1):
                    if box < 64:
                        seen_low |= bit_of(box)
                    else:
                        seen_high |= bit_of(box)
                    moves[count] = move | box
                    if ids is not None:
                        ids[count] = first_id + box
                    count += 1
                    if count >= enough:
                        return count, seen_low, seen_high


@inline_jit
def next_slot(slots: int, kind: int) -> tuple[int, int]:
    """The slot of the next piece, in order of boxes, and the slots that come after it; see FIRST_SLOTS."""
    return slots >> SLOT_BITS * kind & SLOT_MASK, slots + (1 << SLOT_BITS * kind)


@inline_jit
def list_moves(state: StateArray, turn: int, number: int, moves: Moves, ids: Ids | None, enough: int) -> int:
    """What a player may do with a throw; it looks no further once it has found ``enough``."""
    low, high = taken_boxes(state)
    none = np.uint64(0)
    count = 0
    for kind in range(3):
        if state[HANDS + 3 * turn + kind] and (kind != BIGBOY or number == 1):
            seen_low, seen_high = none, none
            bases = carriers(kind, turn)
            for gate in range(GATES):
                if state[OWNER + gate] == turn and state[BOARD + gate] == 0:
                    move, first_id = ENTER << 14 | (GATES * kind + gate) << 7, ENTERS + BOXES * kind
                    if number == 1:
                        moves[count] = move | gate
                        if ids is not None:
                            ids[count] = first_id + gate
                        count += 1
                    else:
                        count, seen_low, seen_high = _add_ends(
                            state,
                            gate,
                            number - 1,
                            kind == SKINNYBOY,
                            bases,
                            low | bit_of(gate),
                            high,
                            seen_low,
                            seen_high,
                            move,
                            first_id,
                            moves,
                            ids,
                            count,
                            enough,
                        )
            if count >= enough:
                return count
    first = PIECE + PLACES * turn
    at, slots = first, FIRST_SLOTS
    while state[at] >= 0:
        box = int(state[at])
        kind = int(state[BOARD + box]) - (WHITE if turn else 1)
        slot, slots = next_slot(slots, kind)
        if kind not in (BIGBOY, BIG_STACK):  # no two Avenues touch
            count, _, _ = _add_ends(
                state,
                box,
                number,
                kind == SKINNYBOY,
                carriers(kind, turn),
                low,
                high,
                none,
                none,
                WALK << 14 | box << 7,
                slot * BOXES,
                moves,
                ids,
                count,
                enough,
            )
            if count >= enough:
                return count
        at += 1
    if number == 6:
        return _add_switches(state, first, moves, ids, count)
    if number == 5:
        return _add_flights(state, first, moves, ids, count)
    return count


@inline_jit
def _add_switches(state: StateArray, first: int, moves: Moves, ids: Ids | None, count: int) -> int:
    less = 1 if first == PIECE else WHITE
    at, slots = first, FIRST_SLOTS
    while state[at] >= 0:
        box = int(state[at])
        kind = int(state[BOARD + box]) - less
        slot, slots = next_slot(slots, kind)
        at += 1
        further, slots_further = at, slots
        while state[further] >= 0:
            partner = int(state[further])
            second = int(state[BOARD + partner]) - less
            slot_further, slots_further = next_slot(slots_further, second)
            if (
                kind != second
                and width_of(state, box) >= width_needed(second)
                and width_of(state, partner) >= width_needed(kind)
            ):
                moves[count] = SWITCH << 14 | box << 7 | partner
                if ids is not None:
                    ids[count] = SWITCHES + PAIR_ID[slot, slot_further]
                count += 1
            further += 1
    return count


@inline_jit
def _add_flights(state: StateArray, first: int, moves: Moves, ids: Ids | None, count: int) -> int:
    at = first
    while 0 <= state[at] < GATES:  # gates are the lowest boxes, so these pieces come first
        gate = int(state[at])
        for end in range(GATES):
            if state[OWNER + end] != state[OWNER + gate] and state[BOARD + end] == 0:
                moves[count] = FLY << 14 | gate << 7 | end
                if ids is not None:
                    ids[count] = FLIES + FLIGHT_ID[gate, end]
                count += 1
        at += 1
    return count


@inline_jit
def _lift(state: StateArray, turn: int, box: int) -> None:
    """Take a piece off its box."""
    state[BOARD + box] = 0
    at = PIECE + PLACES * turn
    while state[at] != box:
        at += 1
    while state[at] >= 0:
        state[at] = state[at + 1]
        at += 1


@inline_jit
def _put(state: StateArray, turn: int, box: int, kind: int) -> None:
    """Put a piece on an empty box."""
    state[BOARD + box] = kind + (WHITE if turn else 1)
    at = PIECE + PLACES * turn
    while 0 <= state[at] < box:
        at += 1
    kept = box
    while kept >= 0:
        further = int(state[at])
        state[at] = kept
        kept = further
        at += 1


@inline_jit
def play_move(options: OptionArray, state: StateArray, move: int) -> None:
    """Play a move with the throw."""
    turn = int(state[TURN])
    what, start, end = move >> 14, move >> 7 & 127, move & 127
    less = WHITE if turn else 1
    made = -1
    state[IDLE] += 1
    if what == SWITCH:
        kept = state[BOARD + start]
        state[BOARD + start] = state[BOARD + end]
        state[BOARD + end] = kept
    else:
        if what == ENTER:
            kind = start >> 3
            state[HANDS + 3 * turn + kind] -= 1
            state[IDLE] = 0
        else:
            kind = int(state[BOARD + start]) - less
            _lift(state, turn, start)
        if state[BOARD + end]:
            made = joined(kind, int(state[BOARD + end]) - less)
            state[BOARD + end] = made + less
            state[IDLE] = 0
        else:
            _put(state, turn, end, kind)
    state[THROW] = 0
    if made == TOWER or state[IDLE] == options[IDLE_LIMIT]:
        state[PLAYER] = OVER
        state[PHASE] = ENDED
        state[TURN] = -1
        state[WINNER] = turn if made == TOWER else DRAW
        state[REASON] = BY_TOWER if made == TOWER else BY_IDLENESS
    else:
        state[PLAYER] = CHANCE
        state[PHASE] = THROWING
        state[TURN] = 1 - turn
