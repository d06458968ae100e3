"""The chance to win a position of Krabcek: what can be seen on the board, and a small net that weighs it.

Nothing here depends on where things lie, only on what can be done: labyrinths are never the same twice. A position is
seen from the side of whoever is to throw; before the first throw from the one who chooses a gate, or Black.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from speelkist.compiled.contract import EVALUATE, PLAYER, WINNER, OptionArray, StateArray, Weights
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.compiled.net import FEATURES_OF, SIDE_OF, forward, hidden_units
from speelkist.core import OVER
from speelkist.games.krabcek.boxes import FIRST_INSIDE, GATES
from speelkist.games.krabcek.moves import BIG_STACK, BIGBOY, MIDDLEMAN, SKINNYBOY

from .layout import (
    BOARD,
    BOXES,
    CHOSEN,
    FIRST,
    GATE_CHOICE,
    HANDS,
    IDLE,
    OWNER,
    PHASE,
    PIECE,
    PLACES,
    THROWING,
    TURN,
    WHITE,
)
from .option_array import IDLE_LIMIT
from .survey import BIGS, COUNTS, LITTLES, ROWS, TOWERS, WAYS, can_step, count_near, flood, is_middling, survey

# How the shipped weights are trained: ``speelkist train krabcek``.
TRAINING: Final[dict[str, Any]] = {"games": 60_000, "hidden": 32, "rate": 0.02, "trace": 0.7, "explore": 0.03}

# What is seen of each player ...
IN_HAND = 0  # Skinnyboys, Middlemen, Bigboy
ON_GATES = 3  # Skinnyboys, Middlemen, Bigboy, Little Stacks, Big Stack
OFF_GATES = 8  # the same
ON_STREETS = 13  # Middlemen and Little Stacks
STUCK = 14  # throws that leave them without a move: how many, any, three or more
TOWER_THROWS = 17  # throws that win: how many, any, three or more
BIG_THROWS = 20  # throws that build their Big Stack: how many, any
LITTLE_THROWS = 22  # throws that build a Little Stack
SCARCE = 23  # throws with only one or two ways
ALL_WAYS = 24
WALKERS = 25  # Skinnyboys and middling pieces that can take a step
FREE_GATES = 27  # their own gates: empty, held by the other, exits of the empty ones
OWN_GATES = 30  # and whatever stands on them: exits, Streets, islands
BIG_NEAR = 33  # empty boxes and Streets beside their Bigboy or Big Stack off the gates
MIDDLING_WAY = 35  # nearness of a Middleman to their bare Bigboy, and whether there is a way at all
SKINNY_WAY = 37  # nearness of a Skinnyboy to their Big Stack, and how many have a way
LAUNCH = 39  # while their Bigboy waits on a gate: pieces on crossings beside a Street, with which it may switch
EACH: Final = 41
# ... and of the game.
SHARED_AT: Final = 2 * EACH  # idle turns, choosing gates, how many are chosen, before the first throw
FEATURES: Final = SHARED_AT + 4

compiled = kernel_compiler(__file__)


@inline_jit
def _see_pieces(state: StateArray, player: int, out: Weights) -> int:
    """What stands where; gives the box of their Bigboy, alone or stacked, or -1."""
    for kind in range(3):
        out[IN_HAND + kind] = state[HANDS + 3 * player + kind] / np.float32(2)
    big = -1
    less = WHITE if player else 1
    at = PIECE + PLACES * player
    while state[at] >= 0:
        box = int(state[at])
        kind = int(state[BOARD + box]) - less
        out[(ON_GATES if box < GATES else OFF_GATES) + kind] += np.float32(0.5)
        if kind in (BIGBOY, BIG_STACK):
            big = box
        else:
            if box >= FIRST_INSIDE and kind != SKINNYBOY:
                out[ON_STREETS] += np.float32(0.5)
            if can_step(state, box, kind):
                out[WALKERS + (0 if kind == SKINNYBOY else 1)] += np.float32(0.5)
        at += 1
    return big


@inline_jit
def _see_throws(counts: NDArray[np.int32], out: Weights) -> None:
    """What their six throws would allow."""
    stuck = towers = bigs = littles = scarce = ways = 0
    for number in range(1, ROWS):
        count = counts[number, WAYS]
        stuck += count == 0
        scarce += 0 < count <= 2
        ways += min(count, 12)
        towers += counts[number, TOWERS] > 0
        bigs += counts[number, BIGS] > 0
        littles += counts[number, LITTLES] > 0
    out[STUCK] = stuck / np.float32(3)
    out[STUCK + 1] = stuck > 0
    out[STUCK + 2] = stuck > 2
    out[TOWER_THROWS] = towers / np.float32(3)
    out[TOWER_THROWS + 1] = towers > 0
    out[TOWER_THROWS + 2] = towers > 2
    out[BIG_THROWS] = bigs / np.float32(3)
    out[BIG_THROWS + 1] = bigs > 0
    out[LITTLE_THROWS] = littles / np.float32(3)
    out[SCARCE] = scarce / np.float32(3)
    out[ALL_WAYS] = ways / np.float32(36)


@inline_jit
def _see_gates(state: StateArray, player: int, out: Weights) -> None:
    """His gates."""
    for gate in range(GATES):
        if state[OWNER + gate] == player:
            exits = count_near(state, gate, False, False)
            out[OWN_GATES] += exits / np.float32(8)
            out[OWN_GATES + 1] += count_near(state, gate, True, False) / np.float32(4)
            out[OWN_GATES + 2] += (exits == 0) / np.float32(2)
            standing = state[BOARD + gate]
            if standing == 0:
                out[FREE_GATES] += np.float32(0.25)
                out[FREE_GATES + 2] += count_near(state, gate, False, True) / np.float32(8)
            elif (standing >= WHITE) != (player == 1):
                out[FREE_GATES + 1] += np.float32(0.25)


@inline_jit
def _see_bigboy(state: StateArray, player: int, big: int, distances: StateArray, out: Weights) -> None:
    """How near the others are to their Bigboy, or how it may come off its gate."""
    less = WHITE if player else 1
    kind = int(state[BOARD + big]) - less
    first = PIECE + PLACES * player
    at = first
    if big < GATES:
        while state[at] >= 0:
            box = int(state[at])
            if GATES <= box < FIRST_INSIDE and count_near(state, box, True, False) > 0:
                out[LAUNCH] += np.float32(0.25)
                out[LAUNCH + 1] = 1
            at += 1
        return
    out[BIG_NEAR] = count_near(state, big, False, True) / np.float32(3)
    out[BIG_NEAR + 1] = count_near(state, big, True, False) / np.float32(2)
    bare = kind == BIGBOY
    flood(state, big, bare, distances)
    nearest, count = 99, 0
    while state[at] >= 0:
        box = int(state[at])
        comer = int(state[BOARD + box]) - less
        if distances[box] > 0 and (is_middling(comer) if bare else comer == SKINNYBOY):
            nearest = min(nearest, int(distances[box]))
            count += 1
        at += 1
    inside = state[HANDS + 3 * player + (MIDDLEMAN if bare else SKINNYBOY)]
    if inside > 0:
        for gate in range(GATES):
            if state[OWNER + gate] == player and state[BOARD + gate] == 0 and distances[gate] > 0:
                nearest = min(nearest, int(distances[gate]) + 1)
                count += 1
    if count:
        way = MIDDLING_WAY if bare else SKINNY_WAY
        out[way] = 1 / np.float32(1 + nearest // 3)
        out[way + 1] = 1 if bare else min(count, 4) / np.float32(4)


@inline_jit
def _see(state: StateArray, player: int, board: StateArray, distances: StateArray, out: Weights) -> None:
    """Everything that is seen of one player."""
    counts = np.empty((ROWS, COUNTS), np.int32)
    big = _see_pieces(state, player, out)
    survey(state, player, board, counts)
    _see_throws(counts, out)
    _see_gates(state, player, out)
    if big >= 0:
        _see_bigboy(state, player, big, distances, out)


@inline_jit
def _side(state: StateArray) -> int:
    return 1 if state[TURN] == 1 else 0


@inline_jit
def _features(options: OptionArray, state: StateArray, out: Weights) -> None:
    out[:] = 0
    me = _side(state)
    board = state[BOARD : BOARD + BOXES].copy()
    distances = np.empty(2 * BOXES, np.int16)
    _see(state, me, board, distances, out[:EACH])
    _see(state, 1 - me, board, distances, out[EACH : 2 * EACH])
    out[SHARED_AT] = state[IDLE] / np.float32(options[IDLE_LIMIT])
    out[SHARED_AT + 1] = state[PHASE] == GATE_CHOICE
    out[SHARED_AT + 2] = (8 - state[CHOSEN]) / np.float32(8)
    out[SHARED_AT + 3] = state[PHASE] == FIRST


@compiled(SIDE_OF)
def side(options: OptionArray, state: StateArray) -> int:
    """From whose side a position is seen."""
    return _side(state)


@compiled(FEATURES_OF)
def features(options: OptionArray, state: StateArray, out: Weights) -> None:
    """What is seen of a position in which all tiles lie; without them there is nothing to see."""
    _features(options, state, out)


@compiled(EVALUATE)
def evaluate(options: OptionArray, state: StateArray, weights: Weights) -> float:
    """The chance that Black wins, a draw being half of it."""
    if state[PLAYER] == OVER:
        return 0.5 if state[WINNER] < 0 else 1.0 - state[WINNER]
    seen = np.empty(FEATURES, np.float32)
    _features(options, state, seen)
    chance = forward(weights, seen, FEATURES, hidden_units(weights, FEATURES))
    if state[PHASE] == THROWING:  # the net has rarely met a full block, but some throws are certain to win or to lose
        chance = max(seen[TOWER_THROWS] / 2.0, min(1.0 - seen[STUCK] / 2.0, chance))
    return chance if _side(state) == 0 else 1.0 - chance
