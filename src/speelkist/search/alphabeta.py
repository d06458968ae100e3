"""Alpha-beta for games of two players without chance: iterative deepening, principal variation search, a table.

Depth counts turns: an action after which the same player goes on (such as a fine) does not use any. The
moves of a state are tried in the order of a first look at each (the evaluation of the state after it); next to the end
of the search, where that look is all there is, in the order of what cut well elsewhere. Later moves are first tried
less deep (``_less``), and again in full if they surprise.

Values are whole numbers seen by the player on turn: an estimate is within +-ESTIMATE, a game that is over is +-WIN less
the number of actions it takes; such a value is a proof. The search keeps its own stack, so that it can be put down
after any number of positions and taken up again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
    Kernel,
    Moves,
    OptionArray,
    StateArray,
    Weights,
)
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.core import OVER

from .budget import Clock
from .chunks import ChunkSizer, MoveValue

Evaluate = Callable[[OptionArray, StateArray, Weights], float]
Table = NDArray[np.int64]

ESTIMATE = 1_000_000
WIN = 2_000_000
PROVEN = WIN - 1000  # nothing below it is a proof
INFINITE = 4_000_000

MOST_DEPTH = 64
LEVELS = 100  # actions looked ahead at most, with those that use no depth

# What is kept of each state on the way down, beside its moves.
DEPTH, ALPHA, BETA, FLOOR, BEST, BEST_MOVE, COUNT, NEXT, STAGE, KEY, KILLER, OTHER_KILLER = range(12)
FRAME = 12
FIRST, SHALLOW, NARROW, FULL = range(4)  # how the move at hand is being searched

# An entry of the table of states met before.
AT_KEY, AT_VALUE, AT_DEPTH, AT_BOUND, AT_MOVE = range(5)
ENTRY = 5
EXACT, AT_LEAST, AT_MOST = range(3)

HISTORY = 1 << 16
TRUSTED = 3

compiled = kernel_compiler(__file__)


def alphabeta(
    kernel: Kernel,
    evaluate: Evaluate,
    weights: Weights,
    options: OptionArray,
    array: StateArray,
    clock: Clock,
    depth: int = MOST_DEPTH,
    lines: int = 1,
    trusted: int = TRUSTED,
) -> list[MoveValue]:
    """The moves of the player on turn, best first, each with his chance to win.

    The budget counts positions judged. The first ``lines`` moves have their true values; what stands behind them is
    at most so good. A depth that is not finished counts as far as it came. Of every state's moves the first ``trusted``
    are searched to the full depth at once; if that is all of them the values are those of plain minimax.
    """
    root = _Root(kernel, evaluate, weights, options, array, clock, trusted)
    for reach in range(2, depth + 1):
        if not root.deepen(reach, lines):
            break
    return root.found()


class _Root:
    """The moves at hand, what is known of them, and the room for the search below them."""

    def __init__(
        self,
        kernel: Kernel,
        evaluate: Evaluate,
        weights: Weights,
        options: OptionArray,
        array: StateArray,
        clock: Clock,
        trusted: int,
    ) -> None:
        self._pointers = (kernel.legal, kernel.apply, evaluate)
        self._options, self._weights, self._array = options, weights, array
        self._trusted = trusted
        self._sizer = ChunkSizer(clock)
        left = clock.left()
        size = 1 << max(8, min(18, (left // 8).bit_length()))
        self._table = np.zeros((size, ENTRY), np.int64)
        self._history = np.zeros((2, HISTORY), np.int64)
        self._states = np.zeros((LEVELS + 1, kernel.size), np.int16)
        self._moves = np.zeros((LEVELS, kernel.most_moves), np.int32)
        self._guesses = np.zeros((LEVELS, kernel.most_moves), np.int64)
        self._frames = np.zeros((LEVELS, FRAME), np.int64)
        self._player = int(array[PLAYER])
        moves, guesses = kernel.new_move_buffer(), np.zeros(kernel.most_moves, np.int64)
        count = _look(*self._pointers, options, weights, array, np.empty_like(array), moves, guesses)
        clock.spend(count)
        self._values = {int(moves[at]): int(guesses[at]) for at in range(count)}
        self._ranked = sorted(self._values, key=self._values.__getitem__, reverse=True)

    def deepen(self, depth: int, lines: int) -> bool:
        """Search all moves to a depth; False when there is nothing more to find, or no budget to find it with."""
        best = self._ranked[0]
        if self._values[best] >= PROVEN or all(value <= -PROVEN for value in self._values.values()):
            return False
        done: dict[int, int] = {}
        for move in self._ranked:
            known = sorted(done.values(), reverse=True)
            floor = known[lines - 1] if len(known) >= lines else -INFINITE
            value = self._value(move, depth, floor)
            if value is None:
                break
            done[move] = value
        # among equals, and among those that are only known to be no better, the order of the pass before stays
        self._values |= done
        first = sorted(done, key=done.__getitem__, reverse=True)
        self._ranked = first + [move for move in self._ranked if move not in done]
        return len(done) == len(self._ranked)

    def _value(self, move: int, depth: int, floor: int) -> int | None:
        """What a move is worth, or at most is if that is not above ``floor``; None when the budget ends."""
        self._states[0] = self._array
        self._pointers[1](self._options, self._states[0], move)
        again = int(self._states[0, PLAYER]) == self._player
        if int(self._states[0, PLAYER]) == OVER:
            return self._values[move]
        if floor > -INFINITE:  # a look through a narrow window shows at little cost that most moves are no better
            value = self._search(again, depth, floor, floor + 1)
            if value is None or value <= floor:
                return value
        return self._search(again, depth, floor, INFINITE)

    def _search(self, again: bool, depth: int, alpha: int, beta: int) -> int | None:
        frame = self._frames[0]
        frame[DEPTH] = depth if again else depth - 1
        frame[ALPHA], frame[BETA] = (alpha, beta) if again else (-beta, -alpha)
        level = -1
        while True:
            most = self._sizer.chunk()
            if not most:
                return None
            level, spent = _go_on(
                *self._pointers,
                self._options,
                self._weights,
                self._states,
                self._moves,
                self._guesses,
                self._frames,
                self._table,
                self._history,
                self._trusted,
                level,
                most,
            )
            self._sizer.done(spent)
            if level < 0:
                value = int(frame[BEST])
                return value if again else -value

    def found(self) -> list[MoveValue]:
        """What is known so far."""
        return [MoveValue(move, _chance(value), proven=abs(value) >= PROVEN) for move, value in self._in_order()]

    def _in_order(self) -> list[tuple[int, int]]:
        """No move is called better than the ones before it: of the later ones only bounds or guesses are known."""
        ordered, least = [], INFINITE
        for move in self._ranked:
            least = min(least, self._values[move])
            ordered.append((move, least))
        return ordered


def _chance(value: int) -> float:
    """A value as the chance to win."""
    if abs(value) >= PROVEN:
        return float(value > 0)
    return (value / ESTIMATE + 1) / 2


@inline_jit
def _judge(evaluate: Any, options: OptionArray, weights: Weights, state: StateArray, level: int) -> int:
    """What a state is worth to player 0."""
    if state[PLAYER] == OVER:
        if state[WINNER] < 0:
            return 0
        return WIN - level if state[WINNER] == 0 else level - WIN
    return int((2.0 * evaluate(options, state, weights) - 1.0) * ESTIMATE)


@inline_jit
def _look_at_all(
    legal: Any,
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    state: StateArray,
    after: StateArray,
    moves: Moves,
    guesses: Table,
    level: int,
) -> int:
    """List the moves, each with a first look at what it leads to."""
    count = legal(options, state, moves)
    sign = 1 if state[PLAYER] == 0 else -1
    for at in range(count):
        after[:] = state
        apply(options, after, np.int64(moves[at]))
        guesses[at] = sign * _judge(evaluate, options, weights, after, level + 1)
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
def _look(
    legal: Any,
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    state: StateArray,
    after: StateArray,
    moves: Moves,
    guesses: Table,
) -> int:
    return _look_at_all(legal, apply, evaluate, options, weights, state, after, moves, guesses, -1)


@inline_jit
def _key(state: StateArray) -> int:
    """A number that hardly any two states share; never 0, which is an empty place in the table."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for at in range(len(state)):
        mixed = (mixed ^ np.uint64(state[at] & 0xFFFF)) * np.uint64(0xD1342543DE82EF95)
        mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed | np.uint64(1))  # type: ignore[return-value]


@inline_jit
def _slot(key: int, table: Table) -> int:
    return (key >> 1) & (len(table) - 1)


@inline_jit
def _less(depth: int, number: int, trusted: int) -> int:
    """How much less deep a move is tried first, by its place in the order."""
    if number < trusted or depth < 2:
        return 0
    return 1 if number < 4 * trusted or depth < 4 else 2


@inline_jit
def _remember(table: Table, frame: Table, level: int) -> None:
    """Write what was found of a state into the table; a proof is kept as the distance from here."""
    value = frame[BEST]
    entry = table[_slot(frame[KEY], table)]
    if entry[AT_KEY] == frame[KEY] and entry[AT_DEPTH] > frame[DEPTH]:
        return
    entry[AT_KEY] = frame[KEY]
    entry[AT_DEPTH] = frame[DEPTH]
    entry[AT_MOVE] = frame[BEST_MOVE]
    entry[AT_BOUND] = AT_LEAST if value >= frame[BETA] else AT_MOST if value <= frame[FLOOR] else EXACT
    if value >= PROVEN:
        value += level
    elif value <= -PROVEN:
        value -= level
    entry[AT_VALUE] = value


@inline_jit
def _known(table: Table, frame: Table, level: int) -> int:
    """Look a state up: its best move or -1. When its value is known well enough it is in BEST, and COUNT is 0."""
    frame[COUNT] = 1
    entry = table[_slot(frame[KEY], table)]
    if entry[AT_KEY] != frame[KEY]:
        return -1
    if entry[AT_DEPTH] >= frame[DEPTH]:
        value = entry[AT_VALUE]
        if value >= PROVEN:
            value -= level
        elif value <= -PROVEN:
            value += level
        bound = entry[AT_BOUND]
        if (
            bound == EXACT
            or (bound == AT_LEAST and value >= frame[BETA])
            or (bound == AT_MOST and value <= frame[ALPHA])
        ):
            frame[BEST] = value
            frame[COUNT] = 0
    return entry[AT_MOVE]  # type: ignore[no-any-return]


@inline_jit
def _open(
    legal: Any,
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    states: StateArray,
    moves: Moves,
    guesses: Table,
    frames: Table,
    table: Table,
    history: Table,
    level: int,
) -> int:
    """Begin with a state whose depth and window are set; COUNT is 0 if its value is known. Gives what was judged."""
    state, frame = states[level], frames[level]
    frame[KEY] = _key(state)
    move_known = _known(table, frame, level)
    if frame[COUNT] == 0:
        return 1
    frame[FLOOR] = frame[ALPHA]
    frame[BEST] = -INFINITE
    frame[BEST_MOVE] = -1
    frame[NEXT] = 0
    frame[STAGE] = FIRST
    spent = 0
    if frame[DEPTH] >= 2:
        count = _look_at_all(
            legal, apply, evaluate, options, weights, state, states[level + 1], moves[level], guesses[level], level
        )
        spent = count
    else:
        count = legal(options, state, moves[level])
        for at in range(count):
            guesses[level, at] = history[state[PLAYER], moves[level, at] % HISTORY]
    for at in range(count):
        move = moves[level, at]
        if move == move_known:
            guesses[level, at] += INFINITE * 1000
        elif frame[DEPTH] < 2 and (move == frame[KILLER] or move == frame[OTHER_KILLER]):
            guesses[level, at] += INFINITE * 500
    frame[COUNT] = count
    return spent


@inline_jit
def _choose(moves: Moves, guesses: Table, number: int, count: int) -> int:
    """Bring the most promising of the moves that are left to its place in the order."""
    best = number
    for other in range(number + 1, count):
        if guesses[other] > guesses[best]:
            best = other
    moves[number], moves[best] = moves[best], moves[number]
    guesses[number], guesses[best] = guesses[best], guesses[number]
    return moves[number]  # type: ignore[no-any-return]


@inline_jit
def _accept(frame: Table, history: Table, player: int, move: int, value: int) -> None:
    """Note the value of the move at hand and go on to the next; none is left if this one is too good to be allowed."""
    frame[NEXT] += 1
    frame[STAGE] = FIRST
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
def _answer(frame: Table, history: Table, player: int, move: int, value: int) -> None:
    """A search below the move at hand has ended: take its value, or look again deeper or through a wider window."""
    if value > frame[ALPHA]:
        if frame[STAGE] == SHALLOW:
            frame[STAGE] = NARROW
            return
        if frame[STAGE] == NARROW and value < frame[BETA]:
            frame[STAGE] = FULL
            return
    _accept(frame, history, player, move, value)


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
def _go_on(
    legal: Any,
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    states: StateArray,
    moves: Moves,
    guesses: Table,
    frames: Table,
    table: Table,
    history: Table,
    trusted: int,
    level: int,
    most: int,
) -> tuple[int, int]:
    """Go on until about ``most`` positions have been judged: the level reached and how many were.

    Begin with level -1, a state in ``states[0]``, its depth and window in ``frames[0]``; when the level is -1 again
    BEST of ``frames[0]`` is what that state is worth.
    """
    spent = 0
    if level < 0:
        if frames[0, DEPTH] <= 0:
            sign = 1 if states[0, PLAYER] == 0 else -1
            frames[0, BEST] = sign * _judge(evaluate, options, weights, states[0], 0)
            return -1, 1
        spent = _open(legal, apply, evaluate, options, weights, states, moves, guesses, frames, table, history, 0)
        if frames[0, COUNT] == 0:
            return -1, spent
        level = 0
    while spent < most:
        frame, state = frames[level], states[level]
        player = state[PLAYER]
        if frame[NEXT] == frame[COUNT]:
            _remember(table, frame, level)
            value = frame[BEST]
            level -= 1
            if level < 0:
                break
            above = frames[level]
            if states[level, PLAYER] != player:
                value = -value
            _answer(above, history, states[level, PLAYER], moves[level, above[NEXT]], value)
            continue
        number = frame[NEXT]
        if frame[STAGE] == FIRST:
            move = _choose(moves[level], guesses[level], number, frame[COUNT])
        else:
            move = int(moves[level, number])
        after = states[level + 1]
        after[:] = state
        apply(options, after, np.int64(move))
        again = after[PLAYER] == player
        depth = frame[DEPTH] if again else frame[DEPTH] - 1
        if frame[STAGE] == FIRST and number > 0:
            less = 0 if again else _less(frame[DEPTH], number, trusted)
            frame[STAGE] = SHALLOW if less > 0 else NARROW
        elif frame[STAGE] == FIRST:
            frame[STAGE] = FULL
        if frame[STAGE] == SHALLOW:
            depth -= _less(frame[DEPTH], number, trusted)
        if after[PLAYER] == OVER or depth <= 0 or level + 2 >= LEVELS:
            if frame[STAGE] == SHALLOW:  # the first look has told it already
                _answer(frame, history, player, move, guesses[level, number])
                continue
            value = _judge(evaluate, options, weights, after, level + 1)
            spent += 1
            _accept(frame, history, player, move, value if player == 0 else -value)
            continue
        alpha = frame[ALPHA]
        beta = alpha + 1 if frame[STAGE] == NARROW or frame[STAGE] == SHALLOW else frame[BETA]
        below = frames[level + 1]
        below[DEPTH] = depth
        below[ALPHA] = alpha if again else -beta
        below[BETA] = beta if again else -alpha
        spent += _open(
            legal, apply, evaluate, options, weights, states, moves, guesses, frames, table, history, level + 1
        )
        if below[COUNT] == 0:
            value = below[BEST] if again else -below[BEST]
            _answer(frame, history, player, move, value)
        else:
            level += 1
    return level, spent
