"""The law of Kris-kras, compiled: the public functions, and the way between numbers and the reference rules."""

from __future__ import annotations

from typing import cast

import numpy as np

from speelkist.compiled.contract import (
    APPLY,
    DRAW,
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
from speelkist.compiled.jit import kernel_compiler
from speelkist.compiled.rng import below
from speelkist.core import CHANCE, OVER, PASS, Game, State
from speelkist.games.kriskras.board import MUSKETEERS, Army
from speelkist.games.kriskras.board import START as FIRST_ARMIES
from speelkist.games.kriskras.end_game import judge
from speelkist.games.kriskras.notation import END, GO, LOTS, THROWS, Walk, payment
from speelkist.games.kriskras.notation import trade as trade_to
from speelkist.games.kriskras.position import PHASES
from speelkist.games.kriskras.rules import Kriskras, KriskrasState

from .playout import play_turns
from .rays import (
    ARMIES,
    ENDS,
    FIGHTERS,
    GOES,
    GREEN,
    IDLE,
    LAPSES,
    LOTS_PHASE,
    MOST_MOVES,
    MOVE_PHASE,
    NOWHERE,
    OWES,
    PAY_PHASE,
    PHASE,
    RED,
    STATE_SIZE,
    THROW_PHASE,
    TRADE_PHASE,
    TURN,
    end_of,
    middle_of,
    start_of,
    takes,
    wide,
)
from .turns import REASONS, STUCK, begin_turn, finish_by_points, list_payers, list_trades, pay, stuck, trade, walk
from .walks import list_moves

FIRST_SQUARES = np.array([square for army in FIRST_ARMIES for squares in army for square in squares], np.int16)

compiled = kernel_compiler(__file__)


@compiled(START)
def start(options: OptionArray, state: StateArray) -> None:
    """The first position, before the lots."""
    state[:] = 0
    state[PLAYER] = CHANCE
    state[WINNER] = DRAW
    state[REASON] = -1
    state[PHASE] = LOTS_PHASE
    state[ARMIES:] = FIRST_SQUARES


@compiled(LEGAL)
def legal(options: OptionArray, state: StateArray, moves: Moves) -> int:
    """The moves, or the outcomes of the lots or dice, which all have the same odds."""
    phase = state[PHASE]
    if phase == MOVE_PHASE:
        return list_moves(state, moves, None)
    turn = wide(state[TURN])
    if phase == TRADE_PHASE:
        count = list_trades(state, turn, moves)
        moves[count] = ENDS if stuck(state, turn) else GOES
        return count + 1
    if phase == PAY_PHASE:
        return list_payers(state, turn, moves)
    count = 36 if phase == THROW_PHASE else 2 if phase == LOTS_PHASE else 0
    for outcome in range(count):
        moves[outcome] = outcome
    return count


@compiled(APPLY)
def apply(options: OptionArray, state: StateArray, move: int) -> None:
    """Play a legal move or an outcome of chance."""
    phase, turn = state[PHASE], wide(state[TURN])
    if phase == MOVE_PHASE:
        state[IDLE] += 1
        if move != LAPSES:
            walk(state, turn, move)
        begin_turn(state, 1 - turn)
    elif phase == THROW_PHASE:
        state[RED] = 1 + move // 6
        state[GREEN] = 1 + move % 6
        state[PHASE] = MOVE_PHASE
        state[PLAYER] = turn
    elif phase == LOTS_PHASE:
        begin_turn(state, move)
    elif phase == PAY_PHASE:
        pay(state, turn, move)
        state[OWES] -= 1
        if state[OWES] == 0:
            begin_turn(state, turn)
    elif move == GOES:
        state[PHASE] = THROW_PHASE
        state[PLAYER] = CHANCE
    elif move == ENDS:
        finish_by_points(state, STUCK)
    else:
        trade(state, turn, move)


@compiled(DRAW_OUTCOME)
def draw(options: OptionArray, state: StateArray, rng: RngState) -> int:
    """One outcome of the lots or the dice."""
    return below(rng, 2 if state[PHASE] == LOTS_PHASE else 36)


@compiled(PLAYOUT)
def playout(options: OptionArray, state: StateArray, rng: RngState) -> int:
    """Play at random to the end; gives the number of actions of players."""
    moves = np.zeros(MOST_MOVES, np.int32)
    plies = 0
    while state[PLAYER] != OVER:
        if state[PHASE] == THROW_PHASE:
            plies += play_turns(state, rng, moves)
        else:
            plies += state[PLAYER] != CHANCE
            apply(options, state, wide(moves[below(rng, legal(options, state, moves))]))
    return plies


def options_of(game: Game) -> OptionArray:
    """The game has no options, and all tables are constants."""
    return np.zeros(0, np.int32)


def pack(state: State) -> tuple[OptionArray, StateArray]:
    """A position of the reference rules as numbers."""
    now = cast("KriskrasState", state)
    array = np.full(STATE_SIZE, NOWHERE, np.int16)
    array[PLAYER] = now.player
    array[WINNER] = now.outcome.winners[0] if now.outcome is not None and now.outcome.winners else DRAW
    array[REASON] = -1 if now.outcome is None else REASONS.index(now.outcome.reason)
    array[PHASE] = PHASES.index(now.phase)
    array[TURN] = now.turn
    array[RED], array[GREEN] = (0, 0) if now.throw is None else (now.throw.red, now.throw.green)
    array[IDLE] = now.idle
    array[OWES] = now.owes
    for player, army in enumerate(now.armies):
        for row, squares in zip((0, MUSKETEERS), army, strict=True):
            first = ARMIES + FIGHTERS * player + row
            array[first : first + len(squares)] = squares
    return options_of(now.game), array


def unpack(game: Game, options: OptionArray, state: StateArray) -> State:
    """The position of the reference rules."""
    turn, idle, owes, phase = int(state[TURN]), int(state[IDLE]), int(state[OWES]), PHASES[state[PHASE]]
    white, black = (
        Army(
            tuple(int(square) for square in squares[:MUSKETEERS] if square != NOWHERE),
            tuple(int(square) for square in squares[MUSKETEERS:] if square != NOWHERE),
        )
        for squares in (state[ARMIES : ARMIES + FIGHTERS], state[ARMIES + FIGHTERS :])
    )
    throw = THROWS[6 * (int(state[RED]) - 1) + int(state[GREEN]) - 1] if phase == "move" else None
    outcome = judge(turn, (white, black), idle) if phase == "over" else None
    player = int(state[PLAYER])
    return KriskrasState(cast("Kriskras", game), player, phase, outcome, turn, throw, (white, black), idle, owes)


def text(options: OptionArray, state: StateArray, move: int) -> str:
    """A move's notation."""
    phase = PHASES[state[PHASE]]
    if phase == "lots":
        return LOTS[move].text
    if phase == "throw":
        return THROWS[move].text
    if phase == "trade":
        return {GOES: GO.text, ENDS: END.text}.get(move) or trade_to(move).text
    if phase == "pay":
        return payment(move).text
    if move == LAPSES:
        return PASS.text
    return Walk(start_of(move), middle_of(move), end_of(move), takes(move)).text


KERNEL = Kernel(
    game="kriskras",
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
    text=text,
)
