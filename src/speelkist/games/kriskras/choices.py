"""The legal moves of a position as a client chooses them; not kept, since making them is quicker than a look-up."""

from __future__ import annotations

from speelkist.core import PASS, Move
from speelkist.core.view import ChoiceData

from .board import NAMES
from .legal import may_pass, ways
from .notation import END, GO, GOES, TAKES, Payment, Trade
from .rules import KriskrasState

STAY = "button:stay"
BUTTONS = {GO.text: "button:throw", END.text: "button:end", PASS.text: "button:pass"}


def choices_of(state: KriskrasState) -> list[ChoiceData]:
    """What the player to move may choose.

    A walk is picked as its start, the square where red ends, and its end; between these its path is straight. Whoever
    retreats presses a button instead of picking an end, so that picking the square again lets go of it.
    """
    if state.player < 0:
        return []
    if state.throw is None:
        return [choice_of(move) for move in state.legal()]
    listed = ways(state.turn, state.armies, state.throw.red, state.throw.green)
    names = NAMES
    choices: list[ChoiceData] = [
        {
            "move": names[start] + GOES[middle] + (TAKES if takes else GOES)[end],
            "picks": [names[start], names[middle], names[end]],
        }
        if middle != end
        else _retreat_choice(names[start], names[end])
        for start, middle, end, takes in listed
    ]
    return [*choices, choice_of(PASS)] if may_pass(listed) else choices


def _retreat_choice(start: str, end: str) -> ChoiceData:
    return {"move": f"{start}-{end}", "picks": [start, end, STAY], "path": [start, end]}


def choice_of(move: Move) -> ChoiceData:
    """A move that is no walk, as a choice."""
    if isinstance(move, Trade):
        square = NAMES[move.square]
        return {"move": move.text, "picks": ["button:trade", square], "path": [square]}
    if isinstance(move, Payment):
        return {"move": move.text, "picks": [NAMES[move.square]], "path": [NAMES[move.square]]}
    return {"move": move.text, "picks": [BUTTONS[move.text]], "path": []}
