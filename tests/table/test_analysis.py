"""What is made of the verdicts on a game's positions: curves and turning points."""

from __future__ import annotations

import pytest

from speelkist.table import commands
from speelkist.table import events as ev
from speelkist.table.analysis import (
    MOST_TURNING_POINTS,
    TURNING_CHANCE,
    AnalysisPlan,
    Suggestion,
    Verdict,
    analyse,
    plan_analysis,
)
from speelkist.table.table import PendingEvent, Table
from tests.games.cubus.examples import POSITIONS
from tests.support.dice import SEED

from .tables import ANS, apart, play, refused, take_in

REASON = {"key": "knopf.about", "values": {}}


def finished(moves: int = 6) -> Table:
    """A short game of Knopf that black gave up."""
    table = apart("knopf")
    for _ in range(moves):
        play(table)
    take_in(table, commands.resign(table, ANS, 0))
    return table


def verdict(table: Table, place: int, best: float, made: float) -> Verdict:
    """Something else than what was played would have had this chance."""
    others = [move.text for move in table.match.state_at(place).legal() if move.text != table.actions[place]]
    return Verdict(Suggestion(others[0], REASON, best), made)


def test_a_game_that_is_played_has_no_analysis() -> None:
    with refused("table.analysis.playing"):
        plan_analysis(apart("knopf"))


def test_all_decisions_are_planned() -> None:
    plan = plan_analysis(finished())
    assert len(plan.states) == 7
    assert plan.places == list(range(6))


def test_a_curve_follows_the_verdicts_of_both_sides() -> None:
    table = finished()
    plan = plan_analysis(table)
    first, second = plan.states[0].player, plan.states[1].player
    assert (first, second) == (0, 1)
    verdicts = {0: verdict(table, 0, 0.6, 0.55), 1: verdict(table, 1, 0.7, 0.7)}
    curve = analyse(table, plan, verdicts, "club").curves[0]
    assert curve[:3] == [0.6, 0.3, 0.3]  # the second player's 0.7 is the first one's 0.3, and so it stays
    assert len(curve) == 7


def test_turning_points_are_the_dearest_moves_in_order() -> None:
    table = finished(9)
    plan = plan_analysis(table)
    cheap = TURNING_CHANCE / 2
    verdicts = {place: verdict(table, place, 0.9, 0.1 + place / 100) for place in plan.places[:8]}
    verdicts[8] = verdict(table, 8, 0.5, 0.5 - cheap)
    points = analyse(table, plan, verdicts, "club").turning
    assert [point.actions for point in points] == list(range(MOST_TURNING_POINTS))
    assert points[1].seat == plan.states[1].player
    assert points[1].move == table.actions[1]


def test_the_best_move_is_no_turning_point() -> None:
    table = finished()
    best = Verdict(Suggestion(table.actions[0], REASON, 0.9), 0.1)
    assert analyse(table, plan_analysis(table), {0: best}, "club").turning == []


def test_where_players_are_numbered_their_shares_of_the_points_are_told() -> None:
    table = apart("cubus", start=POSITIONS["demolition"], options={"demolition": True, "knocking": False})
    take_in(table, [PendingEvent(ev.Ended([0], "points", SEED, [1, 0]))])
    plan = plan_analysis(table)
    curves = analyse(table, AnalysisPlan(plan.states, plan.places), {}, "").curves
    assert len(curves) == 2
    assert all(curves[0][place] + curves[1][place] == pytest.approx(1, abs=0.001) for place in range(len(plan.states)))
