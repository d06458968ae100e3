"""Monte-Carlo tree search in compiled code, for any game with a kernel: UCT, with chance nodes.

A node's value is the chance that player 0 wins, so it does not matter who acts how often in a row. Proofs are kept
apart (MCTS-Solver): a position is won for a player who has a winning move, and lost if all their moves lose; at chance,
all outcomes must agree. A proven position is not searched again, and a proven root ends the search.

Without an evaluation the value of a new position is that of one random playout. With one, all moves of a new position
are evaluated at once, and its value is that of the best of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from speelkist.compiled.contract import DRAW, PLAYER, WINNER, Kernel, OptionArray, StateArray, Weights
from speelkist.compiled.rng import new_rng
from speelkist.core import OVER

from .budget import Clock
from .chunks import ChunkSizer, MoveValue
from .mcts_tree import MAX_DEPTH, MAX_EXPANDED, NODE, UNKNOWN, Nodes, find_node, keep_subtree, no_evaluation, simulate

Evaluate = Callable[[OptionArray, StateArray, Weights], float]

FIRST_NODES: Final = 1 << 14
MOST_NODES: Final = 1 << 22  # 128 MB; a tree that large is not expanded any more, but still searched


class Mcts:
    """A search tree that is kept from move to move, as far as it lies below the new position."""

    def __init__(
        self,
        kernel: Kernel,
        options: OptionArray,
        seed: int,
        exploration: float = 1.0,
        evaluate: Evaluate | None = None,
        weights: Weights | None = None,
        most_nodes: int = MOST_NODES,
    ) -> None:
        self._kernel, self._options, self._exploration = kernel, options, exploration
        self._use_evaluation = evaluate is not None
        self._evaluate = evaluate or no_evaluation
        self._weights = np.zeros(1, np.float32) if weights is None else weights
        self._most_nodes = max(most_nodes, 1 + MAX_EXPANDED * kernel.most_moves)
        self._rng = new_rng(seed)
        self._nodes: Nodes = np.zeros(min(self._most_nodes, FIRST_NODES + MAX_EXPANDED * kernel.most_moves), NODE)
        self._used = np.zeros(1, np.int64)
        self._state: StateArray = kernel.new_state()  # at the root
        self._buffers = (
            kernel.new_state(),
            kernel.new_state(),
            kernel.new_move_buffer(),
            np.zeros(MAX_DEPTH, np.int32),
        )

    @property
    def visits(self) -> int:
        """How many simulations the tree holds."""
        return int(self._nodes[0]["visits"]) if self._used[0] else 0

    @property
    def chance(self) -> float:
        """The chance that player 0 wins from the root."""
        return self._value(self._nodes[0])

    def think(self, array: StateArray, clock: Clock) -> list[MoveValue]:
        """The moves at a position, best first, each with the chance that the player who makes it wins.

        :raises Cancelled: if the answer is no longer wanted.
        """
        self.go_to(array)
        sizer = ChunkSizer(clock)
        kernel = self._kernel
        while self._nodes[0]["proven"] == UNKNOWN and (max_simulations := sizer.chunk()):
            self._grow()
            done = simulate(
                kernel.legal,
                kernel.apply,
                kernel.draw,
                kernel.playout,
                self._evaluate,
                self._options,
                self._weights,
                self._use_evaluation,
                self._exploration,
                self._rng,
                self._state,
                *self._buffers,
                self._nodes,
                self._used,
                self._most_nodes,
                max_simulations,
            )
            sizer.done(done)
        return self.moves()

    def moves(self) -> list[MoveValue]:
        """What is known of the moves at the root, best first: proven wins, then by visits, proven losses last."""
        root = self._nodes[0]
        me = int(root["actor"])
        values = []
        for node in self._nodes[root["first"] : root["first"] + root["count"]]:
            value = self._value(node) if node["visits"] else self._value(root)
            proven = node["proven"] != UNKNOWN
            chance = 1 - value if me == 1 else value
            values.append(MoveValue(int(node["move"]), chance, int(node["visits"]), bool(proven)))
        values.sort(key=_rank)
        return values[::-1]

    def go_to(self, array: StateArray) -> None:
        """Make a position the root, with what is known of it if it lies a few actions ahead of the old one."""
        if self._used[0] and np.array_equal(self._state, array):
            return
        node = -1
        if self._used[0]:
            node = find_node(self._kernel.apply, self._options, self._nodes, self._state, array)
        if node > 0:
            self._used[0] = keep_subtree(self._nodes, self._used[0], node)
        else:
            self._nodes[0] = (0.0, 0, 0, 0, 0, array[PLAYER], UNKNOWN)
            if array[PLAYER] == OVER:
                self._nodes[0]["proven"] = array[WINNER]
            self._used[0] = 1
        self._state[:] = array

    def _grow(self) -> None:
        """Double the array of nodes while more may be needed; its size does not change the result."""
        if self._used[0] + MAX_EXPANDED * self._kernel.most_moves > len(self._nodes) < self._most_nodes:
            larger = np.zeros(min(self._most_nodes, 2 * len(self._nodes)), NODE)
            larger[: self._used[0]] = self._nodes[: self._used[0]]
            self._nodes = larger

    @staticmethod
    def _value(node: Any) -> float:
        if node["proven"] != UNKNOWN:
            return 0.5 if node["proven"] == DRAW else 1.0 - float(node["proven"])
        return float(node["total"] / node["visits"]) if node["visits"] else 0.5


def _rank(value: MoveValue) -> tuple[float, int, float]:
    """Proven wins first, proven losses last, the rest by visits."""
    proof = value.chance if value.proven and value.chance != 0.5 else 0.5
    return proof, value.visits, value.chance
