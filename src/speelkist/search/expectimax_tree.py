"""The compiled part of expectimax: its stack, and what is left out on the way; expectimax.py explains it."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from speelkist.compiled.contract import (
    APPLY,
    DRAW,
    EVALUATE,
    LEGAL,
    MOVES_TYPE,
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
from speelkist.core import CHANCE, OVER

# A frame of the stack: what is kept of each state on the way down, beside its moves.
# How many moves to follow, which is next, how many throws lie behind them, and the number of the throw before.
COUNT, NEXT, THROWS, THROWN = range(4)
FRAME = 4

compiled = kernel_compiler(__file__)


@inline_jit
def _evaluate(evaluate: Any, options: OptionArray, weights: Weights, state: StateArray) -> float:
    """The chance that player 0 wins."""
    if state[PLAYER] == OVER:
        return 0.5 if state[WINNER] == DRAW else 1.0 - state[WINNER]
    return evaluate(options, state, weights)  # type: ignore[no-any-return]


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
    scores: NDArray[np.float64],
) -> int:
    count = legal(options, state, moves)
    for place in range(count):
        after[:] = state
        apply(options, after, np.int64(moves[place]))
        scores[place] = _evaluate(evaluate, options, weights, after)
    return count  # type: ignore[no-any-return]


@compiled(
    types.int64(
        types.FunctionType(LEGAL),
        types.FunctionType(APPLY),
        types.FunctionType(EVALUATE),
        OPTIONS_TYPE,
        WEIGHTS_TYPE,
        STATE_TYPE,
        MOVES_TYPE,
        types.float64[::1],
    )
)
def evaluate_root(
    legal: Any,
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    state: StateArray,
    moves: Moves,
    scores: NDArray[np.float64],
) -> int:
    """List and evaluate the moves at the root."""
    return _evaluate_children(legal, apply, evaluate, options, weights, state, np.empty_like(state), moves, scores)


@inline_jit
def _best_first(moves: Moves, scores: NDArray[np.float64], count: int, wanted: int, highest: bool) -> None:
    """Bring the best moves to the front; among equals the order stays."""
    for place in range(wanted):
        best = place
        for other in range(place + 1, count):
            if (scores[other] > scores[best]) if highest else (scores[other] < scores[best]):
                best = other
        move, score = moves[best], scores[best]
        for other in range(best, place, -1):
            moves[other], scores[other] = moves[other - 1], scores[other - 1]
        moves[place], scores[place] = move, score


@inline_jit
def _thinned(moves: Moves, count: int, thrown: int) -> int:
    """Of all throws of two dice keep some that show each number of both once; which, depends on the throw before."""
    sides = int(sqrt(count))
    if sides * sides != count:
        return count
    for first in range(sides):
        moves[first] = moves[first * sides + (first + thrown + thrown // sides) % sides]
    return sides


@inline_jit
def _expand(
    legal: Any,
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    width: NDArray[np.int64],
    worse: float,
    thin: bool,
    throws: int,
    states: StateArray,
    moves: Moves,
    scores: NDArray[np.float64],
    frames: NDArray[np.int64],
    values: NDArray[np.float64],
    level: int,
) -> int:
    """Begin a state: its value is known at once, or its moves have to be followed (COUNT above 0).

    Returns how many positions were evaluated.
    """
    state = states[level]
    frames[level, COUNT] = frames[level, NEXT] = 0
    if state[PLAYER] == OVER or level == len(values) - 1 or (state[PLAYER] == CHANCE and throws == 0):
        values[level] = _evaluate(evaluate, options, weights, state)
        return 1
    if state[PLAYER] == CHANCE:
        count = legal(options, state, moves[level])
        if thin and throws < len(width) - 1:
            count = _thinned(moves[level], count, frames[level, THROWN])
        frames[level, COUNT] = count
        frames[level, THROWS] = throws - 1
        values[level] = 0.0
        return 0
    count = _evaluate_children(
        legal, apply, evaluate, options, weights, state, states[level + 1], moves[level], scores[level]
    )
    highest = state[PLAYER] == 0
    followed = 1 if throws == 0 else min(count, width[throws])
    _best_first(moves[level], scores[level], count, followed, highest)
    while followed > 1 and abs(scores[level, followed - 1] - scores[level, 0]) > worse:
        followed -= 1
    if throws == 0:
        values[level] = scores[level, 0]
    else:
        frames[level, COUNT] = followed
        frames[level, THROWS] = throws
        values[level] = -1.0 if highest else 2.0
    return count


@inline_jit
def _back_up(states: StateArray, values: NDArray[np.float64], level: int, value: float) -> None:
    """Back up the value of a move to the state before it."""
    player = states[level, PLAYER]
    if player == CHANCE:
        values[level] += value
    elif player == 0:
        values[level] = max(values[level], value)
    else:
        values[level] = min(values[level], value)


@compiled(
    types.UniTuple(types.int64, 2)(  # type: ignore[no-untyped-call]
        types.FunctionType(LEGAL),
        types.FunctionType(APPLY),
        types.FunctionType(EVALUATE),
        OPTIONS_TYPE,
        WEIGHTS_TYPE,
        types.int64[::1],
        types.float64,
        types.boolean,
        types.int64,
        types.int16[:, ::1],
        types.int32[:, ::1],
        types.float64[:, ::1],
        types.int64[:, ::1],
        types.float64[::1],
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
    width: NDArray[np.int64],
    worse: float,
    thin: bool,
    throws: int,
    states: StateArray,
    moves: Moves,
    scores: NDArray[np.float64],
    frames: NDArray[np.int64],
    values: NDArray[np.float64],
    level: int,
    max_positions: int,
) -> tuple[int, int]:
    """Search until about ``max_positions`` have been evaluated; returns the level reached and how many were.

    Begin with level -1 and a state in ``states[0]``; when it is -1 again ``values[0]`` is the value of that state.
    """
    spent = 0
    if level < 0:
        spent = _expand(
            legal,
            apply,
            evaluate,
            options,
            weights,
            width,
            worse,
            thin,
            throws,
            states,
            moves,
            scores,
            frames,
            values,
            0,
        )
        if frames[0, COUNT] == 0:
            return -1, spent
        level = 0
    while spent < max_positions:
        if frames[level, NEXT] == frames[level, COUNT]:
            if states[level, PLAYER] == CHANCE:
                values[level] /= frames[level, COUNT]
            level -= 1
            if level < 0:
                break
            _back_up(states, values, level, values[level + 1])
            continue
        states[level + 1] = states[level]
        apply(options, states[level + 1], np.int64(moves[level, frames[level, NEXT]]))
        thrown = frames[level, NEXT] if states[level, PLAYER] == CHANCE else frames[level, THROWN]
        frames[level + 1, THROWN] = thrown
        frames[level, NEXT] += 1
        left = frames[level, THROWS]
        below = level + 1
        spent += _expand(
            legal,
            apply,
            evaluate,
            options,
            weights,
            width,
            worse,
            thin,
            left,
            states,
            moves,
            scores,
            frames,
            values,
            below,
        )
        if frames[level + 1, COUNT] > 0:
            level += 1
        else:
            _back_up(states, values, level, values[level + 1])
    return level, spent
