"""The compiled part of alpha-beta: its stack, the transposition table, reductions; alphabeta.py explains it."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from speelkist.compiled.contract import (
    APPLY,
    EVALUATE,
    LEGAL,
    OPTIONS_TYPE,
    PLAYER,
    STATE_TYPE,
    WEIGHTS_TYPE,
    WINNER,
    Moves,
    OptionArray,
    StateArray,
    Weights,
)
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.core import OVER

IntArray: TypeAlias = NDArray[np.int64]

ESTIMATE = 1_000_000
WIN = 2_000_000
PROVEN = WIN - 1000  # nothing below it is a proof
INFINITE = 4_000_000

LEVELS = 100  # actions looked ahead at most, with those that use no depth

# A frame of the stack: what is kept of each state on the way down, beside its moves.
DEPTH, ALPHA, BETA, FIRST_ALPHA, BEST, BEST_MOVE, COUNT, NEXT, STAGE, KEY, KILLER, OTHER_KILLER = range(12)
FRAME = 12
# STAGE: how the current move is being searched. Reduced and null-window searches are repeated when they fail high.
NEW, REDUCED, NULL_WINDOW, FULL = range(4)

# An entry of the transposition table.
TT_KEY, TT_VALUE, TT_DEPTH, TT_BOUND, TT_MOVE = range(5)
TT_ENTRY = 5
EXACT, LOWER_BOUND, UPPER_BOUND = range(3)

HISTORY = 1 << 16  # entries of the history heuristic, for each player

compiled = kernel_compiler(__file__)


@inline_jit
def _evaluate(evaluate: Any, options: OptionArray, weights: Weights, state: StateArray, level: int) -> int:
    """The value of a state for player 0."""
    if state[PLAYER] == OVER:
        if state[WINNER] < 0:
            return 0
        return WIN - level if state[WINNER] == 0 else level - WIN
    return int((2.0 * evaluate(options, state, weights) - 1.0) * ESTIMATE)


@inline_jit
def _evaluate_children(
    legal: Any,
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    state: StateArray,
    after: StateArray,
    moves: Moves,
    scores: IntArray,
    level: int,
) -> int:
    """List the moves, each scored by the evaluation of the state it leads to; returns how many there are."""
    count = legal(options, state, moves)
    sign = 1 if state[PLAYER] == 0 else -1
    for at in range(count):
        after[:] = state
        apply(options, after, np.int64(moves[at]))
        scores[at] = sign * _evaluate(evaluate, options, weights, after, level + 1)
    return count  # type: ignore[no-any-return]


@compiled(
    types.int64(
        types.FunctionType(LEGAL),
        types.FunctionType(APPLY),
        types.FunctionType(EVALUATE),
        OPTIONS_TYPE,
        WEIGHTS_TYPE,
        STATE_TYPE,
        STATE_TYPE,
        types.int32[::1],
        types.int64[::1],
    )
)
def evaluate_root(
    legal: Any,
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    state: StateArray,
    after: StateArray,
    moves: Moves,
    scores: IntArray,
) -> int:
    """List and score the moves at the root."""
    return _evaluate_children(legal, apply, evaluate, options, weights, state, after, moves, scores, -1)


@inline_jit
def _hash_state(state: StateArray) -> int:
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
def _reduction(depth: int, number: int, unreduced: int) -> int:
    """Late move reduction: how much less deep a move is searched first, by its place in the order."""
    if number < unreduced or depth < 2:
        return 0
    return 1 if number < 4 * unreduced or depth < 4 else 2


@inline_jit
def _store_tt(tt: IntArray, frame: IntArray, level: int) -> None:
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
def _probe_tt(tt: IntArray, frame: IntArray, level: int) -> int:
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


@inline_jit
def _expand(
    legal: Any,
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    states: StateArray,
    moves: Moves,
    scores: IntArray,
    frames: IntArray,
    tt: IntArray,
    history: IntArray,
    level: int,
) -> int:
    """Begin a state whose depth and window are set; COUNT is 0 if its value is known. Returns the evaluations made."""
    state, frame = states[level], frames[level]
    frame[KEY] = _hash_state(state)
    tt_move = _probe_tt(tt, frame, level)
    if frame[COUNT] == 0:
        return 1
    frame[FIRST_ALPHA] = frame[ALPHA]
    frame[BEST] = -INFINITE
    frame[BEST_MOVE] = -1
    frame[NEXT] = 0
    frame[STAGE] = NEW
    spent = 0
    if frame[DEPTH] >= 2:
        count = _evaluate_children(
            legal, apply, evaluate, options, weights, state, states[level + 1], moves[level], scores[level], level
        )
        spent = count
    else:
        count = legal(options, state, moves[level])
        for at in range(count):
            scores[level, at] = history[state[PLAYER], moves[level, at] % HISTORY]
    for at in range(count):
        move = moves[level, at]
        if move == tt_move:
            scores[level, at] += INFINITE * 1000
        elif frame[DEPTH] < 2 and (move == frame[KILLER] or move == frame[OTHER_KILLER]):
            scores[level, at] += INFINITE * 500
    frame[COUNT] = count
    return spent


@inline_jit
def _pick_next(moves: Moves, scores: IntArray, number: int, count: int) -> int:
    """Swap the most promising of the moves that are left to its place in the order."""
    best = number
    for other in range(number + 1, count):
        if scores[other] > scores[best]:
            best = other
    moves[number], moves[best] = moves[best], moves[number]
    scores[number], scores[best] = scores[best], scores[number]
    return moves[number]  # type: ignore[no-any-return]


@inline_jit
def _take_value(frame: IntArray, history: IntArray, player: int, move: int, value: int) -> None:
    """Take the value of the current move and go on to the next; after a beta cutoff none is left."""
    frame[NEXT] += 1
    frame[STAGE] = NEW
    if value > frame[BEST]:
        frame[BEST] = value
        frame[BEST_MOVE] = move
    if value > frame[ALPHA]:
        frame[ALPHA] = value
    if value >= frame[BETA]:
        frame[COUNT] = frame[NEXT]
        history[player, move % HISTORY] += frame[DEPTH] * frame[DEPTH]
        if frame[KILLER] != move:
            frame[OTHER_KILLER] = frame[KILLER]
            frame[KILLER] = move


@inline_jit
def _child_done(frame: IntArray, history: IntArray, player: int, move: int, value: int) -> None:
    """The search below the current move has ended: take its value, or search again deeper or with a wider window."""
    if value > frame[ALPHA]:
        if frame[STAGE] == REDUCED:
            frame[STAGE] = NULL_WINDOW
            return
        if frame[STAGE] == NULL_WINDOW and value < frame[BETA]:
            frame[STAGE] = FULL
            return
    _take_value(frame, history, player, move, value)


@compiled(
    types.UniTuple(types.int64, 2)(  # type: ignore[no-untyped-call]
        types.FunctionType(LEGAL),
        types.FunctionType(APPLY),
        types.FunctionType(EVALUATE),
        OPTIONS_TYPE,
        WEIGHTS_TYPE,
        types.int16[:, ::1],
        types.int32[:, ::1],
        types.int64[:, ::1],
        types.int64[:, ::1],
        types.int64[:, ::1],
        types.int64[:, ::1],
        types.int64,
        types.int64,
        types.int64,
    )
)
def run(
    legal: Any,
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    states: StateArray,
    moves: Moves,
    scores: IntArray,
    frames: IntArray,
    tt: IntArray,
    history: IntArray,
    unreduced: int,
    level: int,
    max_positions: int,
) -> tuple[int, int]:
    """Search until about ``max_positions`` have been evaluated; returns the level reached and how many were.

    Begin with level -1, a state in ``states[0]``, its depth and window in ``frames[0]``; when the level is -1 again
    BEST of ``frames[0]`` is the value of that state.
    """
    spent = 0
    if level < 0:
        if frames[0, DEPTH] <= 0:
            sign = 1 if states[0, PLAYER] == 0 else -1
            frames[0, BEST] = sign * _evaluate(evaluate, options, weights, states[0], 0)
            return -1, 1
        spent = _expand(legal, apply, evaluate, options, weights, states, moves, scores, frames, tt, history, 0)
        if frames[0, COUNT] == 0:
            return -1, spent
        level = 0
    while spent < max_positions:
        frame, state = frames[level], states[level]
        player = state[PLAYER]
        if frame[NEXT] == frame[COUNT]:
            _store_tt(tt, frame, level)
            value = frame[BEST]
            level -= 1
            if level < 0:
                break
            above = frames[level]
            if states[level, PLAYER] != player:
                value = -value
            _child_done(above, history, states[level, PLAYER], moves[level, above[NEXT]], value)
            continue
        number = frame[NEXT]
        if frame[STAGE] == NEW:
            move = _pick_next(moves[level], scores[level], number, frame[COUNT])
        else:
            move = int(moves[level, number])
        after = states[level + 1]
        after[:] = state
        apply(options, after, np.int64(move))
        again = after[PLAYER] == player
        depth = frame[DEPTH] if again else frame[DEPTH] - 1
        if frame[STAGE] == NEW and number > 0:
            reduction = 0 if again else _reduction(frame[DEPTH], number, unreduced)
            frame[STAGE] = REDUCED if reduction > 0 else NULL_WINDOW
        elif frame[STAGE] == NEW:
            frame[STAGE] = FULL
        if frame[STAGE] == REDUCED:
            depth -= _reduction(frame[DEPTH], number, unreduced)
        if after[PLAYER] == OVER or depth <= 0 or level + 2 >= LEVELS:
            if frame[STAGE] == REDUCED:  # the score is that value already
                _child_done(frame, history, player, move, scores[level, number])
                continue
            value = _evaluate(evaluate, options, weights, after, level + 1)
            spent += 1
            _take_value(frame, history, player, move, value if player == 0 else -value)
            continue
        alpha = frame[ALPHA]
        beta = alpha + 1 if frame[STAGE] == NULL_WINDOW or frame[STAGE] == REDUCED else frame[BETA]
        below = frames[level + 1]
        below[DEPTH] = depth
        below[ALPHA] = alpha if again else -beta
        below[BETA] = beta if again else -alpha
        spent += _expand(
            legal, apply, evaluate, options, weights, states, moves, scores, frames, tt, history, level + 1
        )
        if below[COUNT] == 0:
            value = below[BEST] if again else -below[BEST]
            _child_done(frame, history, player, move, value)
        else:
            level += 1
    return level, spent
