"""Moves and positions of Krabcek as numbers for programs that learn; docs/research/krabcek.md tells them.

A piece is named by its kind and its place among the player's pieces of that kind, in order of boxes: a slot. Nine slots
are enough: four Skinnyboys, two Middlemen, two little stacks, and the Bigboy, alone or with a Middleman.

ids   which slot walks to which box; which piece enters to which box; which two slots change places; flights from gate
      to gate; gates to choose
"""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from speelkist.compiled.contract import PLAYER, Moves, OptionArray, StateArray
from speelkist.compiled.encoding import (
    BEGIN,
    ENCODE,
    ENCODE_ALL,
    OBSERVE,
    STEP,
    WEIGHT,
    Encoding,
    Games,
    Observation,
    Plane,
)
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.compiled.vector import begin_games, ids_of, pay_winner, step_games
from speelkist.games.krabcek.boxes import GATES, NAMES, TILES
from speelkist.games.krabcek.moves import BIG_STACK, PIECES

from .kernel import KERNEL, apply, draw, legal
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
    OWNER,
    PHASE,
    PIECE,
    PLACES,
    SWITCH,
    THROW,
    TILE,
    TURN,
    TYPE_1,
    WALK,
    WHITE,
)
from .option_array import IDLE_LIMIT, TILE_SET

FIRST_SLOT = np.array([0, 4, 8, 6, 8, 8], np.int64)  # by kind; a tower ends the game
SLOTS, WALKERS = 9, 8  # the Bigboy does not walk
SLOT_KIND = (0, 0, 0, 0, 1, 1, 3, 3, 2)
SLOT_NAMES = tuple(f"{PIECES[kind]} {1 + slot - (0, 4, 8, 6)[kind]}" for slot, kind in enumerate(SLOT_KIND))
PAIRS = [pair for pair in combinations(range(SLOTS), 2) if SLOT_KIND[pair[0]] != SLOT_KIND[pair[1]]]
PAIR_ID = np.full((SLOTS, SLOTS), -1, np.int64)
for _number, (_first, _second) in enumerate(PAIRS):
    PAIR_ID[_first, _second] = PAIR_ID[_second, _first] = _number
FLIGHTS = list(permutations(range(GATES), 2))
FLIGHT_ID = np.full((GATES, GATES), -1, np.int64)
for _number, _ends in enumerate(FLIGHTS):
    FLIGHT_ID[_ends] = _number

ENTERS = WALKERS * BOXES
SWITCHES = ENTERS + 3 * BOXES
FLIES = SWITCHES + len(PAIRS)
CHOICES = FLIES + len(FLIGHTS)
NUM_ACTIONS = CHOICES + GATES
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
def mark(options: OptionArray, state: StateArray, viewer: int, out: Observation, on: np.float32) -> None:
    """Set what changes from move to move, or with ``on`` 0 take it back."""
    if viewer < 0:
        return
    for side in range(2):
        player = viewer if side == 0 else 1 - viewer
        less = WHITE if player else 1
        at = PIECE + PLACES * player
        while state[at] >= 0:
            kind = state[BOARD + state[at]] - less
            if kind <= BIG_STACK:
                out[KINDS * BOXES * side + BOXES * kind + state[at]] = on
            at += 1
        for kind in range(3):
            out[HANDS_AT + 3 * side + kind] = on * state[HANDS + 3 * player + kind] / (4 >> kind)
    for gate in range(GATES):
        owner = state[OWNER + gate]
        if owner >= 0:
            out[GATES_AT + (0 if owner == viewer else GATES) + gate] = on
    if state[THROW] > 0:
        out[THROW_AT + state[THROW] - 1] = on
    out[IDLE_AT] = on * state[IDLE] / options[IDLE_LIMIT]
    out[PHASE_AT] = on * (state[PHASE] == GATE_CHOICE)
    out[TURN_AT] = on * (state[PLAYER] == viewer)


@inline_jit
def mark_board(options: OptionArray, state: StateArray, viewer: int, out: Observation, on: np.float32) -> None:
    """Set the labyrinth, or with ``on`` 0 take it back."""
    for index in range(state[LAID]):
        out[TILES_AT + CODES * index + state[TILE + index]] = on
    out[SET_AT] = options[TILE_SET]


@compiled(OBSERVE)
def observe(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Fill an observation that is all zeros."""
    mark_board(options, state, viewer, out, np.float32(1))
    mark(options, state, viewer, out, np.float32(1))


@compiled(ENCODE_ALL)
def ids(options: OptionArray, state: StateArray, moves: Moves, out: Moves) -> int:
    """The legal moves and their ids."""
    return ids_of(legal, encode, options, state, moves, out)


@compiled(BEGIN)
def begin(games: Games, first: int, last: int) -> None:
    """Begin games; see ``compiled/vector.py``."""
    begin_games(legal, apply, draw, encode, mark, mark_board, games, first, last)


@compiled(STEP)
def step(games: Games, actions: NDArray[np.int64], first: int, last: int, check: bool) -> int:
    """Play an action in each game."""
    return step_games(legal, apply, draw, encode, mark, mark_board, pay_winner, 0, games, actions, first, last, check)


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
