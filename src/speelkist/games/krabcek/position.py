"""Positions of Krabcek as JSON, both ways: what comes from outside is checked here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from speelkist.core import BadPosition, JsonReader, Phrase

from .board import TILE_DATA, Labyrinth, labyrinth
from .boxes import BOX, GATE_BOXES, GATES, NAMES, TILES
from .moves import INSIDE, KINDS, PIECES, TOWER, WIDTH, Piece, piece_name
from .set_up import GATE_ORDER, PHASES, SIDES, STOCK, wrong_tile

if TYPE_CHECKING:
    from .rules import Krabcek, KrabcekState


class Position(NamedTuple):
    """What a position's JSON says, each part checked against the others."""

    maze: Labyrinth
    phase: str
    turn: int  # -1: nobody's
    throw: int  # 0: none
    gates: tuple[tuple[int, ...], tuple[int, ...]]
    pieces: tuple[tuple[Piece, ...], tuple[Piece, ...]]
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    idle: int


def write_position(state: KrabcekState) -> dict[str, Any]:
    """The law's JSON object."""
    return {
        "game": "krabcek",
        "tile_set": state.maze.tile_set,
        "tiles": list(state.maze.tiles),
        "gates": {side: [gate + 1 for gate in state.gates[player]] for player, side in enumerate(SIDES)},
        "phase": state.phase,
        "to_move": SIDES[state.turn] if state.turn >= 0 else None,
        "throw": state.throw or None,
        "pieces": {
            side: {NAMES[box]: KINDS[kind] for box, kind in state.pieces[player]} for player, side in enumerate(SIDES)
        },
        "hands": {side: dict(zip(KINDS, state.hands[player], strict=False)) for player, side in enumerate(SIDES)},
        "idle": state.idle,
    }


def read_position(game: Krabcek, data: JsonReader) -> Position:
    """The position of a JSON object. It need not have come up in a game: figures with few pieces are welcome.

    ``to_move`` may be given or null where nobody is to move.
    """
    maze = _read_tiles(data)
    phase = data.choice("phase", PHASES)
    if (len(maze.tiles) == TILES) == (phase == "layout"):
        raise BadPosition("krabcek.position.tiles", phase=phase, n=len(maze.tiles))
    gates = _read_gates(data.fields("gates"), phase)
    pieces = _read_pieces(data.fields("pieces"), maze)
    hands = _read_hands(data.fields("hands"), pieces)
    if phase in ("layout", "gates", "first") and any(pieces):
        raise BadPosition("krabcek.position.early", phase=phase)
    _check_towers(pieces, phase)
    turn, thrown = _read_turn(data, phase, gates)
    idle = data.number("idle", 0, game.idle_limit)
    if (idle and not any(pieces)) or (idle == game.idle_limit and (phase != "over" or thrown)):
        raise BadPosition(game.phrase("position.idle", n=idle, phase=phase))
    return Position(maze, phase, turn, thrown, gates, pieces, hands, idle)


def _read_tiles(data: JsonReader) -> Labyrinth:
    tile_set = data.choice("tile_set", tuple(TILE_DATA["sets"]))
    tiles = tuple(data.texts("tiles", TILES))
    wrong = wrong_tile(tiles)
    if wrong is not None:
        raise BadPosition(wrong)
    return labyrinth(tile_set, tiles) if len(tiles) == TILES else Labyrinth(tile_set, tiles)


def _read_gates(data: JsonReader, phase: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    gates = []
    for side in SIDES:
        numbers = data.value(side)
        if not isinstance(numbers, list) or not all(type(gate) is int and 1 <= gate <= GATES for gate in numbers):
            raise data.wrong(side, f"[1..{GATES}, ...]")
        gates.append(tuple(number - 1 for number in numbers))
    data.done()
    black, white = gates
    chosen = len(black) + len(white)
    if len({*black, *white}) != chosen:
        raise BadPosition("krabcek.position.gate_twice")
    due = {"layout": range(1), "gates": range(GATES - 1)}.get(phase, range(GATES, GATES + 1))
    if chosen not in due or len(white) != sum(GATE_ORDER[:chosen]):
        raise BadPosition("krabcek.position.gates", phase=phase, black=len(black), white=len(white))
    return black, white


def _read_pieces(data: JsonReader, maze: Labyrinth) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    sides = []
    seen: set[str] = set()
    for side in SIDES:
        boxes = data.fields(side)
        own = []
        for name in boxes.names():
            kind = KINDS.index(boxes.choice(name, tuple(KINDS)))
            if name not in BOX or not maze.widths or not maze.widths[BOX[name]]:
                raise BadPosition("krabcek.position.box", box=name[:20])
            if name in seen:
                raise BadPosition("krabcek.position.box_twice", box=name)
            if maze.widths[BOX[name]] < WIDTH[kind]:
                raise BadPosition("krabcek.position.narrow", box=name, piece=piece_name(kind))
            seen.add(name)
            own.append((BOX[name], kind))
        sides.append(tuple(sorted(own)))
    data.done()
    return sides[0], sides[1]


def _read_hands(
    data: JsonReader, pieces: tuple[tuple[Piece, ...], tuple[Piece, ...]]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    hands = []
    for player, side in enumerate(SIDES):
        hand = data.fields(side)
        counts = tuple(hand.number(KINDS[kind], 0, most) for kind, most in enumerate(STOCK))
        hand.done()
        for single, due in enumerate(STOCK):
            total = counts[single] + sum(single in INSIDE[kind] for _, kind in pieces[player])
            if total != due:
                name = Phrase(f"krabcek.position.count.{PIECES[single]}", n=due)
                who = Phrase(f"krabcek.side.{side}")
                raise BadPosition("krabcek.position.material", side=who, due=name, found=total)
        hands.append(counts)
    data.done()
    return hands[0], hands[1]


def _check_towers(pieces: tuple[tuple[Piece, ...], tuple[Piece, ...]], phase: str) -> None:
    towers = [box for own in pieces for box, kind in own if kind == TOWER]
    if len(towers) > 1 or (towers and (phase != "over" or GATE_BOXES >> towers[0] & 1)):
        raise BadPosition("krabcek.position.tower", boxes=tuple(NAMES[box] for box in towers))


def _read_turn(data: JsonReader, phase: str, gates: tuple[tuple[int, ...], ...]) -> tuple[int, int]:
    side = data.value("to_move")
    if side is not None and side not in SIDES:
        raise data.wrong("to_move", '"black", "white", null')
    turn = -1 if side is None else SIDES.index(side)
    thrown = data.value("throw")
    if thrown is not None:
        thrown = data.number("throw", 1, 6)
    if (phase == "move" and thrown is None) or (phase not in ("move", "over") and thrown is not None):
        raise BadPosition("krabcek.position.throw", phase=phase)
    chooser = GATE_ORDER[len(gates[0]) + len(gates[1])] if phase == "gates" else turn
    if turn != chooser or (turn < 0 and (phase in ("throw", "move") or thrown)):
        raise BadPosition("krabcek.position.to_move", phase=phase)
    return (-1 if phase in ("layout", "first") else turn), thrown or 0
