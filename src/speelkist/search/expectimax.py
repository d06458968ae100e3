"""Expectimax for games with a throw between the turns: the mean over all throws, and after each the best moves.

``depth`` 1 evaluates the positions after each move. Every further step goes through one more throw: 2 means all throws
and the best reply to each. Deeper than 1 only the best-looking moves are followed, ``widths`` of them: the first number
is for the moves at the root, the next for the replies after one throw, and so on; the last stands for all that follow.

More time buys further passes (``Pass``), each deeper or wider than the one before. They leave out what can hardly
matter: moves that fell far behind in the pass before, replies that look far worse than the best one, and, of two dice
after the first throw, all throws but six that show every number of both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from speelkist.compiled.contract import PLAYER, Kernel, OptionArray, StateArray, Weights

from .budget import Clock
from .chunks import ChunkSizer, MoveValue
from .expectimax_tree import FRAME, evaluate_root, run

Evaluate = Callable[[OptionArray, StateArray, Weights], float]

ACTIONS = 4  # of players between two throws; what goes on longer than that is evaluated as it stands


class Pass(NamedTuple):
    """One look at the best moves: how deep it goes, and what it leaves out."""

    depth: int
    widths: Sequence[int]
    deficit: float = 1.0  # a move whose chance is so much less than the best one's is not followed
    worse: float = 1.0  # nor is a reply that looks so much worse than the best one
    thin: bool = False  # of two dice, after the first throw, follow six throws that show every number of both


def expectimax(
    kernel: Kernel,
    evaluate: Evaluate,
    weights: Weights,
    options: OptionArray,
    array: StateArray,
    clock: Clock,
    depth: int = 2,
    widths: Sequence[int] = (8, 3),
    further: Sequence[Pass] = (),
) -> list[MoveValue]:
    """The moves of the player on turn, best first, each with their chance to win.

    The budget counts evaluated positions. Depth 1 is always finished; a deeper pass that is not finished does not
    count. ``further`` passes come after those up to ``depth``, as long as the budget lasts and more than one move is
    worth following; one that is cut short counts if it came to two moves, as if it were that narrow. Moves that were
    not followed in the deepest pass come after those that were.

    :raises Cancelled: if the answer is no longer wanted.
    """
    player = int(array[PLAYER])
    moves, scores = kernel.new_move_buffer(), np.zeros(kernel.most_moves)
    count = evaluate_root(kernel.legal, kernel.apply, evaluate, options, weights, array, moves, scores)
    clock.spend(count)
    chances = {int(move): float(score) for move, score in zip(moves[:count], scores[:count], strict=True)}
    ranked = sorted(chances, key=chances.__getitem__, reverse=player == 0)
    search = _Search(kernel, evaluate, weights, options, clock)
    for reach in range(2, depth + 1):
        follow = Pass(reach, widths)
        deeper = search.values(array, ranked[: widths[0]], follow)
        if len(deeper) < min(len(ranked), widths[0]):
            further = ()
            break
        _rank_again(ranked, chances, deeper, player)
    for follow in further:
        best = chances[ranked[0]]
        followed = [move for move in ranked[: follow.widths[0]] if abs(chances[move] - best) <= follow.deficit]
        deeper = search.values(array, followed, follow) if len(followed) > 1 else {}
        if len(deeper) < 2:
            break
        _rank_again(ranked, chances, deeper, player)
        if len(deeper) < len(followed):
            break
    return [MoveValue(move, chances[move] if player == 0 else 1 - chances[move]) for move in ranked]


def _rank_again(ranked: list[int], chances: dict[int, float], deeper: dict[int, float], player: int) -> None:
    """Take over what a pass has found; the moves it followed come first."""
    chances |= deeper
    first = sorted(deeper, key=chances.__getitem__, reverse=player == 0)
    ranked[:] = first + [move for move in ranked if move not in deeper]


class _Search:
    """The buffers of one search, which runs in chunks."""

    def __init__(
        self, kernel: Kernel, evaluate: Evaluate, weights: Weights, options: OptionArray, clock: Clock
    ) -> None:
        self._kernel, self._evaluate, self._weights, self._options = kernel, evaluate, weights, options
        self._sizer = ChunkSizer(clock)

    def values(self, array: StateArray, followed: list[int], follow: Pass) -> dict[int, float]:
        """The value of each of these moves for player 0; only of the first ones if the budget ends before."""
        kernel = self._kernel
        depth, widths = follow.depth, follow.widths
        throws = depth - 1
        levels = (ACTIONS + 1) * depth
        states = np.zeros((levels + 1, kernel.size), np.int16)
        moves = np.zeros((levels, kernel.most_moves), np.int32)
        scores = np.zeros((levels, kernel.most_moves))
        frames = np.zeros((levels, FRAME), np.int64)
        values = np.zeros(levels)
        width = np.array([widths[min(throws - left, len(widths) - 1)] for left in range(depth)], np.int64)
        search = partial(
            run,
            kernel.legal,
            kernel.apply,
            self._evaluate,
            self._options,
            self._weights,
            width,
            follow.worse,
            follow.thin,
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
                break
            searched[move] = float(values[0])
        return searched
