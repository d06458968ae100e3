"""Why a move is refused: each rule that a move can break has its own sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from speelkist.core import PASS, Move, Phrase, Refusal

from .board import ENOUGH, FINES, LET_BE, ROW, SQUARE, TAKES, grouped, names, step
from .notation import SIDES, read_move

if TYPE_CHECKING:
    from .rules import KnopfState


def explain(state: KnopfState, text: str) -> Move | Refusal:
    """The legal move that a text spells in another way, or the rule it breaks."""
    if text == PASS.text:
        return _first(state) or Refusal("knopf.move.pass", example=state.legal()[0].text)
    written = read_move(text)
    if written is None:
        return Refusal("knopf.notation.form", text=text[:40])
    for name in written.squares:
        if name not in SQUARE:
            return Refusal("knopf.notation.square", square=name)
    if written.sign == "x":
        return _take(state, *written.squares)
    if written.sign == "!":
        return _fine(state, *written.squares)
    return _first(state) or _step(state, *written.squares)


def _first(state: KnopfState) -> Refusal | None:
    """What has to be done before a move, if anything."""
    if state.phase == "take":
        return Refusal("knopf.take.first", squares=", ".join(names(state.takes)))
    if state.phase == "fine":
        return Refusal("knopf.fine.first", squares=", ".join(names(state.fines[0])))
    return None


def _take(state: KnopfState, name: str = "") -> Move | Refusal:
    """The taking of a button, or the end of it."""
    if not state.game.lets_choose:
        return Refusal("knopf.take.itself")
    if state.phase != "take":
        return Refusal("knopf.take.none")
    if not name:
        return ENOUGH
    square = SQUARE[name]
    own, enemy = state.buttons[state.turn], state.buttons[1 - state.turn]
    able = ", ".join(names(state.takes))
    if square & state.takes:
        return TAKES[square]
    if square & own:
        return Refusal("knopf.take.own", square=name, squares=able)
    if not square & enemy:
        return Refusal("knopf.take.empty", square=name, squares=able)
    return Refusal("knopf.take.outside", square=name, squares=able)


def _fine(state: KnopfState, name: str = "") -> Move | Refusal:
    """The fine of a group, or that it is let be."""
    if state.phase == "take":
        return Refusal("knopf.take.first", squares=", ".join(names(state.takes)))
    if state.phase != "fine":
        return Refusal("knopf.fine.none")
    if not name:
        return LET_BE
    square = SQUARE[name]
    own, enemy = state.buttons[state.turn], state.buttons[1 - state.turn]
    due = ", ".join(names(state.fines[0]))
    if square & state.fines[0]:
        return FINES[square]
    if square & own:
        return Refusal("knopf.fine.own", square=name, squares=due)
    if not square & enemy:
        return Refusal("knopf.fine.empty", square=name, squares=due)
    if any(square & group for group in state.fines[1:]):
        return Refusal("knopf.fine.later", square=name, squares=due)
    return Refusal("knopf.fine.outside", square=name, squares=due)


def _step(state: KnopfState, start_name: str, end_name: str) -> Move | Refusal:
    start, end = SQUARE[start_name], SQUARE[end_name]
    own, enemy = state.buttons[state.turn], state.buttons[1 - state.turn]
    if start & enemy:
        side = Phrase(f"knopf.side.{SIDES[state.turn]}")
        return Refusal("knopf.move.theirs", square=start_name, side=side)
    if not start & own:
        return Refusal("knopf.move.empty", square=start_name)
    if start == end:
        return Refusal("knopf.move.stay", square=start_name)
    distance = _distance(start, end)
    if distance == 0:
        return Refusal("knopf.move.line", start=start_name, end=end_name)
    holes = state.game.board.count[start]
    if holes == 4 and distance > 4:
        return Refusal("knopf.move.far", square=start_name, distance=distance)
    if holes < 4 and distance != holes:
        return Refusal("knopf.move.distance", square=start_name, n=holes, distance=distance)
    if end & (own | enemy):
        return Refusal("knopf.move.occupied", square=end_name)
    move = step(start, end)
    if move in state.legal():
        return move
    return Refusal("knopf.groups.forbidden", squares=", ".join(names(grouped(own ^ start ^ end))))


def _distance(start: int, end: int) -> int:
    """How many squares a straight move covers; 0 if the line is not straight."""
    rank, file = divmod(start.bit_length() - 1, ROW)
    end_rank, end_file = divmod(end.bit_length() - 1, ROW)
    up, right = abs(end_rank - rank), abs(end_file - file)
    return max(up, right) if up == right or not up or not right else 0
