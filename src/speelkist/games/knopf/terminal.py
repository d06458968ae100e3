"""The board drawn for a terminal: red's buttons are round, blue's square, and the holes show through them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from speelkist.core import Phrase, paint

from .board import BUTTONS, FILES, SIZE, SQUARE, bit, threatened
from .notation import SIDES

if TYPE_CHECKING:
    from .rules import KnopfState

SHAPES = (("(", ")"), ("[", "]"))
MARGIN = "      "


def draw(state: KnopfState, colour: bool, lang: str) -> str:
    """Board, taken buttons and the meaning of the marks."""
    files = MARGIN + "  " + "   ".join(FILES)
    edge = "─" * (4 * SIZE + 1)
    lines = [files, f"{MARGIN}┌{edge}┐"[1:]]
    marks = _marks(state)
    for rank in range(SIZE - 1, -1, -1):
        cells = "".join(_cell(state, bit(file, rank), marks, colour) for file in range(SIZE))
        lines.append(f"{rank + 1:>4} │ {cells}│ {rank + 1}")
    lines += [f"{MARGIN}└{edge}┘"[1:], files, ""]
    lines += [_score(state, player, colour, lang) for player in (0, 1)]
    lines.append(f"  {Phrase('knopf.show.quiet', quiet=state.quiet, end=state.game.quiet_limit).say(lang)}")
    if state.just_taken:
        lines.append(f"  {Phrase('knopf.show.taken', squares=', '.join(state.just_taken)).say(lang)}")
    lines.append(f"  {Phrase('knopf.show.legend').say(lang)}")
    return "\n".join(lines)


def _marks(state: KnopfState) -> dict[int, str]:
    """A sign behind a square: threatened, to be taken or fined now, or just taken from there."""
    signs = {}
    for player in (0, 1):
        targets = threatened(state.game.board, state.buttons[player], state.buttons[1 - player])
        signs[targets] = "!"
    for name in state.just_taken:
        signs[SQUARE[name]] = "×"
    if state.phase == "take":
        signs[state.takes] = "?"
    elif state.fines:
        signs[state.fines[0]] = "?"
    return signs


def _cell(state: KnopfState, square: int, marks: dict[int, str], colour: bool) -> str:
    holes = str(state.game.board.count[square])
    mark = " "
    for squares, sign in marks.items():
        if square & squares:
            mark = sign
    for player, (left, right) in enumerate(SHAPES):
        if square & state.buttons[player]:
            button = paint(left + holes + right, f"bold {SIDES[player]}", colour)
            return button + paint(mark, "bold", colour and mark != " ")
    return f" {paint(holes, 'grey', colour)}{mark} "


def _score(state: KnopfState, player: int, colour: bool, lang: str) -> str:
    left, right = SHAPES[player]
    count, target = state.taken[player], state.game.target
    row = "●" * count + "○" * max(0, target - count)
    name = paint(f"{left}•{right}", f"bold {SIDES[player]}", colour)
    side = state.game.side_name(player).say(lang)
    score = Phrase("knopf.show.score", taken=count, target=target).say(lang)
    pointer = "▸" if state.player == player else " "
    return f"{pointer} {name} {side:<6} {row:<{BUTTONS}}  {score}"
