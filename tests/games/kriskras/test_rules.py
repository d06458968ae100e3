"""The booklet's rules 1 to 15, its examples, and the rulings R1 to R8, each as a test."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from speelkist.core import CHANCE, OVER, PASS, IllegalMove, Outcome
from speelkist.games.kriskras import Kriskras
from speelkist.games.kriskras.rules import LONGEST

from .examples import BLACK, POSITIONS, position, read, texts

AWAY = ("b16 p16", "")  # black fighters that are in nobody's way


def after(text: str, *moves: str) -> dict[str, object]:
    """The position after some moves, as data."""
    state = read(text)
    for move in moves:
        state = state.play(move)  # type: ignore[assignment]
    return state.to_data()


def outcome(text: str, *moves: str) -> Outcome | None:
    state = read(text)
    for move in moves:
        state = state.play(move)  # type: ignore[assignment]
    return state.outcome


# Setting up and beginning


def test_rule_1_three_musketeers_and_eight_soldiers_on_their_squares() -> None:
    data = Kriskras().start().to_data()
    assert data["white"] == {
        "musketeers": ["b2", "i2", "p2"],
        "soldiers": ["b3", "d3", "f3", "h3", "j3", "l3", "n3", "p3"],
        "lost_musketeers": 0,
    }
    assert data["black"] == {
        "musketeers": ["b16", "i16", "p16"],
        "soldiers": ["b15", "d15", "f15", "h15", "j15", "l15", "n15", "p15"],
        "lost_musketeers": 0,
    }


def test_rule_2_lots_decide_who_begins() -> None:
    start = Kriskras().start()
    assert (start.player, start.phase) == (CHANCE, "lots")
    assert {str(move): odds for move, odds in start.odds().items()} == {
        "white": Fraction(1, 2),
        "black": Fraction(1, 2),
    }
    assert start.play("black").to_data()["to_move"] == "black"


def test_rule_3_both_dice_are_thrown_and_each_throw_is_equally_likely() -> None:
    throw = Kriskras().start().play("white")
    assert (throw.player, throw.phase) == (CHANCE, "throw")
    assert texts(throw) == [f"r{red}g{green}" for red in range(1, 7) for green in range(1, 7)]
    assert set(throw.odds().values()) == {Fraction(1, 36)}


def test_rule_3_one_fighter_goes_by_red_then_by_green_then_the_other_player_throws() -> None:
    state = read(position(("b2 i2 p2", "d3"), BLACK, "r3g5"))
    assert state.player == 0
    next_turn = state.play("b2-e2-e7")
    assert next_turn.to_data()["white"]["musketeers"] == ["i2", "p2", "e7"]
    assert (next_turn.player, next_turn.phase, next_turn.to_data()["to_move"]) == (CHANCE, "throw", "black")


def test_worked_example_white_s_first_moves_by_red_throw() -> None:
    first = Kriskras().start().play("white")
    counts = [sum(len(texts(first.play(f"r{red}g{green}"))) for green in range(1, 7)) for red in range(1, 7)]
    assert counts == [316, 102, 34, 34, 30, 36]


@pytest.mark.parametrize("side", ["white", "black"])
def test_worked_example_no_throw_lapses_on_the_first_turn(side: str) -> None:
    first = Kriskras().start().play(side)
    assert all(first.play(throw).legal() != (PASS,) for throw in first.legal())


# The directions


def test_rule_4a_red_takes_a_soldier_left_right_or_straight_back() -> None:
    moves = texts(position(("a17 q17", "h8"), AWAY, "r2g1"))
    assert moves == ["h8-f8-f9", "h8-j8-j9", "h8-h6-h7"]


def test_rule_4a_red_takes_a_musketeer_also_diagonally_back_and_4b_green_also_diagonally_forward() -> None:
    moves = texts(position(("h8 a17 q17", ""), AWAY, "r2g1"))
    middles = ["f8", "j8", "h6", "f6", "j6"]
    ends = [["f9", "e9", "g9"], ["j9", "i9", "k9"], ["h7", "g7", "i7"], ["f7", "e7", "g7"], ["j7", "i7", "k7"]]
    assert moves == [f"h8-{middle}-{end}" for middle, three in zip(middles, ends, strict=True) for end in three]


def test_rule_4_black_goes_the_other_way() -> None:
    moves = texts(position(("b2 i2 p2", ""), ("a1 q1", "h8"), "r2g1", to_move="black"))
    assert moves == ["h8-f8-f7", "h8-j8-j7", "h8-h10-h9"]


def test_rule_4b_green_takes_a_soldier_straight_forward_only() -> None:
    assert "h8-f8-f11" in texts(position(("a17 q17", "h8"), AWAY, "r2g3"))
    assert "h8-f8-i11" not in texts(position(("a17 q17", "h8"), AWAY, "r2g3"))


def test_order_musketeers_before_soldiers_and_the_retreat_before_green() -> None:
    moves = texts(position(("d3 a17 q17", "c2"), AWAY, "r1g1"))
    assert moves[0] == "d3-c3-c4"
    assert moves[-3:] == ["c2-b2-b3", "c2-c1", "c2-c1-c2"]


# The far zone


def test_rule_5_the_far_zone_is_entered_by_an_exact_green_throw() -> None:
    at_15 = (("a17 q17", "h15"), AWAY)
    assert "h15-i15-i17" in texts(position(*at_15, "r1g2"))
    assert not any(text.startswith("h15-i15") for text in texts(position(*at_15, "r1g3")))
    assert "h15-i15-i16" not in texts(position(*at_15, "r1g2"))


def test_rule_5_a_line_that_leaves_the_board_still_captures_before_its_end() -> None:
    assert "h14-h13xh15" in texts(position(("a17 q17", "h14"), ("b16", "h15"), "r1g6"))
    assert "h14-h13xh15" not in texts(position(("a17 q17", "h14"), ("b16", "h15"), "r1g1"))


def test_worked_example_f17_is_taken() -> None:
    moves = texts(position(("b2 i2 p2", "d17 f17 p17 g15"), ("b16 i16 p16", ""), "r1g2"))
    assert "g15-f15-f17" not in moves
    assert "g15-h15-h17" in moves


def test_r5_a_fighter_in_the_far_zone_never_moves_again() -> None:
    for throw in "r1g1", "r3g2", "r6g6":
        moves = texts(position(("a17 q17 h8", "c17 d17"), AWAY, throw))
        assert moves
        assert not any(text.split("-")[0].endswith("17") for text in moves)


def test_an_arrival_counts_and_sets_idle_to_0() -> None:
    assert after(position(("a17 q17", "h15"), AWAY, "r1g2", idle=50), "h15-i15-i17")["idle"] == 0


# Fighters in the way


def test_rule_6_an_own_fighter_on_the_red_or_the_green_way_closes_it() -> None:
    free = position(("a17 q17", "h8"), AWAY, "r3g3")
    assert {"h8-k8-k11", "h8-h5-h8", "h8-e8-e11"} == set(texts(free))
    for blocker, closed in ("j8", "h8-k8-k11"), ("k8", "h8-k8-k11"), ("k10", "h8-k8-k11"), ("k11", "h8-k8-k11"):
        assert closed not in texts(position(("a17 q17", f"h8 {blocker}"), AWAY, "r3g3"))


def test_rule_6_a_fighter_beyond_the_way_does_not_matter() -> None:
    assert "h8-k8-k11" in texts(position(("a17 q17", "h8 l8 k12"), AWAY, "r3g3"))


def test_rule_7_an_enemy_on_the_red_way_closes_it() -> None:
    for blocker in "i8", "j8", "k8":
        moves = texts(position(("a17 q17", "h8"), ("b16", blocker), "r3g3"))
        assert set(moves) == {"h8-h5-h8", "h8-e8-e11"}


def test_r7_a_line_never_bends_and_ending_where_it_began_is_allowed() -> None:
    assert "b2-a1-b2" in texts(Kriskras().start().play("white").play("r1g1"))
    state = read(position(("b2 i2 p2", ""), BLACK, "r1g1", idle=3)).play("b2-a1-b2")
    assert state.to_data()["white"]["musketeers"] == ["b2", "i2", "p2"]
    assert state.to_data()["idle"] == 4


def test_the_square_a_fighter_leaves_counts_as_empty_for_green() -> None:
    assert "h8-h6-h9" in texts(position(("a17 q17", "h8"), AWAY, "r2g3"))


# Capturing


@pytest.mark.parametrize("green", [2, 3, 6])
def test_rule_8_an_enemy_on_the_green_way_is_captured_and_the_fighter_stops_there(green: int) -> None:
    state = read(position(("b2 i2 p2", ""), ("b16", "g4 h5"), f"r3g{green}", idle=9))
    assert "b2-e2xg4" in texts(state)
    assert not any(text.startswith("b2-e2") and text[-2:] in ("h5", "f3") for text in texts(state))
    data = state.play("b2-e2xg4").to_data()
    assert data["black"]["soldiers"] == ["h5"]
    assert data["white"]["musketeers"] == ["i2", "p2", "g4"]
    assert data["idle"] == 0


def test_rule_8_an_enemy_out_of_green_s_reach_is_not_captured() -> None:
    assert "b2-e2-f3" in texts(position(("b2 i2 p2", ""), ("b16", "g4"), "r3g1"))
    assert "b2-e2xg4" not in texts(position(("b2 i2 p2", ""), ("b16", "g4"), "r3g1"))


def test_rule_8_an_own_fighter_before_the_enemy_closes_the_way() -> None:
    moves = texts(position(("b2 i2 p2", "f3"), ("b16", "g4"), "r3g4"))
    assert not any(text in ("b2-e2xg4", "b2-e2-f3") for text in moves)


def test_rule_8_a_captured_musketeer_is_counted_as_lost() -> None:
    data = after(position(("b2 i2 p2", ""), ("g4 b16", ""), "r3g2"), "b2-e2xg4")
    assert data["black"] == {"musketeers": ["b16"], "soldiers": [], "lost_musketeers": 2}


# Lapsing


def test_rule_9_a_throw_that_nobody_can_play_lapses() -> None:
    state = read(POSITIONS["the throw lapses"])
    assert state.legal() == (PASS,)
    data = state.play("--").to_data()
    assert (data["to_move"], data["phase"], data["idle"]) == ("black", "throw", 5)


def test_rule_9_who_can_play_must_even_if_it_is_a_retreat() -> None:
    state = read(POSITIONS["the only move is a retreat"])
    assert texts(state) == ["a2-a1"]
    with pytest.raises(IllegalMove):
        state.play("--")


# Trading


def test_rule_10_a_lost_musketeer_comes_back_for_two_soldiers_in_the_far_zone() -> None:
    text = POSITIONS["white may trade one musketeer for two of three soldiers"]
    state = read(text)
    assert state.player == 0
    assert texts(state) == [f"={file}1" for file in "abdfghijklmnopq"] + ["throw"]
    data = after(text, "=g1")
    assert data["white"] == {"musketeers": ["c1", "e1", "g1"], "soldiers": ["h4", "k17"], "lost_musketeers": 0}
    assert (data["to_move"], data["phase"], data["idle"]) == ("white", "throw", 0)


def test_rule_10_the_musketeer_takes_part_again_from_there() -> None:
    state = read(POSITIONS["white may trade one musketeer for two of three soldiers"])
    assert "g1-h1-h2" in texts(state.play("=g1").play("r1g1"))


def test_r3_a_trade_may_be_declined_and_costs_no_turn() -> None:
    text = POSITIONS["white may trade one musketeer for two of three soldiers"]
    declined = after(text, "throw")
    assert (declined["to_move"], declined["phase"], declined["idle"]) == ("white", "throw", 7)
    assert after(text, "throw", "r1g1")["phase"] == "move"


def test_r3_a_trade_may_be_repeated() -> None:
    text = POSITIONS["black may trade twice"]
    once = read(text).play("=b17")
    assert once.phase == "trade"
    twice = once.play("=h17").to_data()
    assert (twice["phase"], twice["to_move"]) == ("throw", "black")
    assert twice["black"]["soldiers"] == ["o9"]
    assert twice["black"]["lost_musketeers"] == 0


def test_r3_no_trade_without_a_lost_musketeer_or_with_fewer_than_two_soldiers_home() -> None:
    none_lost = position(("b2 i2 p2", "h4 d17 f17"), BLACK, "r1g1", to_move="black")
    one_home = position(("b2 i2", "h4 d17"), BLACK, "r1g1", to_move="black")
    can = position(("b2 i2", "h4 d17 f17"), BLACK, "r1g1", to_move="black")
    assert [after(text, "b15-a15-a14")["phase"] for text in (none_lost, one_home, can)] == ["throw", "throw", "trade"]


def test_r3_with_no_empty_square_in_the_own_zone_there_is_no_trade() -> None:
    white = ("a1 b1", "c1 d1 e1 f1 g1 h8 d17 f17")
    full = position(white, ("i1 j1 b15", "h1 k1 l1 m1 n1 o1 p1 q1"), "r1g1", to_move="black")
    one_empty = position(white, ("i1 j1 b15", "h1 k1 l1 m1 n1 o1 p1"), "r1g1", to_move="black")
    assert [after(text, "b15-a15-a14")["phase"] for text in (full, one_empty)] == ["throw", "trade"]


def test_the_soldiers_on_the_lowest_files_leave() -> None:
    data = after(position(("b2 i2", "p17 c17 k17 a16"), BLACK, phase="trade"), "=a1")
    assert data["white"] == {"musketeers": ["a1", "b2", "i2"], "soldiers": ["a16", "p17"], "lost_musketeers": 0}


def test_a_trade_sets_idle_to_0_at_once_and_the_turn_then_adds_1() -> None:
    text = position(("b2 i2", "d17 f17"), BLACK, phase="trade", idle=199)
    assert after(text, "=a1")["idle"] == 0
    assert after(text, "=a1", "r1g1", "b2-c2-c3")["idle"] == 1


# The zones


def test_rule_11_a_fighter_in_a_zone_cannot_be_captured() -> None:
    own_zone = position(("a17 q17", "h15"), ("b16", "i17"), "r1g2")
    assert not any(text.startswith("h15-i15") for text in texts(own_zone))
    far_zone = position(("h1 a17", ""), ("b16", "i3 g1"), "r1g2", to_move="black")
    assert not any(text.startswith("i3-h3") for text in texts(far_zone))
    outside = position(("a17 q17", "h14"), ("b16", "i16"), "r1g2")
    assert "h14-i14xi16" in texts(outside)


def test_rule_11_a_fighter_may_retreat_into_its_own_zone_and_stay_there() -> None:
    text = position(("b3 a17", "h4"), AWAY, "r2g1", idle=6)
    assert {"b3-b1", "b3-b1-b2", "b3-d1"} <= set(texts(text))
    data = after(text, "b3-d1")
    assert data["white"] == {"musketeers": ["d1", "a17"], "soldiers": ["h4"], "lost_musketeers": 1}
    assert data["idle"] == 7


def test_r4_only_a_fighter_from_outside_its_own_zone_may_retreat() -> None:
    moves = texts(position(("d1 a17", "h1"), AWAY, "r2g1"))
    assert "d1-f1-f2" in moves
    assert "h1-f1-f2" in moves
    assert not any(text.count("-") == 1 for text in moves)


def test_r4_red_alone_is_not_played_anywhere_else() -> None:
    moves = texts(position(("d4 a17", "h8"), AWAY, "r2g1"))
    assert moves
    assert all(text.count("-") == 2 for text in moves)


def test_r4_black_retreats_to_rank_17() -> None:
    assert "c15-c17" in texts(position(("b2 i2 p2", ""), ("a1", "c15"), "r2g1", to_move="black"))


def test_r1_every_square_of_the_last_ranks_is_a_zone_square() -> None:
    for file in "abcdefghijklmnopq":
        assert f"{file}2-{file}1" in texts(position(("h8 i8 j8", f"{file}2"), AWAY, "r1g6"))


# The end


def test_rule_12_who_loses_his_last_musketeer_has_lost() -> None:
    text = position(("b2 i2 p2", ""), ("g4", "d15"), "r3g2")
    assert outcome(text, "b2-e2xg4") == Outcome((0,), "musketeers_lost")
    state = read(text).play("b2-e2xg4")
    assert (state.player, state.phase, state.legal()) == (OVER, "over", ())


def test_rule_12_even_if_a_trade_was_open_to_him() -> None:
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


def test_r6_a_stuck_player_who_could_trade_may_decline_and_his_throw_then_lapses() -> None:
    text = POSITIONS["white is stuck unless he trades"].replace("199", "30")
    state = read(text).play("throw")
    assert state.phase == "throw"
    lapsed = state.play("r3g3")
    assert lapsed.legal() == (PASS,)
    data = lapsed.play("--").to_data()
    assert (data["to_move"], data["idle"], data["phase"]) == ("black", 31, "throw")


def test_r6_a_trade_that_would_not_help_does_not_keep_the_game_going() -> None:
    # of white's zone only a1 is empty, and a musketeer there could not move by red
    white = ("a17 b17", "c17 d17 c1 d1 e1 f1 g1 h1")
    no_help = position(white, ("h9 p1 q1", "b1 i1 j1 k1 l1 m1 n1 o1"), "r1g1", to_move="black")
    assert outcome(no_help, "h9-g9-g8") == Outcome((1,), "stuck", (12, 24))
    # with n1 and o1 empty too it could go from the one to the other, and out
    helps = position(white, ("h9 p1 q1", "b1 i1 j1 k1 l1 m1"), "r1g1", to_move="black")
    assert outcome(helps, "h9-g9-g8") is None
    assert texts(read(helps).play("h9-g9-g8")) == ["=a1", "=n1", "=o1", "throw"]


def test_r6_after_a_trade_that_did_not_help_the_throw_lapses_and_the_next_turn_ends_the_game() -> None:
    white = ("a17 b17", "c17 d17 c1 d1 e1 f1 g1 h1")
    state = read(position(white, ("h9 p1 q1", "b1 i1 j1 k1 l1 m1"), phase="trade")).play("=a1")
    assert state.phase == "throw"
    assert read(state.to_json()) == state
    state = state.play("r1g1")
    assert state.legal() == (PASS,)
    assert read(state.to_json()) == state
    state = state.play("--").play("r1g1").play("h9-g9-g8")
    assert state.outcome == Outcome((1,), "stuck", (8, 20))


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
    assert LONGEST == Kriskras.info.longest == 1 + 8 + 3 * turns


def test_the_position_s_json_has_the_law_s_fields() -> None:
    assert list(json.loads(Kriskras().start().to_json())) == [
        "game",
        "phase",
        "to_move",
        "throw",
        "white",
        "black",
        "idle",
    ]
