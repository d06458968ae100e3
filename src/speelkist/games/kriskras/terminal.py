"""The field drawn for a terminal: white's fighters bare letters, black's in brackets, the zones shaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from speelkist.core import Phrase, paint

from .board import BLACK, FAR_RANK, FILES, MUSKETEERS, OWN_RANK, SIZE, WHITE, rank_of, zone_squares
from .notation import SIDES

if TYPE_CHECKING:
    from .rules import KriskrasState

COLOURS = ("bold yellow", "bold cyan")
FRAMES = ("{edge}{letter}{edge}", "({letter})")


def draw(state: KriskrasState, colour: bool, lang: str) -> str:
    """The field with rank 17 on top, and beside it both sides, the dice and the idle turns."""
    letters = "    " + "".join(f" {file} " for file in FILES).rstrip()
    field = [
        letters,
        "   ┌" + "─" * (3 * SIZE) + "┐",
        *(_rank(state, rank, colour) for rank in reversed(range(SIZE))),
        "   └" + "─" * (3 * SIZE) + "┘",
        letters,
    ]
    panel = _panel(state, colour, lang)
    lines = [f"{line}  {beside}" if beside else line for line, beside in zip(field, panel, strict=True)]
    return "\n".join(lines)


def _rank(state: KriskrasState, rank: int, colour: bool) -> str:
    zone = rank in OWN_RANK
    pieces: dict[int, tuple[int, str]] = {}
    for player in WHITE, BLACK:
        pieces.update(dict.fromkeys(state.armies[player].musketeers, (player, "M")))
        pieces.update(dict.fromkeys(state.armies[player].soldiers, (player, "S")))
    cells: list[str] = []
    for square in zone_squares(rank):
        if square in pieces:
            cells.append(_fighter(*pieces[square], "░" if zone else " ", colour))
        else:
            cells.append(paint("░·░" if zone else " · ", "grey", colour))
    return f"{rank + 1:>2} │{''.join(cells)}│{rank + 1:>3}"


def _fighter(player: int, letter: str, edge: str, colour: bool) -> str:
    return paint(FRAMES[player].format(edge=edge, letter=letter), COLOURS[player], colour)


def _panel(state: KriskrasState, colour: bool, lang: str) -> list[str]:
    """What stands beside each line of the field, from top to bottom."""
    beside = [""] * (SIZE + 4)
    beside[2:6] = _side(state, BLACK, colour, lang)
    beside[8:12] = [
        _die("red", state.throw.red if state.throw else None, "bold red", colour, lang),
        _die("green", state.throw.green if state.throw else None, "bold green", colour, lang),
        "",
        state.game.phrase("show.idle", n=state.idle).say(lang),
    ]
    beside[15:19] = _side(state, WHITE, colour, lang)
    return beside


def _die(name: str, eyes: int | None, colours: str, colour: bool, lang: str) -> str:
    shown = "[ ]" if eyes is None else f"[{eyes}]"
    return f"{paint(shown, colours, colour)} {Phrase(f'kriskras.show.{name}').say(lang)}"


def _side(state: KriskrasState, player: int, colour: bool, lang: str) -> list[str]:
    army = state.armies[player]
    in_turn = state.phase in ("trade", "pay", "throw", "move") and state.turn == player
    home = {
        "musketeers": sum(rank_of(square) == FAR_RANK[player] for square in army.musketeers),
        "soldiers": sum(rank_of(square) == FAR_RANK[player] for square in army.soldiers),
    }
    name = Phrase(f"kriskras.show.{SIDES[player]}")
    if in_turn:
        name = Phrase("kriskras.show.turn", side=name)
    musketeer, soldier = (_fighter(player, letter, " ", colour) for letter in "MS")
    return [
        paint(name.say(lang), "bold", colour),
        Phrase("kriskras.show.key", m=musketeer, s=soldier).say(lang),
        Phrase("kriskras.show.home", **home).say(lang),
        Phrase("kriskras.show.lost", n=MUSKETEERS - len(army.musketeers)).say(lang),
    ]
