"""The way between the reference rules and the numbers of the kernel."""

from __future__ import annotations

from itertools import islice
from typing import Any, cast

import numpy as np

from speelkist.compiled.contract import DRAW, PLAYER, REASON, WINNER, OptionArray, StateArray
from speelkist.core import Game, Outcome, State
from speelkist.games.krabcek.board import Labyrinth, labyrinth
from speelkist.games.krabcek.boxes import GATES, TILES
from speelkist.games.krabcek.moves import choose_gate, enter, first_throw, fly, lay, switch, throw, walk
from speelkist.games.krabcek.rules import Krabcek, KrabcekState
from speelkist.games.krabcek.set_up import PHASES

from .layout import (
    BOARD,
    BOXES,
    CHOSEN,
    ENTER,
    FIRST,
    GATE,
    GATE_CHOICE,
    HANDS,
    IDLE,
    LAID,
    LAYOUT,
    MOST_NEAR,
    NEAR,
    OWNER,
    PHASE,
    PIECE,
    PLACES,
    REASONS,
    STATE_SIZE,
    SWITCH,
    THROW,
    THROWING,
    TILE,
    TILE_SETS,
    TURN,
    WALK,
    WHITE,
    code_of,
    token_of,
)
from .option_array import TILE_SET, options_of


def pack(state: State) -> tuple[OptionArray, StateArray]:
    """A position of the reference rules as numbers."""
    assert isinstance(state, KrabcekState)
    array = np.full(STATE_SIZE, -1, np.int16)
    array[PLAYER] = state.player
    if state.outcome is not None:
        array[WINNER] = state.outcome.winners[0] if state.outcome.winners else DRAW
        array[REASON] = REASONS.index(state.outcome.reason)
    array[PHASE] = PHASES.index(state.phase)
    array[TURN] = state.turn
    array[THROW] = state.throw
    array[IDLE] = state.idle
    array[LAID] = len(state.maze.tiles)
    array[CHOSEN] = len(state.gates[0]) + len(state.gates[1])
    array[HANDS : HANDS + 6] = state.hands[0] + state.hands[1]
    for index, token in enumerate(state.maze.tiles):
        array[TILE + index] = code_of(index, token)
    array[BOARD : BOARD + BOXES] = 0
    for player in (0, 1):
        for place, gate in enumerate(state.gates[player]):
            array[GATE + 4 * player + place] = gate
            array[OWNER + gate] = player
        for place, (box, kind) in enumerate(state.pieces[player]):
            array[PIECE + PLACES * player + place] = box
            array[BOARD + box] = kind + (WHITE if player else 1)
    if state.maze.widths:
        for box in range(BOXES):
            near = state.maze.neighbours(box)
            array[NEAR + MOST_NEAR * box : NEAR + MOST_NEAR * box + len(near)] = near
    return options_of(state.game), array


def unpack(game: Game, options: OptionArray, array: StateArray) -> State:
    """And back."""
    find: Any = array.tolist()  # plain integers: they end up in texts and tuples
    tile_set = TILE_SETS[options[TILE_SET]]
    tiles = tuple(token_of(index, find[TILE + index]) for index in range(find[LAID]))
    gates, pieces = [], []
    for player in (0, 1):
        chosen = find[GATE + 4 * player : GATE + 4 * player + 4]
        gates.append(tuple(gate for gate in chosen if gate >= 0))
        boxes = islice(find, PIECE + PLACES * player, PIECE + PLACES * (player + 1))
        less = WHITE if player else 1
        pieces.append(tuple((box, find[BOARD + box] - less) for box in boxes if box >= 0))
    outcome = None
    if find[REASON] >= 0:
        winners = () if find[WINNER] == DRAW else (find[WINNER],)
        outcome = Outcome(winners, REASONS[find[REASON]])
    return KrabcekState(
        cast("Krabcek", game),
        find[PLAYER],
        PHASES[find[PHASE]],
        outcome,
        labyrinth(tile_set, tiles) if len(tiles) == TILES else Labyrinth(tile_set, tiles),
        (gates[0], gates[1]),
        find[TURN],
        find[THROW],
        (pieces[0], pieces[1]),
        (tuple(find[HANDS : HANDS + 3]), tuple(find[HANDS + 3 : HANDS + 6])),
        find[IDLE],
        sum(1 << box for own in pieces for box, _ in own),
    )


def text_of(options: OptionArray, array: StateArray, move: int) -> str:
    """A move's notation at a state."""
    phase = array[PHASE]
    if phase == LAYOUT:
        return lay(*token_of(int(array[LAID]), move).split("-")).text
    if phase == GATE_CHOICE:
        return choose_gate(move).text
    if phase == FIRST:
        return first_throw(*divmod(move, 10)).text
    if phase == THROWING:
        return throw(move).text
    what, first, second = move >> 14, move >> 7 & 127, move & 127
    joins = int(array[BOARD + second] != 0)
    if what == WALK:
        return walk(first, second, joins).text
    if what == ENTER:
        return enter(*divmod(first, GATES), second, joins).text
    return switch(first, second).text if what == SWITCH else fly(first, second).text
