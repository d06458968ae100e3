"""What an action means, said from the reference rules alone: the second statement that ids are compared with."""

from __future__ import annotations

import re
from typing import Any, cast

from speelkist.core import Move, State
from speelkist.games.krabcek.boxes import NAMES as BOXES
from speelkist.games.krabcek.moves import BIG_STACK, BIGBOY, PIECES, ChooseGate, Enter, Fly, Switch, Walk
from speelkist.games.kriskras.board import FILES, SIZE


def knopf(state: State, move: Move) -> str:
    """Steps by their squares; takings and fines by theirs."""
    text = move.text
    if text in ("--", "!-", "x-"):
        return "leave it at that: no more is taken, the group is let be, or the pass"
    return f"take or fine {text[1:]}" if text[0] in "!x" else text


def kriskras(state: State, move: Move) -> str:
    """The directions of red and green, read from the notation, as the player to move sees the board."""
    turn = cast("Any", state).turn

    def place(text: str) -> tuple[int, int]:
        rank = int(text[1:])
        return FILES.index(text[0]), rank if turn == 0 else SIZE + 1 - rank

    def name(text: str) -> str:
        file, rank = place(text)
        return f"{FILES[file]}{rank}"

    def way(begin: str, end: str) -> str:
        (file, rank), (end_file, end_rank) = place(begin), place(end)
        ahead = "forward" if end_rank > rank else "back" if end_rank < rank else ""
        aside = "to a" if end_file < file else "to q" if end_file > file else ""
        return f"{ahead} {aside}".strip()

    squares = re.findall(r"[a-q]\d+", move.text)
    if move.text == "--":
        return "the throw lapses"
    if state.phase == "move":
        begin, middle, *rest = squares
        end = rest[0] if rest else middle
        green = "no green: a retreat" if end == middle else f"green {way(middle, end)}"
        return f"{name(begin)}: red {way(begin, middle)}, {green}"
    if not squares:
        return "no trade"
    return (
        f"a musketeer comes back to {name(squares[0])}"
        if state.phase == "trade"
        else f"the soldier on {name(squares[0])} pays"
    )


def krabcek(state: State, move: Move) -> str:
    """Pieces by their kind and their place among those of that kind."""
    own = [] if state.phase == "gates" else sorted(cast("Any", state).pieces[state.player])

    def slot(box: int) -> str:
        kind = dict(own)[box]
        alike = [at for at, other in own if other == kind]
        return f"{PIECES[BIGBOY if kind == BIG_STACK else kind]} {1 + alike.index(box)}"

    if isinstance(move, Walk):
        return f"{slot(move.start)} walks to {BOXES[move.end]}"
    if isinstance(move, Enter):
        return f"a {PIECES[move.kind]} enters to {BOXES[move.end]}"
    if isinstance(move, Fly):
        return f"the piece on {BOXES[move.start]} flies to {BOXES[move.end]}"
    if isinstance(move, Switch):
        order = ("skinnyboy", "middleman", "little_stack", "bigboy")
        names = sorted((slot(move.first), slot(move.second)), key=lambda text: order.index(text.split()[0]))
        return f"{names[0]} and {names[1]} change places"
    return f"choose {BOXES[cast('ChooseGate', move).gate]}"


MEANINGS = {"knopf": knopf, "kriskras": kriskras, "krabcek": krabcek}
