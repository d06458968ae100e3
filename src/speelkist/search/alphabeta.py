"""Alpha-beta for games of two players without chance: iterative deepening and principal variation search (PVS).

Depth counts turns: an action after which the same player goes on (such as a fine) does not use any. A transposition
table holds states that were met before; the move that it names is tried first, and the others are put in order only if
that was not enough: by the evaluation of the state they lead to, or at the last ply before the leaves, where that
evaluation is all there is, by the history heuristic and two killer moves. Later moves are first searched less deep
(late move reduction), and again in full if they turn out better than expected. Near the leaves a state that looks far
better or worse than the window is taken as it looks (futility pruning).

Values are integers seen by the player to move: an estimate is within +-ESTIMATE, a game that is over is +-WIN less the
number of actions it takes; such a value is a proof. The compiled part (alphabeta_tree.py) keeps its own stack, so that
a search can pause after any number of positions and go on later.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from speelkist.compiled.contract import PLAYER, Kernel, OptionArray, StateArray, Weights
from speelkist.core import OVER

from .alphabeta_table import ALPHA, BEST, BETA, DEPTH, ESTIMATE, FRAME, INFINITE, PROVEN, TT_ENTRY
from .alphabeta_tree import HISTORY, LEVELS, evaluate_root, run
from .budget import Clock
from .chunks import ChunkSizer, MoveValue

Evaluate = Callable[[OptionArray, StateArray, Weights], float]

MAX_DEPTH = 64
UNREDUCED = 3
MARGIN = 160_000  # 8 % of a chance: further than that from the window a few turns more seldom lead back into it


def alphabeta(
    kernel: Kernel,
    evaluate: Evaluate,
    weights: Weights,
    options: OptionArray,
    array: StateArray,
    clock: Clock,
    depth: int = MAX_DEPTH,
    lines: int = 1,
    unreduced: int = UNREDUCED,
    margin: int = MARGIN,
    lines_part: float = 1.0,
) -> list[MoveValue]:
    """The moves of the player on turn, best first, each with their chance to win.

    The budget counts evaluated positions. The first ``lines`` moves have their true values; for those after them only
    an upper bound is known. Once ``lines_part`` of the budget is used, the rest goes to the best move alone, and the
    others keep what they had, unless a bound is lower. A depth that is not finished counts as far as it came. Of every
    state's moves the first ``unreduced`` are never reduced. With a ``margin`` of INFINITE no state is left out for
    looking too far from the window; with that, and all moves unreduced, the values are those of plain minimax.

    :raises Cancelled: if the answer is no longer wanted.
    """
    return deepen_to(kernel, evaluate, weights, options, array, clock, depth, lines, unreduced, margin, lines_part)[0]


def deepen_to(
    kernel: Kernel,
    evaluate: Evaluate,
    weights: Weights,
    options: OptionArray,
    array: StateArray,
    clock: Clock,
    depth: int = MAX_DEPTH,
    lines: int = 1,
    unreduced: int = UNREDUCED,
    margin: int = MARGIN,
    lines_part: float = 1.0,
) -> tuple[list[MoveValue], int]:
    """The same, with the depth of the last pass that was finished."""
    root = _Root(kernel, evaluate, weights, options, array, clock, unreduced, margin)
    finished = 1
    for reach in range(2, depth + 1):
        if not root.deepen(reach, lines if clock.part_used() < lines_part else 1):
            break
        finished = reach
    return root.move_values(), finished


class _Root:
    """The moves at the root, what is known of them, and the buffers of the search below them."""

    def __init__(
        self,
        kernel: Kernel,
        evaluate: Evaluate,
        weights: Weights,
        options: OptionArray,
        array: StateArray,
        clock: Clock,
        unreduced: int,
        margin: int,
    ) -> None:
        self._functions = (kernel.legal, kernel.apply, evaluate)
        self._options, self._weights, self._array = options, weights, array
        self._unreduced, self._margin = unreduced, margin
        self._sizer = ChunkSizer(clock)
        left = clock.left()
        size = 1 << max(8, min(18, (left // 8).bit_length()))
        self._tt = np.zeros((size, TT_ENTRY), np.int64)
        self._history = np.zeros((2, HISTORY), np.int64)
        self._states = np.zeros((LEVELS + 1, kernel.size), np.int16)
        self._moves = np.zeros((LEVELS, kernel.most_moves), np.int32)
        self._scores = np.zeros((LEVELS, kernel.most_moves), np.int64)
        self._frames = np.zeros((LEVELS, FRAME), np.int64)
        self._player = int(array[PLAYER])
        moves, scores = kernel.new_move_buffer(), np.zeros(kernel.most_moves, np.int64)
        count = evaluate_root(*self._functions, options, weights, array, np.empty_like(array), moves, scores)
        clock.spend(count)
        self._values = {int(moves[at]): int(scores[at]) for at in range(count)}
        self._true: dict[int, int] = {}  # the latest values that are no bounds
        self._ranked = sorted(self._values, key=self._values.__getitem__, reverse=True)

    def deepen(self, depth: int, lines: int) -> bool:
        """Search all moves to a depth; False when nothing more can be found or the budget is used up."""
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
            if value > floor:
                self._true[move] = value
        # among equals, and among those that are only known to be no better, the order of the pass before stays
        self._values |= done
        first = sorted(done, key=done.__getitem__, reverse=True)
        self._ranked = first + [move for move in self._ranked if move not in done]
        return len(done) == len(self._ranked)

    def _value(self, move: int, depth: int, floor: int) -> int | None:
        """The value of a move, or an upper bound if that is not above ``floor``; None when the budget ends."""
        self._states[0] = self._array
        self._functions[1](self._options, self._states[0], move)
        again = int(self._states[0, PLAYER]) == self._player
        if int(self._states[0, PLAYER]) == OVER:
            return self._values[move]
        if floor > -INFINITE:  # a null-window search shows at little cost that most moves are no better
            value = self._search(again, depth, floor, floor + 1)
            if value is None or value <= floor:
                return value
        return self._search(again, depth, floor, INFINITE)

    def _search(self, again: bool, depth: int, alpha: int, beta: int) -> int | None:
        frame = self._frames[0]
        frame[DEPTH] = depth if again else depth - 1
        frame[ALPHA], frame[BETA] = (alpha, beta) if again else (-beta, -alpha)
        search = partial(
            run,
            *self._functions,
            self._options,
            self._weights,
            self._states,
            self._moves,
            self._scores,
            self._frames,
            self._tt,
            self._history,
            self._unreduced,
            self._margin,
        )
        if not self._sizer.run(search):
            return None
        value = int(frame[BEST])
        return value if again else -value

    def move_values(self) -> list[MoveValue]:
        """All moves with what is known so far, best first."""
        return [MoveValue(move, _chance(value), proven=abs(value) >= PROVEN) for move, value in self._in_order()]

    def _in_order(self) -> list[tuple[int, int]]:
        """No move gets a higher value than those before it: of the later ones only bounds or older values are known."""
        ordered, least = [], INFINITE
        for move in self._ranked:
            least = min(least, self._values[move], self._true.get(move, INFINITE))
            ordered.append((move, least))
        return ordered


def _chance(value: int) -> float:
    """A value as the chance to win."""
    if abs(value) >= PROVEN:
        return float(value > 0)
    return (value / ESTIMATE + 1) / 2
