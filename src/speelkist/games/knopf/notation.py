"""Moves and positions as text and JSON, both ways."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from speelkist.core import BadPosition, JsonReader

from .board import BUTTONS, LEAST_GROUP, NAME, SIZE, SQUARE, beside, board, groups, names, threatened

if TYPE_CHECKING:
    from .rules import KnopfState

SIDES = ("red", "blue")
PHASES = ("take", "fine", "move", "over")
GROUPS = ("fine", "forbidden")

# Capitals and blanks are taken too: "C2 - C5", "c2 c5", "! d4", "X -".
_STEP = re.compile(r"([a-z]\d{1,3}) ?[- ] ?([a-z]\d{1,3})", re.ASCII)
_LEAVING = re.compile(r"([!x]) ?([a-z]\d{1,3}|-)", re.ASCII)


class Written(NamedTuple):
    """A move as it is written: its sign (! for a fine, x for a taking, - for a step) and its squares, which may lie
    off the board. A fine or a taking without a square lets the group be, or takes nothing more."""

    sign: str
    squares: tuple[str, ...]


def read_move(text: str) -> Written | None:
    """What a text says; None if it is no move."""
    step = _STEP.fullmatch(text.lower())
    if step:
        return Written("-", step.groups())
    leaving = _LEAVING.fullmatch(text.lower())
    if leaving:
        sign, square = leaving.groups()
        return Written(sign, () if square == "-" else (square,))
    return None


def wrong_row(holes: Sequence[str]) -> int | None:
    """The first row that is not ten digits 1 to 4; None if all are."""
    for rank, row in enumerate(holes):
        if len(row) != SIZE or set(row) - set("1234"):
            return rank
    return None


def data(state: KnopfState) -> dict[str, Any]:
    """The position as the law's JSON object."""
    fields = {
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
    if state.phase == "take":
        fields["takes"] = names(state.takes)
    return fields


class Position(NamedTuple):
    """What a position's JSON says, found possible."""

    holes: tuple[str, ...]
    target: int
    groups: str
    phase: str
    turn: int
    buttons: tuple[int, int]
    taken: tuple[int, int]
    takes: int
    fines: tuple[int, ...]
    quiet: int

    @property
    def enemy(self) -> int:
        """The buttons that may be taken or fined."""
        return self.buttons[1 - self.turn]

    @property
    def threatened(self) -> int:
        """Those of them that are threatened as they stand now."""
        return threatened(board(self.holes), self.buttons[self.turn], self.enemy)

    @property
    def gone(self) -> int:
        """How many buttons may have left the board this turn; 0 if none has."""
        return self.taken[self.turn] if self.quiet == 0 else 0


def read(fields: JsonReader, lets_choose: bool, quiet_limit: int) -> Position:
    """The position of a JSON object; one that cannot be is refused with a sentence."""
    holes = fields.texts("holes", SIZE)
    if len(holes) != SIZE or wrong_row(holes) is not None:
        raise fields.wrong("holes", '10 x "1234123412"')
    target = fields.number("target", 1, BUTTONS)
    rule = fields.choice("groups", GROUPS)
    phase = fields.choice("phase", PHASES if lets_choose else PHASES[1:])
    turn = SIDES.index(fields.choice("to_move", SIDES))
    buttons = _buttons(fields, "red"), _buttons(fields, "blue")
    counts = fields.fields("taken")
    taken = counts.number("red", 0, BUTTONS), counts.number("blue", 0, BUTTONS)
    counts.done()
    quiet = fields.number("quiet", 0, quiet_limit)
    _check_buttons(buttons, taken)
    takes = _set(fields, "takes", fields.texts("takes", BUTTONS)) if phase == "take" else 0
    fines = _fines(fields, buttons[1 - turn])
    position = Position(tuple(holes), target, rule, phase, turn, buttons, taken, takes, fines, quiet)
    _check_phase(position, quiet_limit)
    _check_takes(position, lets_choose)
    _check_fines(position)
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
    """What is left of the groups that may be fined, in the order in which they are listed."""
    listed = fields.value("fines")
    if not isinstance(listed, list) or not all(isinstance(group, list) for group in listed):
        raise fields.wrong("fines", '[["d4", "d5", "e5"], ...]')
    fines = tuple(_set(fields, "fines", group) for group in listed)
    listed_before = 0
    for group in fines:
        # a button that touches another belongs to the same group
        if not group or group & ~enemy or beside(group) & enemy & ~group:
            raise BadPosition("knopf.position.group", squares=" ".join(names(group)) or "-")
        if group & listed_before:
            raise fields.wrong("fines", '[["d4", "d5", "e5"], ...]')
        listed_before |= group
    return fines


def _check_buttons(buttons: tuple[int, int], taken: tuple[int, int]) -> None:
    red, blue = buttons
    if red & blue:
        raise BadPosition("knopf.position.twice", square=names(red & blue)[0])
    for player, side in enumerate(SIDES):
        stand, gone = buttons[player].bit_count(), taken[1 - player]
        if stand + gone != BUTTONS:
            raise BadPosition(f"knopf.position.{side}", buttons=BUTTONS, stand=stand, gone=gone)


def _check_phase(position: Position, quiet_limit: int) -> None:
    """Target, quiet and fines must fit the phase."""
    won = [player for player in (0, 1) if position.taken[player] >= position.target]
    if won and (position.phase != "over" or won != [position.turn] or position.quiet > 0):
        raise BadPosition("knopf.position.target", target=position.target)
    if position.phase == "over" and not won and position.quiet < quiet_limit:
        raise BadPosition("knopf.position.over", target=position.target, quiet=quiet_limit)
    if position.phase == "move" and position.quiet == quiet_limit:
        raise BadPosition("knopf.position.quiet", quiet=quiet_limit)
    if position.phase != "take" and (position.phase == "fine") != bool(position.fines):
        raise BadPosition("knopf.position.fines")
    if position.quiet == 0 and any(position.taken) and position.gone == 0:
        raise BadPosition("knopf.position.still")


def _check_takes(position: Position, lets_choose: bool) -> None:
    """Threatened buttons are taken, or may be; only those that another one shielded stay."""
    if position.phase == "take":
        passed = position.threatened & ~position.takes  # or out of reach as the turn began
        if not position.takes or position.takes & ~position.threatened or (passed and position.gone == 0):
            raise BadPosition("knopf.position.takes")
    elif not lets_choose and position.gone == 0 and position.threatened:
        raise BadPosition("knopf.position.threat", squares=" ".join(names(position.threatened)))


def _check_fines(position: Position) -> None:
    """Sizes and order of the groups were fixed before buttons left the board this turn."""
    if position.gone == 0:
        standing = groups(position.enemy)
        due = len(standing) if position.phase == "take" else len(position.fines)  # the first may have been let be
        if position.fines != standing[len(standing) - due :]:
            raise BadPosition("knopf.position.unfined")
    elif _missing(position.fines) > position.gone:
        raise BadPosition("knopf.position.order")


def _missing(fines: tuple[int, ...]) -> int:
    """How many buttons these groups must have lost at least: each had three or more, and no later one had more."""
    missing = size = 0
    after = -1
    for group in reversed(fines):
        count = group.bit_count()
        larger = size + (size == count and group & -group > after)  # of equals the one with the lowest square is first
        size = max(count, LEAST_GROUP, larger)
        missing += size - count
        after = group & -group
    return missing
