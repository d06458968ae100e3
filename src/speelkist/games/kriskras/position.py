"""Positions of Kris-kras as JSON, both ways: what comes from outside is checked here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from speelkist.core import BadPosition, JsonReader, Outcome, Phrase

from .board import FILES, MUSKETEERS, NAMES, NUMBERS, OWN_RANK, SIZE, SOLDIERS, START, WHITE, Armies, Army, rank_of
from .end_game import decided, judge
from .legal import trade_squares
from .notation import SIDES, THROWS, Throw

if TYPE_CHECKING:
    from .rules import Kriskras, KriskrasState

PHASES = ("lots", "trade", "throw", "move", "over")


class Position(NamedTuple):
    """What a position's JSON says, each part checked against the others."""

    phase: str
    turn: int
    throw: Throw | None
    armies: Armies
    idle: int
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
    }


def read_position(game: Kriskras, data: JsonReader) -> Position:
    """The position of a JSON object; refuses what no game can come to."""
    phase = data.choice("phase", PHASES)
    turn = SIDES.index(data.choice("to_move", SIDES))
    throw = _read_throw(data, phase)
    armies = _read_armies(data)
    idle = data.number("idle", 0, game.number("idle_limit"))
    outcome = judge(turn, armies, idle)
    _check(phase, turn, armies, idle, outcome)
    return Position(phase, turn, throw, armies, idle, outcome if phase == "over" else None)


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
    elif outcome is not None and not (outcome.reason == "stuck" and _may_have_traded(turn, armies[turn], idle)):
        raise BadPosition("kriskras.position.over")
    elif phase == "trade" and not trade_squares(turn, armies):
        raise BadPosition("kriskras.position.trade")


def _may_have_traded(turn: int, army: Army, idle: int) -> bool:
    """Whether a stuck player may be in the turn in which he traded: the game only ends as a turn begins."""
    back = any(rank_of(square) == OWN_RANK[turn] for square in army.musketeers)
    return idle == 0 and back and len(army.soldiers) <= SOLDIERS - 2
