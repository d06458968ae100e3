"""Moves and positions as text and JSON, both ways. The law of the notation stands in ``text/rules.en.md``.

Capitals do not matter when a move is read, the two names of a Switch may stand in either order, and an entry may name
any gate that works; a move is always written in one way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from speelkist.core import BadPosition, JsonReader, Move, Phrase, Refusal

from .board import TILE_DATA, TYPES, Labyrinth, labyrinth
from .boxes import BOX, GATE_BOXES, GATES, NAMES, TILES, fitting_corners, tile_name
from .moves import KINDS, PIECES, TOWER, WIDTH, choose_gate, enter, first_throw, fly, lay, switch, throw, walk

if TYPE_CHECKING:
    from .rules import KrabcekState

SIDES: Final = ("black", "white")
PHASES: Final = ("layout", "gates", "first", "throw", "move", "over")
GATE_ORDER: Final = (0, 1, 1, 0, 0, 1, 1, 0)  # who chooses the first, second ... gate
STOCK: Final = (4, 2, 1)  # Skinnyboys, Middlemen, Bigboys of each player
INSIDE: Final = ((0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2))  # of which single pieces each kind consists
MOST_IDLE: Final = 150

Piece = tuple[int, int]  # box, kind
_BOX_OF: Final = {name.lower(): box for name, box in BOX.items()}
_WORD = r"([a-z][a-z0-9]*)"
_PATTERNS: Final = {
    what: re.compile(pattern, re.ASCII | re.IGNORECASE)
    for what, pattern in {
        "lay": r"([0-9]+)-([ns][ew])",
        "gate": r"gate ?([0-9]+)",
        "first": r"b([0-9]+)w([0-9]+)",
        "throw": r"([0-9]+)",
        "walk": rf"{_WORD}([-+]){_WORD}",
        "enter": rf"([smblxk])@{_WORD}(?:([-+]){_WORD})?",
        "switch": rf"{_WORD}<>{_WORD}",
        "fly": rf"{_WORD}\^{_WORD}",
    }.items()
}


def read_move(text: str) -> Move | Refusal | None:
    """The move a text spells, legal or not; a refusal where it names what does not exist; None if it is no move."""
    for what, pattern in _PATTERNS.items():
        match = pattern.fullmatch(text)
        if match is not None:
            return _READ[what](*match.groups())
    return None


def _read_lay(kind: str, corner: str) -> Move | Refusal:
    if kind not in TYPES:
        return Refusal("krabcek.notation.tile", text=kind[:20], types=" / ".join(TYPES))
    return lay(kind, corner.upper())


def _read_gate(number: str) -> Move | Refusal:
    if len(number) > 1 or not 1 <= int(number) <= GATES:
        return Refusal("krabcek.notation.gate", text=number[:20])
    return choose_gate(int(number) - 1)


def _read_first(black: str, white: str) -> Move | Refusal:
    for number in (black, white):
        if number not in "123456" or len(number) > 1:
            return Refusal("krabcek.notation.die", text=number[:20])
    return first_throw(int(black), int(white))


def _read_throw(number: str) -> Move | Refusal:
    if number not in "123456" or len(number) > 1:
        return Refusal("krabcek.notation.die", text=number[:20])
    return throw(int(number))


def _read_walk(start: str, sign: str, end: str) -> Move | Refusal:
    boxes = _boxes(start, end)
    return boxes if isinstance(boxes, Refusal) else walk(*boxes, sign == "+")


def _read_enter(kind: str, gate: str, sign: str | None, end: str | None) -> Move | Refusal:
    boxes = _boxes(gate, end or gate)
    if isinstance(boxes, Refusal):
        return boxes
    if not GATE_BOXES >> boxes[0] & 1:
        return Refusal("krabcek.enter.through", box=NAMES[boxes[0]])
    if sign and boxes[0] == boxes[1]:
        return Refusal("krabcek.loop.back", box=NAMES[boxes[0]])
    return enter(KINDS.index(kind.upper()), *boxes, sign == "+")


def _read_switch(first: str, second: str) -> Move | Refusal:
    boxes = _boxes(first, second)
    return boxes if isinstance(boxes, Refusal) else switch(*boxes)


def _read_fly(start: str, end: str) -> Move | Refusal:
    boxes = _boxes(start, end)
    return boxes if isinstance(boxes, Refusal) else fly(*boxes)


def _boxes(first: str, second: str) -> tuple[int, int] | Refusal:
    for name in (first, second):
        if name.lower() not in _BOX_OF:
            return Refusal("krabcek.notation.box", text=name[:20])
    return _BOX_OF[first.lower()], _BOX_OF[second.lower()]


_READ: Final[dict[str, Callable[..., Move | Refusal]]] = {
    "lay": _read_lay,
    "gate": _read_gate,
    "first": _read_first,
    "throw": _read_throw,
    "walk": _read_walk,
    "enter": _read_enter,
    "switch": _read_switch,
    "fly": _read_fly,
}


def wrong_tile(tiles: tuple[str, ...]) -> Phrase | None:
    """What is wrong with the first tile of a layout that cannot lie where it does; None if all can."""
    left = dict(TYPES)
    for index, token in enumerate(tiles):
        tile = tile_name(index)
        kind, _, corner = token.partition("-")
        fits = fitting_corners(index)
        if kind not in TYPES or corner not in ("NW", "NE", "SE", "SW"):
            return Phrase("krabcek.layout.token", tile=tile, token=token[:20], fits=_tokens(fits))
        if corner not in fits:
            return Phrase("krabcek.layout.corner", tile=tile, token=token, fits=_tokens(fits))
        left[kind] -= 1
        if left[kind] < 0:
            return Phrase("krabcek.layout.count", tile=tile, token=token, n=TYPES[kind], type=kind)
    return None


def _tokens(corners: tuple[str, ...]) -> str:
    return " / ".join(f"{kind}-{corner}" for kind in TYPES for corner in corners)


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


def read_position(data: JsonReader) -> Position:
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
    idle = data.number("idle", 0, MOST_IDLE)
    if (idle and not any(pieces)) or (idle == MOST_IDLE and (phase != "over" or thrown)):
        raise BadPosition("krabcek.position.idle", n=idle, phase=phase)
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


def piece_name(kind: int) -> Phrase:
    """A piece's name for people to read."""
    return Phrase(f"krabcek.piece.{PIECES[kind]}")
