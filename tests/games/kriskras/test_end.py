"""The booklet's rules 12 to 15 and the rulings R6, R8 and R10: how a game ends, and who has won."""

from __future__ import annotations

import pytest

from speelkist.core import OVER, Outcome
from speelkist.games.kriskras import Kriskras
from speelkist.games.kriskras.rules import LONGEST

from .examples import BLACK, POSITIONS, position, read, texts
from .setting import AWAY, after, outcome

# The end


def test_rule_12_who_loses_his_last_musketeer_has_lost() -> None:
    text = position(("b2 i2 p2", ""), ("g4", "d15"), "r3g2")
    assert outcome(text, "b2-e2xg4") == Outcome((0,), "musketeers_lost")
    state = read(text).play("b2-e2xg4")
    assert (state.player, state.phase, state.legal()) == (OVER, "over", ())


def test_r10_even_if_a_trade_was_open() -> None:
    text = POSITIONS["black can capture white's last musketeer"]
    assert outcome(text, "i10-h10xh8") == Outcome((1,), "musketeers_lost")


def test_rule_13_who_has_all_three_musketeers_in_the_far_zone_has_won() -> None:
    text = POSITIONS["white's third musketeer is one square from home"]
    assert outcome(text, "h16-g16-g17") == Outcome((0,), "musketeers_home")
    black = position(("b2 i2 p2", ""), ("a1 q1 h2", ""), "r1g1", to_move="black")
    assert outcome(black, "h2-g2-g1") == Outcome((1,), "musketeers_home")


def test_rule_13_two_musketeers_home_and_one_lost_do_not_win() -> None:
    assert outcome(position(("a17 h16", "d3"), BLACK, "r1g1"), "h16-g16-g17") is None


def test_rule_13_a_musketeer_traded_back_counts_as_one_of_the_three() -> None:
    traded = read(position(("a17 q17", "c17 d17 h4"), BLACK, phase="trade")).play("=h1")
    assert traded.outcome is None
    later = position(("a17 q17 h16", "h4"), BLACK, "r1g1")
    assert outcome(later, "h16-g16-g17") == Outcome((0,), "musketeers_home")


def test_rule_14_the_game_ends_when_no_throw_gives_the_next_player_a_move() -> None:
    text = POSITIONS["black is stuck when white has moved"]
    assert outcome(text, "h8-e8-e10") == Outcome((1,), "stuck", (0, 10))


def test_rule_14_only_the_player_whose_turn_begins_must_be_stuck() -> None:
    text = position(("h8", "d3"), ("a1 b1", "c1 h16"), "r3g2")
    assert outcome(text, "h8-e8-e10") is None


def test_rule_14_a_player_hemmed_in_is_stuck_too() -> None:
    # the white soldier on a16 cannot go anywhere by red
    text = position(("a17 q17", "a16"), ("h3", "b16 a15"), "r1g1", to_move="black")
    assert outcome(text, "h3-i3-i2") == Outcome((0,), "stuck", (8, 0))


def test_rule_14_who_can_only_capture_is_not_stuck() -> None:
    text = position(("a17 q17", "a15"), ("h3", "a14 c15 b16"), "r1g1", to_move="black")
    state = read(text).play("h3-i3-i2")
    assert state.outcome is None
    assert texts(state.play("r1g5")) == ["a15-b15xb16"]


def test_rule_14_who_can_only_go_back_and_forward_again_is_not_stuck() -> None:
    text = position(("q17 p17", "a16"), ("h3 a17", "b16 a14 b15"), "r1g1", to_move="black")
    state = read(text).play("h3-i3-i2")
    assert state.outcome is None
    assert texts(state.play("r1g1")) == ["a16-a15-a16"]


def test_worked_example_a_stuck_player_who_can_trade_may_end_the_game() -> None:
    white = ("a17 b17", "c17 d17 e17 f17")
    state = read(position(white, ("h9", ""), "r1g1", to_move="black")).play("h9-g9-g8")
    assert texts(state) == [*(f"={file}1" for file in "abcdefghijklmnopq"), "end"]
    assert state.play("end").outcome == Outcome((0,), "stuck", (16, 0))


def test_worked_example_with_one_soldier_home_the_game_is_over_at_once() -> None:
    text = position(("a17 b17", "c17"), ("h9", ""), "r1g1", to_move="black")
    assert outcome(text, "h9-g9-g8") == Outcome((0,), "stuck", (10, 0))


def test_r6_a_stuck_player_who_trades_plays_on() -> None:
    text = POSITIONS["white is stuck, and may trade or end the game"]
    state = read(text).play("=h1")
    assert (state.phase, state.to_data()["idle"]) == ("throw", 0)
    assert "h1-g1-g2" in texts(state.play("r1g1"))


# of white's zone a1, n1 and o1 are empty, and a musketeer on a1 could not move
NARROW = (("a17 b17", "c17 d17 c1 d1 e1 f1 g1 h1"), ("h9 p1 q1", "b1 i1 j1 k1 l1 m1"))


def test_r6_a_trade_is_open_to_a_stuck_player_helpful_or_not() -> None:
    white, _ = NARROW
    full = read(position(white, ("h9 p1 q1", "b1 i1 j1 k1 l1 m1 n1 o1"), "r1g1", to_move="black"))
    state = full.play("h9-g9-g8")
    assert texts(state) == ["=a1", "end"]
    helpful = read(position(*NARROW, "r1g1", to_move="black")).play("h9-g9-g8")
    assert texts(helpful) == ["=a1", "=n1", "=o1", "end"]


def test_r6_stuck_is_tested_again_after_a_paid_trade() -> None:
    trade = position(*NARROW, phase="trade")
    assert outcome(trade, "=a1") == Outcome((1,), "stuck", (8, 20))
    assert read(trade).play("=n1").phase == "throw"


def test_r6_a_player_still_stuck_after_a_trade_may_trade_again_or_end() -> None:
    walled = position(("a17", "c17 d17 e17 f17 c1 d1 e1 f1"), ("h9 p1 q1", "b1 g1 h1 i1 j1 k1 l1 m1"), phase="trade")
    assert texts(walled) == ["=a1", "=n1", "=o1", "end"]
    still = read(walled).play("=a1").play("-c17").play("-f17")
    assert texts(still) == ["=n1", "=o1", "end"]
    assert still.play("end").outcome == Outcome((1,), "stuck", (8, 24))


def test_r6_a_player_who_owes_soldiers_is_not_yet_stuck() -> None:
    state = read(position(("a17", "c17 d17 e17"), BLACK, phase="trade")).play("=h1")
    assert (state.phase, state.outcome) == ("pay", None)


def test_r6_who_can_move_may_not_end_the_game() -> None:
    assert "end" not in texts(POSITIONS["white may trade one musketeer for two of three soldiers"])


def test_r6_idle_is_tested_before_stuck() -> None:
    text = position(("a17 b17", "c17 d17"), BLACK, "r1g1", to_move="black", idle=199)
    assert outcome(text, "b15-a15-a14") == Outcome((0,), "idle", (12, 0))


def test_r6_the_game_ends_after_200_idle_turns() -> None:
    text = POSITIONS["one idle turn before the points decide"]
    assert outcome(text, "b2-d2-d5") == Outcome((0,), "idle", (2, 0))


def test_r6_a_capture_or_an_arrival_in_the_last_idle_turn_keeps_the_game_going() -> None:
    capture = position(("b2 i2 p2", ""), ("b16", "g4"), "r3g2", idle=199)
    assert outcome(capture, "b2-e2xg4") is None
    arrival = position(("a17 q17", "h15"), AWAY, "r1g2", idle=199)
    assert after(arrival, "h15-i15-i17")["phase"] == "throw"


def test_r6_a_lapse_is_an_idle_turn() -> None:
    text = POSITIONS["the throw lapses"].replace('"idle": 4', '"idle": 199')
    assert outcome(text, "--") == Outcome((0,), "idle", (8, 0))


# The points


@pytest.mark.parametrize(
    ("white", "black", "winners", "points"),
    [
        (("h8", "d17 e17"), ("a1 h15", ""), (), (4, 4)),
        (("h8", "d17 e17 f17"), ("a1 h15", ""), (0,), (6, 4)),
        (("h8", "d17 e17"), ("a1 b1 h15", ""), (1,), (4, 8)),
        (("h8", "d17"), ("h15", ""), (0,), (2, 0)),
        (("h8", "c3"), ("h15", "b4"), (), (0, 0)),
    ],
)
def test_rule_15_a_soldier_counts_2_and_a_musketeer_4(
    white: tuple[str, str], black: tuple[str, str], winners: tuple[int, ...], points: tuple[int, int]
) -> None:
    text = position(white, black, "r1g1", idle=199)
    assert outcome(text, "h8-g8-g9") == Outcome(winners, "idle", points)


def test_rule_15_with_equal_points_who_alone_has_fighters_in_the_field_wins() -> None:
    text = position(("a17 h8", ""), ("a1", ""), "r1g1")
    assert outcome(text, "h8-g8-g9") == Outcome((0,), "stuck", (4, 4))
    mirrored = position(("a17", ""), ("a1 h8", ""), "r1g1", to_move="black")
    assert outcome(mirrored, "h8-g8-g7") == Outcome((1,), "stuck", (4, 4))


def test_r8_a_fighter_in_its_own_zone_is_in_the_field() -> None:
    text = position(("a17 b2", ""), ("a1", ""), "r1g1")
    assert outcome(text, "b2-b1") == Outcome((0,), "stuck", (4, 4))


def test_rule_15_nobody_in_the_field_on_either_side_is_a_draw() -> None:
    text = position(("a17", "h16 b17"), ("a1 b1", ""), "r1g1")
    assert outcome(text, "h16-g16-g17") == Outcome((), "stuck", (8, 8))


# How long it may last


def test_the_bound_on_the_length_is_what_its_proof_says() -> None:
    events = 2 * (8 + 3 + 4)  # captures and arrivals
    turns = events + 200 * (events + 8 + 1)
    assert LONGEST == Kriskras.info.longest == 1 + 3 * 8 + 3 * turns
