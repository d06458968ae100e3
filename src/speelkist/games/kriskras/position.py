"""Positions of Kris-kras as JSON, both ways: what comes from outside is checked here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from speelkist.core import BadPosition, JsonReader, Outcome, Phrase

from .board import (
    FILES,
    MUSKETEERS,
    NAMES,
    NUMBERS,
    OWN_RANK,
    PRICE,
    SIZE,
    SOLDIERS,
    START,
    WHITE,
    Armies,
    Army,
    rank_of,
)
from .end_game import decided, judge
from .legal import far_soldiers, trade_squares
from .notation import SIDES, THROWS, Throw

if TYPE_CHECKING:
    from .rules import Kriskras, KriskrasState

PHASES = ("lots", "trade", "pay", "throw", "move", "over")


class Position(NamedTuple):
    """What a position's JSON says, each part checked against the others."""

    phase: str
    turn: int
    throw: Throw | None
    armies: Armies
    idle: int
    owes: int
    outcome: Outcome | None


def write_position(state: KriskrasState) -> dict[str, Any]:
    """The law's JSON object."""
    return {
        "game": state.game.info.id,
        "phase": state.phase,
        "to_move": SIDES[state.turn],
        "throw": None if state.throw is None else [state.throw.red, state.throw.green],
        **{side: _army_data(army) for side, army in zip(SIDES, state.armies, strict=True)},
        "idle": state.idle,
        **({"owes": state.owes} if state.owes else {}),
    }


def read_position(game: Kriskras, data: JsonReader) -> Position:
    """The position of a JSON object; refuses what no game can come to."""
    phase = data.choice("phase", PHASES)
    turn = SIDES.index(data.choice("to_move", SIDES))
    throw = _read_throw(data, phase)
    armies = _read_armies(data)
    idle = data.number("idle", 0, game.number("idle_limit"))
    owes = data.number("owes", 1, PRICE) if phase == "pay" else 0
    if phase == "pay":
        _check_payment(turn, armies, idle, owes)
    outcome = judge(turn, armies, idle)
    _check(phase, turn, armies, idle, outcome)
    return Position(phase, turn, throw, armies, idle, owes, outcome if phase == "over" else None)


def _read_throw(data: JsonReader, phase: str) -> Throw | None:
    if phase == "move":
        red, green = data.numbers("throw", 2, 1, 6)
        return THROWS[6 * (red - 1) + green - 1]
    if data.value("throw") is not None:
        raise BadPosition("kriskras.position.throw")
    return None


def _army_data(army: Army) -> dict[str, Any]:
    """An army as in a position's JSON."""
    return {
        "musketeers": [NAMES[square] for square in army.musketeers],
        "soldiers": [NAMES[square] for square in army.soldiers],
        "lost_musketeers": MUSKETEERS - len(army.musketeers),
    }


def _read_armies(data: JsonReader) -> tuple[Army, Army]:
    """Both armies of a position; refuses unknown squares, too many fighters, and two on one square."""
    taken: set[int] = set()
    white, black = (_read_army(data.fields(side), taken) for side in SIDES)
    return white, black


def _read_army(data: JsonReader, taken: set[int]) -> Army:
    army = Army(_read_squares(data, "musketeers", MUSKETEERS, taken), _read_squares(data, "soldiers", SOLDIERS, taken))
    lost = data.number("lost_musketeers", 0, MUSKETEERS)
    data.done()
    if lost + len(army.musketeers) != MUSKETEERS:
        raise BadPosition("kriskras.position.musketeers", lost=lost, present=len(army.musketeers))
    return army


def _read_squares(data: JsonReader, name: str, most: int, taken: set[int]) -> tuple[int, ...]:
    squares: list[int] = []
    for text in data.texts(name, most):
        square = NUMBERS.get(text)
        if square is None:
            raise BadPosition("kriskras.position.square", text=text[:20], last=f"{FILES[-1]}{SIZE}")
        if square in taken:
            raise BadPosition("kriskras.position.taken", square=text)
        taken.add(square)
        squares.append(square)
    return tuple(sorted(squares))


def _check(phase: str, turn: int, armies: Armies, idle: int, outcome: Outcome | None) -> None:
    """Refuse positions that no game can come to."""
    if phase == "lots" and (turn != WHITE or armies != START or idle):
        raise BadPosition("kriskras.position.lots")
    wins = decided(armies)
    if len(wins) > 1:
        raise BadPosition("kriskras.position.two_ends")
    if wins and (turn in wins[0].winners or idle):
        # the winner has just captured or arrived, so the other one would be next
        raise BadPosition("kriskras.position.winner", side=Phrase(f"kriskras.side.{SIDES[1 - wins[0].winners[0]]}"))
    if phase == "over":
        if outcome is None:
            raise BadPosition("kriskras.position.not_over")
    elif phase == "trade" and not wins and not trade_squares(turn, armies):
        raise BadPosition("kriskras.position.trade")
    elif outcome is not None and not (outcome.reason == "stuck" and phase in ("trade", "pay")):
        raise BadPosition("kriskras.position.over")


def _check_payment(turn: int, armies: Armies, idle: int, owes: int) -> None:
    """A musketeer has just come back, and there is a choice who pays: more soldiers in the far zone than are owed."""
    army = armies[turn]
    back = any(rank_of(square) == OWN_RANK[turn] for square in army.musketeers)
    choice = len(far_soldiers(turn, army)) > owes and len(army.soldiers) <= SOLDIERS - PRICE + owes
    if idle or not back or not choice:
        raise BadPosition("kriskras.position.pay", n=owes)
