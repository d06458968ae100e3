"""The booklet's rules 1 to 11, its examples, and the rulings R1 to R5, R7, R9 and R11, each as a test."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from speelkist.core import CHANCE, PASS, BadPosition, IllegalMove
from speelkist.games.kriskras import Kriskras

from .examples import BLACK, POSITIONS, position, read, texts
from .setting import AWAY, after

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


def test_worked_example_a_retreat_is_all_there_is_and_the_throw_may_lapse() -> None:
    state = read(position(("a17", "a2 a3"), ("b3", "b2"), "r1g2", idle=3))
    assert texts(state) == ["a2-a1", "--"]
    assert state.play("a2-a1").to_data()["white"]["soldiers"] == ["a1", "a3"]
    stayed = state.play("--").to_data()
    assert stayed["white"]["soldiers"] == ["a2", "a3"]
    assert (stayed["to_move"], stayed["idle"]) == ("black", 4)


def test_r9_a_retreat_is_never_forced() -> None:
    assert texts(POSITIONS["a retreat is all there is"]) == ["a2-a1", "--"]


def test_r9_who_can_play_both_dice_or_capture_may_retreat_instead_but_the_throw_does_not_lapse() -> None:
    both_dice = read(position(("b3 a17", "h4"), AWAY, "r2g1"))
    assert {"b3-b1", "b3-b1-b2"} <= set(texts(both_dice))
    capture = read(position(("a17", "a2 a3"), ("c4", "b2 a4"), "r1g2"))
    assert set(texts(capture)) == {"a2-a1", "a3-b3-b5"}
    only_capture = read(position(("a17", "a2 a3"), ("c4", "b2 a4 b4"), "r1g2"))
    assert set(texts(only_capture)) == {"a2-a1", "a3-b3xb4"}
    for state in both_dice, capture, only_capture:
        with pytest.raises(IllegalMove):
            state.play("--")


# Trading


TWO_OF_THREE = POSITIONS["white may trade one musketeer for two of three soldiers"]


def test_rule_10_a_lost_musketeer_comes_back_for_two_soldiers_in_the_far_zone() -> None:
    state = read(TWO_OF_THREE)
    assert state.player == 0
    assert texts(state) == [f"={file}1" for file in "abdfghijklmnopq"] + ["throw"]
    data = after(TWO_OF_THREE, "=g1", "-k17", "-d17")
    assert data["white"] == {"musketeers": ["c1", "e1", "g1"], "soldiers": ["h4", "f17"], "lost_musketeers": 0}
    assert (data["to_move"], data["phase"], data["idle"]) == ("white", "throw", 0)


def test_rule_10_the_musketeer_takes_part_again_from_there() -> None:
    state = read(position(("c1 e1", "d17 f17 h4"), BLACK, phase="trade"))
    assert "g1-h1-h2" in texts(state.play("=g1").play("r1g1"))


def test_r3_of_more_than_two_the_owner_names_the_soldiers_that_leave() -> None:
    state = read(TWO_OF_THREE).play("=g1")
    data = state.to_data()
    assert (state.player, data["phase"], data["owes"], data["idle"]) == (0, "pay", 2, 0)
    assert data["white"] == {
        "musketeers": ["c1", "e1", "g1"],
        "soldiers": ["h4", "d17", "f17", "k17"],
        "lost_musketeers": 0,
    }
    assert texts(state) == ["-d17", "-f17", "-k17"]
    named = state.play("-f17")
    assert (named.player, named.phase, named.to_data()["owes"]) == (0, "pay", 1)
    assert texts(named) == ["-d17", "-k17"]
    assert named.to_data()["white"]["soldiers"] == ["h4", "d17", "k17"]
    paid = named.play("-d17").to_data()
    assert (paid["phase"], paid["white"]["soldiers"]) == ("throw", ["h4", "k17"])
    assert "owes" not in paid


def test_r3_the_order_in_which_soldiers_are_named_does_not_matter() -> None:
    assert after(TWO_OF_THREE, "=g1", "-k17", "-d17") == after(TWO_OF_THREE, "=g1", "-d17", "-k17")


def test_r3_exactly_two_soldiers_leave_by_themselves() -> None:
    data = after(position(("b2 i2", "p17 c17 a16"), BLACK, phase="trade"), "=a1")
    assert data["white"] == {"musketeers": ["a1", "b2", "i2"], "soldiers": ["a16"], "lost_musketeers": 0}
    assert data["phase"] == "throw"


def test_r3_a_trade_may_be_declined_and_costs_no_turn() -> None:
    text = POSITIONS["white may trade one musketeer for two of three soldiers"]
    declined = after(text, "throw")
    assert (declined["to_move"], declined["phase"], declined["idle"]) == ("white", "throw", 7)
    assert after(text, "throw", "r1g1")["phase"] == "move"


def test_r3_a_trade_may_be_repeated() -> None:
    once = read(POSITIONS["black may trade twice"]).play("=b17").play("-c1").play("-e1")
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


def test_a_trade_sets_idle_to_0_at_once_and_the_turn_then_adds_1() -> None:
    text = position(("b2 i2", "d17 f17"), BLACK, phase="trade", idle=199)
    assert after(text, "=a1")["idle"] == 0
    assert after(position(("b2 i2", "d17 f17 g17"), BLACK, phase="trade", idle=199), "=a1")["idle"] == 0
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


def test_r11_the_board_has_17_by_17_squares() -> None:
    assert read(position(("a17 q17 q1", "a1"), AWAY)).to_data()["white"]["musketeers"] == ["q1", "a17", "q17"]
    for square in "r1", "a18":
        with pytest.raises(BadPosition):
            read(position((square, ""), AWAY))


def test_r1_every_square_of_the_last_ranks_is_a_zone_square() -> None:
    for file in "abcdefghijklmnopq":
        assert f"{file}2-{file}1" in texts(position(("h8 i8 j8", f"{file}2"), AWAY, "r1g6"))


def test_the_position_s_json_has_the_law_s_fields() -> None:
    fields = ["game", "phase", "to_move", "throw", "white", "black", "idle"]
    assert list(json.loads(Kriskras().start().to_json())) == fields
    assert list(json.loads(read(POSITIONS["white names two of four soldiers"]).to_json())) == [*fields, "owes"]
