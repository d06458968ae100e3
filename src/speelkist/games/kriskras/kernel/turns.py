"""How turns of Kris-kras begin and end, for compiled code: walks, trades, who is stuck, who has won."""

from __future__ import annotations

import numpy as np

from speelkist.compiled.contract import DRAW, PLAYER, REASON, WINNER, Moves, StateArray
from speelkist.compiled.jit import inline_jit
from speelkist.core import CHANCE, OVER
from speelkist.games.kriskras.board import MUSKETEERS, PRICE, SIZE
from speelkist.games.kriskras.end_game import IDLE_LIMIT, MUSKETEER_POINTS, SOLDIER_POINTS

from .rays import (
    ARMIES,
    FAR_RANKS,
    FIGHTERS,
    GREEN,
    IDLE,
    NOWHERE,
    OVER_PHASE,
    OWES,
    OWN_RANKS,
    PAY_PHASE,
    PHASE,
    RANKS,
    RED,
    STATE_SIZE,
    THROW_PHASE,
    TRADE_PHASE,
    TURN,
    end_of,
    mobile,
    start_of,
    takes,
    wide,
)

REASONS = ("musketeers_lost", "musketeers_home", "stuck", "idle")
MUSKETEERS_LOST, MUSKETEERS_HOME, STUCK, IDLE_OUT = range(4)


@inline_jit
def _is_free(state: StateArray, square: int) -> bool:
    free = True
    for place in range(ARMIES, STATE_SIZE):  # to the end without a break: this way it is done eight at a time
        free &= state[place] != square
    return free


@inline_jit
def _surely_mobile(state: StateArray, player: int) -> bool:
    """A quick look that nearly always finds a way: red 1 sideways and then green 1, both squares free."""
    army = ARMIES + FIGHTERS * player
    forward = SIZE - 2 * SIZE * player
    for place in range(FIGHTERS):
        square = wide(state[army + place])
        if square == NOWHERE or RANKS[square] == FAR_RANKS[player]:
            continue
        file = square % SIZE
        if file > 0 and _is_free(state, square - 1) and _is_free(state, square - 1 + forward):
            return True
        if file < SIZE - 1 and _is_free(state, square + 1) and _is_free(state, square + 1 + forward):
            return True
    return False


@inline_jit
def count_far(state: StateArray, player: int, first: int, last: int) -> int:
    """How many of an army's fighters, those from ``first`` to before ``last``, are in the far zone."""
    far, army = 0, ARMIES + FIGHTERS * player
    for place in range(army + first, army + last):
        far += RANKS[state[place]] == FAR_RANKS[player]
    return far


@inline_jit
def _may_trade(state: StateArray, player: int) -> bool:
    """Whether a musketeer is lost and can be paid for."""
    if state[ARMIES + FIGHTERS * player + MUSKETEERS - 1] != NOWHERE:
        return False  # the last place of the musketeers is empty if anybody is lost
    return count_far(state, player, MUSKETEERS, FIGHTERS) >= PRICE


@inline_jit
def list_trades(state: StateArray, player: int, moves: Moves) -> int:
    """The squares where a lost musketeer may come back; gives their number."""
    if not _may_trade(state, player):
        return 0
    count = 0
    for square in range(SIZE * OWN_RANKS[player], SIZE * OWN_RANKS[player] + SIZE):
        if _is_free(state, square):
            moves[count] = square
            count += 1
    return count


@inline_jit
def replace(state: StateArray, first: int, last: int, old: int, new: int) -> bool:
    """In a sorted row of squares put ``new`` for ``old`` and keep it sorted; tells whether ``old`` was there."""
    place = first
    while place < last and state[place] != old:
        place += 1
    if place == last:
        return False
    while place + 1 < last and state[place + 1] < new:
        state[place] = state[place + 1]
        place += 1
    while place > first and state[place - 1] > new:
        state[place] = state[place - 1]
        place -= 1
    state[place] = new
    return True


@inline_jit
def list_payers(state: StateArray, player: int, moves: Moves) -> int:
    """The squares of the soldiers that may leave for a trade; gives their number."""
    count, army = 0, ARMIES + FIGHTERS * player
    for place in range(army + MUSKETEERS, army + FIGHTERS):
        if RANKS[state[place]] == FAR_RANKS[player]:
            moves[count] = state[place]
            count += 1
    return count


@inline_jit
def pay(state: StateArray, player: int, square: int) -> None:
    """A soldier leaves the game."""
    army = ARMIES + FIGHTERS * player
    replace(state, army + MUSKETEERS, army + FIGHTERS, square, NOWHERE)


@inline_jit
def stuck(state: StateArray, player: int) -> bool:
    """Whether no throw gives a move."""
    return not (_surely_mobile(state, player) or mobile(state, player))


@inline_jit
def _finish(state: StateArray, winner: int, reason: int) -> None:
    state[PLAYER] = OVER
    state[PHASE] = OVER_PHASE
    state[WINNER] = winner
    state[REASON] = reason


@inline_jit
def finish_by_points(state: StateArray, reason: int) -> None:
    """More points win; with equal points whoever alone still has fighters outside the far zone."""
    lead, in_field = 0, 0
    for player in range(2):
        sign = 1 - 2 * player
        musketeers = count_far(state, player, 0, MUSKETEERS)
        soldiers = count_far(state, player, MUSKETEERS, FIGHTERS)
        lead += sign * (MUSKETEER_POINTS * musketeers + SOLDIER_POINTS * soldiers)
        army = ARMIES + FIGHTERS * player
        present = 0
        for place in range(army, army + FIGHTERS):
            present += state[place] != NOWHERE
        in_field += sign * (present > musketeers + soldiers)
    if lead == 0:
        lead = in_field
    _finish(state, DRAW if lead == 0 else (0 if lead > 0 else 1), reason)


@inline_jit
def _end_by_musketeers(state: StateArray) -> bool:
    """End the game if somebody has lost all musketeers, or has all three at home."""
    for player in range(2):
        army = ARMIES + FIGHTERS * player
        if state[army] == NOWHERE:
            _finish(state, 1 - player, MUSKETEERS_LOST)
            return True
        if RANKS[state[army]] == FAR_RANKS[player] == RANKS[state[army + MUSKETEERS - 1]]:  # they are in order
            _finish(state, player, MUSKETEERS_HOME)
            return True
    return False


@inline_jit
def begin_turn(state: StateArray, turn: int) -> None:
    """A turn begins, or goes on after a trade: the end, the choice to trade, or at once the throw."""
    state[TURN] = turn
    state[RED] = 0
    state[GREEN] = 0
    if _end_by_musketeers(state):
        return
    if state[IDLE] >= IDLE_LIMIT:
        finish_by_points(state, IDLE_OUT)
    elif _may_trade(state, turn) and list_trades(state, turn, np.zeros(SIZE, np.int32)) > 0:
        state[PHASE] = TRADE_PHASE
        state[PLAYER] = turn
    elif stuck(state, turn):
        finish_by_points(state, STUCK)
    else:
        state[PHASE] = THROW_PHASE
        state[PLAYER] = CHANCE


@inline_jit
def trade(state: StateArray, player: int, square: int) -> None:
    """The musketeer is back. Where no other soldiers could pay, those in the far zone do so by themselves."""
    army = ARMIES + FIGHTERS * player
    replace(state, army, army + MUSKETEERS, NOWHERE, square)
    state[IDLE] = 0
    squares = np.zeros(SIZE, np.int32)
    if list_payers(state, player, squares) == PRICE:
        for number in range(PRICE):
            pay(state, player, wide(squares[number]))
        begin_turn(state, player)
    else:
        state[PHASE] = PAY_PHASE
        state[OWES] = PRICE


@inline_jit
def walk(state: StateArray, player: int, move: int) -> None:
    """Move the fighter, and take out whom it captures."""
    begin, end, captures = start_of(move), end_of(move), takes(move)
    army, enemies = ARMIES + FIGHTERS * player, ARMIES + FIGHTERS * (1 - player)
    if not replace(state, army, army + MUSKETEERS, begin, end):
        replace(state, army + MUSKETEERS, army + FIGHTERS, begin, end)
    if captures and not replace(state, enemies, enemies + MUSKETEERS, end, NOWHERE):
        replace(state, enemies + MUSKETEERS, enemies + FIGHTERS, end, NOWHERE)
    if captures or RANKS[end] == FAR_RANKS[player]:
        state[IDLE] = 0
