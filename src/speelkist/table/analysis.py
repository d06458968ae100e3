"""What can be said of a whole game once its positions have been judged: how the chances went and where it turned.

Who judges the positions is not known here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from speelkist.core import State
from speelkist.core.story import tell
from speelkist.core.view import PhraseData

from .errors import Refused
from .table import Table

TURNING_CHANCE = 0.1  # a move that costs so much of the chance is a turning point
TURNING_SHARE = 0.03  # the same for a share of the points
MOST_TURNING_POINTS = 6


@dataclass(frozen=True)
class Suggestion:
    """A move, why it is good, and how likely its player then wins (where points count: their share of them)."""

    move: str
    reason: PhraseData
    chance: float | None = None  # from 0 to 1; none from a bot that does not search
    tell: PhraseData | None = None  # the sentence about it, where somebody is to read it


@dataclass(frozen=True)
class Verdict:
    """The best move at a position, and the chance that the move which was made left."""

    best: Suggestion
    chance: float | None


@dataclass(frozen=True)
class TurningPoint:
    """A move that cost its player a good deal of their chance, and what would have been better."""

    actions: int  # how many moves and throws came before it: the position to look at
    seat: int
    move: str
    tell: PhraseData  # the sentence about it
    chance: float  # of whoever made it, by that move
    better: Suggestion


@dataclass(frozen=True)
class Analysis:
    """How a game went."""

    curves: list[list[float]]  # player 0's chance at the start and after every action, or everybody's share
    turning: list[TurningPoint]  # in the order of the game
    by: str  # the strength that judged


@dataclass(frozen=True)
class AnalysisPlan:
    """All positions of a game that is over, and the places of those where a player had a choice."""

    states: list[State]
    places: list[int]


def plan_analysis(table: Table) -> AnalysisPlan:
    """What there is to judge. It takes a while: every position is made again."""
    if table.ended is None:
        raise Refused("table.analysis.playing")
    states = list(table.match.states())
    places = [place for place, state in enumerate(states[:-1]) if state.player >= 0 and len(state.legal()) > 1]
    return AnalysisPlan(states, places)


# Judges the move that was made in a position: with a verdict if it can, and the strength that judged.
Judge: TypeAlias = Callable[[State, str], Awaitable[tuple[Verdict | None, str]]]


async def judge_game(table: Table, plan: AnalysisPlan, judge: Judge, progress: Callable[[int, int], None]) -> Analysis:
    """Have the places of a plan judged one after the other.

    :raises Refused: nobody could judge any of them.
    """
    verdicts: dict[int, Verdict] = {}
    by = ""
    for count, place in enumerate(plan.places):
        progress(count, len(plan.places))
        verdict, strength = await judge(plan.states[place], table.match.moves[place].text)
        if verdict is not None:
            verdicts[place] = verdict
            by = by or strength
    if plan.places and not verdicts:
        raise Refused("table.analysis.nobody")
    return analyse(table, plan, verdicts, by)


def analyse(table: Table, plan: AnalysisPlan, verdicts: Mapping[int, Verdict], by: str) -> Analysis:
    """The game as the verdicts, by place, show it."""
    counts_points = table.game.info.scoring == "points"
    curves = _shares(table, plan.states) if counts_points else [_chances(table, plan.states, verdicts)]
    least = TURNING_SHARE if counts_points else TURNING_CHANCE
    return Analysis(curves, _turning_points(table, plan.states, verdicts, least), by)


def _chances(table: Table, states: list[State], verdicts: Mapping[int, Verdict]) -> list[float]:
    """Player 0's chance at every state: judged, or as the move before left it, or as the game ended."""
    curve: list[float] = []
    for place in range(len(states)):
        before = verdicts.get(place - 1)
        if place in verdicts:
            chance = _of_first(states[place].player, verdicts[place].best.chance)
        elif before is not None:
            chance = _of_first(states[place - 1].player, before.chance)
        else:
            chance = None
        last = curve[-1] if curve else 0.5
        curve.append(last if chance is None else chance)
    if states[-1].outcome is not None and table.ended is not None:
        winners = table.ended.winners
        curve[-1] = 0.5 if len(winners) != 1 else float(winners[0] == 0)
    return curve


def _of_first(player: int, chance: float | None) -> float | None:
    return None if chance is None else round(chance if player == 0 else 1 - chance, 4)


def _shares(table: Table, states: list[State]) -> list[list[float]]:
    """Everybody's share of the points so far; before the first point all have the same."""
    players = len(table.seats)
    lines: list[list[float]] = [[] for _ in range(players)]
    for state in states:
        points = state.points() or (0,) * players
        for line, own in zip(lines, points, strict=True):
            line.append(round(own / sum(points), 4) if sum(points) else round(1 / players, 4))
    return lines


def _turning_points(
    table: Table, states: list[State], verdicts: Mapping[int, Verdict], least: float
) -> list[TurningPoint]:
    """The moves that cost most, in the order of the game."""
    costly: list[tuple[float, int]] = []
    for place, verdict in verdicts.items():
        best, played = verdict.best, table.match.moves[place].text
        if best.chance is None or verdict.chance is None or best.move == played:
            continue
        lost = best.chance - verdict.chance
        if lost >= least:
            costly.append((lost, place))
    worst = sorted(costly, key=lambda cost: -cost[0])[:MOST_TURNING_POINTS]
    return [
        _turning_point(table, states[place], place, verdicts[place]) for place in sorted(place for _, place in worst)
    ]


def _turning_point(table: Table, state: State, place: int, verdict: Verdict) -> TurningPoint:
    played, better = table.match.moves[place], replace(verdict.best, tell=tell(state, verdict.best.move))
    assert verdict.chance is not None
    return TurningPoint(place, state.player, played.text, tell(state, played), verdict.chance, better)
