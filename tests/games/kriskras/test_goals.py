"""What can still be won by, told when it changes."""

from __future__ import annotations

import random
from typing import cast

import pytest

from speelkist.games.kriskras import Kriskras, KriskrasState
from speelkist.games.kriskras.goals import goals
from speelkist.games.kriskras.view import describe

from .examples import BLACK, position, read
from .spoken import POINTS_DECIDE, WHITE_MUST_CAPTURE, changed, said, spoken


@pytest.mark.parametrize(
    ("musketeers", "soldiers", "sentence"),
    [
        ("g4 b16 p16", "d15 f15", "Black has 2 left and must trade to get three home."),
        ("g4 b16", "d15 f15 h15 j15", "Black has only one left and must trade twice to get three home."),
    ],
)
def test_who_loses_a_musketeer_hears_how_three_can_still_come_home(
    musketeers: str, soldiers: str, sentence: str
) -> None:
    steps = changed(position(("b2 i2 p2", ""), (musketeers, soldiers), "r3g2"), "b2-e2xg4")
    assert spoken(steps)[1:] == [sentence]


@pytest.mark.parametrize(
    ("musketeers", "soldiers"),
    [("g4 b16 p16", "d15"), ("b16 p16", "g4 d15"), ("g4 b16", "d15 f15 h15")],
)
def test_with_too_few_soldiers_to_get_three_home_the_other_ways_to_win_are_told(musketeers: str, soldiers: str) -> None:
    steps = changed(position(("b2 i2 p2", ""), (musketeers, soldiers), "r3g2"), "b2-e2xg4")
    assert spoken(steps)[-1] == WHITE_MUST_CAPTURE.replace("White", "Black")


def test_a_first_musketeer_home_cannot_be_captured_so_the_other_side_hears_what_is_left() -> None:
    steps = changed(position(("h15 i2", "d3 f3"), BLACK, "r1g2"), "h15-i15-k17")
    assert spoken(steps, "nl")[1:] == [
        "Zwart kan niet meer alle drie de musketiers slaan: er is er al een thuis.",
    ]
    second = changed(position(("a17 h15 i2", "d3"), BLACK, "r1g2"), "h15-i15-k17")
    assert spoken(second, "nl")[1:] == ["Wit heeft 2 musketiers thuis."]


def test_where_neither_is_possible_any_more_only_the_points_are_named() -> None:
    state = read(position(("a17 b2 p2", "d3"), ("g4 a16", ""), "r3g2"))
    assert spoken(changed(state, "b2-e2xg4"))[2:] == []  # nothing changed: it was so before
    steps = changed(position(("a17 b2 p2", "d3"), ("b16 a16", "g4 c15"), "r3g2"), "b2-e2xg4")
    assert spoken(steps)[1:] == ["Black can now win only on points, once somebody has no move left."]


def test_at_the_start_every_way_to_win_is_open_and_nothing_is_said_of_it() -> None:
    assert not [sentence for sentence in said(describe(Kriskras().start())) if "points" in sentence]


def test_while_soldiers_are_still_owed_nothing_is_said_of_what_can_be_won_by() -> None:
    state = read(position(("c1", "d17 f17 h17"), BLACK, phase="trade"))
    paying = state.play("=a1")
    asked = [POINTS_DECIDE in said(describe(reached)) for reached in (state, paying, paying.play("-d17").play("-f17"))]
    assert asked == [True, False, True]


def test_what_cannot_be_won_by_any_more_never_wins() -> None:
    """Played at random, so that the claim holds however the game goes on."""
    for seed in range(12):
        rng = random.Random(seed)
        state = Kriskras().start()
        gone: set[tuple[int, str]] = set()
        while state.outcome is None:
            if state.phase != "pay":  # half a trade: the musketeer is back, the soldiers are not yet paid
                for player in (0, 1):
                    left = goals(player, state.armies)
                    open_ways = {name for name in ("home", "capture") if getattr(left, name)}
                    assert not {name for name in open_ways if (player, name) in gone}
                    gone |= {(player, name) for name in ("home", "capture") if name not in open_ways}
            state = cast("KriskrasState", state.play(rng.choice(state.legal())))
        reason = {"musketeers_home": "home", "musketeers_lost": "capture"}.get(state.outcome.reason)
        assert not {(winner, reason) for winner in state.outcome.winners} & gone
