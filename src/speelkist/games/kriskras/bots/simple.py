"""The simple player of Kris-kras: capture, come home, go forward, and leave little in danger."""

from __future__ import annotations

from typing import NamedTuple, cast

from speelkist.core import Move, Phrase, State
from speelkist.games.kriskras import KriskrasState
from speelkist.games.kriskras.board import FAR_RANK, FORWARD, Army, rank_of
from speelkist.games.kriskras.end_game import by_points
from speelkist.games.kriskras.hint_reasons import captures, throws_home_of_all
from speelkist.games.kriskras.legal import paid, returned, walks
from speelkist.games.kriskras.notation import END, Payment, Trade, Walk
from speelkist.search.advice import Advice

# What things are worth, in throws out of 36: a fighter that one throw can capture costs a 36th of itself.
WIN = 1_000_000
MUSKETEER, SOLDIER = 12 * 36, 3 * 36
LAST_MUSKETEER = 100 * 36
MUSKETEER_HOME, SOLDIER_HOME = 10 * 36, 3 * 36
MUSKETEER_STEP, SOLDIER_STEP = 10, 5


class Worth(NamedTuple):
    """What a move is worth, and where the enemy's next throw may capture after it."""

    total: int
    dangers: frozenset[int]


def best(state: State) -> list[Advice]:
    """The moves it thinks equally good, with their reasons."""
    now = cast("KriskrasState", state)
    legal = now.legal()
    if len(legal) == 1:
        return [Advice(legal[0], Phrase("kriskras.simple.only"))]
    if now.phase == "trade":
        return _best_trades(now)
    if now.phase == "pay":
        return _best_payments(now)
    worths = {move: _worth(now, move) for move in legal}
    top = max(worth.total for worth in worths.values())
    before = captures(1 - now.turn, now.armies)
    return [
        Advice(move, Phrase(f"kriskras.simple.{_reason(now, move, worth, before)}"))
        for move, worth in worths.items()
        if worth.total == top
    ]


def _best_trades(state: KriskrasState) -> list[Advice]:
    """A trade, on a square from where the musketeer has the most ways out. Who is stuck and does not lose ends it."""
    *trades, last = state.legal()
    reason = "trade"
    if last == END:
        if 1 - state.turn not in by_points(state.armies, "stuck").winners:
            return [Advice(last, Phrase("kriskras.simple.end"))]
        reason = "second_chance"
    exits: dict[Move, int] = {}
    for move in trades:
        assert isinstance(move, Trade)
        armies = returned(state.turn, state.armies, move.square)
        ways = (way for red in range(1, 7) for way in walks(state.turn, armies, red, 1))
        exits[move] = sum(way.start == move.square for way in ways)
    return _all_best(exits, reason)


def _best_payments(state: KriskrasState) -> list[Advice]:
    """A soldier whose square the others need most to come home."""
    homes: dict[Move, int] = {}
    for move in state.legal():
        assert isinstance(move, Payment)
        homes[move] = throws_home_of_all(state.turn, paid(state.turn, state.armies, [move.square]))
    return _all_best(homes, "pay")


def _all_best(worths: dict[Move, int], reason: str) -> list[Advice]:
    most = max(worths.values())
    return [Advice(move, Phrase(f"kriskras.simple.{reason}")) for move, worth in worths.items() if worth == most]


def _worth(state: KriskrasState, move: Move) -> Worth:
    me = state.turn
    after = cast("KriskrasState", state.play(move))
    if after.outcome is not None and after.outcome.winners:
        return Worth(WIN if me in after.outcome.winners else -WIN, frozenset())
    mine, theirs = after.armies[me], after.armies[1 - me]
    danger = 0
    dangers = captures(1 - me, after.armies)
    for square, throws in dangers.items():
        value = SOLDIER
        if square in mine.musketeers:
            value = LAST_MUSKETEER if len(mine.musketeers) == 1 else MUSKETEER
        danger += value * throws.bit_count() // 36
    total = _standing(me, mine) - danger - MUSKETEER * len(theirs.musketeers) - SOLDIER * len(theirs.soldiers)
    return Worth(total, frozenset(dangers))


def _standing(player: int, army: Army) -> int:
    """How far an army has come."""
    far = FAR_RANK[player]
    musketeers = [abs(far - rank_of(square)) for square in army.musketeers]
    soldiers = [abs(far - rank_of(square)) for square in army.soldiers]
    home = MUSKETEER_HOME * musketeers.count(0) + SOLDIER_HOME * soldiers.count(0)
    return home - MUSKETEER_STEP * sum(musketeers) - SOLDIER_STEP * sum(soldiers)


def _reason(state: KriskrasState, move: Move, worth: Worth, before: dict[int, int]) -> str:
    if not isinstance(move, Walk):
        return "win" if worth.total == WIN else "stays"
    me = state.turn
    kind = "musketeer" if move.start in state.armies[me].musketeers else "soldier"
    if worth.total == WIN:
        return "win"
    if move.takes:
        return "capture_musketeer" if move.end in state.armies[1 - me].musketeers else "capture_soldier"
    if rank_of(move.end) == FAR_RANK[me]:
        return f"home_{kind}"
    if move.end in worth.dangers:
        return "least"
    if move.start in before:
        return "safe"
    ahead = (rank_of(move.end) - rank_of(move.start)) * FORWARD[me]
    return "forward" if ahead > 0 else "quiet"
