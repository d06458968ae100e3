"""The compiled part of alpha-beta: its stack, the transposition table, reductions; alphabeta.py explains it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

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

from .alphabeta_table import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    COUNT,
    DEPTH,
    ESTIMATE,
    FIRST_ALPHA,
    INFINITE,
    KEY,
    KILLER,
    NEXT,
    ORDERED,
    OTHER_KILLER,
    PROVEN,
    STAGE,
    WIN,
    IntArray,
    hash_state,
    probe_tt,
    store_tt,
)

FUTILE_DEPTH = 3  # at this depth and below, a state that looks far outside the window is not searched
LEVELS = 100  # actions looked ahead at most, with those that use no depth

# STAGE: how the current move is being searched. Reduced and null-window searches are repeated when they fail high.
NEW, REDUCED, NULL_WINDOW, FULL = range(4)

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
def _reduction(depth: int, number: int, unreduced: int) -> int:
    """Late move reduction: how much less deep a move is searched first, by its place in the order."""
    if number < unreduced or depth < 2:
        return 0
    return 1 if number < 4 * unreduced or depth < 4 else 2


@inline_jit
def _is_futile(frame: IntArray, seen: int, margin: int) -> bool:
    """Whether a state that looks worth ``seen`` will hardly come into the window at the little depth that is left."""
    if frame[DEPTH] > FUTILE_DEPTH or frame[ALPHA] >= PROVEN or frame[BETA] <= -PROVEN:  # no proof by looks
        return False
    return seen - margin >= frame[BETA] or (frame[DEPTH] == 1 and seen + margin <= frame[ALPHA])  # type: ignore[no-any-return]


@inline_jit
def _order(
    legal: Any,
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    states: StateArray,
    moves: Moves,
    scores: IntArray,
    frame: IntArray,
    level: int,
) -> int:
    """Score the moves behind the first, which was searched before them; returns the evaluations made."""
    frame[ORDERED] = 1
    first = moves[level, 0]
    count = _evaluate_children(
        legal, apply, evaluate, options, weights, states[level], states[level + 1], moves[level], scores[level], level
    )
    for at in range(count):
        if moves[level, at] == first:
            moves[level, at], moves[level, 0] = moves[level, 0], first
            scores[level, at], scores[level, 0] = scores[level, 0], scores[level, at]
    return count


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
    margin: int,
    level: int,
) -> int:
    """Begin a state whose depth and window are set; COUNT is 0 if its value is known. Returns the evaluations made."""
    state, frame = states[level], frames[level]
    frame[KEY] = hash_state(state)
    tt_move = probe_tt(tt, frame, level)
    if frame[COUNT] == 0:
        return 1
    frame[FIRST_ALPHA] = frame[ALPHA]
    frame[BEST] = -INFINITE
    frame[BEST_MOVE] = -1
    frame[NEXT] = 0
    frame[STAGE] = NEW
    frame[ORDERED] = 1
    spent = 0
    if frame[DEPTH] <= FUTILE_DEPTH and margin < INFINITE:
        seen = _evaluate(evaluate, options, weights, state, level)
        seen = seen if state[PLAYER] == 0 else -seen
        spent = 1
        if _is_futile(frame, seen, margin):
            frame[BEST] = seen
            frame[COUNT] = 0
            return spent
    if frame[DEPTH] >= 2 and tt_move >= 0:  # it is often enough: the others are put in order when it was not
        count = legal(options, state, moves[level])
        for at in range(count):
            scores[level, at] = moves[level, at] == tt_move
        frame[ORDERED] = 0
    elif frame[DEPTH] >= 2:
        count = _evaluate_children(
            legal, apply, evaluate, options, weights, state, states[level + 1], moves[level], scores[level], level
        )
        spent += count
    else:
        count = legal(options, state, moves[level])
        for at in range(count):
            move = moves[level, at]
            scores[level, at] = history[state[PLAYER], move % HISTORY]
            if move == tt_move:
                scores[level, at] += INFINITE * 1000
            elif move == frame[KILLER] or move == frame[OTHER_KILLER]:
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
    margin: int,
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
        spent = _expand(legal, apply, evaluate, options, weights, states, moves, scores, frames, tt, history, margin, 0)
        if frames[0, COUNT] == 0:
            return -1, spent
        level = 0
    while spent < max_positions:
        frame, state = frames[level], states[level]
        player = state[PLAYER]
        if frame[NEXT] == frame[COUNT]:
            store_tt(tt, frame, level)
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
        if frame[STAGE] == NEW and number > 0 and not frame[ORDERED]:
            spent += _order(legal, apply, evaluate, options, weights, states, moves, scores, frame, level)
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
            legal, apply, evaluate, options, weights, states, moves, scores, frames, tt, history, margin, level + 1
        )
        if below[COUNT] == 0:
            value = below[BEST] if again else -below[BEST]
            _child_done(frame, history, player, move, value)
        else:
            level += 1
    return level, spent
