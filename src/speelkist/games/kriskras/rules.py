"""Kris-kras: bring your musketeers behind the enemy's lines; red goes sideways or back, green forward."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from speelkist.core import (
    CHANCE,
    OVER,
    PASS,
    BadPosition,
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
from .board import (
    BITS,
    BLACK,
    FAR_RANK,
    MUSKETEERS,
    OWN_RANK,
    SOLDIERS,
    START,
    WHITE,
    ZONES,
    Army,
    army_set,
    green_lines,
    rank_of,
    red_lines,
    zone_squares,
)
from .notation import GO, LOTS, SIDES, THROWS, Throw, Trade, Walk, army_data, read_armies, trade

IDLE_END = 200  # turns without capture, trade or arrival, after which the points decide
SOLDIER_POINTS = 2
MUSKETEER_POINTS = 4

PHASES = ("lots", "trade", "throw", "move", "over")

# Why no game is longer than this. A player trades at most four times, for each trade takes two of his eight
# soldiers. So he has at most 8 soldiers and 3 + 4 musketeers to send out, and each of them is captured or
# arrives at most once. Only a capture, an arrival or a trade sets ``idle`` back: before the first of them,
# between two, and after the last at most IDLE_END turns are idle. A turn has at most three actions besides trades:
# ``throw``, what the dice show, and the move. The lots come on top.
_TRADES = 2 * (SOLDIERS // 2)
_CAPTURES_AND_ARRIVALS = 2 * (SOLDIERS + MUSKETEERS) + _TRADES
_TURNS = _CAPTURES_AND_ARRIVALS + IDLE_END * (_CAPTURES_AND_ARRIVALS + _TRADES + 1)
LONGEST = 1 + _TRADES + 3 * _TURNS

Armies = tuple[Army, Army]


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
        return {
            "game": self.game.info.id,
            "phase": self.phase,
            "to_move": SIDES[self.turn],
            "throw": None if self.throw is None else [self.throw.red, self.throw.green],
            **{side: army_data(army) for side, army in zip(SIDES, self.armies, strict=True)},
            "idle": self.idle,
        }

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
        constants={"idle_limit": IDLE_END},
        version=1,
        kernel_strengths=("club", "master"),
    )

    def start(self) -> KriskrasState:
        return KriskrasState(self, CHANCE, "lots", None, WHITE, None, START, 0)

    def _read(self, data: JsonReader) -> KriskrasState:
        phase = data.choice("phase", PHASES)
        turn = SIDES.index(data.choice("to_move", SIDES))
        throw = None
        if phase == "move":
            red, green = data.numbers("throw", 2, 1, 6)
            throw = THROWS[6 * (red - 1) + green - 1]
        elif data.value("throw") is not None:
            raise BadPosition("kriskras.position.throw")
        armies = read_armies(data)
        idle = data.number("idle", 0, IDLE_END)
        outcome = judge(turn, armies, idle)
        _check(phase, turn, armies, idle, outcome)
        player = {"lots": CHANCE, "throw": CHANCE, "over": OVER}.get(phase, turn)
        return KriskrasState(self, player, phase, outcome if phase == "over" else None, turn, throw, armies, idle)


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


def walks(player: int, armies: Armies, red: int, green: int) -> list[Walk]:
    """Every way to play a throw: one fighter, first by red, then by green."""
    listed: list[Walk] = []
    enemies = army_set(armies[1 - player])
    occupied = army_set(armies[player]) | enemies
    capturable = enemies & ~ZONES
    for squares, musketeer in (armies[player].musketeers, True), (armies[player].soldiers, False):
        reds = red_lines(player, musketeer)
        greens = green_lines(player, musketeer)
        for start in squares:
            others = occupied ^ BITS[start]  # the square it leaves counts as empty
            for middle, passed, retreat in reds[start][red - 1]:
                if others & passed:
                    continue
                if retreat:
                    listed.append(Walk(start, middle, middle, False))
                for end, ahead in greens[middle][green - 1]:
                    met = others & ahead
                    if not met:
                        if end is not None:
                            listed.append(Walk(start, middle, end, False))
                        continue
                    first = first_met(player, met)
                    if capturable & BITS[first]:
                        listed.append(Walk(start, middle, first, True))
    return listed


def first_met(player: int, met: int) -> int:
    """The nearest of some squares ahead on one green line: white goes up the numbers, black down."""
    return (met & -met).bit_length() - 1 if player == WHITE else met.bit_length() - 1


def walked(player: int, armies: Armies, move: Walk) -> Armies:
    """The armies after a walk."""
    mine, theirs = armies[player], armies[1 - player]
    if move.start in mine.musketeers:
        mine = Army(_moved(mine.musketeers, move), mine.soldiers)
    else:
        mine = Army(mine.musketeers, _moved(mine.soldiers, move))
    if move.takes:
        theirs = Army(_without(theirs.musketeers, move.end), _without(theirs.soldiers, move.end))
    return (mine, theirs) if player == WHITE else (theirs, mine)


def _moved(squares: tuple[int, ...], move: Walk) -> tuple[int, ...]:
    return tuple(sorted(move.end if square == move.start else square for square in squares))


def _without(squares: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple(square for square in squares if square != gone)


def far_soldiers(player: int, army: Army) -> list[int]:
    """The soldiers that have reached the far zone, from file a to q."""
    return [square for square in army.soldiers if rank_of(square) == FAR_RANK[player]]


def trade_squares(player: int, armies: Armies) -> list[int]:
    """Where a lost musketeer may come back for two soldiers in the far zone; none if there is no trade."""
    if len(armies[player].musketeers) == MUSKETEERS or len(far_soldiers(player, armies[player])) < 2:
        return []
    occupied = army_set(armies[WHITE]) | army_set(armies[BLACK])
    return [square for square in zone_squares(OWN_RANK[player]) if not occupied & BITS[square]]


def traded(player: int, armies: Armies, square: int) -> Armies:
    """The armies after a trade: the two far soldiers on the lowest files leave the game."""
    mine = armies[player]
    leaving = far_soldiers(player, mine)[:2]
    mine = Army(
        tuple(sorted((*mine.musketeers, square))),
        tuple(soldier for soldier in mine.soldiers if soldier not in leaving),
    )
    return (mine, armies[BLACK]) if player == WHITE else (armies[WHITE], mine)


def mobile(player: int, armies: Armies) -> bool:
    """Whether any throw at all would give a move.

    Only green 1 is tried: a line that can be played with more can be played with 1, for its first square is
    then empty or holds an enemy who may be captured. Retreats need no look of their own: whoever can go back
    can come forward again over the same squares.
    """
    enemies = army_set(armies[1 - player])
    occupied = army_set(armies[player]) | enemies
    blocking = occupied & ~(enemies & ~ZONES)
    for squares, musketeer in (armies[player].musketeers, True), (armies[player].soldiers, False):
        reds = red_lines(player, musketeer)
        greens = green_lines(player, musketeer)
        for start in squares:
            others = occupied ^ BITS[start]
            blocked = blocking ^ BITS[start]
            for lines in reds[start]:
                for middle, passed, _ in lines:
                    if others & passed:
                        continue
                    for _, ahead in greens[middle][0]:
                        if not blocked & ahead:
                            return True
    return False


def stuck(player: int, armies: Armies) -> bool:
    """Whether no throw gives a move and no trade, or row of trades, would change that."""
    if mobile(player, armies):
        return False
    return all(stuck(player, traded(player, armies, square)) for square in trade_squares(player, armies))


def judge(turn: int, armies: Armies, idle: int) -> Outcome | None:
    """How the game has ended when the turn of ``turn`` would begin; None if it goes on."""
    wins = decided(armies)
    if wins:
        return wins[0]
    if idle >= IDLE_END:
        return by_points(armies, "idle")
    if stuck(turn, armies):
        return by_points(armies, "stuck")
    return None


def decided(armies: Armies) -> list[Outcome]:
    """The wins by musketeers that a position shows; in a game there is never more than one."""
    wins: list[Outcome] = []
    for player in WHITE, BLACK:
        musketeers = armies[player].musketeers
        if not musketeers:
            wins.append(Outcome((1 - player,), "musketeers_lost"))
        elif len(musketeers) == MUSKETEERS and rank_of(musketeers[0]) == FAR_RANK[player] == rank_of(musketeers[-1]):
            wins.append(Outcome((player,), "musketeers_home"))  # they are in order: if both ends are there, all are
    return wins


def points(player: int, army: Army) -> int:
    """What the fighters in the far zone count."""
    musketeers = sum(rank_of(square) == FAR_RANK[player] for square in army.musketeers)
    return MUSKETEER_POINTS * musketeers + SOLDIER_POINTS * len(far_soldiers(player, army))


def by_points(armies: Armies, reason: str) -> Outcome:
    """More points win; with equal points whoever alone still has fighters outside the far zone."""
    white, black = (points(player, armies[player]) for player in (WHITE, BLACK))
    if white == black:
        in_field = [
            any(rank_of(square) != FAR_RANK[player] for squares in armies[player] for square in squares)
            for player in (WHITE, BLACK)
        ]
        winners = (in_field.index(True),) if in_field.count(True) == 1 else ()
    else:
        winners = (WHITE,) if white > black else (BLACK,)
    return Outcome(winners, reason, (white, black))


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
