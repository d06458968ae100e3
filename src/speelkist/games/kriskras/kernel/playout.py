"""Random games of Kris-kras in compiled code, quicker than by listing all moves.

A turn's move is found by trying: of all ways a fighter might be sent, playable or not, one is drawn, until one can
be played. So every legal move is equally likely, as if one of their list had been drawn, and only a few are looked at.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from speelkist.compiled.contract import Moves, RngState, StateArray
from speelkist.compiled.jit import inline_jit
from speelkist.compiled.rng import below
from speelkist.games.kriskras.board import MUSKETEERS, PRICE, SOLDIERS
from speelkist.games.kriskras.end_game import IDLE_LIMIT

from .rays import (
    ARMIES,
    FAR_RANKS,
    FIGHTERS,
    GREEN,
    GREENS,
    IDLE,
    LAPSES,
    NOWHERE,
    OWN_RANKS,
    RANKS,
    RED,
    REDS,
    STEPS,
    TURN,
    Lines,
    end_of,
    green_squares,
    lay_lines,
    mobile,
    nearest,
    stand,
    start_of,
    takes,
    wide,
)
from .turns import begin_turn
from .walks import list_moves

TRIES = 32  # after so many the moves are listed after all: there may be none
SOLDIER_WAYS, MUSKETEER_WAYS = 4, 18  # of these the last, or the last three, are retreats


@inline_jit
def play_turns(state: StateArray, rng: RngState, moves: Moves) -> int:
    """Play from a throw on, until the game is over or a trade is offered; gives the number of walks and lapses.

    Meanwhile the state's rows are in another order: first those who can move, then those in the far zone.
    """
    lines = lay_lines(state)
    # By player and kind (musketeers, soldiers): how many can move, and how many are in the game.
    free, present = np.zeros((2, 2), np.int64), np.zeros((2, 2), np.int64)
    _arrange(state, free, present)
    turn, idle, plies = wide(state[TURN]), wide(state[IDLE]), 0
    fresh = False  # whether it is not yet known if the player is stuck
    while True:
        throw = below(rng, 36)
        red, green = throw // 6 + 1, throw % 6 + 1
        kind, place, end, captures = _try_ways(lines, state, free, turn, red, green, rng)
        settled = place >= 0
        if settled and RANKS[end] == OWN_RANKS[turn]:
            # a retreat: where there is nothing else, the throw may lapse too; mostly another try shows that there is
            _, other, other_end, _ = _try_ways(lines, state, free, turn, red, green, rng)
            settled = other >= 0 and RANKS[other_end] != OWN_RANKS[turn]
        if not settled:
            state[TURN], state[RED], state[GREEN] = turn, red, green
            count = list_moves(state, moves, None)
            lapses = wide(moves[count - 1]) == LAPSES
            if count == 1 and lapses and fresh and not mobile(state, turn):
                break  # they were stuck before they threw
            if place < 0 or lapses:
                code = wide(moves[below(rng, count)])
                place = -1
                if code != LAPSES:
                    kind, place = _find(state, turn, start_of(code), free)
                    end, captures = end_of(code), takes(code)
        plies += 1
        idle += 1
        if place >= 0:
            if captures:
                _lose(lines, state, 1 - turn, end, free, present)
                idle = 0
            stand(lines, turn, wide(state[place]))
            stand(lines, turn, end)
            state[place] = end
            if RANKS[end] == FAR_RANKS[turn]:
                idle = 0
                free[turn, kind] -= 1
                _swap(state, place, _row(turn, kind) + free[turn, kind])
        turn = 1 - turn
        fresh = True
        if (
            idle == IDLE_LIMIT
            or present[turn, 0] == 0
            or present[1 - turn, 0] - free[1 - turn, 0] == MUSKETEERS
            or (present[turn, 0] < MUSKETEERS and present[turn, 1] - free[turn, 1] >= PRICE)
        ):
            break
    state[IDLE] = idle
    _sort(state)
    begin_turn(state, turn)
    return plies


@inline_jit
def _row(player: int, kind: int) -> int:
    """Where the squares of an army's musketeers (0) or soldiers (1) begin."""
    return ARMIES + FIGHTERS * player + MUSKETEERS * kind


@inline_jit
def _swap(state: StateArray, first: int, second: int) -> None:
    state[first], state[second] = state[second], state[first]


@inline_jit
def _arrange(state: StateArray, free: NDArray[np.int64], present: NDArray[np.int64]) -> None:
    """Bring those who can move to the front of each row. The lost ones are at its end already."""
    for player in range(2):
        for kind in range(2):
            row = _row(player, kind)
            for place in range(row, row + (SOLDIERS if kind else MUSKETEERS)):
                if state[place] == NOWHERE:
                    break
                present[player, kind] += 1
                if RANKS[state[place]] != FAR_RANKS[player]:
                    _swap(state, place, row + free[player, kind])
                    free[player, kind] += 1


@inline_jit
def _sort(state: StateArray) -> None:
    for player in range(2):
        for kind in range(2):
            row = _row(player, kind)
            for last in range(row + 1, row + (SOLDIERS if kind else MUSKETEERS)):
                place = last
                while place > row and state[place - 1] > state[place]:
                    _swap(state, place - 1, place)
                    place -= 1


@inline_jit
def _try_ways(
    lines: Lines, state: StateArray, free: NDArray[np.int64], player: int, red: int, green: int, rng: RngState
) -> tuple[int, int, int, bool]:
    """The kind of fighter, its place in the state, where it ends, whether it captures; place -1 if none is found."""
    by_musketeers = MUSKETEER_WAYS * free[player, 0]
    ways = by_musketeers + SOLDIER_WAYS * free[player, 1]
    if ways == 0:
        return 0, -1, 0, False
    for _ in range(TRIES):
        way = below(rng, ways)
        if way < by_musketeers:
            kind, place, way = 0, _row(player, 0) + way // MUSKETEER_WAYS, way % MUSKETEER_WAYS
            retreat = way >= 15
            red_way, green_way = (way - 13, 0) if retreat else (way // 3, way % 3)
        else:
            way -= by_musketeers
            kind, place, way = 1, _row(player, 1) + way // SOLDIER_WAYS, way % SOLDIER_WAYS
            retreat = way == 3
            red_way, green_way = (2 if retreat else way), 0
        begin = wide(state[place])
        back = REDS[player, red_way]
        if nearest(lines, begin, back) <= red:
            continue
        middle = begin + red * STEPS[back]
        if retreat:
            if RANKS[middle] == OWN_RANKS[player]:
                return kind, place, middle, False
            continue
        forward = GREENS[player, green_way]
        if back ^ forward == 1:  # it comes back over its own square, which counts as empty
            stand(lines, player, begin)
            squares = green_squares(lines, player, middle, forward, green)
            stand(lines, player, begin)
        else:
            squares = green_squares(lines, player, middle, forward, green)
        if squares != 0:
            return kind, place, middle + abs(squares) * STEPS[forward], squares < 0
    return 0, -1, 0, False


@inline_jit
def _find(state: StateArray, player: int, square: int, free: NDArray[np.int64]) -> tuple[int, int]:
    """The kind and the place of the fighter that stands on a square and can move or be captured."""
    for kind in range(2):
        row = _row(player, kind)
        for place in range(row, row + free[player, kind]):
            if state[place] == square:
                return kind, place
    return 0, -1


@inline_jit
def _lose(
    lines: Lines, state: StateArray, player: int, square: int, free: NDArray[np.int64], present: NDArray[np.int64]
) -> None:
    """Take a captured fighter out of the game."""
    kind, place = _find(state, player, square, free)
    stand(lines, player, square)
    free[player, kind] -= 1
    present[player, kind] -= 1
    row = _row(player, kind)
    _swap(state, place, row + free[player, kind])
    _swap(state, row + free[player, kind], row + present[player, kind])
    state[row + present[player, kind]] = NOWHERE
