"""Moves and positions of Kopf oder Knopf as numbers for programs that learn; docs/research/knopf.md tells them.

ids   a step for every two squares in line, at most four apart, in order of squares; then the squares of buttons that
      are taken or fined; then leaving it at that: no more is taken, the group is let be, or the pass
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
from speelkist.games.knopf.board import BUTTONS, LINES, NAME, ROW, SIZE

from .bitboard import HOLES, PLACES, pop_lowest
from .kernel import (
    BUTTONS_OF,
    CHOOSES,
    DUE,
    FINE,
    FORBIDS,
    KERNEL,
    LETTING_BE,
    PASSING,
    QUIET,
    QUIET_LIMIT,
    TAKE,
    TAKEN,
    TAKES,
    TAKING_NO_MORE,
    TARGET,
    apply,
    draw,
    legal,
    set_at,
)

FARTHEST = 4
SQUARES = SIZE * SIZE


def _steps() -> list[tuple[int, int]]:
    pairs = []
    for start in range(PLACES):
        ends = {start + way * far for line in LINES for way in (line, -line) for far in range(1, FARTHEST + 1)}
        for end in sorted(ends):
            files, ranks = end % ROW - start % ROW, end // ROW - start // ROW
            is_line = files == 0 or ranks == 0 or abs(files) == abs(ranks)
            on_board = 0 <= end < PLACES and end % ROW < SIZE and start % ROW < SIZE
            if on_board and is_line and max(abs(files), abs(ranks)) <= FARTHEST:
                pairs.append((start, end))
    return pairs


STEPS = _steps()
STEP_ID = np.full((PLACES, PLACES), -1, np.int16)
for _id, (_start, _end) in enumerate(STEPS):
    STEP_ID[_start, _end] = _id
SQUARE = np.array([place // ROW * SIZE + place % ROW for place in range(PLACES)])  # of a place: 0 (a1) to 99 (j10)
OFF = len(STEPS)  # a button leaves the board
ENOUGH = OFF + SQUARES
NUM_ACTIONS = ENOUGH + 1

HALF_RANK = SIZE // 2
UNFOLDED = np.array([[bits >> file & 1 for file in range(HALF_RANK)] for bits in range(1 << HALF_RANK)], np.float32)

OWN, ENEMY, MAY_TAKE, MAY_FINE, HOLES_AT, REST = (SQUARES * plane for plane in range(6))
PLANES = (
    Plane("own", (SIZE, SIZE), "1 where an own button stands; rank 1 first, from a to j"),
    Plane("enemy", (SIZE, SIZE), "1 where an enemy button stands"),
    Plane("takes", (SIZE, SIZE), "1 where a button may be taken now"),
    Plane("fines", (SIZE, SIZE), "1 where a button may be fined now"),
    Plane("holes", (SIZE, SIZE), "the buttonholes, divided by 4"),
    Plane("taken", (1,), "own buttons taken so far, divided by 14"),
    Plane("lost", (1,), "those the enemy has taken, divided by 14"),
    Plane("target", (1,), "the target, divided by 14"),
    Plane("quiet", (1,), "quiet turns, divided by their limit"),
    Plane("forbidden", (1,), "1 if groups are forbidden"),
    Plane("chosen", (1,), "1 if the player chooses what to take"),
    Plane("turn", (1,), "1 if whoever sees this is to act"),
)

compiled = kernel_compiler(__file__)


@compiled(ENCODE)
def encode(options: OptionArray, state: StateArray, move: int) -> int:
    """The id of a move."""
    if move < FINE:
        return int(STEP_ID[move >> 7, move & 127])
    if move in (LETTING_BE, TAKING_NO_MORE, PASSING):
        return ENOUGH
    return OFF + int(SQUARE[move - TAKE if move >= TAKE else move - FINE])


@compiled(WEIGHT)
def weight(options: OptionArray, state: StateArray, move: int) -> int:
    """There is no chance in this game."""
    return 1


@inline_jit
def _mark_set(low: int, high: int, out: Observation, plane: int, on: np.float32) -> None:
    while low | high:
        place, low, high = pop_lowest(low, high)
        out[plane + SQUARE[place]] = on


@inline_jit
def _mark_ranks(state: StateArray, at: int, out: Observation, plane: int) -> None:
    """Write a plane of buttons in full: rank by rank that is quicker than button by button."""
    for rank in range(SIZE):
        bits = np.int64(state[at + rank])
        place = np.uint64(plane + SIZE * rank)
        for file in range(HALF_RANK):
            out[place + np.uint64(file)] = UNFOLDED[bits & 31, file]
        for file in range(HALF_RANK):
            out[place + np.uint64(HALF_RANK + file)] = UNFOLDED[bits >> HALF_RANK, file]


@inline_jit
def mark(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Set what changes from move to move."""
    if viewer < 0:
        return
    _mark_ranks(state, BUTTONS_OF + SIZE * viewer, out, OWN)
    _mark_ranks(state, BUTTONS_OF + SIZE * (1 - viewer), out, ENEMY)
    out[REST] = np.float32(state[TAKEN + viewer]) / np.float32(BUTTONS)
    out[REST + 1] = np.float32(state[TAKEN + 1 - viewer]) / np.float32(BUTTONS)
    out[REST + 3] = np.float32(state[QUIET]) / np.float32(options[QUIET_LIMIT])
    out[REST + 6] = np.float32(state[PLAYER] == viewer)
    _mark_leaving(state, out, np.float32(1))


@inline_jit
def unmark(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Take back what the next ``mark`` may leave standing: it writes over all the rest."""
    _mark_leaving(state, out, np.float32(0))


@inline_jit
def _mark_leaving(state: StateArray, out: Observation, on: np.float32) -> None:
    """Set who may be taken or fined, or with ``on`` 0 take it back."""
    low, high = set_at(state, TAKES)
    if low | high:
        _mark_set(low, high, out, MAY_TAKE, on)
    else:
        low, high = set_at(state, DUE)
        _mark_set(low, high, out, MAY_FINE, on)


@inline_jit
def mark_board(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Set what stays the same for a game."""
    for place in range(PLACES):
        if place % ROW < SIZE:
            out[HOLES_AT + SQUARE[place]] = options[HOLES + place] / np.float32(4)
    out[REST + 2] = options[TARGET] / np.float32(BUTTONS)
    out[REST + 4] = options[FORBIDS]
    out[REST + 5] = options[CHOOSES]


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
    return step_games(
        go_on, apply, mark, unmark, mark_board, pay_winner, 2 * SQUARES, games, actions, first, last, check
    )


def meaning(id: int) -> str:
    """What an id stands for."""
    if id < OFF:
        return "-".join(NAME[1 << place] for place in STEPS[id])
    if id < ENOUGH:
        square = id - OFF
        return f"take or fine {NAME[1 << (square // SIZE * ROW + square % SIZE)]}"
    return "leave it at that: no more is taken, the group is let be, or the pass"


ENCODING = Encoding(
    kernel=KERNEL,
    num_actions=NUM_ACTIONS,
    num_chance=0,
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
