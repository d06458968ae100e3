"""What a net is told of a position of Kris-kras, and the chance to win that it sees in it, for compiled code.

Everything is seen by the player whose turn it is, with ranks counted from their own zone, and nothing tells left from
right. So what is learned of white holds for black, and the other way round.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from speelkist.compiled.contract import DRAW, EVALUATE, PLAYER, WINNER, OptionArray, StateArray, Weights
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.compiled.net import FEATURES_OF, SIDE_OF, forward, hidden_units
from speelkist.core import OVER
from speelkist.games.kriskras.board import MUSKETEERS, PRICE, SIZE, SQUARES
from speelkist.games.kriskras.end_game import IDLE_LIMIT, MUSKETEER_POINTS, SOLDIER_POINTS

from .rays import (
    ARMIES,
    FAR_RANKS,
    FIGHTERS,
    GREENS,
    IDLE,
    LOTS_PHASE,
    NOWHERE,
    OWES,
    PHASE,
    RANKS,
    REDS,
    STEPS,
    TRADE_PHASE,
    TURN,
    Lines,
    can_capture,
    lay_lines,
    nearest,
    stand,
    wide,
)
from .turns import STUCK, finish_by_points, stuck

THROWS = 36

# Of each side, the player's own first: a row of ranks for the foremost musketeer, the second and the third (SIZE is
# lost); how many soldiers on each rank, and lost; how near to the edge they stand; what the next throw can do.
MUSKETEER_RANKS = 0
SOLDIER_RANKS = MUSKETEER_RANKS + MUSKETEERS * (SIZE + 1)
FILES = SOLDIER_RANKS + SIZE + 1
AHEAD = FILES + 2
REACH = AHEAD + 2 * MUSKETEERS
HIT_MUSKETEER, HIT_SOLDIER, HIT_ANYBODY, AIMS_AT_MUSKETEERS, AIMS_AT_SOLDIERS, HOME_MUSKETEER, HOME_SOLDIER = range(7)
WINS, STOPPED, WAYS, TRADE, NOBODY_OUT = range(7, 12)
SIDE_FEATURES = REACH + 12
# Of both: how long nothing has happened, and what the points would say, also where somebody has nobody left to move.
IDLE_SHARE = 2 * SIDE_FEATURES
IDLE_LATE = IDLE_SHARE + 1
POINTS = IDLE_SHARE + 2
LATE_POINTS = IDLE_SHARE + 3
END_POINTS = IDLE_SHARE + 4
FEATURES = IDLE_SHARE + 5

# How the shipped weights come about: ``speelkist train kriskras``.
TRAINING = {"games": 25_000, "hidden": 32, "rate": 0.03, "trace": 0.7, "explore": 0.02}

BITS = np.array([number.bit_count() for number in range(64)])

compiled = kernel_compiler(__file__)


@inline_jit
def _throws(throws: int) -> int:
    """How many of the 36 throws are in a set of them."""
    count = 0
    while throws:
        count += BITS[throws & 63]
        throws >>= 6
    return count


@inline_jit
def _lay_fire(lines: Lines, state: StateArray, player: int) -> NDArray[np.int32]:
    """From which squares a player's green could capture whom: in 8 bits for each green way, 16 * distance + place + 1.

    That of the straight way stands in the lowest bits.
    """
    fire = np.zeros(SQUARES, np.int32)
    enemies = ARMIES + FIGHTERS * (1 - player)
    for place in range(FIGHTERS):
        victim = wide(state[enemies + place])
        if victim == NOWHERE or not 0 < RANKS[victim] < SIZE - 1:
            continue
        for way in range(3):
            back = GREENS[player, way] ^ 1
            for distance in range(1, nearest(lines, victim, back)):
                fire[victim + distance * STEPS[back]] |= np.int32((16 * distance + place + 1) << (8 * way))
    return fire


@inline_jit
def _hits(red: int, distance: int) -> int:
    """The throws that capture at a distance after red: the fighter stops there, however much more green shows."""
    return (64 - (1 << (distance - 1))) << (6 * (red - 1))


@inline_jit
def _reach(
    lines: Lines, state: StateArray, player: int, aims: NDArray[np.int64], homes: NDArray[np.int64]
) -> tuple[int, int]:
    """What a player's next throw can do, as sets of throws: whom they capture (``aims``, by the enemy's place in the
    state), and which kind comes home (``homes``). Gives the set of red numbers that somebody can play, and how many
    red ways there are."""
    army, reds, ways = ARMIES + FIGHTERS * player, 0, 0
    fire = _lay_fire(lines, state, player)
    for place in range(FIGHTERS):
        start = wide(state[army + place])
        if start == NOWHERE or RANKS[start] == FAR_RANKS[player]:
            continue
        musketeer = place < MUSKETEERS
        in_ways = 0xFFFFFF if musketeer else 0xFF
        for red_way in range(5 if musketeer else 3):
            back = REDS[player, red_way]
            stop = nearest(lines, start, back)
            reds |= (1 << (stop - 1)) - 1
            ways += stop - 1
            for red in range(1, stop):
                targets = wide(fire[start + red * STEPS[back]]) & in_ways
                while targets:
                    if targets & 15:
                        aims[(targets & 15) - 1] |= _hits(red, (targets >> 4) & 15)
                    targets >>= 8
            if red_way >= 2 and stop > 1:
                _come_again(lines, state, player, start, red_way - 2, stop, aims)
        if abs(RANKS[start] - FAR_RANKS[player]) <= 6:
            homes[0 if musketeer else 1] |= _home(lines, player, start, musketeer)
    return reds, ways


@inline_jit
def _come_again(
    lines: Lines, state: StateArray, player: int, start: int, way: int, stop: int, aims: NDArray[np.int64]
) -> None:
    """Back by red and forward over its own square: the one case in which a fighter hides its own target."""
    ahead = GREENS[player, way]
    met = nearest(lines, start, ahead)
    if met > 5 or not can_capture(lines, player, start, ahead, met):
        return
    victim = start + met * STEPS[ahead]
    enemies = ARMIES + FIGHTERS * (1 - player)
    for place in range(FIGHTERS):
        if state[enemies + place] == victim:
            for red in range(1, min(stop, 7 - met)):
                aims[place] |= _hits(red, met + red)


@inline_jit
def _home(lines: Lines, player: int, start: int, musketeer: bool) -> int:
    """The throws that bring a fighter home."""
    throws = 0
    stand(lines, player, start)
    for red_way in range(5 if musketeer else 3):
        back = REDS[player, red_way]
        for red in range(1, nearest(lines, start, back)):
            middle = start + red * STEPS[back]
            to_go = abs(RANKS[middle] - FAR_RANKS[player])
            if to_go > 6:
                break
            for green_way in range(3 if musketeer else 1):
                if nearest(lines, middle, GREENS[player, green_way]) > to_go:
                    throws |= (1 << (to_go - 1)) << (6 * (red - 1))
    stand(lines, player, start)
    return throws


@inline_jit
def _advance(player: int, square: int) -> int:
    """How many ranks a fighter is ahead of its own zone; SIZE if it is lost."""
    if square == NOWHERE:
        return SIZE
    return RANKS[square] if player == 0 else SIZE - 1 - RANKS[square]  # type: ignore[no-any-return]


@inline_jit
def _look_at_reach(lines: Lines, state: StateArray, player: int, out: Weights) -> None:
    """What a player's next throw can do."""
    aims, homes = np.zeros(FIGHTERS, np.int64), np.zeros(2, np.int64)
    reds, ways = _reach(lines, state, player, aims, homes)
    of_musketeers, of_soldiers, at_musketeers, at_soldiers = 0, 0, 0, 0
    for place in range(FIGHTERS):
        if place < MUSKETEERS:
            of_musketeers |= aims[place]
            at_musketeers += _throws(aims[place])
        else:
            of_soldiers |= aims[place]
            at_soldiers += _throws(aims[place])
    enemies, army = ARMIES + FIGHTERS * (1 - player), ARMIES + FIGHTERS * player
    wins, home = 0, 0
    if state[enemies + 1] == NOWHERE:  # their last musketeer
        wins |= of_musketeers
    for place in range(army, army + MUSKETEERS):
        home += RANKS[state[place]] == FAR_RANKS[player]
    if home == MUSKETEERS - 1:
        wins |= homes[0]
    out[HIT_MUSKETEER] = _throws(of_musketeers) / THROWS
    out[HIT_SOLDIER] = _throws(of_soldiers) / THROWS
    out[HIT_ANYBODY] = _throws(of_musketeers | of_soldiers) / THROWS
    out[AIMS_AT_MUSKETEERS] = at_musketeers / THROWS
    out[AIMS_AT_SOLDIERS] = at_soldiers / THROWS
    out[HOME_MUSKETEER] = _throws(homes[0]) / THROWS
    out[HOME_SOLDIER] = _throws(homes[1]) / THROWS
    out[WINS] = _throws(wins) / THROWS
    out[STOPPED] = 1 - BITS[reds] / 6
    out[WAYS] = ways / 100


@inline_jit
def _look_at_army(state: StateArray, player: int, out: Weights) -> int:
    """Where the fighters of a side stand, and who is still before them; gives the side's points.

    Soldiers that are owed for a trade count as lost, whichever they will be.
    """
    army = ARMIES + FIGHTERS * player
    owes = wide(state[OWES]) if state[TURN] == player else 0
    present, points, far, out_of_home = 0, 0, 0, 0
    while present < MUSKETEERS and state[army + present] != NOWHERE:
        present += 1
    for place in range(FIGHTERS):
        square = wide(state[army + place])
        ahead = _advance(player, square)
        out_of_home += ahead < SIZE - 1
        edge = 0.0 if ahead >= SIZE - 1 else abs(square % SIZE - SIZE // 2) / 8
        if place < MUSKETEERS:
            # the foremost first: of white that is the last one in the game
            row = present - 1 - place if player == 0 and place < present else place
            out[MUSKETEER_RANKS + row * (SIZE + 1) + ahead] = 1
            out[FILES] += edge
            points += MUSKETEER_POINTS * (ahead == SIZE - 1)
            if ahead < SIZE - 1:
                _look_ahead(state, player, ahead, out[AHEAD + 2 * row : AHEAD + 2 * row + 2])
        else:
            out[SOLDIER_RANKS + ahead] += 0.5
            out[FILES + 1] += edge / 2
            far += ahead == SIZE - 1
    far -= owes
    out[SOLDIER_RANKS + SIZE - 1] -= 0.5 * owes
    out[SOLDIER_RANKS + SIZE] += 0.5 * owes
    out[REACH + TRADE] = 1 if present < MUSKETEERS and far >= PRICE else 0
    out[REACH + NOBODY_OUT] = out_of_home == 0
    return points + SOLDIER_POINTS * far


@inline_jit
def _look_ahead(state: StateArray, player: int, ahead: int, out: Weights) -> None:
    """How many enemies, by kind, a musketeer that has come so far has not yet passed."""
    enemies = ARMIES + FIGHTERS * (1 - player)
    for place in range(FIGHTERS):
        square = wide(state[enemies + place])
        if square != NOWHERE and ahead <= _advance(player, square) < SIZE - 1:
            out[0 if place < MUSKETEERS else 1] += 0.25


@compiled(FEATURES_OF)
def features(options: OptionArray, state: StateArray, out: Weights) -> None:
    """Write what the net is told."""
    out[:] = 0
    turn = wide(state[TURN])
    lines = lay_lines(state)
    lead = 0
    for side_ in range(2):
        player = turn if side_ == 0 else 1 - turn
        part = out[side_ * SIDE_FEATURES : (side_ + 1) * SIDE_FEATURES]
        points = _look_at_army(state, player, part)
        lead += points if side_ == 0 else -points
        _look_at_reach(lines, state, player, part[REACH:])
    out[IDLE_SHARE] = state[IDLE] / IDLE_LIMIT
    late = max(0.0, (state[IDLE] - IDLE_LIMIT / 2) / (IDLE_LIMIT / 2))
    out[IDLE_LATE] = late
    out[POINTS] = lead / 8
    clear_lead = min(4, max(-4, lead)) / 4
    out[LATE_POINTS] = late * clear_lead
    nobody_out = out[REACH + NOBODY_OUT] + out[SIDE_FEATURES + REACH + NOBODY_OUT]
    out[END_POINTS] = clear_lead if nobody_out else 0


@compiled(SIDE_OF)
def side(options: OptionArray, state: StateArray) -> int:
    """From whose side the features are seen."""
    return wide(state[TURN])


@inline_jit
def _chance_by_points(state: StateArray) -> float:
    """What it would bring the player whose turn it is to end the game."""
    after = state.copy()
    finish_by_points(after, STUCK)
    return 0.5 if after[WINNER] == DRAW else np.float64(after[WINNER] == after[TURN])


@compiled(EVALUATE)
def evaluate(options: OptionArray, state: StateArray, weights: Weights) -> float:
    """The chance that white wins, a draw counting half."""
    if state[PLAYER] == OVER:
        return 0.5 if state[WINNER] == DRAW else 1.0 - state[WINNER]
    if state[PHASE] == LOTS_PHASE:
        return 0.5
    row = np.empty(FEATURES, np.float32)
    features(options, state, row)
    chance = forward(weights, row, FEATURES, hidden_units(weights, FEATURES))
    if state[PHASE] == TRADE_PHASE and stuck(state, wide(state[TURN])):
        chance = max(chance, _chance_by_points(state))
    return chance if state[TURN] == 0 else 1.0 - chance
