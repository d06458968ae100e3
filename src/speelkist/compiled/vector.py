"""Many games in one compiled call: check, apply, chance, end and new beginning, legal moves, mask, observation, reward.

These functions are generic. A game calls them with its own functions from a compiled function of its own, so that they
are bound when it is compiled: handing them over as values costs hundreds of microseconds a call. Masks and
observations are not cleared as a whole: what the last position set is taken back, and what the new one has is set.
With a thousand games their arrays are larger than the processor's nearest caches, so the next game's rows are asked
for while a game is played.

    listed   of every game: how many moves it has, then each move beside its id
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from speelkist.core import CHANCE, OVER

from .contract import PLAYER, REASON, WINNER, Moves, OptionArray, RngState, StateArray
from .encoding import PAY, Games, Observation
from .jit import binding_jit, inline_jit, kernel_compiler
from .memory import prefetch, row_of
from .rng import below

# What is noted of every game.
NEXT_PLAYER, ACTED, DONE, LENGTH, EPISODE, LAST_LENGTH, LAST_REASON = range(7)
FACTS: Final = 7
LISTED_AHEAD = 128  # numbers of a game's list that are asked for beforehand: 64 moves
TRIES = 64  # to begin a game that chance does not end before anybody moves

compiled = kernel_compiler(__file__)


@binding_jit
def _settle(apply: Any, draw: Any, options: OptionArray, state: StateArray, rng: RngState) -> None:
    while state[PLAYER] == CHANCE:
        apply(options, state, draw(options, state, rng))


@compiled(PAY)
def pay_winner(options: OptionArray, state: StateArray, rewards: NDArray[np.float32]) -> None:
    """The rewards of a game of two that is over: 1 for who has won, -1 for who has lost."""
    winner = state[WINNER]
    gain = np.float32(0) if winner < 0 else np.float32(1) if winner == 0 else np.float32(-1)
    rewards[0] = gain
    rewards[1] = -gain


@binding_jit
def _begin_game(
    apply: Any,
    draw: Any,
    mark_board: Any,
    options: OptionArray,
    starts: NDArray[np.int16],
    state: StateArray,
    rng: RngState,
    facts: NDArray[np.int32],
    out: Observation,
    number: int,
    games: int,
) -> None:
    """The next game at this place: from its next start position to the first decision."""
    for _ in range(TRIES):
        state[:] = row_of(starts, (number + facts[EPISODE] * games) % len(starts))
        _settle(apply, draw, options, state, rng)
        if state[PLAYER] != OVER:
            break
        facts[EPISODE] += 1
    facts[LENGTH] = 0
    mark_board(options, state, state[PLAYER], out, np.float32(1))


@binding_jit
def _list(
    legal: Any,
    encode: Any,
    mark: Any,
    options: OptionArray,
    state: StateArray,
    moves: Moves,
    listed: NDArray[np.int32],
    mask: NDArray[np.bool_],
    out: Observation,
) -> None:
    """Note what may be done now: how many moves, the moves, their ids."""
    player = np.int64(state[PLAYER])
    count = 0 if player == OVER else legal(options, state, moves)
    listed[0] = count
    for place in range(count):
        action = encode(options, state, np.int64(moves[place]))
        listed[1 + 2 * place] = moves[place]
        listed[2 + 2 * place] = action
        mask[np.uint64(action)] = True
    mark(options, state, player, out, np.float32(1))


@inline_jit
def _take_back(listed: NDArray[np.int32], mask: NDArray[np.bool_], wanted: int) -> int:
    """Clear the mask of a game, and give the move that has the wanted id."""
    count, move = np.int64(listed[0]), np.int32(-1)
    for place in range(count):
        move = listed[1 + 2 * place] if listed[2 + 2 * place] == wanted else move
    for place in range(count):
        mask[np.uint64(listed[2 + 2 * place])] = False
    return np.int64(move)  # type: ignore[return-value]


@inline_jit
def _ask_ahead(games: Games, number: int, last: int, ahead: int) -> None:
    """Ask for what the next game will write, and for the list of the one after it."""
    _, _, states, _, listed, masks, observations, _, _ = games
    if number + 2 < last:
        prefetch(listed, number + 2, 0, LISTED_AHEAD)
    if number + 1 < last:
        prefetch(states, number + 1, 0, states.shape[1])
        prefetch(observations, number + 1, 0, ahead)
        row = row_of(listed, number + 1)
        for place in range(np.int64(row[0])):
            prefetch(masks, number + 1, row[2 + 2 * place], 1)


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
    moves = np.empty(listed.shape[1] // 2, np.int32)
    for number in range(first, last):
        state, mask, out = row_of(states, number), row_of(masks, number), row_of(observations, number)
        fact, rng = row_of(facts, number), row_of(rngs, number)
        mask[:] = False
        out[:] = 0
        _begin_game(apply, draw, mark_board, options, starts, state, rng, fact, out, number, len(states))
        _list(legal, encode, mark, options, state, moves, row_of(listed, number), mask, out)
        fact[NEXT_PLAYER] = state[PLAYER]
        fact[DONE] = 0


@binding_jit
def step_games(
    legal: Any,
    apply: Any,
    draw: Any,
    encode: Any,
    mark: Any,
    mark_board: Any,
    pay: Any,
    ahead: int,
    games: Games,
    actions: NDArray[np.int64],
    first: int,
    last: int,
    check: bool,
) -> int:
    """Play an action in each of the games from ``first`` to before ``last``; those that end begin again at once.

    With ``check`` all actions are looked at first: the number of a game with an illegal one is returned, and nothing
    has changed. Otherwise it is -1. ``ahead`` is how many numbers of an observation are asked for beforehand: those
    at its beginning that every step changes.
    """
    options, starts, states, rngs, listed, masks, observations, facts, rewards = games
    if check:
        wrong = first_illegal(masks, actions, first, last)
        if wrong >= 0:
            return wrong
    moves = np.empty(listed.shape[1] // 2, np.int32)
    for number in range(first, last):
        _ask_ahead(games, number, last, ahead)
        state, row, mask = row_of(states, number), row_of(listed, number), row_of(masks, number)
        out, fact, rng = row_of(observations, number), row_of(facts, number), row_of(rngs, number)
        player = np.int64(state[PLAYER])
        move = _take_back(row, mask, actions[number])
        mark(options, state, player, out, np.float32(0))
        apply(options, state, move)
        _settle(apply, draw, options, state, rng)
        fact[ACTED] = player
        fact[LENGTH] += 1
        is_over = state[PLAYER] == OVER
        fact[DONE] = is_over
        if is_over:
            pay(options, state, row_of(rewards, number))
            fact[LAST_LENGTH] = fact[LENGTH]
            fact[LAST_REASON] = state[REASON]
            fact[EPISODE] += 1
            mark_board(options, state, player, out, np.float32(0))
            _begin_game(apply, draw, mark_board, options, starts, state, rng, fact, out, number, len(states))
        else:
            for seat in range(rewards.shape[1]):
                rewards[number, seat] = 0
        _list(legal, encode, mark, options, state, moves, row, mask, out)
        fact[NEXT_PLAYER] = state[PLAYER]
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


@compiled(types.int64(types.boolean[:, ::1], types.int64[::1], types.int64, types.int64))
def first_illegal(masks: NDArray[np.bool_], actions: NDArray[np.int64], first: int, last: int) -> int:
    """The first game, from ``first`` to before ``last``, whose action is not legal; -1 if all are."""
    for number in range(first, last):
        wanted = actions[number]
        if wanted < 0 or wanted >= masks.shape[1] or not masks[number, wanted]:
            return number
    return -1


@compiled(types.void(types.int32[:, ::1], types.uint64[:, ::1], types.int64[::1]))
def random_actions(listed: NDArray[np.int32], rngs: NDArray[np.uint64], actions: NDArray[np.int64]) -> None:
    """A legal action for every game, all equally likely."""
    for number in range(len(actions)):
        count = listed[number, 0]
        actions[number] = listed[number, 2 + 2 * below(row_of(rngs, number), count)] if count else -1
