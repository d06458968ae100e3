"""Why a move of Kris-kras is good, in words; and what throws can do, on the reference rules.

A reason states what holds in the position, never an opinion: so no two reasons can contradict each other. What the
other side can capture is said only while it cannot trade: a musketeer that comes back may capture too.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import cast

from speelkist.core import Move, Phrase, State

from .board import (
    BITS,
    FAR_RANK,
    FORWARD,
    MUSKETEERS,
    NAMES,
    OWN_RANK,
    WHITE,
    ZONES,
    Armies,
    Army,
    green_lines,
    rank_of,
    red_lines,
)
from .end_game import by_points
from .legal import far_soldiers, first_met, mobile, paid, returned, trade_squares, walked
from .notation import END, GO, Payment, Trade, Walk
from .rules import KriskrasState

WORTH_SAYING = 3  # a danger, aim or way home that fewer of the 36 throws bring about goes unsaid

AGAINST = frozenset({"kriskras.insight.loses", "kriskras.insight.end.lost"})


def why(before: State, move: Move) -> Phrase:
    """The most telling reason for a move."""
    now = cast("KriskrasState", before)
    if len(now.legal()) == 1:
        return _say("only")
    if isinstance(move, Trade):
        return _say("trade.stuck" if _frees(now, move) else "trade", square=NAMES[move.square])
    if isinstance(move, Payment):
        return _payment(now, move)
    if move == END:
        outcome = by_points(now.armies, "stuck")
        return _say(f"end.{'draw' if not outcome.winners else 'win' if now.turn in outcome.winners else 'lost'}")
    if not isinstance(move, Walk):
        return _say("no_trade", n=len(far_soldiers(now.turn, now.armies[now.turn]))) if move == GO else _say("stays")
    after = cast("KriskrasState", now.play(move))
    return _end(now, after) or _gain(now, after, move) or _prospect(now, after, move) or _way(now, after, move)


def _say(key: str, **values: str | int | Phrase) -> Phrase:
    return Phrase(f"kriskras.insight.{key}", **values)


def _frees(state: KriskrasState, move: Trade) -> bool:
    """Whether a player who has no move and would lose by ending the game can move again after a trade."""
    lost = state.legal()[-1] == END and 1 - state.turn in by_points(state.armies, "stuck").winners
    return lost and mobile(state.turn, returned(state.turn, state.armies, move.square))


def _payment(state: KriskrasState, move: Payment) -> Phrase:
    before = throws_home_of_all(state.turn, state.armies)
    after = throws_home_of_all(state.turn, paid(state.turn, state.armies, [move.square]))
    if after > before:
        return _say("pay.opens", n=after - before, square=NAMES[move.square])
    return _say("pay", square=NAMES[move.square])


def _kind(state: KriskrasState, move: Walk) -> str:
    return "musketeer" if move.start in state.armies[state.turn].musketeers else "soldier"


def _end(before: KriskrasState, after: KriskrasState) -> Phrase | None:
    """A move that ends the game."""
    outcome = after.outcome
    if outcome is None:
        return None
    if not outcome.winners:
        return _say("draw")
    return _say(f"win.{outcome.reason}" if before.turn in outcome.winners else "loses")


def _gain(before: KriskrasState, after: KriskrasState, move: Walk) -> Phrase | None:
    """Somebody is captured, or comes home."""
    me, square = before.turn, NAMES[move.end]
    if move.takes:
        kind = "musketeer" if move.end in before.armies[1 - me].musketeers else "soldier"
        if kind == "musketeer":
            return _say("capture.musketeer", n=len(after.armies[1 - me].musketeers), square=square)
        if trade_squares(1 - me, after.armies):
            return _say("capture.plain", square=square)
        back = throws_at(1 - me, after.armies, move.end)
        return _say("capture.risk", n=back, square=square) if back else _say("capture.soldier", square=square)
    if rank_of(move.end) != FAR_RANK[me]:
        return None
    mine = after.armies[me]
    if _kind(before, move) == "musketeer":
        return _say("home.musketeer", n=sum(rank_of(place) == FAR_RANK[me] for place in mine.musketeers))
    if len(mine.musketeers) < MUSKETEERS and len(far_soldiers(me, mine)) == 2 and trade_squares(me, after.armies):
        return _say("home.trade")
    return _say("home.soldier", n=len(far_soldiers(me, mine)))


def _prospect(before: KriskrasState, after: KriskrasState, move: Walk) -> Phrase | None:
    """A danger that is over, or something that the next throw may bring."""
    me, kind = before.turn, _kind(before, move)
    known = not trade_squares(1 - me, after.armies)
    danger = throws_at(1 - me, before.armies, move.start) if known else 0
    left = throws_at(1 - me, after.armies, move.end) if known else 0
    if danger >= WORTH_SAYING and not left:
        return _say(f"safe.{kind}", n=danger, start=NAMES[move.start])
    if kind == "musketeer":
        home = throws_home(me, after.armies, move.end)
        if home >= WORTH_SAYING:
            return _say("near", n=home, square=NAMES[move.end])
        passed = [_enemies_ahead(me, armies, square) for armies, square in _both(before, after, move)]
        if passed[0] and not passed[1]:
            return _say("past.zone" if _in_own_zone(1 - me, after.armies) else "past", square=NAMES[move.end])
    aim = _new_aim(before, after)
    if aim is not None and aim[1] >= WORTH_SAYING:
        target = "musketeer" if aim[0] in after.armies[1 - me].musketeers else "soldier"
        return _say(f"aim.{target}", n=aim[1], square=NAMES[aim[0]])
    if danger - left >= WORTH_SAYING:
        return _say("safer", n=left, before=danger)
    return None


def _both(before: KriskrasState, after: KriskrasState, move: Walk) -> tuple[tuple[Armies, int], tuple[Armies, int]]:
    return (before.armies, move.start), (after.armies, move.end)


def _way(before: KriskrasState, after: KriskrasState, move: Walk) -> Phrase:
    """Where the fighter goes."""
    me = before.turn
    ahead = (rank_of(move.end) - rank_of(move.start)) * FORWARD[me]
    if rank_of(move.end) == OWN_RANK[me]:
        return _say("retreat", square=NAMES[move.end])
    if trade_squares(1 - me, after.armies):
        return _say("forward.plain", n=ahead) if ahead > 0 else _say("aside", square=NAMES[move.end])
    left = throws_at(1 - me, after.armies, move.end)
    guards = _throws_back(me, after.armies, move.end) if left else 0
    if guards > left:
        return _say("guarded", n=guards, square=NAMES[move.end])
    if ahead > 0:
        return _say("forward.risk", n=left, rows=_say("rows", n=ahead)) if left else _say("forward", n=ahead)
    endangering = reduce(or_, captures(1 - me, after.armies).values(), 0)
    return _say("risk", n=endangering.bit_count()) if endangering else _say("quiet")


def _in_own_zone(player: int, armies: Armies) -> bool:
    return any(rank_of(square) == OWN_RANK[player] for squares in armies[player] for square in squares)


def _enemies_ahead(player: int, armies: Armies, square: int) -> int:
    """How many enemies a fighter still has to pass, those in their own zone left out."""
    zone = FAR_RANK[player]
    return sum(
        rank_of(enemy) != zone and (rank_of(enemy) - rank_of(square)) * FORWARD[player] >= 0
        for squares in armies[1 - player]
        for enemy in squares
    )


def _new_aim(before: KriskrasState, after: KriskrasState) -> tuple[int, int] | None:
    """Whom the player now aims at with more throws than before, and with how many; rather a musketeer."""
    me = before.turn
    old, new = captures(me, before.armies), captures(me, after.armies)
    aims = [
        (square in after.armies[1 - me].musketeers, throws.bit_count(), square)
        for square, throws in new.items()
        if throws.bit_count() - old.get(square, 0).bit_count() >= WORTH_SAYING
    ]
    return (max(aims)[2], max(aims)[1]) if aims else None


def throws_at(player: int, armies: Armies, square: int) -> int:
    """With how many of the 36 throws ``player`` could capture the enemy on a square."""
    return captures(player, armies).get(square, 0).bit_count()


def _throws_back(player: int, armies: Armies, square: int) -> int:
    """With how many throws at least ``player`` could strike back, whoever captures their fighter on a square."""
    captors = [
        start
        for squares in armies[1 - player]
        for start in squares
        if captures(1 - player, _alone(1 - player, armies, start)).get(square)
    ]
    taken = (walked(1 - player, armies, Walk(start, start, square, True)) for start in captors)
    return min((throws_at(player, after, square) for after in taken), default=0)


def _alone(player: int, armies: Armies, start: int) -> Armies:
    """The same board with all others of a player's army turned into the enemy's soldiers: only one can capture."""
    mine, theirs = armies[player], armies[1 - player]
    others = tuple(square for squares in mine for square in squares if square != start)
    only = Army((start,), ()) if start in mine.musketeers else Army((), (start,))
    rest = Army(theirs.musketeers, (*theirs.soldiers, *others))
    return (only, rest) if player == WHITE else (rest, only)


def captures(player: int, armies: Armies) -> dict[int, int]:
    """The squares where ``player`` could capture somebody, each with the set of throws that do it."""
    enemies = armies[1 - player].squares
    occupied = armies[player].squares | enemies
    capturable = enemies & ~ZONES
    throws_by_square: dict[int, int] = {}
    for squares, musketeer in (armies[player].musketeers, True), (armies[player].soldiers, False):
        reds = red_lines(player, musketeer)
        greens = green_lines(player, musketeer)
        for start in squares:
            others = occupied ^ BITS[start]
            for red, lines in enumerate(reds[start]):
                for middle, passed, _ in lines:
                    if others & passed:
                        continue
                    for _, ahead in greens[middle][-1]:
                        met = others & ahead
                        if not met:
                            continue
                        first = first_met(player, met)
                        if capturable & BITS[first]:
                            # any green from the distance up to 6 captures, for the fighter stops there
                            distance = abs(rank_of(first) - rank_of(middle))
                            throws = (1 << 6) - (1 << (distance - 1))
                            throws_by_square[first] = throws_by_square.get(first, 0) | throws << (6 * red)
    return throws_by_square


def throws_home(player: int, armies: Armies, square: int) -> int:
    """With how many of the 36 throws the fighter on a square comes home."""
    return _home_throws(player, armies, square).bit_count()


def throws_home_of_all(player: int, armies: Armies) -> int:
    """With how many of the 36 throws somebody comes home."""
    throws = 0
    for squares in armies[player]:
        for square in squares:
            throws |= _home_throws(player, armies, square)
    return throws.bit_count()


def _home_throws(player: int, armies: Armies, square: int) -> int:
    army = armies[player]
    musketeer = square in army.musketeers
    others = (armies[0].squares | armies[1].squares) ^ BITS[square]
    home_throws = 0
    for red, lines in enumerate(red_lines(player, musketeer)[square]):
        for middle, passed, _ in lines:
            if others & passed:
                continue
            for green, ways in enumerate(green_lines(player, musketeer)[middle]):
                for end, ahead in ways:
                    if end is not None and rank_of(end) == FAR_RANK[player] and not others & ahead:
                        home_throws |= 1 << (6 * red + green)
    return home_throws
