"""A little race with a die, for tests of the searches: small enough to be solved, with everything a search must know.

Each player has two runners some steps from home. The player on turn throws 1 to 3 and brings one of their runners that
much nearer; who has both at home wins. A runner that comes home by an exact throw gives its player one step more, at
once. With the rule ``TIE`` the player to move may also end the game as a draw.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import numpy as np

from speelkist.compiled.contract import (
    APPLY,
    DRAW,
    DRAW_OUTCOME,
    EVALUATE,
    LEGAL,
    PLAYER,
    PLAYOUT,
    REASON,
    START,
    WINNER,
    Kernel,
    Moves,
    OptionArray,
    RngState,
    StateArray,
    Weights,
)
from speelkist.compiled.jit import kernel_compiler
from speelkist.compiled.rng import below
from speelkist.core import CHANCE, OVER

TURN, THROWN, STEPS = 3, 4, 5  # STEPS and the three places after it: both runners of player 0, both of player 1
SIZE = 9
SIDES = 3  # of the die
TIE = 0  # in the rules: whether a draw may be made, and how far from home all begin
FAR = 1
MAKE_DRAW = 2

compiled = kernel_compiler(__file__)


@compiled(START)
def start(options: OptionArray, state: StateArray) -> None:
    """Player 0 throws first."""
    state[PLAYER], state[WINNER], state[REASON] = CHANCE, DRAW, -1
    state[TURN] = state[THROWN] = 0
    state[STEPS:] = options[FAR]


@compiled(LEGAL)
def legal(options: OptionArray, state: StateArray, moves: Moves) -> int:
    """The throws, or the runners that can run."""
    if state[PLAYER] == CHANCE:
        for side in range(SIDES):
            moves[side] = side + 1
        return SIDES
    count = 0
    for runner in range(2):
        if state[STEPS + 2 * state[TURN] + runner] > 0:
            moves[count] = runner
            count += 1
    if options[TIE]:
        moves[count] = MAKE_DRAW
        count += 1
    return count


@compiled(APPLY)
def apply(options: OptionArray, state: StateArray, move: int) -> None:
    """A throw, a run, or the draw."""
    if state[PLAYER] == CHANCE:
        state[THROWN], state[PLAYER] = move, state[TURN]
        return
    thrown, turn = state[THROWN], state[TURN]
    state[THROWN], state[PLAYER] = 0, CHANCE
    if move == MAKE_DRAW:
        state[PLAYER], state[REASON] = OVER, 1
        return
    place = STEPS + 2 * turn + move
    again = state[place] == thrown
    state[place] = max(0, state[place] - thrown)
    if state[STEPS + 2 * turn] + state[STEPS + 2 * turn + 1] == 0:
        state[PLAYER], state[WINNER], state[REASON] = OVER, turn, 0
    elif again:
        state[PLAYER], state[THROWN] = turn, 1  # one more step at once, without a throw
    else:
        state[TURN] = 1 - turn


@compiled(DRAW_OUTCOME)
def draw(options: OptionArray, state: StateArray, rng: RngState) -> int:
    """A throw."""
    return below(rng, SIDES) + 1


@compiled(PLAYOUT)
def playout(options: OptionArray, state: StateArray, rng: RngState) -> int:
    """To the end, at random."""
    moves = np.empty(3, np.int32)
    plies = 0
    while state[PLAYER] != OVER:
        count = legal(options, state, moves)
        plies += state[PLAYER] != CHANCE
        apply(options, state, int(moves[below(rng, count)]))
    return plies


@compiled(EVALUATE)
def evaluate(options: OptionArray, state: StateArray, weights: Weights) -> float:
    """Who has less to go is better off."""
    lead = state[STEPS + 2] + state[STEPS + 3] - state[STEPS] - state[STEPS + 1]
    return 0.5 + 0.5 * np.tanh(weights[0] * lead)  # type: ignore[no-any-return]


KERNEL = Kernel(
    game="race",
    size=SIZE,
    most_moves=3,
    reasons=("home", "draw"),
    start=start,
    legal=legal,
    apply=apply,
    draw=draw,
    playout=playout,
    options=cast("Any", None),  # there are no reference rules
    pack=cast("Any", None),
    unpack=cast("Any", None),
    text=lambda options, state, move: str(move),
)


def options(far: int = 5, tie: bool = False) -> OptionArray:
    """The rules with their options."""
    return np.array([tie, far], np.int32)


def at(steps: tuple[int, int, int, int], turn: int = 0, thrown: int = 0) -> StateArray:
    """A position."""
    state = KERNEL.new_state()
    state[:] = (turn if thrown else CHANCE, DRAW, -1, turn, thrown, *steps)
    return state


def after(options: OptionArray, state: StateArray, *moves: int) -> StateArray:
    """The position after some moves and throws."""
    state = state.copy()
    for move in moves:
        apply(options, state, move)
    return state


def moves_of(options: OptionArray, state: StateArray) -> list[int]:
    """The legal moves or throws."""
    moves = KERNEL.new_move_buffer()
    return [int(move) for move in moves[: legal(options, state, moves)]]


@cache
def _value(options: tuple[int, ...], position: tuple[int, ...]) -> float:
    array, state = np.array(options, np.int32), np.array(position, np.int16)
    if state[PLAYER] == OVER:
        return 0.5 if state[WINNER] == DRAW else 1.0 - float(state[WINNER])
    values = [_value(options, tuple(after(array, state, move).tolist())) for move in moves_of(array, state)]
    if state[PLAYER] == CHANCE:
        return sum(values) / len(values)
    return max(values) if state[PLAYER] == 0 else min(values)


def value(options: OptionArray, state: StateArray) -> float:
    """The true chance that player 0 wins if both play as well as can be."""
    return _value(tuple(options.tolist()), tuple(state.tolist()))
