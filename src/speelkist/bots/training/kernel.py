"""Learning from games against oneself, in compiled code and for any game: temporal differences on afterstates.

A player looks one move ahead: it weighs every position its moves lead to, before the next throw, with the net, and
takes the best (now and then any other, so that it also learns what it would not do). After each game the net is moved
towards what came next: for each such position a mixture of all later estimates and the result (lambda-returns). Where
it tries something else the positions before learn from the move it thought best, and a new stretch begins.

All chances here are those of player 0; ``side`` tells from whose side the features are seen.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from speelkist.compiled.kernel import (
    APPLY,
    DRAW_LOT,
    LEGAL,
    LUCK_TYPE,
    PLAYER,
    RULES_TYPE,
    STATE_TYPE,
    WEIGHTS_TYPE,
    WINNER,
    Luck,
    Moves,
    Numbers,
    Rules,
    Weights,
    below,
    compiler,
    inner,
)
from speelkist.compiled.net import FEATURES_OF, SIDE_OF, forward, learn
from speelkist.core import CHANCE, OVER

MOST_STEPS = 512  # positions kept before the net learns from them; a longer game is learned in parts
FINE = 1 << 20

compiled = compiler(__file__)


@compiled(SIDE_OF)
def first_side(rules: Rules, state: Numbers) -> int:
    """For features that are always seen from player 0."""
    return 0


@inner
def value_of(
    features: Any, side: Any, rules: Rules, state: Numbers, weights: Weights, hidden: int, row: Weights
) -> float:
    """The chance of player 0 by the net; the truth where it is over."""
    if state[PLAYER] == OVER:
        return 0.5 if state[WINNER] < 0 else 1.0 - np.float64(state[WINNER])
    features(rules, state, row)
    chance = forward(weights, row, len(row), hidden)
    return chance if side(rules, state) == 0 else 1.0 - chance


@inner
def best_of(
    apply: Any,
    features: Any,
    side: Any,
    rules: Rules,
    state: Numbers,
    moves: Moves,
    count: int,
    weights: Weights,
    hidden: int,
    row: Weights,
    after: Numbers,
    luck: Luck,
) -> tuple[int, float]:
    """The move after which the net likes it best for whoever moves, and what it says; lots decide between equals."""
    player = state[PLAYER]
    best, best_value, equals = 0, -1.0, 0
    for number in range(count):
        after[:] = state
        apply(rules, after, np.int64(moves[number]))
        value = value_of(features, side, rules, after, weights, hidden, row)
        if player != 0:
            value = 1.0 - value
        if value > best_value:
            best, best_value, equals = number, value, 1
        elif value == best_value:
            equals += 1
            if below(luck, equals) == 0:
                best = number
    return best, best_value if player == 0 else 1.0 - best_value


@inner
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
        types.FunctionType(DRAW_LOT),
        types.FunctionType(FEATURES_OF),
        types.FunctionType(SIDE_OF),
        RULES_TYPE,
        STATE_TYPE,
        types.int64,
        types.int64,
        WEIGHTS_TYPE,
        types.int64,
        types.int64,
        types.float64,
        types.float64,
        types.float64,
        LUCK_TYPE,
        types.float64[::1],
    )
)
def play_and_learn(
    legal: Any,
    apply: Any,
    draw: Any,
    features: Any,
    side: Any,
    rules: Rules,
    first: Numbers,
    most_moves: int,
    n_inputs: int,
    weights: Weights,
    hidden: int,
    games: int,
    rate: float,
    trace: float,
    explore: float,
    luck: Luck,
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
                apply(rules, state, draw(rules, state, luck))
                continue
            count = legal(rules, state, moves)
            best, best_value = best_of(
                apply, features, side, rules, state, moves, count, weights, hidden, row, after, luck
            )
            chosen = best
            if count > 1 and below(luck, FINE) < explore * FINE:
                chosen = below(luck, count)
            if chosen != best or steps == MOST_STEPS:
                errors[0] += learn_steps(rows, sides, values, steps, best_value, weights, hidden, rate, trace)
                learned, steps = learned + steps, 0
            apply(rules, state, np.int64(moves[chosen]))
            if state[PLAYER] != OVER:
                features(rules, state, rows[steps])
                sides[steps] = side(rules, state)
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
        types.FunctionType(DRAW_LOT),
        types.FunctionType(FEATURES_OF),
        types.FunctionType(SIDE_OF),
        RULES_TYPE,
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
    rules: Rules,
    first: Numbers,
    most_moves: int,
    n_inputs: int,
    weights: Weights,
    hidden: int,
    other: Weights,
    other_hidden: int,
    pairs: int,
    seed: np.uint64,
) -> float:
    """The share that a net wins against another (no weights: against random moves), in pairs with the same luck."""
    moves = np.zeros(most_moves, np.int32)
    state, after = first.copy(), first.copy()
    row = np.zeros(n_inputs, np.float32)
    luck, lots = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    won = 0.0
    for game in range(2 * pairs):
        luck[0] = seed + np.uint64(game // 2) * np.uint64(0xD1342543DE82EF95)
        lots[0] = luck[0] ^ np.uint64(0x5851F42D4C957F2D)
        state[:] = first
        while state[PLAYER] != OVER:
            if state[PLAYER] == CHANCE:
                apply(rules, state, draw(rules, state, luck))
                continue
            count = legal(rules, state, moves)
            if state[PLAYER] == game % 2:
                chosen, _ = best_of(
                    apply, features, side, rules, state, moves, count, weights, hidden, row, after, lots
                )
            elif len(other):
                chosen, _ = best_of(
                    apply, features, side, rules, state, moves, count, other, other_hidden, row, after, lots
                )
            else:
                chosen = below(lots, count)
            apply(rules, state, np.int64(moves[chosen]))
        won += 0.5 if state[WINNER] < 0 else np.float64(state[WINNER] == game % 2)
    return won / (2 * pairs)
