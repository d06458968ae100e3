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
from .board import FAR_RANK, MUSKETEERS, NUMBERS, PRICE, SOLDIERS, START, WHITE, Armies, rank_of
from .end_game import IDLE_LIMIT, SOLDIER_POINTS, by_points, judge
from .legal import far_soldiers, may_pass, mobile, paid, returned, trade_squares, walked, ways
from .notation import END, GO, LOTS, SIDES, THROWS, Payment, Throw, Trade, Walk, payment, trade, walk_text
from .position import read_position, write_position

# Why no game is longer than this. A player trades at most four times, for each trade takes two of their eight
# soldiers. So they have at most 8 soldiers and 3 + 4 musketeers to send out, and each of them is captured or
# arrives at most once. Only a capture, an arrival or a trade sets ``idle`` back: before the first of them,
# between two, and after the last at most IDLE_LIMIT turns are idle. A turn has at most three actions besides trades:
# ``throw``, what the dice show, and the move; a trade has three, with the two payments. A turn of which ``end`` is the
# last action stands for one of the idle turns that are then not played. The lots come on top.
_TRADES = 2 * (SOLDIERS // PRICE)
_CAPTURES_AND_ARRIVALS = 2 * (SOLDIERS + MUSKETEERS) + _TRADES
_TURNS = _CAPTURES_AND_ARRIVALS + IDLE_LIMIT * (_CAPTURES_AND_ARRIVALS + _TRADES + 1)
LONGEST = 1 + (1 + PRICE) * _TRADES + 3 * _TURNS


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class KriskrasState(State):
    """A position of Kris-kras. ``turn`` is whose turn it is, also while the dice fall (first white).

    ``owes`` is how many soldiers are still to be named for a trade; 0 outside the phase ``pay``.
    """

    game: Kriskras
    player: int
    phase: str
    outcome: Outcome | None
    turn: int
    throw: Throw | None
    armies: Armies
    idle: int
    owes: int

    def _moves(self) -> Sequence[Move]:
        """In this order, by phase.

        Lots: white, black. Trade: the empty squares of the zone from file a to q, then ``throw``, or ``end`` if no
        throw would give a move. Pay: the soldiers in the far zone from file a to q. Throw: r1g1, r1g2, ... r6g6.
        Move: musketeers before soldiers, each by square (a1, b1, ... q17); of a fighter the red lines to a, to q,
        back, back to a, back to q; of a red line the retreat, then green straight, to a, to q. Last ``--``, if no
        move plays both dice or captures.
        """
        if self.phase == "lots":
            return LOTS
        if self.phase == "throw":
            return THROWS
        if self.phase == "trade":
            last = GO if mobile(self.turn, self.armies) else END
            return [*(trade(square) for square in trade_squares(self.turn, self.armies)), last]
        if self.phase == "pay":
            return [payment(square) for square in far_soldiers(self.turn, self.armies[self.turn])]
        assert self.throw is not None
        listed = ways(self.turn, self.armies, self.throw.red, self.throw.green)
        moves = [Walk(*way) for way in listed]
        return [*moves, PASS] if may_pass(listed) else moves

    def _resolve(self, text: str) -> Move | Refusal:
        """A walk is looked for among those of its fighter: making all of them takes longer."""
        start = NUMBERS.get(text.partition("-")[0])
        if start is None or self.throw is None:
            return State._resolve(self, text)
        for way in ways(self.turn, self.armies, self.throw.red, self.throw.green, start):
            if walk_text(*way) == text:
                return Walk(*way)
        return self._explain(text)

    def _after(self, move: Move) -> KriskrasState:
        if self.phase == "lots":
            return begin_turn(self.game, LOTS.index(move), self.armies, self.idle)
        if isinstance(move, Throw):
            return KriskrasState(self.game, self.turn, "move", None, self.turn, move, self.armies, self.idle, 0)
        if move == GO:
            return replace(self, player=CHANCE, phase="throw")
        if move == END:
            return replace(self, player=OVER, phase="over", outcome=by_points(self.armies, "stuck"))
        if isinstance(move, Trade):
            return self._after_trade(move)
        if isinstance(move, Payment):
            return self._after_payment(paid(self.turn, self.armies, [move.square]), self.owes - 1)
        other = 1 - self.turn
        if not isinstance(move, Walk):
            return begin_turn(self.game, other, self.armies, self.idle + 1)
        arrives = rank_of(move.end) == FAR_RANK[self.turn]
        idle = 0 if move.takes or arrives else self.idle + 1
        return begin_turn(self.game, other, walked(self.turn, self.armies, move), idle)

    def _after_trade(self, move: Trade) -> KriskrasState:
        """The musketeer is back. Where no other soldiers could pay, those in the far zone do so by themselves."""
        armies = returned(self.turn, self.armies, move.square)
        far = far_soldiers(self.turn, armies[self.turn])
        if len(far) == PRICE:
            return self._after_payment(paid(self.turn, armies, far), 0)
        return self._after_payment(armies, PRICE)

    def _after_payment(self, armies: Armies, owes: int) -> KriskrasState:
        """Further payment, or the same turn anew: a player may trade again, and may be stuck."""
        if owes:
            return replace(self, phase="pay", armies=armies, idle=0, owes=owes)
        return begin_turn(self.game, self.turn, armies, 0)

    def _explain(self, text: str) -> Refusal:
        return refusals.explain(self, text)

    def _value(self) -> tuple[Any, ...]:
        return self.phase, self.turn, self.armies, self.idle, self.owes, self.throw

    def _data(self) -> dict[str, Any]:
        return write_position(self)

    def prompt(self) -> Phrase:
        side = self.game.side_name(self.turn)
        if self.phase == "trade":
            *_, last = self.legal()
            key = "stuck" if last == END else "trade"
            return Phrase(f"kriskras.ask.{key}", side=side, example=self.legal()[0].text, points=PRICE * SOLDIER_POINTS)
        if self.phase == "pay":
            example = self.legal()[0].text
            return Phrase("kriskras.ask.pay", side=side, n=self.owes, example=example, points=SOLDIER_POINTS)
        if self.throw is None:
            return Phrase(f"kriskras.ask.{self.phase}", side=side)
        moves = self.legal()
        phase = "move" if moves[-1] != PASS else "lapse" if len(moves) == 1 else "retreat"
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
        return KriskrasState(self, CHANCE, "lots", None, WHITE, None, START, 0, 0)

    def _read(self, data: JsonReader) -> KriskrasState:
        phase, turn, throw, armies, idle, owes, outcome = read_position(self, data)
        player = {"lots": CHANCE, "throw": CHANCE, "over": OVER}.get(phase, turn)
        return KriskrasState(self, player, phase, outcome, turn, throw, armies, idle, owes)


def begin_turn(game: Kriskras, turn: int, armies: Armies, idle: int) -> KriskrasState:
    """The state at the start of a turn, or after a trade: the end, the choice to trade, or at once the throw."""
    outcome = judge(turn, armies, idle)
    can_trade = bool(trade_squares(turn, armies))
    if outcome is not None and not (outcome.reason == "stuck" and can_trade):
        return KriskrasState(game, OVER, "over", outcome, turn, None, armies, idle, 0)
    if can_trade:
        return KriskrasState(game, turn, "trade", None, turn, None, armies, idle, 0)
    return KriskrasState(game, CHANCE, "throw", None, turn, None, armies, idle, 0)
