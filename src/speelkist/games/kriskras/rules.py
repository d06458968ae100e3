"""Kris-kras: bring your musketeers behind the enemy's lines; red goes sideways or back, green forward."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from speelkist.core import (
    CHANCE,
    OVER,
    PASS,
    Game,
    Info,
    JsonReader,
    Move,
    Outcome,
    Phrase,
    Refusal,
    State,
)

from . import refusals, terminal
from .board import FAR_RANK, MUSKETEERS, SOLDIERS, START, WHITE, Armies, rank_of
from .end_game import IDLE_LIMIT, judge
from .legal import trade_squares, traded, walked, walks
from .notation import GO, LOTS, SIDES, THROWS, Throw, Trade, Walk, trade
from .position import read_position, write_position

# Why no game is longer than this. A player trades at most four times, for each trade takes two of his eight
# soldiers. So he has at most 8 soldiers and 3 + 4 musketeers to send out, and each of them is captured or
# arrives at most once. Only a capture, an arrival or a trade sets ``idle`` back: before the first of them,
# between two, and after the last at most IDLE_LIMIT turns are idle. A turn has at most three actions besides trades:
# ``throw``, what the dice show, and the move. The lots come on top.
_TRADES = 2 * (SOLDIERS // 2)
_CAPTURES_AND_ARRIVALS = 2 * (SOLDIERS + MUSKETEERS) + _TRADES
_TURNS = _CAPTURES_AND_ARRIVALS + IDLE_LIMIT * (_CAPTURES_AND_ARRIVALS + _TRADES + 1)
LONGEST = 1 + _TRADES + 3 * _TURNS


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class KriskrasState(State):
    """A position of Kris-kras. ``turn`` is whose turn it is, also while the dice fall (first white)."""

    game: Kriskras
    player: int
    phase: str
    outcome: Outcome | None
    turn: int
    throw: Throw | None
    armies: Armies
    idle: int

    def _moves(self) -> Sequence[Move]:
        """In this order, by phase.

        Lots: white, black. Trade: the empty squares of the zone from file a to q, then ``throw``. Throw:
        r1g1, r1g2, ... r6g6. Move: musketeers before soldiers, each by square (a1, b1, ... q17); of a fighter
        the red lines to a, to q, back, back to a, back to q; of a red line the retreat, then green straight,
        to a, to q. If there is no such move: ``--``.
        """
        if self.phase == "lots":
            return LOTS
        if self.phase == "throw":
            return THROWS
        if self.phase == "trade":
            return [*(trade(square) for square in trade_squares(self.turn, self.armies)), GO]
        assert self.throw is not None
        return walks(self.turn, self.armies, self.throw.red, self.throw.green) or [PASS]

    def _after(self, move: Move) -> KriskrasState:
        if self.phase == "lots":
            return begin_turn(self.game, LOTS.index(move), self.armies, self.idle)
        if isinstance(move, Throw):
            return next_phase(self, "move", move)
        if move == GO:
            return next_phase(self, "throw")
        if isinstance(move, Trade):
            armies = traded(self.turn, self.armies, move.square)
            phase = "trade" if trade_squares(self.turn, armies) else "throw"
            return next_phase(replace(self, armies=armies, idle=0), phase)
        other = 1 - self.turn
        if not isinstance(move, Walk):
            return begin_turn(self.game, other, self.armies, self.idle + 1)
        arrives = rank_of(move.end) == FAR_RANK[self.turn]
        idle = 0 if move.takes or arrives else self.idle + 1
        return begin_turn(self.game, other, walked(self.turn, self.armies, move), idle)

    def _explain(self, text: str) -> Refusal:
        return refusals.explain(self, text)

    def _value(self) -> tuple[Any, ...]:
        return self.phase, self.turn, self.armies, self.idle, self.throw

    def _data(self) -> dict[str, Any]:
        return write_position(self)

    def prompt(self) -> Phrase:
        side = self.game.side_name(self.turn)
        if self.phase == "trade":
            return Phrase("kriskras.ask.trade", side=side, example=self.legal()[0].text)
        if self.throw is None:
            return Phrase(f"kriskras.ask.{self.phase}", side=side)
        phase = "lapse" if self.legal()[0] == PASS else "move"
        return Phrase(f"kriskras.ask.{phase}", side=side, red=self.throw.red, green=self.throw.green)

    def draw(self, colour: bool = False, lang: str = "en") -> str:
        return terminal.draw(self, colour, lang)


class Kriskras(Game):
    """The game; it has no options."""

    info = Info(
        id="kriskras",
        name={"en": "Kris-kras", "nl": "Kris-kras"},
        designer="Sicco van Huelst",
        published="Pelikan 1975",
        sides=SIDES,
        players=(2, 2),
        chance=True,
        longest=LONGEST,
        constants={"idle_limit": IDLE_LIMIT},
        version=1,
        kernel_strengths=("club", "master"),
    )

    def start(self) -> KriskrasState:
        return KriskrasState(self, CHANCE, "lots", None, WHITE, None, START, 0)

    def _read(self, data: JsonReader) -> KriskrasState:
        phase, turn, throw, armies, idle, outcome = read_position(self, data)
        player = {"lots": CHANCE, "throw": CHANCE, "over": OVER}.get(phase, turn)
        return KriskrasState(self, player, phase, outcome, turn, throw, armies, idle)


def begin_turn(game: Kriskras, turn: int, armies: Armies, idle: int) -> KriskrasState:
    """The state at the start of a turn: the end, the choice to trade, or at once the throw."""
    outcome = judge(turn, armies, idle)
    if outcome is not None:
        return KriskrasState(game, OVER, "over", outcome, turn, None, armies, idle)
    if trade_squares(turn, armies):
        return KriskrasState(game, turn, "trade", None, turn, None, armies, idle)
    return KriskrasState(game, CHANCE, "throw", None, turn, None, armies, idle)


def next_phase(state: KriskrasState, phase: str, throw: Throw | None = None) -> KriskrasState:
    """The same turn in its next phase."""
    player = CHANCE if phase == "throw" else state.turn
    return KriskrasState(state.game, player, phase, None, state.turn, throw, state.armies, state.idle)
