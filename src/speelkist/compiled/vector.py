"""Many games in one compiled call: check, apply, chance, end and new beginning, legal moves, mask, observation, reward.

These functions are generic. A game calls them with its own functions from a compiled function of its own, so that they
are bound when it is compiled: handing them over as values costs hundreds of microseconds a call. Masks and
observations are not cleared as a whole: what the last position set is taken back, and what the new one has is set.
With a thousand games their arrays are larger than the processor's nearest caches, so the next game's rows are asked
for while a game is played.

    moves, ids   of every game: its legal moves in their numbers and, place by place, the ids of these
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from speelkist.core import CHANCE, OVER

from .contract import PLAYER, REASON, WINNER, Moves, OptionArray, RngState, StateArray
from .encoding import PAY, Games, Ids, Observation
from .jit import binding_jit, inline_jit, kernel_compiler
from .memory import prefetch, row_of
from .rng import below

# What is noted of every game.
NEXT_PLAYER, ACTED, DONE, LENGTH, EPISODE, LAST_LENGTH, LAST_REASON, LISTED = range(8)  # LISTED: how many moves
FACTS: Final = 8
AHEAD = 64  # of a game's moves and ids, how many are asked for beforehand
TRIES = 64  # to begin a game that chance does not end before anybody moves

compiled = kernel_compiler(__file__)


@binding_jit
def go_on_with(
    list_ids: Any,
    apply: Any,
    draw: Any,
    options: OptionArray,
    state: StateArray,
    rng: RngState,
    moves: Moves,
    ids: Ids,
) -> int:
    """Let chance move until a player is to act, and list what they may do; gives how many moves that are."""
    while state[PLAYER] == CHANCE:
        apply(options, state, draw(options, state, rng))
    return 0 if state[PLAYER] == OVER else list_ids(options, state, moves, ids)


@compiled(PAY)
def pay_winner(options: OptionArray, state: StateArray, rewards: NDArray[np.float32]) -> None:
    """The rewards of a game of two that is over: 1 for who has won, -1 for who has lost."""
    winner = state[WINNER]
    gain = np.float32(0) if winner < 0 else np.float32(1) if winner == 0 else np.float32(-1)
    rewards[0] = gain
    rewards[1] = -gain


@binding_jit
def _begin_game(
    go_on: Any,
    mark_board: Any,
    options: OptionArray,
    starts: NDArray[np.int16],
    state: StateArray,
    rng: RngState,
    moves: Moves,
    ids: Ids,
    facts: NDArray[np.int32],
    out: Observation,
    number: int,
    games: int,
) -> int:
    """The next game at this place: from its next start position to the first decision; gives how many moves it has."""
    count = np.int64(0)
    for _ in range(TRIES):
        state[:] = row_of(starts, (number + facts[EPISODE] * games) % len(starts))
        count = go_on(options, state, rng, moves, ids)
        if state[PLAYER] != OVER:
            break
        facts[EPISODE] += 1
    facts[LENGTH] = 0
    out[:] = 0
    mark_board(options, state, state[PLAYER], out)
    return count  # type: ignore[return-value]


@inline_jit
def _take_back(moves: Moves, ids: Ids, count: int, mask: NDArray[np.bool_], wanted: int) -> int:
    """Clear the mask of a game, and give the move that has the wanted id."""
    chosen = 0
    for place in range(count):
        chosen = place if ids[place] == wanted else chosen
    for place in range(count):
        mask[np.uint64(ids[place])] = False
    return np.int64(moves[chosen])  # type: ignore[return-value]


@inline_jit
def _note(ids: Ids, count: int, state: StateArray, mask: NDArray[np.bool_], facts: NDArray[np.int32]) -> None:
    """Note what may be done now, and by whom."""
    for place in range(count):
        mask[np.uint64(ids[place])] = True
    facts[LISTED] = count
    facts[NEXT_PLAYER] = state[PLAYER]


@inline_jit
def _ask_ahead(games: Games, number: int, last: int, ahead: int) -> None:
    """Ask for what the next game will write, and for the list of the one after it."""
    _, _, states, _, moves, ids, masks, observations, facts, _ = games
    if number + 2 < last:
        prefetch(moves, number + 2, 0, AHEAD)
        prefetch(ids, number + 2, 0, AHEAD)
    if number + 1 < last:
        prefetch(states, number + 1, 0, states.shape[1])
        prefetch(observations, number + 1, 0, ahead)
        row = row_of(ids, number + 1)
        for place in range(np.int64(facts[number + 1, LISTED])):
            prefetch(masks, number + 1, int(row[place]), 1)


@binding_jit
def begin_games(go_on: Any, mark: Any, mark_board: Any, games: Games, first: int, last: int) -> None:
    """Begin the games from ``first`` to before ``last`` anew."""
    options, starts, states, rngs, all_moves, all_ids, masks, observations, facts, _ = games
    for number in range(first, last):
        state, mask, out = row_of(states, number), row_of(masks, number), row_of(observations, number)
        moves, ids = row_of(all_moves, number), row_of(all_ids, number)
        fact, rng = row_of(facts, number), row_of(rngs, number)
        mask[:] = False
        count = _begin_game(go_on, mark_board, options, starts, state, rng, moves, ids, fact, out, number, len(states))
        mark(options, state, np.int64(state[PLAYER]), out)
        _note(ids, count, state, mask, fact)
        fact[DONE] = 0


@binding_jit
def step_games(
    go_on: Any,
    apply: Any,
    mark: Any,
    unmark: Any,
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
    options, starts, states, rngs, all_moves, all_ids, masks, observations, facts, rewards = games
    if check:
        wrong = first_illegal(masks, actions, first, last)
        if wrong >= 0:
            return wrong
    for number in range(first, last):
        _ask_ahead(games, number, last, ahead)
        state, mask, out = row_of(states, number), row_of(masks, number), row_of(observations, number)
        moves, ids = row_of(all_moves, number), row_of(all_ids, number)
        fact, rng = row_of(facts, number), row_of(rngs, number)
        player = np.int64(state[PLAYER])
        move = _take_back(moves, ids, int(fact[LISTED]), mask, actions[number])
        unmark(options, state, player, out)
        apply(options, state, move)
        count = go_on(options, state, rng, moves, ids)
        fact[ACTED] = player
        fact[LENGTH] += 1
        is_over = state[PLAYER] == OVER
        fact[DONE] = is_over
        if is_over:
            pay(options, state, row_of(rewards, number))
            fact[LAST_LENGTH] = fact[LENGTH]
            fact[LAST_REASON] = state[REASON]
            fact[EPISODE] += 1
            count = _begin_game(
                go_on, mark_board, options, starts, state, rng, moves, ids, fact, out, number, len(states)
            )
        else:
            for seat in range(rewards.shape[1]):
                rewards[number, seat] = 0
        mark(options, state, np.int64(state[PLAYER]), out)
        _note(ids, count, state, mask, fact)
    return -1


@binding_jit
def ids_of(legal: Any, encode: Any, options: OptionArray, state: StateArray, moves: Moves, ids: Ids) -> int:
    """The legal moves, or outcomes of chance, and their ids, each by itself; gives how many there are."""
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


@compiled(types.void(types.int32[:, ::1], types.int16[:, ::1], types.uint64[:, ::1], types.int64[::1]))
def random_actions(
    facts: NDArray[np.int32], ids: NDArray[np.int16], rngs: NDArray[np.uint64], actions: NDArray[np.int64]
) -> None:
    """A legal action for every game, all equally likely."""
    for number in range(len(actions)):
        count = facts[number, LISTED]
        actions[number] = ids[number, below(row_of(rngs, number), count)] if count else -1
