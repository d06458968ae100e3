"""The transposition table of alpha-beta, the values it holds, and the frames of the stack that they come from."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from speelkist.compiled.contract import StateArray
from speelkist.compiled.jit import inline_jit

IntArray: TypeAlias = NDArray[np.int64]

ESTIMATE = 1_000_000
WIN = 2_000_000
PROVEN = WIN - 1000  # nothing below it is a proof
INFINITE = 4_000_000

# A frame of the stack: what is kept of each state on the way down, beside its moves.
DEPTH, ALPHA, BETA, FIRST_ALPHA, BEST, BEST_MOVE, COUNT, NEXT, STAGE, KEY, KILLER, OTHER_KILLER, ORDERED = range(13)
FRAME = 13

# An entry of the transposition table.
TT_KEY, TT_VALUE, TT_DEPTH, TT_BOUND, TT_MOVE = range(5)
TT_ENTRY = 5
EXACT, LOWER_BOUND, UPPER_BOUND = range(3)


@inline_jit
def hash_state(state: StateArray) -> int:
    """A 64-bit hash of a state; never 0, which marks an empty entry of the transposition table."""
    hashed = np.uint64(0x9E3779B97F4A7C15)
    for at in range(len(state)):
        hashed = (hashed ^ np.uint64(state[at] & 0xFFFF)) * np.uint64(0xD1342543DE82EF95)
        hashed ^= hashed >> np.uint64(32)
    return np.int64(hashed | np.uint64(1))  # type: ignore[return-value]


@inline_jit
def _tt_index(key: int, tt: IntArray) -> int:
    return (key >> 1) & (len(tt) - 1)


@inline_jit
def store_tt(tt: IntArray, frame: IntArray, level: int) -> None:
    """Store what is known of a state; a proof is stored as the distance from this state, not from the root."""
    value = frame[BEST]
    entry = tt[_tt_index(frame[KEY], tt)]
    if entry[TT_KEY] == frame[KEY] and entry[TT_DEPTH] > frame[DEPTH]:
        return
    entry[TT_KEY] = frame[KEY]
    entry[TT_DEPTH] = frame[DEPTH]
    entry[TT_MOVE] = frame[BEST_MOVE]
    entry[TT_BOUND] = LOWER_BOUND if value >= frame[BETA] else UPPER_BOUND if value <= frame[FIRST_ALPHA] else EXACT
    if value >= PROVEN:
        value += level
    elif value <= -PROVEN:
        value -= level
    entry[TT_VALUE] = value


@inline_jit
def probe_tt(tt: IntArray, frame: IntArray, level: int) -> int:
    """Look a state up: its best move or -1. If the stored value decides this window, BEST gets it and COUNT is 0."""
    frame[COUNT] = 1
    entry = tt[_tt_index(frame[KEY], tt)]
    if entry[TT_KEY] != frame[KEY]:
        return -1
    if entry[TT_DEPTH] >= frame[DEPTH]:
        value = entry[TT_VALUE]
        if value >= PROVEN:
            value -= level
        elif value <= -PROVEN:
            value += level
        bound = entry[TT_BOUND]
        if (
            bound == EXACT
            or (bound == LOWER_BOUND and value >= frame[BETA])
            or (bound == UPPER_BOUND and value <= frame[ALPHA])
        ):
            frame[BEST] = value
            frame[COUNT] = 0
    return entry[TT_MOVE]  # type: ignore[no-any-return]
