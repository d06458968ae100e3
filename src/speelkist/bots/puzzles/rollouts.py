"""Rollouts: games played on from a position in compiled code, both sides by the net one move ahead.

Game i has the same throws for every candidate, so that two of them can be compared game by game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from speelkist.bots.training.kernel import best_of, first_side
from speelkist.bots.training.trainer import evaluation
from speelkist.compiled.contract import (
    APPLY,
    DRAW_OUTCOME,
    LEGAL,
    OPTIONS_TYPE,
    PLAYER,
    STATE_TYPE,
    WEIGHTS_TYPE,
    WINNER,
    Kernel,
    OptionArray,
    StateArray,
    Weights,
)
from speelkist.compiled.jit import kernel_compiler
from speelkist.compiled.net import FEATURES_OF, SIDE_OF, hidden_units
from speelkist.compiled.playouts import load_kernel
from speelkist.compiled.weights import read_weights
from speelkist.core import CHANCE, OVER, Move, State

compiled = kernel_compiler(__file__)


@compiled(
    types.void(
        types.FunctionType(LEGAL),
        types.FunctionType(APPLY),
        types.FunctionType(DRAW_OUTCOME),
        types.FunctionType(FEATURES_OF),
        types.FunctionType(SIDE_OF),
        OPTIONS_TYPE,
        STATE_TYPE,
        types.int64,
        types.int64,
        WEIGHTS_TYPE,
        types.int64,
        types.uint64,
        types.int64,
        types.float64[::1],
    )
)
def play_on(
    legal: Any,
    apply: Any,
    draw: Any,
    features: Any,
    side: Any,
    options: OptionArray,
    first: StateArray,
    most_moves: int,
    n_inputs: int,
    weights: Weights,
    hidden: int,
    seed: np.uint64,
    begin: int,
    results: NDArray[np.float64],
) -> None:
    """Play a game for each result, from number ``begin`` on: 1 if player 0 wins it, a half for a draw."""
    moves = np.zeros(most_moves, np.int32)
    state, after = first.copy(), first.copy()
    row = np.zeros(n_inputs, np.float32)
    rng, tie_rng = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    for game in range(len(results)):
        rng[0] = seed + np.uint64(begin + game) * np.uint64(0xD1342543DE82EF95)
        tie_rng[0] = rng[0] ^ np.uint64(0x5851F42D4C957F2D)
        state[:] = first
        while state[PLAYER] != OVER:
            if state[PLAYER] == CHANCE:
                apply(options, state, draw(options, state, rng))
                continue
            count = legal(options, state, moves)
            chosen, _ = best_of(
                apply, features, side, options, state, moves, count, weights, hidden, row, after, tie_rng
            )
            apply(options, state, np.int64(moves[chosen]))
        results[game] = 0.5 if state[WINNER] < 0 else 1.0 - np.float64(state[WINNER])


class Rollouts:
    """Plays on from the positions of one game."""

    def __init__(self, game: str) -> None:
        self.kernel: Kernel = load_kernel(game)
        module = evaluation(game)
        self._features: int = module.FEATURES
        self._pointers = (module.features, getattr(module, "side", first_side))
        self._weights = read_weights(game, self._features)
        self._hidden = hidden_units(self._weights, self._features)

    def after(self, state: State, move: Move, games: int, seed: int, begin: int = 0) -> NDArray[np.float64]:
        """The results, for whoever makes the move, of games played on after it."""
        options, array = self.kernel.pack(state.after(move))
        results = np.zeros(games)
        play_on(
            self.kernel.legal,
            self.kernel.apply,
            self.kernel.draw,
            *self._pointers,
            options,
            array,
            self.kernel.most_moves,
            self._features,
            self._weights,
            self._hidden,
            np.uint64(seed),
            begin,
            results,
        )
        return results if state.player == 0 else 1.0 - results
