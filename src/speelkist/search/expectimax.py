"""Expectimax for games with a throw between the turns: the mean over all throws, and after each the best moves.

``depth`` 1 evaluates the positions after each move. Every further step goes through one more throw: 2 means all throws
and the best reply to each. Deeper than 1 only the best-looking moves are followed, ``widths`` of them: the first number
is for the moves at the root, the next for the replies after one throw, and so on; the last stands for all that follow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
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
    Kernel,
    Moves,
    OptionArray,
    StateArray,
    Weights,
)
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.core import CHANCE, OVER

from .budget import Clock
from .chunks import ChunkSizer, MoveValue

Evaluate = Callable[[OptionArray, StateArray, Weights], float]

# A frame of the stack: what is kept of each state on the way down, beside its moves.
COUNT, NEXT, THROWS = 0, 1, 2  # how many moves to follow, which is next, how many throws lie behind them
FRAME = 3
ACTIONS = 4  # of players between two throws; what goes on longer than that is evaluated as it stands

compiled = kernel_compiler(__file__)


def expectimax(
    kernel: Kernel,
    evaluate: Evaluate,
    weights: Weights,
    options: OptionArray,
    array: StateArray,
    clock: Clock,
    depth: int = 2,
    widths: Sequence[int] = (8, 3),
    further: Sequence[tuple[int, Sequence[int]]] = (),
) -> list[MoveValue]:
    """The moves of the player on turn, best first, each with their chance to win.

    The budget counts evaluated positions. Depth 1 is always finished; a deeper pass that is not finished does not
    count. ``further`` passes, each a depth and its widths, come after those up to ``depth``, as long as the budget
    lasts. Moves that were not followed in the deepest pass come after those that were.

    :raises Cancelled: if the answer is no longer wanted.
    """
    player = int(array[PLAYER])
    moves, scores = kernel.new_move_buffer(), np.zeros(kernel.most_moves)
    count = _evaluate_root(kernel.legal, kernel.apply, evaluate, options, weights, array, moves, scores)
    clock.spend(count)
    chances = {int(move): float(score) for move, score in zip(moves[:count], scores[:count], strict=True)}
    ranked = sorted(chances, key=chances.__getitem__, reverse=player == 0)
    search = _Search(kernel, evaluate, weights, options, clock)
    for reach, followed_widths in (*((reach, widths) for reach in range(2, depth + 1)), *further):
        followed = ranked[: followed_widths[0]]
        deeper = search.values(array, followed, reach, followed_widths)
        if deeper is None:
            break
        chances |= deeper
        followed.sort(key=chances.__getitem__, reverse=player == 0)
        ranked[: len(followed)] = followed
    return [MoveValue(move, chances[move] if player == 0 else 1 - chances[move]) for move in ranked]


class _Search:
    """The buffers of one search, which runs in chunks."""

    def __init__(
        self, kernel: Kernel, evaluate: Evaluate, weights: Weights, options: OptionArray, clock: Clock
    ) -> None:
        self._kernel, self._evaluate, self._weights, self._options = kernel, evaluate, weights, options
        self._sizer = ChunkSizer(clock)

    def values(
        self, array: StateArray, followed: list[int], depth: int, widths: Sequence[int]
    ) -> dict[int, float] | None:
        """The value of each of these moves for player 0; None if the budget ends before all are known."""
        kernel = self._kernel
        throws = depth - 1
        levels = (ACTIONS + 1) * depth
        states = np.zeros((levels + 1, kernel.size), np.int16)
        moves = np.zeros((levels, kernel.most_moves), np.int32)
        scores = np.zeros((levels, kernel.most_moves))
        frames = np.zeros((levels, FRAME), np.int64)
        values = np.zeros(levels)
        width = np.array([widths[min(throws - left, len(widths) - 1)] for left in range(depth)], np.int64)
        search = partial(
            _run,
            kernel.legal,
            kernel.apply,
            self._evaluate,
            self._options,
            self._weights,
            width,
            throws,
            states,
            moves,
            scores,
            frames,
            values,
        )
        searched: dict[int, float] = {}
        for move in followed:
            states[0] = array
            kernel.apply(self._options, states[0], move)
            if not self._sizer.run(search):
                return None
            searched[move] = float(values[0])
        return searched


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
def _evaluate_root(
    legal: Any,
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    state: StateArray,
    moves: Moves,
    scores: NDArray[np.float64],
) -> int:
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
def _expand(
    legal: Any,
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    width: NDArray[np.int64],
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
        frames[level, COUNT] = legal(options, state, moves[level])
        frames[level, THROWS] = throws - 1
        values[level] = 0.0
        return 0
    count = _evaluate_children(
        legal, apply, evaluate, options, weights, state, states[level + 1], moves[level], scores[level]
    )
    highest = state[PLAYER] == 0
    followed = 1 if throws == 0 else min(count, width[throws])
    _best_first(moves[level], scores[level], count, followed, highest)
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
def _run(
    legal: Any,
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    width: NDArray[np.int64],
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
            legal, apply, evaluate, options, weights, width, throws, states, moves, scores, frames, values, 0
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
        frames[level, NEXT] += 1
        left = frames[level, THROWS]
        spent += _expand(
            legal, apply, evaluate, options, weights, width, left, states, moves, scores, frames, values, level + 1
        )
        if frames[level + 1, COUNT] > 0:
            level += 1
        else:
            _back_up(states, values, level, values[level + 1])
    return level, spent
