"""Why a move is refused: each rule that a move can break has its own sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from speelkist.core import PASS, Move, Phrase, Refusal

from .board import FINES, ROW, SQUARE, grouped, names, step
from .notation import SIDES, read_move

if TYPE_CHECKING:
    from .rules import KnopfState


def explain(state: KnopfState, text: str) -> Move | Refusal:
    """The legal move that a text spells in another way, or the rule it breaks."""
    if text == PASS.text:
        return _pass(state)
    written = read_move(text)
    if not written:
        return Refusal("knopf.notation.form", text=text[:40])
    for name in written:
        if name not in SQUARE:
            return Refusal("knopf.notation.square", square=name)
    if len(written) == 1:
        return _fine(state, written[0])
    return _step(state, *written)


def _pass(state: KnopfState) -> Refusal:
    if state.phase == "fine":
        return _fine_first(state)
    return Refusal("knopf.move.pass", example=state.legal()[0].text)


def _fine_first(state: KnopfState) -> Refusal:
    return Refusal("knopf.fine.first", squares=", ".join(names(state.fines[0])))


def _fine(state: KnopfState, name: str) -> Move | Refusal:
    square = SQUARE[name]
    own, enemy = state.buttons[state.turn], state.buttons[1 - state.turn]
    if state.phase != "fine":
        return Refusal("knopf.fine.none", square=name)
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
    if state.phase == "fine":
        return _fine_first(state)
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
