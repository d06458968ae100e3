"""A position as plain data for a client that draws it: the labyrinth, the pieces, the choices, and what a move did.

A gate is picked as itself; a walk or a flight as the piece's box and the box it goes to, an entry as the piece in the
hand and the box it goes to, a Switch-6 as its two boxes, in either order.
Where two moves go from one box to the same other one, a last pick says which is meant: ``button:walk`` ...

A server makes a view and the changes of every move, so that both put together what is ready and keep what they make.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from speelkist.core import Move, Outcome, Phrase, State
from speelkist.core.outcome_text import end_phrase
from speelkist.core.view import Board, Change, ChoiceData, PhraseData, PieceData, ViewData, phrase_data
from speelkist.games.krabcek.board import TILE_DATA
from speelkist.games.krabcek.boxes import BOX, GATES, NAMES, place_box
from speelkist.games.krabcek.extra import GateInfo, ViewExtra
from speelkist.games.krabcek.moves import (
    JOINED,
    KINDS,
    PIECES,
    ChooseGate,
    Enter,
    FirstThrow,
    Fly,
    Lay,
    Piece,
    Switch,
    Throw,
    Walk,
    piece_name,
)
from speelkist.games.krabcek.places import avenue_place, inner_place, place, tile_place
from speelkist.games.krabcek.rules import KrabcekState, special_move
from speelkist.games.krabcek.set_up import SIDES, STOCK

from .shapes import board_key, drawn, hand_cell

PIECE: Final[tuple[tuple[PieceData, ...], ...]] = tuple(tuple((side, kind) for kind in PIECES) for side in (0, 1))
HAND: Final = tuple(tuple(hand_cell(side, kind) for kind in range(len(STOCK))) for side in (0, 1))
SIDE: Final = tuple(Phrase(f"krabcek.side.{side}", seat=player) for player, side in enumerate(SIDES))
SIDE_DATA: Final = tuple(phrase_data(side) for side in SIDE)
PIECE_DATA: Final = tuple(phrase_data(piece_name(kind)) for kind in range(len(PIECES)))


def board(state: State) -> Board:
    """The labyrinth as far as it lies."""
    assert isinstance(state, KrabcekState)
    return drawn(state.maze.tile_set, state.maze.tiles)


# The position


def view(state: State) -> ViewData:
    """The pieces, the hands, the gates, and what can be chosen."""
    assert isinstance(state, KrabcekState)
    tile_set, tiles = state.maze.tile_set, state.maze.tiles
    pieces: dict[str, PieceData] = {}
    for own, as_data in zip(state.pieces, PIECE, strict=True):
        for box, kind in own:
            pieces[NAMES[box]] = as_data[kind]
    choices = _choices(state) if state.player >= 0 else []
    extra: ViewExtra = {
        "turn": state.turn,  # also while the die rolls
        "gates": _gates(tile_set, tiles, state.gates),
        "hands": [dict(zip(KINDS, hand, strict=False)) for hand in state.hands],
        "idle": state.idle,
    }
    marks: dict[str, list[str]] = {}
    if state.phase == "move":
        marks = _possible(state)
    elif state.phase == "gates":
        marks.update(_free_gates(tile_set, tiles, state.gates))  # others may add marks of their own
    return {
        "board": board_key(tile_set, tiles),
        "phase": state.phase,
        "player": state.player,
        "ask": _ask(state),
        "pieces": pieces,
        "choices": choices,
        "marks": marks,
        "throw": [state.throw] if state.throw else None,
        "scores": None,
        "result": None if state.outcome is None else state.outcome.to_data(),
        "extra": extra,
    }


def _possible(state: KrabcekState) -> dict[str, list[str]]:
    """Where pieces can walk from, and where each kind of stack can be made, by its name."""
    own = dict(state.pieces[state.turn])
    marks: dict[str, dict[str, None]] = {"walk": {}, **{PIECES[made]: {} for made in JOINED.values()}}
    for move in state.legal():
        if not isinstance(move, Walk | Enter):
            continue
        if isinstance(move, Walk):
            marks["walk"][NAMES[move.start]] = None
        if move.joins:
            kind = own[move.start] if isinstance(move, Walk) else move.kind
            marks[PIECES[JOINED[kind, own[move.end]]]][NAMES[move.end]] = None
    return {word: [*boxes] for word, boxes in marks.items()}


def _ask(state: KrabcekState) -> PhraseData:
    return phrase_data(state.prompt())


def _choices(state: KrabcekState) -> list[ChoiceData]:
    moves = state.legal()
    choices: list[ChoiceData] = [
        {"move": move.text, "picks": _picks(move, state.turn), "path": _path(state, move)} for move in moves
    ]
    if state.throw >= 5:
        _tell_apart(moves, choices)
    if state.throw == 6:
        for move, choice in zip(moves, choices, strict=True):
            if isinstance(move, Switch):
                choice["either"] = True
    return choices


def _path(state: KrabcekState, move: Move) -> list[str]:
    if isinstance(move, ChooseGate):
        return [NAMES[move.gate]]
    path = state.path(move)
    return [HAND[state.turn][move.kind], *path] if isinstance(move, Enter) else [*path]


@lru_cache(maxsize=1 << 14)
def _picks(move: Move, turn: int) -> list[str]:
    if isinstance(move, Enter):
        return [HAND[turn][move.kind], NAMES[move.end]]
    if isinstance(move, Walk | Fly):
        return [NAMES[move.start], NAMES[move.end]]
    if isinstance(move, Switch):
        return [NAMES[move.first], NAMES[move.second]]
    assert isinstance(move, ChooseGate)
    return [NAMES[move.gate]]


def _tell_apart(moves: tuple[Move, ...], choices: list[ChoiceData]) -> None:
    """A last pick for a walk and a flight between the same boxes, and for combining and switching the same pieces.

    Which of two switched pieces is picked first says nothing, so both choices begin with the one that would walk.
    """
    special = {frozenset(choices[at]["picks"]): at for at, move in enumerate(moves) if isinstance(move, Switch | Fly)}
    if not special:
        return
    for at, move in enumerate(moves):
        if isinstance(move, Walk):
            start, end = NAMES[move.start], NAMES[move.end]
            other = special.get(frozenset((start, end)))
            if other is not None:
                choices[at]["picks"] = [start, end, "button:combine" if move.joins else "button:walk"]
                button = "button:switch" if isinstance(moves[other], Switch) else "button:fly"
                choices[other]["picks"] = [start, end, button]


Gates = tuple[tuple[int, ...], tuple[int, ...]]


@lru_cache(maxsize=1024)
def _gates(tile_set: str, tiles: tuple[str, ...], gates: Gates) -> dict[str, GateInfo]:
    """Every gate with its owner (nobody's: None), its exits, and which of these are Streets."""
    by_name: dict[str, GateInfo] = {
        NAMES[gate]: {"owner": 0 if gate in gates[0] else 1 if gate in gates[1] else None, "exits": [], "streets": []}
        for gate in range(GATES)
    }
    for index, token in enumerate(tiles):
        kind, corner = token.split("-")
        gate = by_name[NAMES[place_box(index, corner, "G")]]
        tile = TILE_DATA["sets"][tile_set][kind]
        for end, letter in tile["links"]:
            if end == "G":
                box = NAMES[place_box(index, corner, letter)]
                gate["exits"].append(box)
                if tile["boxes"][letter]["kind"] == "street":
                    gate["streets"].append(box)
    return by_name


@lru_cache(maxsize=1024)
def _free_gates(tile_set: str, tiles: tuple[str, ...], gates: Gates) -> dict[str, list[str]]:
    """What is lit while gates are chosen: the exits of those still free, and the Streets among these."""
    free = [gate for gate in _gates(tile_set, tiles, gates).values() if gate["owner"] is None]
    return {what: [box for gate in free for box in gate[what]] for what in ("exits", "streets")}


# What a move did


def changes(before: State, move: Move, after: State) -> list[Change]:
    """A piece's whole way and what it becomes, a switch, a throw, a tile, a gate; then the end, if it is one."""
    assert isinstance(before, KrabcekState)
    assert isinstance(after, KrabcekState)
    listed: list[Change]
    if isinstance(move, Walk | Enter | Fly):
        listed = _go(before, move)
    elif isinstance(move, Switch):
        own = dict(before.pieces[before.turn])
        start, end = NAMES[move.first], NAMES[move.second]
        values = {"piece": PIECE_DATA[own[move.first]], "start": _place(before, move.first)}
        values |= {"other": PIECE_DATA[own[move.second]], "end": _place(before, move.second)}
        said = _said("switch", before.turn, **values)
        listed = [{"do": "swap", "at": start, "to": end, "say": said}]
    elif isinstance(move, Throw):
        said = _said(f"throw{special_move(after)}", before.turn, throw=move.number)
        listed = [{"do": "throw", "throw": [move.number], "say": said}]
    elif isinstance(move, FirstThrow):
        thrown = {"dark": SIDE_DATA[0], "black": move.black, "light": SIDE_DATA[1], "white": move.white}
        said = _said("first", after.turn, throw=after.throw, **thrown)
        listed = [{"do": "throw", "throw": [move.black, move.white], "say": said}]
    elif isinstance(move, ChooseGate):
        listed = [{"do": "note", "say": _said("gate", before.turn, gate=_place(before, move.gate))}]
        if after.phase != "gates":
            listed.append({"do": "note", "say": _said("last_gate", 0, gate=_place(after, after.gates[0][-1]))})
    else:
        assert isinstance(move, Lay)
        index = len(before.maze.tiles)
        gate = avenue_place(place_box(index, move.corner, "G"))
        kind = "say.lay" if move.type == "1" else "say.lay_street"
        listed = [{"do": "note", "say": _data(kind, tile=tile_place(index), gate=gate)}]
    if after.outcome is not None:
        listed.append({"do": "note", "say": _ending(after, after.outcome)})
    return listed


def _go(before: KrabcekState, move: Walk | Enter | Fly) -> list[Change]:
    """A piece goes somewhere, and may become a stack with the one that stands there."""
    turn = before.turn
    own = dict(before.pieces[turn])
    end = NAMES[move.end]
    path = _path(before, move)
    values: dict[str, Any] = {"end": _place(before, move.end)}
    if isinstance(move, Enter):
        kind = move.kind
        start = HAND[turn][kind]
        values["gate"] = _place(before, move.gate)
        key = "enter" if len(path) > 2 else "enter.gate"
    else:
        kind = own[move.start]
        start, values["start"] = NAMES[move.start], _place(before, move.start)
        key = "fly" if isinstance(move, Fly) else "walk"
    said = _said(key, turn, piece=PIECE_DATA[kind], **values)
    listed: list[Change] = [
        {"do": "move", "at": start, "to": end, "path": path, "piece": PIECE[turn][kind], "say": said}
    ]
    if not isinstance(move, Fly) and move.joins:
        made = JOINED[kind, own[move.end]]
        said["key"] += ".combine"
        said["values"].update(other=PIECE_DATA[own[move.end]], made=PIECE_DATA[made])
        listed.append({"do": "become", "at": end, "piece": PIECE[turn][made]})
    return listed


def _place(state: KrabcekState, box: int) -> PhraseData:
    return phrase_data(place(state.maze, box))


def _said(key: str, side: int, **values: Any) -> PhraseData:
    return {"key": f"krabcek.say.{key}", "values": {"side": SIDE_DATA[side], **values}}


def route(state: State, move: Move) -> list[str]:
    """The boxes that a piece touches on its way, also from the hand; of a Switch-6 or Fly-5 both ends; a gate."""
    assert isinstance(state, KrabcekState)
    return _path(state, move)


def _ending(state: KrabcekState, outcome: Outcome) -> PhraseData:
    return phrase_data(end_phrase(state.game, outcome))


# In words


def describe(state: State) -> list[PhraseData]:
    """What is to be done, what each side has and where; then the labyrinth, which a listener may know by now."""
    assert isinstance(state, KrabcekState)
    maze, phase = state.maze, state.phase
    sentences = [phrase_data(state.prompt())]
    if phase == "over" and state.throw:
        sentences.append(_data("view.thrown", side=SIDE[state.turn], throw=state.throw))
    if state.outcome is not None:
        sentences.append(_ending(state, state.outcome))
    if phase != "layout":
        for side in 0, 1:
            sentences += _describe_side(state, side)
    if phase == "gates":
        sentences += _describe_free_gates(state)
    if state.idle:
        sentences.append(phrase_data(state.game.phrase("view.idle", n=state.idle)))
    sentences += _describe_tiles(maze.tile_set, maze.tiles)
    if phase == "layout":
        left = drawn(maze.tile_set, maze.tiles)["extra"]["left"]
        sentences.append(_data("view.left", one=left["1"], two=left["2"]))
    return sentences


def _describe_side(state: KrabcekState, player: int) -> list[PhraseData]:
    side = SIDE[player]
    gates = tuple(gate + 1 for gate in state.gates[player])
    sentences = [_data("view.gates" if gates else "view.gates.none", side=side, gates=gates)]
    if state.phase in ("gates", "first"):
        return sentences
    pieces = tuple(_piece_on_box(state, piece) for piece in state.pieces[player])
    hand = tuple(
        Phrase(f"krabcek.position.count.{PIECES[kind]}", n=count)
        for kind, count in enumerate(state.hands[player])
        if count
    )
    return [
        *sentences,
        _data("view.pieces" if pieces else "view.pieces.none", side=side, pieces=pieces),
        _data("view.hand" if hand else "view.hand.none", side=side, pieces=hand),
    ]


def _piece_on_box(state: KrabcekState, piece: Piece) -> Phrase:
    box, kind = piece
    return Phrase("krabcek.view.piece", piece=piece_name(kind), box=place(state.maze, box))


def _describe_free_gates(state: KrabcekState) -> list[PhraseData]:
    sentences = []
    for name, gate in _gates(state.maze.tile_set, state.maze.tiles, state.gates).items():
        if gate["owner"] is None:
            exits = tuple(place(state.maze, BOX[box]) for box in gate["exits"])
            key = "view.free" if exits else "view.free.none"
            sentences.append(_data(key, gate=place(state.maze, BOX[name]), n=len(exits), exits=exits))
    return sentences


# what the sentence about a tile calls the ends of its ways, and their sides in the turn with the open corner north-west
_ENDS: Final = {"gate": "G", "near": "N", "side": "W", "far": "E"}


@lru_cache(maxsize=64)
def _describe_tiles(tile_set: str, tiles: tuple[str, ...]) -> list[PhraseData]:
    """A sentence for each tile: which boxes it joins."""
    sentences = []
    for index, token in enumerate(tiles):
        kind, corner = token.split("-")
        ends = {end: avenue_place(place_box(index, corner, side)) for end, side in _ENDS.items()}
        key = f"view.tile{kind}" + (".tight" if (tile_set, kind) == ("tight", "2") else "")
        boxes = {box: inner_place(tile_set, token, index, box) for box in TILE_DATA["sets"][tile_set][kind]["boxes"]}
        sentences.append(_data(key, **ends, **boxes))
    return sentences


def _data(key: str, **values: Any) -> PhraseData:
    return phrase_data(Phrase(f"krabcek.{key}", **values))
