"""Moves and positions of Krabcek as numbers for programs that learn; docs/research/krabcek.md tells them.

``ids.py`` tells how actions are numbered.
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
    STEP,
    WEIGHT,
    Encoding,
    Games,
    Ids,
    Observation,
    Plane,
)
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.compiled.vector import begin_games, go_on_with, ids_of, pay_winner, step_games
from speelkist.games.krabcek.boxes import GATES, NAMES, TILES
from speelkist.games.krabcek.moves import BIG_STACK, PIECES

from .ids import (
    CHOICES,
    ENTERS,
    FIRST_SLOT,
    FLIES,
    FLIGHT_ID,
    FLIGHTS,
    NUM_ACTIONS,
    PAIR_ID,
    PAIRS,
    SLOT_NAMES,
    SWITCHES,
)
from .kernel import KERNEL, apply, draw, legal, show
from .layout import (
    BOARD,
    BOXES,
    CODES,
    ENTER,
    FIRST,
    GATE_CHOICE,
    HANDS,
    IDLE,
    LAID,
    LAYOUT,
    MOST_MOVES,
    MOVING,
    OWNER,
    PHASE,
    PIECE,
    PLACES,
    SWITCH,
    THROW,
    THROWING,
    TILE,
    TURN,
    TYPE_1,
    WALK,
    WHITE,
)
from .moves import list_moves
from .option_array import IDLE_LIMIT, TILE_SET

THROWS, FIRST_THROWS = CODES, CODES + 6  # chance: tiles, throws, first throws of both
NUM_CHANCE = FIRST_THROWS + 30

KINDS = 5  # that an observation shows; a tower ends the game
OWN, ENEMY, GATES_AT = 0, KINDS * BOXES, 2 * KINDS * BOXES
TILES_AT = GATES_AT + 2 * GATES
SET_AT = TILES_AT + CODES * TILES
HANDS_AT = SET_AT + 1
THROW_AT, IDLE_AT = HANDS_AT + 6, HANDS_AT + 12
PHASE_AT, TURN_AT = IDLE_AT + 1, IDLE_AT + 2
PLANES = (
    Plane(
        "own",
        (KINDS, BOXES),
        "1 where an own piece stands, by kind (Skinnyboy, Middleman, Bigboy, little stack, big stack)",
    ),
    Plane("enemy", (KINDS, BOXES), "the same of the enemy"),
    Plane("gates", (2, GATES), "1 for the own gates, then for the enemy's"),
    Plane("tiles", (TILES, CODES), "1 for how each tile lies: type 1 or 2, in one of the two ways that fit"),
    Plane("tight", (1,), "the number of the set of tiles"),
    Plane("hands", (2, 3), "own pieces in hand by kind, divided by how many there are, then the enemy's"),
    Plane("throw", (6,), "1 for what the die shows"),
    Plane("idle", (1,), "idle turns, divided by their limit"),
    Plane("gates due", (1,), "1 while gates are chosen"),
    Plane("turn", (1,), "1 if whoever sees this is to act"),
)

compiled = kernel_compiler(__file__)


@inline_jit
def _slot(state: StateArray, turn: int, box: int) -> int:
    """The slot of the piece on a box."""
    standing = state[BOARD + box]
    slot = FIRST_SLOT[standing - (WHITE if turn else 1)]
    at = PIECE + PLACES * turn
    while state[at] != box:
        slot += state[BOARD + state[at]] == standing
        at += 1
    return int(slot)


@compiled(ENCODE)
def encode(options: OptionArray, state: StateArray, move: int) -> int:
    """The id of a move, or of an outcome of chance."""
    phase = state[PHASE]
    if phase == GATE_CHOICE:
        return CHOICES + move
    if state[PLAYER] < 0:
        if phase == LAYOUT:
            return move
        if phase == FIRST:
            black, white = move // 10, move % 10
            return FIRST_THROWS + 5 * (black - 1) + white - (2 if white > black else 1)
        return THROWS + move - 1
    turn = int(state[TURN])
    what, begin, end = move >> 14, move >> 7 & 127, move & 127
    if what == WALK:
        return _slot(state, turn, begin) * BOXES + end
    if what == ENTER:
        return ENTERS + (begin >> 3) * BOXES + end
    if what == SWITCH:
        return SWITCHES + int(PAIR_ID[_slot(state, turn, begin), _slot(state, turn, end)])
    return FLIES + int(FLIGHT_ID[begin, end])


@compiled(WEIGHT)
def weight(options: OptionArray, state: StateArray, move: int) -> int:
    """Tiles come as often as there are of their type; throws are equally likely."""
    if state[PHASE] != LAYOUT:
        return 1
    left = TYPE_1
    for index in range(state[LAID]):
        left -= state[TILE + index] < 2
    return left if move < 2 else TILES - int(state[LAID]) - left


@inline_jit
def mark(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Set what changes from move to move."""
    if viewer < 0:
        return
    _mark_pieces(state, viewer, out, np.float32(1))
    for side in range(2):
        hands = HANDS + 3 * (viewer if side == 0 else 1 - viewer)
        for kind in range(3):
            out[HANDS_AT + 3 * side + kind] = np.float32(state[hands + kind]) / np.float32(4 >> kind)
    for gate in range(GATES):
        owner = state[OWNER + gate]
        out[GATES_AT + gate] = np.float32(owner == viewer)
        out[GATES_AT + GATES + gate] = np.float32(owner == 1 - viewer)
    for eye in range(6):
        out[THROW_AT + eye] = np.float32(state[THROW] == eye + 1)
    out[IDLE_AT] = np.float32(state[IDLE]) / np.float32(options[IDLE_LIMIT])
    out[PHASE_AT] = np.float32(state[PHASE] == GATE_CHOICE)
    out[TURN_AT] = np.float32(state[PLAYER] == viewer)


@inline_jit
def unmark(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Take back what the next ``mark`` may leave standing: it writes over all the rest."""
    _mark_pieces(state, viewer, out, np.float32(0))


@inline_jit
def _mark_pieces(state: StateArray, viewer: int, out: Observation, on: np.float32) -> None:
    """Set the pieces on the boxes, or with ``on`` 0 take them back."""
    for side in range(2):
        player = viewer if side == 0 else 1 - viewer
        less = WHITE if player else 1
        at = PIECE + PLACES * player
        while state[at] >= 0:
            kind = state[BOARD + state[at]] - less
            if kind <= BIG_STACK:
                out[KINDS * BOXES * side + BOXES * kind + state[at]] = on
            at += 1


@inline_jit
def mark_board(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Set the labyrinth."""
    for index in range(state[LAID]):
        out[TILES_AT + CODES * index + state[TILE + index]] = 1
    out[SET_AT] = options[TILE_SET]


@compiled(OBSERVE)
def observe(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Fill an observation that is all zeros."""
    mark_board(options, state, viewer, out)
    mark(options, state, viewer, out)


@compiled(ENCODE_ALL)
def ids(options: OptionArray, state: StateArray, moves: Moves, out: Ids) -> int:
    """The legal moves and their ids."""
    if state[PHASE] == MOVING:
        return list_moves(state, int(state[TURN]), int(state[THROW]), moves, out, MOST_MOVES)
    return int(ids_of(legal, encode, options, state, moves, out))


@inline_jit
def go_on(options: OptionArray, state: StateArray, rng: RngState, moves: Moves, out: Ids) -> int:
    """On to the next decision; see ``compiled/vector.py``. A throw's moves are listed at once, instead of first looking
    whether there is one."""
    if state[PHASE] != THROWING:
        return int(go_on_with(ids, apply, draw, options, state, rng, moves, out))
    turn, number = int(state[TURN]), draw(options, state, rng)
    count = list_moves(state, turn, number, moves, out, MOST_MOVES)
    show(state, turn, number, count)
    return count


@compiled(BEGIN)
def begin(games: Games, first: int, last: int) -> None:
    """Begin games; see ``compiled/vector.py``."""
    begin_games(go_on, mark, mark_board, games, first, last)


@compiled(STEP)
def step(games: Games, actions: NDArray[np.int64], first: int, last: int, check: bool) -> int:
    """Play an action in each game."""
    return step_games(go_on, apply, mark, unmark, mark_board, pay_winner, 0, games, actions, first, last, check)


def meaning(id: int) -> str:
    """What an id stands for."""
    if id < ENTERS:
        return f"{SLOT_NAMES[id // BOXES]} walks to {NAMES[id % BOXES]}"
    if id < SWITCHES:
        kind, box = divmod(id - ENTERS, BOXES)
        return f"a {PIECES[kind]} enters to {NAMES[box]}"
    if id < FLIES:
        first, second = PAIRS[id - SWITCHES]
        return f"{SLOT_NAMES[first]} and {SLOT_NAMES[second]} change places"
    if id < CHOICES:
        begin, end = FLIGHTS[id - FLIES]
        return f"the piece on {NAMES[begin]} flies to {NAMES[end]}"
    return f"choose {NAMES[id - CHOICES]}"


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
    pay=pay_winner,
    meaning=meaning,
)
