"""Moves and positions of Cubus as numbers for programs that learn, at the level of counts; docs/research/cubus.md.

ids   what a build adds: 256 x lids + 16 x left sides + right sides; then pass, no knock, knock, give up
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from speelkist.compiled.contract import PLAYER, Moves, OptionArray, RngState, StateArray
from speelkist.compiled.encoding import (
    BEGIN,
    ENCODE,
    ENCODE_ALL,
    OBSERVE,
    PAY,
    STEP,
    WEIGHT,
    Encoding,
    Games,
    Ids,
    Observation,
    Plane,
)
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.compiled.vector import begin_games, go_on_with, ids_of, step_games
from speelkist.games.cubus.build_rules import ALL_TILES

from .convert import (
    BOXES,
    FIRST,
    HANDS,
    KINDS,
    KNOCKING,
    LOWEST,
    LYING,
    MOST_PLAYERS,
    PASSER,
    PASSES_MADE,
    PHASE,
    PLAYERS,
    SCORES,
    STOCK,
    YOUNG,
    moves_of,
    number_of,
)
from .counts import BUILDING, DRAWING, KERNEL, LEFTOVERS, apply, draw, legal
from .move_codes import BUILDS, FIRST_DRAW, GIVES_UP, KNOCKS, NUM_ACTIONS, NUM_CHANCE, PASSES, SAYS_NO, added_by

OTHERS = MOST_PLAYERS - 1
MOST_BOXES, MOST_POINTS = 64, 256
TILES = np.array(ALL_TILES, np.float32)
PHASES_DUE = LEFTOVERS - BUILDING + 1

PLANES = (
    Plane("own hand", (KINDS,), "left sides, right sides, closed and open lids, divided by 16, 16, 12 and 4"),
    Plane("enemy hand", (OTHERS, KINDS), "the same of the others, the player on the left first"),
    Plane("picture", (KINDS,), "the same of the picture"),
    Plane("stock", (KINDS,), "the same of the stock"),
    Plane("boxes", (1,), "the boxes of the pile, divided by 64"),
    Plane("own points", (1,), "divided by 256"),
    Plane("enemy points", (OTHERS,), "the same of the others"),
    Plane("seats", (OTHERS,), "1 for each of the others who plays"),
    Plane("due", (PHASES_DUE,), "1 for what is due: a build, an answer to a pass, a build to show, the leftovers"),
    Plane("passer", (MOST_PLAYERS,), "1 for who has passed, while that is answered; oneself first"),
    Plane("first", (MOST_PLAYERS,), "1 for who began"),
    Plane("passes", (1,), "passes in a row with the stock empty, divided by 6"),
    Plane("knocking", (1,), "1 if passes are answered"),
    Plane("young", (1,), "1 for the game for younger children"),
    Plane("lowest", (1,), "1 if whoever has the fewest points builds with the leftovers"),
    Plane("turn", (1,), "1 if whoever sees this is to act"),
)
HAND_AT = 0
PICTURE_AT = KINDS * MOST_PLAYERS
STOCK_AT, BOXES_AT = PICTURE_AT + KINDS, PICTURE_AT + 2 * KINDS
POINTS_AT = BOXES_AT + 1
SEATS_AT = POINTS_AT + MOST_PLAYERS
DUE_AT = SEATS_AT + OTHERS
PASSER_AT = DUE_AT + PHASES_DUE
FIRST_AT = PASSER_AT + MOST_PLAYERS
REST = FIRST_AT + MOST_PLAYERS

compiled = kernel_compiler(__file__)


@compiled(ENCODE)
def encode(options: OptionArray, state: StateArray, move: int) -> int:
    """The compiled rules number moves by their ids."""
    return move


@compiled(WEIGHT)
def weight(options: OptionArray, state: StateArray, move: int) -> int:
    """Lots are equally likely, tiles come as often as they are left."""
    return int(state[STOCK + move - FIRST_DRAW]) if state[PHASE] == DRAWING else 1


@inline_jit
def mark(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Write an observation; all of it is written over each time, so there is nothing to take back."""
    if viewer < 0:
        return
    players = np.int64(options[PLAYERS])
    for step in range(players):
        player = (viewer + step) % players
        for kind in range(KINDS):
            out[HAND_AT + KINDS * step + kind] = state[HANDS + KINDS * player + kind] / TILES[kind]
        out[POINTS_AT + step] = min(np.float32(1), np.float32(state[SCORES + player]) / np.float32(MOST_POINTS))
        out[PASSER_AT + step] = np.float32(state[PASSER] == player)
        out[FIRST_AT + step] = np.float32(state[FIRST] == player)
    for kind in range(KINDS):
        out[PICTURE_AT + kind] = state[LYING + kind] / TILES[kind]
        out[STOCK_AT + kind] = state[STOCK + kind] / TILES[kind]
    out[BOXES_AT] = np.float32(state[BOXES]) / np.float32(MOST_BOXES)
    for phase in range(PHASES_DUE):
        out[DUE_AT + phase] = np.float32(state[PHASE] == BUILDING + phase)
    out[REST] = np.float32(state[PASSES_MADE]) / np.float32(MOST_PLAYERS)
    out[REST + 4] = np.float32(state[PLAYER] == viewer)


@inline_jit
def unmark(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """There is nothing to take back."""


@inline_jit
def mark_board(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Set the options."""
    for other in range(options[PLAYERS] - 1):
        out[SEATS_AT + other] = 1
    out[REST + 1] = options[KNOCKING]
    out[REST + 2] = options[YOUNG]
    out[REST + 3] = options[LOWEST]


@compiled(PAY)
def pay(options: OptionArray, state: StateArray, rewards: NDArray[np.float32]) -> None:
    """What each player gets, together nothing; whoever has the most points shares the win."""
    players = np.int64(options[PLAYERS])
    best, winners = state[SCORES], 0
    for player in range(players):
        best = max(best, state[SCORES + player])
    for player in range(players):
        winners += state[SCORES + player] == best
    for player in range(players):
        share = 1.0 / winners if state[SCORES + player] == best else 0.0
        rewards[player] = (players * share - 1) / (players - 1)


@compiled(OBSERVE)
def observe(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Fill an observation that is all zeros."""
    mark_board(options, state, viewer, out)
    mark(options, state, viewer, out)


@compiled(ENCODE_ALL)
def ids(options: OptionArray, state: StateArray, moves: Moves, out: Ids) -> int:
    """The legal moves and their ids."""
    return ids_of(legal, encode, options, state, moves, out)


@inline_jit
def go_on(options: OptionArray, state: StateArray, rng: RngState, moves: Moves, out: Ids) -> int:
    """On to the next decision; see ``compiled/vector.py``."""
    return int(go_on_with(ids, apply, draw, options, state, rng, moves, out))


@compiled(BEGIN)
def begin(games: Games, first: int, last: int) -> None:
    """Begin games; see ``compiled/vector.py``."""
    begin_games(go_on, mark, mark_board, games, first, last)


@compiled(STEP)
def step(games: Games, actions: NDArray[np.int64], first: int, last: int, check: bool) -> int:
    """Play an action in each game."""
    return step_games(go_on, apply, mark, unmark, mark_board, pay, REST, games, actions, first, last, check)


def meaning(id: int) -> str:
    """What an id stands for."""
    if id < BUILDS:
        left, right, lids = added_by(id)
        return f"build with {left} left sides, {right} right sides and {lids} lids of the hand"
    return {PASSES: "pass", SAYS_NO: "do not knock", KNOCKS: "knock", GIVES_UP: "show no build after a knock"}[id]


ENCODING = Encoding(
    kernel=KERNEL,
    num_actions=NUM_ACTIONS,
    num_chance=NUM_CHANCE,
    planes=PLANES,
    encode=encode,
    weight=weight,
    observe=observe,
    ids=ids,
    step=step,
    begin=begin,
    pay=pay,
    meaning=meaning,
    moves=moves_of,
    number=number_of,
)
