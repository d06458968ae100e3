"""The rules of the race on small integer arrays, for compiled code.

state    the shared three; whose turn; both snails; whether each rested; the throw; the throws so far
options  the length of the track; the patience
move     1, 2, 3 for the throws; CREEPING, RESTING, PASSING
"""

from __future__ import annotations

import numpy as np

from speelkist.compiled.contract import (
    APPLY,
    DRAW,
    DRAW_OUTCOME,
    LEGAL,
    PLAYER,
    PLAYOUT,
    REASON,
    SHARED,
    START,
    WINNER,
    Kernel,
    Moves,
    OptionArray,
    RngState,
    StateArray,
)
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.compiled.rng import below
from speelkist.core import CHANCE, OVER, Game, State
from speelkist.games.template.rules import Template, TemplateState, state_of

LENGTH, PATIENCE = 0, 1  # places in options
TURN, SNAILS, RESTED, THROW, THROWS = SHARED, SHARED + 1, SHARED + 3, SHARED + 5, SHARED + 6
SIZE = SHARED + 7

CREEPING, RESTING, PASSING = 4, 5, 6
TEXTS = {1: "1", 2: "2", 3: "3", CREEPING: "creep", RESTING: "rest", PASSING: "--"}
HOME, PATIENCE_ENDED = 0, 1
REASONS = ("home", "patience")

compiled = kernel_compiler(__file__)


@compiled(START)
def start(options: OptionArray, state: StateArray) -> None:
    """Both snails at 0, red is to throw."""
    state[:] = 0
    state[PLAYER], state[WINNER], state[REASON] = CHANCE, DRAW, -1


@compiled(LEGAL)
def legal(options: OptionArray, state: StateArray, moves: Moves) -> int:
    """The throws, or creep and rest as far as they may be, or the pass."""
    if state[PLAYER] == CHANCE:
        for throw in range(3):
            moves[throw] = throw + 1
        return 3
    count = 0
    turn = state[TURN]
    if state[SNAILS + turn] + state[THROW] <= options[LENGTH]:
        moves[count] = CREEPING
        count += 1
    if not state[RESTED + turn]:
        moves[count] = RESTING
        count += 1
    if count == 0:
        moves[0] = PASSING
        count = 1
    return count


@compiled(APPLY)
def apply(options: OptionArray, state: StateArray, move: int) -> None:
    """Throw the die, or move the snail and give the turn to the other."""
    turn = state[TURN]
    if state[PLAYER] == CHANCE:
        state[THROW] = move
        state[THROWS] += 1
        state[PLAYER] = turn
        return
    if move == CREEPING:
        state[SNAILS + turn] += state[THROW]
    state[RESTED + turn] = 1 if move == RESTING else 0
    state[THROW] = 0
    state[TURN] = 1 - turn
    state[PLAYER] = CHANCE
    if state[SNAILS + turn] == options[LENGTH]:
        state[PLAYER], state[WINNER], state[REASON] = OVER, turn, HOME
    elif state[THROWS] == options[PATIENCE]:
        state[PLAYER], state[REASON] = OVER, PATIENCE_ENDED


@inline_jit
def _thrown(rng: RngState) -> int:
    face = below(rng, 6)
    return 1 if face < 3 else 2 if face < 5 else 3


@compiled(DRAW_OUTCOME)
def draw(options: OptionArray, state: StateArray, rng: RngState) -> int:
    """A throw by its odds: 1, 1, 1, 2, 2 or 3."""
    return _thrown(rng)


@compiled(PLAYOUT)
def playout(options: OptionArray, state: StateArray, rng: RngState) -> int:
    """A random game to its end; how many moves of players it took."""
    moves = np.zeros(3, np.int32)
    plies = 0
    while state[PLAYER] != OVER:
        if state[PLAYER] == CHANCE:
            apply(options, state, _thrown(rng))
        else:
            apply(options, state, moves[below(rng, legal(options, state, moves))])
            plies += 1
    return plies


def options_of(game: Game) -> OptionArray:
    """The options of a game."""
    assert isinstance(game, Template)
    return np.array([game.length, game.patience], np.int32)


def pack(state: State) -> tuple[OptionArray, StateArray]:
    """A position of the reference rules as arrays."""
    assert isinstance(state, TemplateState)
    winner, reason = DRAW, -1
    if state.outcome is not None:
        winner = state.outcome.winners[0] if state.outcome.winners else DRAW
        reason = REASONS.index(state.outcome.reason)
    values = (state.player, winner, reason, state.turn, *state.snails, *state.rested, state.throw, state.throws)
    return options_of(state.game), np.array(values, np.int16)


def unpack(game: Game, options: OptionArray, state: StateArray) -> State:
    """And back."""
    assert isinstance(game, Template)
    turn, red, blue, red_rested, blue_rested, throw, throws = map(int, state[SHARED:])
    phase = "move" if throw else "throw"
    return state_of(game, phase, turn, (red, blue), (bool(red_rested), bool(blue_rested)), throw, throws)


def text(options: OptionArray, state: StateArray, move: int) -> str:
    """A move's notation."""
    return TEXTS[move]


KERNEL = Kernel(
    game="template",
    size=SIZE,
    most_moves=3,
    reasons=REASONS,
    start=start,
    legal=legal,
    apply=apply,
    draw=draw,
    playout=playout,
    options=options_of,
    pack=pack,
    unpack=unpack,
    text=text,
)
