"""Moves and positions as text and JSON, both ways."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from speelkist.core import BadPosition, JsonReader

from .board import BUTTONS, NAME, SIZE, SQUARE, board, groups, names, threatened

if TYPE_CHECKING:
    from .rules import KnopfState

SIDES = ("red", "blue")
PHASES = ("fine", "move", "over")
GROUPS = ("fine", "forbidden")

# Capitals and blanks are taken too: "C2 - C5", "c2 c5", "! d4".
_STEP = re.compile(r"([a-z]\d{1,3}) ?[- ] ?([a-z]\d{1,3})", re.ASCII)
_FINE = re.compile(r"! ?([a-z]\d{1,3})", re.ASCII)


def read_move(text: str) -> tuple[str, ...]:
    """The names in a move: two of a step, one of a fine, else none. They may lie off the board."""
    match = _STEP.fullmatch(text.lower()) or _FINE.fullmatch(text.lower())
    return match.groups() if match else ()


def wrong_row(holes: Sequence[str]) -> int | None:
    """The first row that is not ten digits 1 to 4; None if all are."""
    for rank, row in enumerate(holes):
        if len(row) != SIZE or set(row) - set("1234"):
            return rank
    return None


def data(state: KnopfState) -> dict[str, Any]:
    """The position as the law's JSON object."""
    return {
        "game": "knopf",
        "holes": list(state.game.board.holes),
        "target": state.game.target,
        "groups": state.game.options["groups"],
        "phase": state.phase,
        "to_move": SIDES[state.turn],
        "red": names(state.buttons[0]),
        "blue": names(state.buttons[1]),
        "taken": {"red": state.taken[0], "blue": state.taken[1]},
        "fines": [names(group) for group in state.fines],
        "quiet": state.quiet,
    }


class Position(NamedTuple):
    """What a position's JSON says, found possible."""

    holes: tuple[str, ...]
    target: int
    groups: str
    phase: str
    turn: int
    buttons: tuple[int, int]
    taken: tuple[int, int]
    fines: tuple[int, ...]
    quiet: int


def read(fields: JsonReader, quiet_limit: int) -> Position:
    """The position of a JSON object; one that cannot be is refused with a sentence."""
    holes = fields.texts("holes", SIZE)
    if len(holes) != SIZE or wrong_row(holes) is not None:
        raise fields.wrong("holes", '10 x "1234123412"')
    target = fields.number("target", 1, BUTTONS)
    rule = fields.choice("groups", GROUPS)
    phase = fields.choice("phase", PHASES)
    turn = SIDES.index(fields.choice("to_move", SIDES))
    buttons = _buttons(fields, "red"), _buttons(fields, "blue")
    counts = fields.fields("taken")
    taken = counts.number("red", 0, BUTTONS), counts.number("blue", 0, BUTTONS)
    counts.done()
    quiet = fields.number("quiet", 0, quiet_limit)
    _check_buttons(buttons, taken)
    fines = _fines(fields, buttons[1 - turn])
    position = Position(tuple(holes), target, rule, phase, turn, buttons, taken, fines, quiet)
    _check_phase(position, quiet_limit)
    _check_leftovers(position)
    return position


def _set(fields: JsonReader, field: str, squares: Sequence[object]) -> int:
    mask = 0
    for name in squares:
        square = SQUARE.get(name) if isinstance(name, str) else None
        if square is None:
            raise fields.wrong(field, '"a1".."j10"')
        if square & mask:
            raise BadPosition("knopf.position.twice", square=NAME[square])
        mask |= square
    return mask


def _buttons(fields: JsonReader, side: str) -> int:
    return _set(fields, side, fields.texts(side, BUTTONS))


def _fines(fields: JsonReader, enemy: int) -> tuple[int, ...]:
    """The groups to be fined, in the order of the rules however they are listed."""
    listed = fields.value("fines")
    if not isinstance(listed, list) or not all(isinstance(group, list) for group in listed):
        raise fields.wrong("fines", '[["d4", "d5", "e5"], ...]')
    wanted = [_set(fields, "fines", group) for group in listed]
    standing = groups(enemy)
    for group in wanted:
        if group not in standing:
            raise BadPosition("knopf.position.group", squares=" ".join(names(group)) or "-")
    if len(set(wanted)) != len(wanted):
        raise fields.wrong("fines", '[["d4", "d5", "e5"], ...]')
    return tuple(group for group in standing if group in wanted)


def _check_buttons(buttons: tuple[int, int], taken: tuple[int, int]) -> None:
    red, blue = buttons
    if red & blue:
        raise BadPosition("knopf.position.twice", square=names(red & blue)[0])
    for player, side in enumerate(SIDES):
        stand, gone = buttons[player].bit_count(), taken[1 - player]
        if stand + gone != BUTTONS:
            raise BadPosition(f"knopf.position.{side}", stand=stand, gone=gone)


def _check_phase(position: Position, quiet_limit: int) -> None:
    """Target, quiet and fines must fit the phase."""
    won = [player for player in (0, 1) if position.taken[player] >= position.target]
    if won and (position.phase != "over" or won != [position.turn] or position.quiet > 0):
        raise BadPosition("knopf.position.target", target=position.target)
    if position.phase == "over" and not won and position.quiet < quiet_limit:
        raise BadPosition("knopf.position.over", target=position.target, quiet=quiet_limit)
    if position.phase == "move" and position.quiet == quiet_limit:
        raise BadPosition("knopf.position.quiet", quiet=quiet_limit)
    if (position.phase == "fine") != bool(position.fines):
        raise BadPosition("knopf.position.fines")


def _check_leftovers(position: Position) -> None:
    """Threatened buttons and unfined groups can stand only after a button has left the board this turn."""
    turn = position.turn
    if position.quiet == 0 and position.taken[turn] > 0:
        return
    if position.quiet == 0 and any(position.taken):
        raise BadPosition("knopf.position.still")
    own, enemy = position.buttons[turn], position.buttons[1 - turn]
    left = threatened(board(position.holes), own, enemy)
    if left:
        raise BadPosition("knopf.position.threat", squares=" ".join(names(left)))
    if position.fines != groups(enemy):
        raise BadPosition("knopf.position.unfined")
