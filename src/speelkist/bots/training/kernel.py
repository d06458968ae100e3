"""Learning by self-play, in compiled code and for any game: TD(lambda) on afterstates.

The bot looks one move ahead: it evaluates with the net every position that its moves lead to, before the next throw,
and takes the best (now and then a random one: exploration). After each game the net is trained towards the
lambda-returns: for each such position a mixture of all later estimates and the result. Where it explores, the
positions before learn from the move with the best value, and a new sequence begins.

All chances here are those of player 0; ``side`` says from whose side the features are seen.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from speelkist.compiled.contract import (
    APPLY,
    DRAW_OUTCOME,
    LEGAL,
    OPTIONS_TYPE,
    PLAYER,
    RNG_TYPE,
    STATE_TYPE,
    WEIGHTS_TYPE,
    WINNER,
    Moves,
    OptionArray,
    RngState,
    StateArray,
    Weights,
)
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.compiled.net import FEATURES_OF, SIDE_OF, forward, learn
from speelkist.compiled.rng import below
from speelkist.core import CHANCE, OVER

MOST_STEPS = 512  # positions kept before the net learns from them; a longer game is learned in parts
FINE = 1 << 20

compiled = kernel_compiler(__file__)


@compiled(SIDE_OF)
def first_side(options: OptionArray, state: StateArray) -> int:
    """For features that are always seen from player 0."""
    return 0


@inline_jit
def value_of(
    features: Any, side: Any, options: OptionArray, state: StateArray, weights: Weights, hidden: int, row: Weights
) -> float:
    """The chance of player 0 by the net; the truth where it is over."""
    if state[PLAYER] == OVER:
        return 0.5 if state[WINNER] < 0 else 1.0 - np.float64(state[WINNER])
    features(options, state, row)
    chance = forward(weights, row, len(row), hidden)
    return chance if side(options, state) == 0 else 1.0 - chance


@inline_jit
def best_of(
    apply: Any,
    features: Any,
    side: Any,
    options: OptionArray,
    state: StateArray,
    moves: Moves,
    count: int,
    weights: Weights,
    hidden: int,
    row: Weights,
    after: StateArray,
    rng: RngState,
) -> tuple[int, float]:
    """The move with the best value for the player to move, and that value; among equals a random one."""
    player = state[PLAYER]
    best, best_value, equals = 0, -1.0, 0
    for number in range(count):
        after[:] = state
        apply(options, after, np.int64(moves[number]))
        value = value_of(features, side, options, after, weights, hidden, row)
        if player != 0:
            value = 1.0 - value
        if value > best_value:
            best, best_value, equals = number, value, 1
        elif value == best_value:
            equals += 1
            if below(rng, equals) == 0:
                best = number
    return best, best_value if player == 0 else 1.0 - best_value


@inline_jit
def learn_steps(
    rows: Weights,
    sides: NDArray[np.int8],
    values: NDArray[np.float64],
    steps: int,
    end: float,
    weights: Weights,
    hidden: int,
    rate: float,
    trace: float,
) -> float:
    """Teach the net a game's steps from the last to the first; ``end`` is what followed. Gives the squared errors."""
    target, errors = end, 0.0
    for step in range(steps - 1, -1, -1):
        own = target if sides[step] == 0 else 1.0 - target
        said = learn(weights, rows[step], rows.shape[1], hidden, own, rate)
        errors += (own - said) ** 2
        target = trace * target + (1.0 - trace) * values[step]
    return errors


@compiled(
    types.int64(
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
        types.int64,
        types.float64,
        types.float64,
        types.float64,
        RNG_TYPE,
        types.float64[::1],
    )
)
def play_and_learn(
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
    games: int,
    rate: float,
    trace: float,
    explore: float,
    rng: RngState,
    errors: NDArray[np.float64],
) -> int:
    """Play ``games`` games from ``first`` and learn from each; adds the squared errors, gives the positions learned."""
    moves = np.zeros(most_moves, np.int32)
    state, after = first.copy(), first.copy()
    row = np.zeros(n_inputs, np.float32)
    rows = np.zeros((MOST_STEPS, n_inputs), np.float32)
    sides = np.zeros(MOST_STEPS, np.int8)
    values = np.zeros(MOST_STEPS)
    learned = 0
    for _ in range(games):
        state[:] = first
        steps = 0
        while state[PLAYER] != OVER:
            if state[PLAYER] == CHANCE:
                apply(options, state, draw(options, state, rng))
                continue
            count = legal(options, state, moves)
            best, best_value = best_of(
                apply, features, side, options, state, moves, count, weights, hidden, row, after, rng
            )
            chosen = best
            if count > 1 and below(rng, FINE) < explore * FINE:
                chosen = below(rng, count)
            if chosen != best or steps == MOST_STEPS:
                errors[0] += learn_steps(rows, sides, values, steps, best_value, weights, hidden, rate, trace)
                learned, steps = learned + steps, 0
            apply(options, state, np.int64(moves[chosen]))
            if state[PLAYER] != OVER:
                features(options, state, rows[steps])
                sides[steps] = side(options, state)
                chance = forward(weights, rows[steps], n_inputs, hidden)
                values[steps] = chance if sides[steps] == 0 else 1.0 - chance
                steps += 1
        end = 0.5 if state[WINNER] < 0 else 1.0 - np.float64(state[WINNER])
        errors[0] += learn_steps(rows, sides, values, steps, end, weights, hidden, rate, trace)
        learned += steps
    return learned


@compiled(
    types.float64(
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
        WEIGHTS_TYPE,
        types.int64,
        types.int64,
        types.uint64,
    )
)
def duel(
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
    other: Weights,
    other_hidden: int,
    pairs: int,
    seed: np.uint64,
) -> float:
    """The share that a net wins against another (no weights: against random moves), in pairs with the same seeds."""
    moves = np.zeros(most_moves, np.int32)
    state, after = first.copy(), first.copy()
    row = np.zeros(n_inputs, np.float32)
    rng, tie_rng = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    won = 0.0
    for game in range(2 * pairs):
        rng[0] = seed + np.uint64(game // 2) * np.uint64(0xD1342543DE82EF95)
        tie_rng[0] = rng[0] ^ np.uint64(0x5851F42D4C957F2D)
        state[:] = first
        while state[PLAYER] != OVER:
            if state[PLAYER] == CHANCE:
                apply(options, state, draw(options, state, rng))
                continue
            count = legal(options, state, moves)
            if state[PLAYER] == game % 2:
                chosen, _ = best_of(
                    apply, features, side, options, state, moves, count, weights, hidden, row, after, tie_rng
                )
            elif len(other):
                chosen, _ = best_of(
                    apply, features, side, options, state, moves, count, other, other_hidden, row, after, tie_rng
                )
            else:
                chosen = below(tie_rng, count)
            apply(options, state, np.int64(moves[chosen]))
        won += 0.5 if state[WINNER] < 0 else np.float64(state[WINNER] == game % 2)
    return won / (2 * pairs)
