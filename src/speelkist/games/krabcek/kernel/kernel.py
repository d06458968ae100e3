"""Krabcek on numbers: the same law as ``rules.py``, compiled, for playouts and search.

The labyrinth may be laid within the game, so its tiles are part of the state, and so are the links that follow from
them once all of them lie. ``layout.py`` tells what stands where.

A move's number: tiles by their code, gates by number, first throws as tens and ones (24 is ``b2w4``), throws as thrown;
with the throw, what is done and two boxes, 7 bits each (the first "box" of an entry is 8 x kind + gate).
"""

from __future__ import annotations

import numpy as np

from speelkist.compiled.contract import (
    APPLY,
    DRAW_OUTCOME,
    LEGAL,
    PLAYER,
    PLAYOUT,
    REASON,
    START,
    WINNER,
    Kernel,
    Moves,
    OptionArray,
    RngState,
    StateArray,
)
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.compiled.memory import scratch
from speelkist.compiled.rng import below
from speelkist.core import CHANCE, OVER
from speelkist.games.krabcek.boxes import GATES, TILES

from .convert import pack, text_of, unpack
from .layout import (
    BIGBOYS,
    BOARD,
    BOXES,
    BY_BLOCK,
    CHOOSER,
    CHOSEN,
    ENDED,
    FIRST,
    GATE,
    GATE_CHOICE,
    HANDS,
    IDLE,
    LAID,
    LAYOUT,
    LINKS,
    MIDDLEMEN,
    MOST_LINKS,
    MOST_MOVES,
    MOST_NEAR,
    MOVING,
    NEAR,
    OWNER,
    PHASE,
    REASONS,
    SKINNYBOYS,
    STATE_SIZE,
    THROW,
    THROWING,
    TILE,
    TURN,
    TYPE_1,
    TYPE_2,
)
from .moves import list_moves, play_move
from .option_array import GIVEN, LAYOUT_GIVEN, TILE_SET, options_of

FEW_MOVES = 64  # as many as there can be when it stops at the first: entries, switches or flights of one look

few_moves = scratch(FEW_MOVES, np.int32)
compiled = kernel_compiler(__file__)


@inline_jit
def _link(options: OptionArray, state: StateArray) -> None:
    """All tiles lie: note which boxes are linked, and let Black choose."""
    for index in range(TILES):
        for place in range(MOST_LINKS):
            first = LINKS[options[TILE_SET], index, state[TILE + index], place, 0]
            if first < 0:
                break
            second = LINKS[options[TILE_SET], index, state[TILE + index], place, 1]
            _link_one(state, first, second)
            _link_one(state, second, first)
    state[PHASE] = GATE_CHOICE
    state[PLAYER] = state[TURN] = CHOOSER[0]


@inline_jit
def _link_one(state: StateArray, first: int, second: int) -> None:
    at = NEAR + MOST_NEAR * first
    while state[at] >= 0:
        at += 1
    state[at] = second


@inline_jit
def _ones_left(state: StateArray) -> int:
    """How many tiles of type 1 are still to be laid."""
    left = TYPE_1
    for index in range(state[LAID]):
        if state[TILE + index] < 2:
            left -= 1
    return left


@inline_jit
def _chosen(state: StateArray, gate: int) -> None:
    """Gates in the order chosen; the eighth is Black's without asking."""
    player = int(state[TURN])
    while gate >= 0:
        state[OWNER + gate] = player
        at = GATE + 4 * player
        while state[at] >= 0:
            at += 1
        state[at] = gate
        state[CHOSEN] += 1
        gate = -1
        if state[CHOSEN] == GATES - 1:
            player = 0
            for last in range(GATES):
                if state[OWNER + last] < 0:
                    gate = last
    if state[CHOSEN] < GATES:
        state[PLAYER] = state[TURN] = CHOOSER[state[CHOSEN]]
    else:
        state[PLAYER] = CHANCE
        state[TURN] = -1
        state[PHASE] = FIRST


@inline_jit
def _thrown(state: StateArray, turn: int, number: int) -> None:
    """The die shows a number; who cannot move with it has lost."""
    moves = few_moves()
    show(state, turn, number, list_moves(state, turn, number, moves, None, 1))


@inline_jit
def show(state: StateArray, turn: int, number: int, count: int) -> None:
    """The die shows a number with which there are ``count`` moves."""
    state[TURN] = turn
    state[THROW] = number
    if count:
        state[PLAYER] = turn
        state[PHASE] = MOVING
    else:
        state[PLAYER] = OVER
        state[PHASE] = ENDED
        state[WINNER] = 1 - turn
        state[REASON] = BY_BLOCK


@compiled(START)
def start(options: OptionArray, state: StateArray) -> None:
    state[:] = -1
    state[PLAYER] = CHANCE
    state[PHASE] = LAYOUT
    state[THROW] = state[IDLE] = state[LAID] = state[CHOSEN] = 0
    for player in range(2):
        state[HANDS + 3 * player] = SKINNYBOYS
        state[HANDS + 3 * player + 1] = MIDDLEMEN
        state[HANDS + 3 * player + 2] = BIGBOYS
    state[BOARD : BOARD + BOXES] = 0
    if options[GIVEN]:
        for index in range(TILES):
            state[TILE + index] = options[LAYOUT_GIVEN + index]
        state[LAID] = TILES
        _link(options, state)


@compiled(LEGAL)
def legal(options: OptionArray, state: StateArray, moves: Moves) -> int:
    phase = state[PHASE]
    if phase == MOVING:
        return list_moves(state, int(state[TURN]), int(state[THROW]), moves, None, MOST_MOVES)
    count = 0
    if phase == THROWING:
        for number in range(1, 7):
            moves[count] = number
            count += 1
    elif phase == GATE_CHOICE:
        for gate in range(GATES):
            if state[OWNER + gate] < 0:
                moves[count] = gate
                count += 1
    elif phase == FIRST:
        for black in range(1, 7):
            for white in range(1, 7):
                if black != white:
                    moves[count] = 10 * black + white
                    count += 1
    elif phase == LAYOUT:
        of_type_1 = _ones_left(state)
        for code in range(4):
            if (of_type_1 if code < 2 else TILES - state[LAID] - of_type_1) > 0:
                moves[count] = code
                count += 1
    return count


@compiled(DRAW_OUTCOME)
def draw(options: OptionArray, state: StateArray, rng: RngState) -> int:
    if state[PHASE] == THROWING:
        return below(rng, 6) + 1
    if state[PHASE] == FIRST:
        black, white = below(rng, 6), below(rng, 5)
        return 10 * (black + 1) + white + (2 if white >= black else 1)
    kind = 0 if below(rng, TYPE_1 + TYPE_2 - state[LAID]) < _ones_left(state) else 2
    return kind + below(rng, 2)


@compiled(APPLY)
def apply(options: OptionArray, state: StateArray, move: int) -> None:
    phase = state[PHASE]
    if phase == MOVING:
        play_move(options, state, move)
    elif phase == THROWING:
        _thrown(state, int(state[TURN]), move)
    elif phase == GATE_CHOICE:
        _chosen(state, move)
    elif phase == FIRST:
        black, white = move // 10, move % 10
        _thrown(state, 0 if black < white else 1, min(black, white))
    else:
        state[TILE + state[LAID]] = move
        state[LAID] += 1
        if state[LAID] == TILES:
            _link(options, state)


@compiled(PLAYOUT)
def playout(options: OptionArray, state: StateArray, rng: RngState) -> int:
    moves = np.empty(MOST_MOVES, np.int32)
    plies = 0
    while state[PHASE] < THROWING:
        if state[PLAYER] == CHANCE:
            apply(options, state, draw(options, state, rng))
        else:
            apply(options, state, moves[below(rng, legal(options, state, moves))])
            plies += 1
    while state[PHASE] != ENDED:
        turn = int(state[TURN])
        number = int(state[THROW]) or below(rng, 6) + 1
        count = list_moves(state, turn, number, moves, None, MOST_MOVES)
        show(state, turn, number, count)
        if count:
            play_move(options, state, int(moves[below(rng, count)]))
            plies += 1
    return plies


KERNEL = Kernel(
    game="krabcek",
    size=STATE_SIZE,
    most_moves=MOST_MOVES,
    reasons=REASONS,
    start=start,
    legal=legal,
    apply=apply,
    draw=draw,
    playout=playout,
    options=options_of,
    pack=pack,
    unpack=unpack,
    text=text_of,
)
