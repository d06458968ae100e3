"""Many games in one compiled call: check, apply, chance, end and new beginning, legal moves, mask, observation, reward.

These functions are generic. A game calls them with its own functions from a compiled function of its own, so that they
are bound when it is compiled: handing them over as values costs hundreds of microseconds a call. Masks and
observations are not cleared as a whole: what the last position set is taken back, and what the new one has is set.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from speelkist.core import CHANCE, OVER

from .contract import PLAYER, REASON, WINNER, OptionArray, RngState, StateArray
from .encoding import Games, Observation
from .jit import binding_jit, kernel_compiler
from .rng import below

# What is noted of every game.
NEXT_PLAYER, ACTED, DONE, LENGTH, EPISODE, LAST_LENGTH, LAST_REASON = range(7)
FACTS: Final = 7
TRIES = 64  # to begin a game that chance does not end before anybody moves

compiled = kernel_compiler(__file__)


@binding_jit
def _settle(apply: Any, draw: Any, options: OptionArray, state: StateArray, rng: RngState) -> None:
    while state[PLAYER] == CHANCE:
        apply(options, state, draw(options, state, rng))


@binding_jit
def _begin_game(
    apply: Any,
    draw: Any,
    mark_board: Any,
    options: OptionArray,
    starts: NDArray[np.int16],
    states: NDArray[np.int16],
    rngs: NDArray[np.uint64],
    facts: NDArray[np.int32],
    out: Observation,
    number: int,
) -> None:
    """The next game at this place: from its next start position to the first decision."""
    state = states[number]
    for _ in range(TRIES):
        state[:] = starts[(number + facts[number, EPISODE] * len(states)) % len(starts)]
        _settle(apply, draw, options, state, rngs[number])
        if state[PLAYER] != OVER:
            break
        facts[number, EPISODE] += 1
    facts[number, LENGTH] = 0
    mark_board(options, state, state[PLAYER], out, np.float32(1))


@binding_jit
def _list(
    legal: Any,
    encode: Any,
    mark: Any,
    options: OptionArray,
    state: StateArray,
    listed: NDArray[np.int32],
    mask: NDArray[np.bool_],
    out: Observation,
) -> None:
    """Note what may be done now: how many moves, the moves, their ids."""
    most = (len(listed) - 1) // 2
    player = np.int64(state[PLAYER])
    count = 0 if player == OVER else legal(options, state, listed[1 : most + 1])
    listed[0] = count
    for place in range(1, count + 1):
        action = encode(options, state, np.int64(listed[place]))
        listed[most + place] = action
        mask[action] = True
    mark(options, state, player, out, np.float32(1))


@binding_jit
def begin_games(
    legal: Any,
    apply: Any,
    draw: Any,
    encode: Any,
    mark: Any,
    mark_board: Any,
    games: Games,
    first: int,
    last: int,
) -> None:
    """Begin the games from ``first`` to before ``last`` anew."""
    options, starts, states, rngs, listed, masks, observations, facts, _ = games
    for number in range(first, last):
        masks[number] = False
        observations[number] = 0
        _begin_game(apply, draw, mark_board, options, starts, states, rngs, facts, observations[number], number)
        _list(legal, encode, mark, options, states[number], listed[number], masks[number], observations[number])
        facts[number, NEXT_PLAYER] = states[number, PLAYER]
        facts[number, DONE] = 0


@binding_jit
def step_games(
    legal: Any,
    apply: Any,
    draw: Any,
    encode: Any,
    mark: Any,
    mark_board: Any,
    games: Games,
    actions: NDArray[np.int64],
    first: int,
    last: int,
    check: bool,
) -> int:
    """Play an action in each of the games from ``first`` to before ``last``; those that end begin again at once.

    With ``check`` all actions are looked at first: the number of a game with an illegal one is returned, and nothing
    has changed. Otherwise it is -1.
    """
    options, starts, states, rngs, listed, masks, observations, facts, rewards = games
    if check:
        for number in range(first, last):
            wanted = actions[number]
            if wanted < 0 or wanted >= masks.shape[1] or not masks[number, wanted]:
                return number
    most = (listed.shape[1] - 1) // 2
    for number in range(first, last):
        state, row, mask, out = states[number], listed[number], masks[number], observations[number]
        player, move = np.int64(state[PLAYER]), np.int64(-1)
        for place in range(1, row[0] + 1):
            action = row[most + place]
            mask[action] = False
            if action == actions[number]:
                move = np.int64(row[place])
        mark(options, state, player, out, np.float32(0))
        apply(options, state, move)
        _settle(apply, draw, options, state, rngs[number])
        facts[number, ACTED] = player
        facts[number, LENGTH] += 1
        is_over = state[PLAYER] == OVER
        facts[number, DONE] = is_over
        winner = state[WINNER]
        gain = np.float32(0)
        if is_over and winner >= 0:
            gain = np.float32(1) if winner == 0 else np.float32(-1)
        rewards[number, 0] = gain
        rewards[number, 1] = -gain
        if is_over:
            facts[number, LAST_LENGTH] = facts[number, LENGTH]
            facts[number, LAST_REASON] = state[REASON]
            facts[number, EPISODE] += 1
            mark_board(options, state, player, out, np.float32(0))
            _begin_game(apply, draw, mark_board, options, starts, states, rngs, facts, out, number)
        _list(legal, encode, mark, options, state, row, mask, out)
        facts[number, NEXT_PLAYER] = state[PLAYER]
    return -1


@binding_jit
def ids_of(
    legal: Any,
    encode: Any,
    options: OptionArray,
    state: StateArray,
    moves: NDArray[np.int32],
    ids: NDArray[np.int32],
) -> int:
    """The legal moves, or outcomes of chance, and their ids; gives how many there are."""
    count: int = legal(options, state, moves)
    for place in range(count):
        ids[place] = encode(options, state, np.int64(moves[place]))
    return count


@compiled(types.int64(types.boolean[:, ::1], types.int64[::1]))
def first_illegal(masks: NDArray[np.bool_], actions: NDArray[np.int64]) -> int:
    """The first game whose action is not legal; -1 if all are."""
    for number in range(len(actions)):
        wanted = actions[number]
        if wanted < 0 or wanted >= masks.shape[1] or not masks[number, wanted]:
            return number
    return -1


@compiled(types.void(types.int32[:, ::1], types.uint64[:, ::1], types.int64[::1]))
def random_actions(listed: NDArray[np.int32], rngs: NDArray[np.uint64], actions: NDArray[np.int64]) -> None:
    """A legal action for every game, all equally likely."""
    most = (listed.shape[1] - 1) // 2
    for number in range(len(actions)):
        count = listed[number, 0]
        actions[number] = listed[number, most + 1 + below(rngs[number], count)] if count else -1
