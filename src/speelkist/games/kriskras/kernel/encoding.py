"""Moves and positions of Kris-kras as numbers for programs that learn; docs/research/kriskras.md tells them.

Everything is seen by the player to move as white sees it: for black the ranks are counted from the other side.

ids   for every square outside the far zone the ways to go from there: a direction for red, and one for green or the
      retreat; then where a musketeer comes back; the soldiers that pay for it; no trade; the lapse
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
from speelkist.core import CHANCE
from speelkist.games.kriskras.board import MUSKETEERS, NAMES, PRICE, SIZE, SQUARES
from speelkist.games.kriskras.end_game import IDLE_LIMIT

from .kernel import KERNEL, apply, draw, legal
from .rays import (
    ARMIES,
    FIGHTERS,
    GREEN,
    GREENS,
    IDLE,
    LAPSES,
    LOTS_PHASE,
    MOVE_PHASE,
    NOWHERE,
    OWES,
    PAY_PHASE,
    PHASE,
    RED,
    REDS,
    STEPS,
    TRADE_PHASE,
    TURN,
    end_of,
    middle_of,
    start_of,
    wide,
)
from .walks import LAPSING, RETREATS, WAYS_OF_ONE, list_moves

RED_WAYS = ((-1, 0), (1, 0), (0, -1), (-1, -1), (1, -1))  # by files and ranks: to a, to q, back, back to a, back to q
GREEN_WAYS = ((0, 1), (-1, 1), (1, 1))  # forward, forward to a, forward to q
RETREAT = len(GREEN_WAYS)
DIE = 6


def _is_on_board(file: int, rank: int) -> bool:
    return 0 <= file < SIZE and 0 <= rank < SIZE


def _ways() -> list[tuple[int, int, int]]:
    """Every start with a red and a green way that some throw allows."""
    ways = []
    for start in range(SQUARES - SIZE):
        file, rank = start % SIZE, start // SIZE
        for red, (files, ranks) in enumerate(RED_WAYS):
            middles = [(file + far * files, rank + far * ranks) for far in range(1, DIE + 1)]
            middles = [middle for middle in middles if _is_on_board(*middle)]
            for green, (aside, ahead) in enumerate(GREEN_WAYS):
                if any(_is_on_board(at + aside, on + ahead) for at, on in middles):
                    ways.append((start, red, green))
            if rank > 0 and any(on == 0 for _, on in middles):
                ways.append((start, red, RETREAT))
    return ways


WAYS = _ways()
WAY_ID = np.full((SQUARES, len(RED_WAYS), len(GREEN_WAYS) + 1), -1, np.int16)
for _id, _way in enumerate(WAYS):
    WAY_ID[_way] = _id
BACK = len(WAYS)  # a musketeer comes back to a square of the own zone
PAYS = BACK + SIZE  # a soldier leaves from a square of the far zone
NO_TRADE = PAYS + SIZE
LAPSE = NO_TRADE + 1
NUM_ACTIONS = LAPSE + 1
FIRST_LOT = DIE * DIE  # chance: the throws, then who begins
NUM_CHANCE = FIRST_LOT + 2

# By player: every square as they count it, and NOWHERE.
SEEN = np.array(
    [
        [*range(SQUARES), NOWHERE],
        [*(SIZE * (SIZE - 1 - square // SIZE) + square % SIZE for square in range(SQUARES)), NOWHERE],
    ]
)

OWN_MUSKETEERS, OWN_SOLDIERS, ENEMY_MUSKETEERS, ENEMY_SOLDIERS, REST = (SQUARES * plane for plane in range(5))
RED_AT, GREEN_AT, PHASE_AT, IDLE_AT = REST, REST + DIE, REST + 2 * DIE, REST + 2 * DIE + 3
LOST_AT, OWES_AT, TURN_AT = IDLE_AT + 1, IDLE_AT + 3, IDLE_AT + 4
PLANES = (
    Plane("own musketeers", (SIZE, SIZE), "1 where they stand; the own zone first, from a to q"),
    Plane("own soldiers", (SIZE, SIZE), "the same"),
    Plane("enemy musketeers", (SIZE, SIZE), "the same"),
    Plane("enemy soldiers", (SIZE, SIZE), "the same"),
    Plane("red", (DIE,), "1 for what the red die shows"),
    Plane("green", (DIE,), "1 for what the green die shows"),
    Plane("due", (3,), "1 for what is due: a move, a trade, a payment"),
    Plane("idle", (1,), "idle turns, divided by their limit"),
    Plane("lost", (2,), "lost musketeers, own and the enemy's, divided by 3"),
    Plane("owed", (1,), "soldiers still to be paid, divided by 2"),
    Plane("turn", (1,), "1 if whoever sees this is to act"),
)


def _ids_of_ways() -> NDArray[np.int16]:
    """By player and way: the id. Where no throw leads, and for the lapse, that of the lapse."""
    numbers = np.full((2, LAPSING + 1), LAPSE, np.int16)
    directions = {int(step): direction for direction, step in enumerate(STEPS)}
    for player in range(2):
        turned = 1 - 2 * player  # black's ways up and down are the other way round
        reds = [REDS[player].tolist().index(directions[aside + SIZE * up * turned]) for aside, up in RED_WAYS]
        greens = [GREENS[player].tolist().index(directions[aside + SIZE * up * turned]) for aside, up in GREEN_WAYS]
        for number, (start, red, green) in enumerate(WAYS):
            way = 4 * reds[red] + (RETREATS if green == RETREAT else greens[green])
            numbers[player, WAYS_OF_ONE * SEEN[player, start] + way] = number
    return numbers


ID_OF_WAY = _ids_of_ways()

compiled = kernel_compiler(__file__)


@inline_jit
def _sideways(begin: int, end: int) -> int:
    """0 straight, 1 to a, 2 to q."""
    files = end % SIZE - begin % SIZE
    return 0 if files == 0 else 1 if files < 0 else 2


@compiled(ENCODE)
def encode(options: OptionArray, state: StateArray, move: int) -> int:
    """The id of a move, or of an outcome of chance."""
    phase, turn = state[PHASE], wide(state[TURN])
    if state[PLAYER] == CHANCE:
        return move + FIRST_LOT if phase == LOTS_PHASE else move
    if phase == MOVE_PHASE:
        if move == LAPSES:
            return LAPSE
        begin = int(SEEN[turn, start_of(move)])
        middle = int(SEEN[turn, middle_of(move)])
        end = int(SEEN[turn, end_of(move)])
        aside = _sideways(begin, middle)
        red = aside - 1 if begin // SIZE == middle // SIZE else 2 + aside
        green = RETREAT if middle == end else _sideways(middle, end)
        return int(WAY_ID[begin, red, green])
    if move >= SQUARES:
        return NO_TRADE
    return (BACK if phase == TRADE_PHASE else PAYS) + move % SIZE


@compiled(WEIGHT)
def weight(options: OptionArray, state: StateArray, move: int) -> int:
    """All lots and all throws are equally likely."""
    return 1


@inline_jit
def mark(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Set what changes from move to move."""
    if viewer < 0:
        return
    _mark_fighters(state, viewer, out, np.float32(1))
    for side in range(2):
        lost, musketeers = 0, ARMIES + FIGHTERS * (viewer if side == 0 else 1 - viewer)
        for place in range(MUSKETEERS):
            lost += state[musketeers + place] == NOWHERE
        out[LOST_AT + side] = np.float32(lost) / np.float32(MUSKETEERS)
    phase = state[PHASE]
    for eye in range(DIE):
        out[RED_AT + eye] = np.float32(state[RED] == eye + 1)
        out[GREEN_AT + eye] = np.float32(state[GREEN] == eye + 1)
    out[PHASE_AT] = np.float32(phase == MOVE_PHASE)
    out[PHASE_AT + 1] = np.float32(phase == TRADE_PHASE)
    out[PHASE_AT + 2] = np.float32(phase == PAY_PHASE)
    out[IDLE_AT] = np.float32(state[IDLE]) / np.float32(IDLE_LIMIT)
    out[OWES_AT] = np.float32(state[OWES]) / np.float32(PRICE)
    out[TURN_AT] = np.float32(state[PLAYER] == viewer)


@inline_jit
def unmark(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Take back what the next ``mark`` may leave standing: it writes over all the rest."""
    _mark_fighters(state, viewer, out, np.float32(0))


@inline_jit
def _mark_fighters(state: StateArray, viewer: int, out: Observation, on: np.float32) -> None:
    """Set the fighters, or with ``on`` 0 take them back. ``mark`` writes TURN_AT after it: there the lost ones go."""
    for side in range(2):
        army = ARMIES + FIGHTERS * (viewer if side == 0 else 1 - viewer)
        planes = OWN_MUSKETEERS if side == 0 else ENEMY_MUSKETEERS
        for place in range(FIGHTERS):
            square = SEEN[viewer, np.uint64(state[army + place])]
            plane = planes + (SQUARES if place >= MUSKETEERS else 0)
            out[np.uint64(TURN_AT if square == NOWHERE else plane + square)] = on


@inline_jit
def mark_board(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Nothing stays the same for a game but the board, which is always the same."""


@compiled(OBSERVE)
def observe(options: OptionArray, state: StateArray, viewer: int, out: Observation) -> None:
    """Fill an observation that is all zeros."""
    mark_board(options, state, viewer, out)
    mark(options, state, viewer, out)


@compiled(ENCODE_ALL)
def ids(options: OptionArray, state: StateArray, moves: Moves, out: Ids) -> int:
    """The legal moves and their ids."""
    if state[PHASE] != MOVE_PHASE:
        return int(ids_of(legal, encode, options, state, moves, out))
    count, turn = list_moves(state, moves, out), wide(state[TURN])
    for place in range(count):
        out[place] = ID_OF_WAY[turn, np.uint64(out[place])]
    return count


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
    return step_games(go_on, apply, mark, unmark, mark_board, pay_winner, REST, games, actions, first, last, check)


def meaning(id: int) -> str:
    """What an id stands for, as white sees it."""
    sides = ("to a", "to q", "back", "back to a", "back to q")
    if id < BACK:
        start, red, green = WAYS[id]
        then = ("green forward", "green forward to a", "green forward to q", "no green: a retreat")[green]
        return f"{NAMES[start]}: red {sides[red]}, {then}"
    if id < PAYS:
        return f"a musketeer comes back to {NAMES[id - BACK]}"
    if id < NO_TRADE:
        return f"the soldier on {NAMES[SQUARES - SIZE + id - PAYS]} pays"
    return "no trade" if id == NO_TRADE else "the throw lapses"


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
