"""Fines for groups: fixed before the taking, one button a group, or none."""

from __future__ import annotations

import pytest

from .examples import POSITIONS, position, read, with_holes
from .setting import moves, play, squares, threatened


def test_a_group_is_fined_before_the_move() -> None:
    state = read(position("d4 f6 a1", "h1", quiet=5))
    state = play(state, "d4-e5", "h1-h2")
    assert state.phase == "move", "two and a single one are no group"
    state = read(position("d4 e5 f7 a1", "h1", quiet=5))
    after = play(state, "f7-f6")
    assert after.player == 1
    assert after.phase == "fine"
    assert moves(after) == ["!d4", "!e5", "!f6", "!-"]
    assert after.taken == (13, 10)
    fined = play(after, "!e5")
    assert fined.player == 1
    assert fined.phase == "move"
    assert squares(fined, "red") == {"a1", "d4", "f6"}
    assert fined.taken == (13, 11), "a fined button counts"
    assert fined.quiet == 0


@pytest.mark.parametrize("third", ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "f4", "f5", "f6", "d6", "e6"])
def test_sides_and_corners_connect(third: str) -> None:
    state = read(position(f"d4 e5 {third}", "j1", quiet=0))
    assert [set(group) for group in state.groups(0)] == [{"d4", "e5", third}]


@pytest.mark.parametrize("third", ["b2", "d7", "g7", "g5", "f3", "c6", "b4"])
def test_two_squares_apart_is_no_group(third: str) -> None:
    assert read(position(f"d4 e5 {third}", "j1", quiet=0)).groups(0) == ()


def test_no_group_goes_round_the_edge() -> None:
    assert read(position("j4 a5 a6", "e1")).groups(0) == ()
    assert read(position("j4 j5 a5", "e1")).groups(0) == ()


def test_blue_f6_g7_h8_against_that_pair_f6_is_taken_and_red_may_fine_g7_or_h8_as_well() -> None:
    state = read(position("d4 e5 j10", "f6 g7 h8 i1", "blue"))
    after = play(state, "i1-j1")
    assert after.just_taken == ("f6",)
    assert moves(after) == ["!g7", "!h8", "!-"]
    fined = play(after, "!g7")
    assert squares(fined, "blue") == {"h8", "j1"}
    assert fined.taken == (after.taken[0] + 1, after.taken[1])
    assert fined.phase == "move"


def test_groups_are_fixed_before_the_taking_and_fined_though_it_has_broken_them_up() -> None:
    """The middle one of three is taken, and one of the two that are left can be fined."""
    state = read(position("b4 b5 g1 h9", "b7 a8 c8 j1", "blue"))
    after = play(state, "j1-j2")
    assert after.just_taken == ("b7",)
    assert after.groups(1) == ()
    assert after.phase == "fine"
    assert moves(after) == ["!a8", "!c8", "!-"]
    assert after.to_data()["fines"] == [["a8", "c8"]]


def test_a_group_of_which_nothing_stands_after_the_taking_is_not_fined() -> None:
    """Three pairs take the three buttons of a group."""
    state = read(position("a5 b5 g6 h6 a7 b7", "d5 e6 d7 j1", "blue"))
    assert threatened(state, 0) == {"d5", "e6", "d7"}
    after = play(state, "j1-j2")
    assert (after.phase, after.fines) == ("move", ())


def test_size_and_lowest_square_are_as_fixed_before_the_taking() -> None:
    """Four lose two of them and still come before three; a lowest square that was taken counts among equals."""
    state = read(position("a5 b5 a6 b6 j10", "d5 d6 e7 e8 g1 g2 h2 j5", "blue"))
    assert threatened(state, 0) == {"d5", "d6"}
    after = play(state, "j5-j6")
    assert after.to_data()["fines"] == [["e7", "e8"], ["g1", "g2", "h2"]]
    state = read(position("a1 b1 j10", "d1 d2 d3 g1 g2 h2 j5", "blue"))
    after = play(state, "j5-j6")
    assert after.just_taken == ("d1",)
    assert after.to_data()["fines"] == [["d2", "d3"], ["g1", "g2", "h2"]]


def test_a_fine_may_be_let_be() -> None:
    state = read(POSITIONS["two groups of equal size are to be fined"])
    after = play(state, "!-")
    assert after.buttons == state.buttons
    assert after.taken == state.taken
    assert moves(after) == ["!g1", "!g2", "!h2", "!-"]
    assert play(after, "!-").phase == "move"
    assert play(after, "!-").player == 0, "the move is still due"


def test_a_group_that_was_let_be_may_be_fined_at_the_next_turn() -> None:
    state = read(position("j9", "a1 b1 a2 j4", "blue"))
    state = play(state, "j4-j5", "!-", "j9-j10", "j5-j6")
    assert moves(state) == ["!a1", "!b1", "!a2", "!-"]


def test_letting_be_is_no_quiet_turn_and_ends_none() -> None:
    state = read(position("j9", "a1 b1 a2 j4", "blue", quiet=5))
    state = play(state, "j4-j5")
    assert state.quiet == 6
    assert play(state, "!-").quiet == 6
    assert play(state, "!a1").quiet == 0


def test_the_largest_group_comes_first_then_the_lowest_square() -> None:
    state = read(POSITIONS["the larger group is fined first"])
    assert moves(state) == ["!f1", "!f2", "!g2", "!h2", "!-"]
    after = play(state, "!g2")
    assert after.phase == "fine"
    assert moves(after) == ["!a1", "!b1", "!b2", "!-"]
    state = read(POSITIONS["two groups of equal size are to be fined"])
    assert moves(state) == ["!a1", "!b1", "!b2", "!-"]
    assert moves(play(state, "!b2")) == ["!g1", "!g2", "!h2", "!-"]


def test_the_lowest_square_decides_by_rank_first() -> None:
    state = read(position("e10", "a3 a4 b4 i1 i2 j2 d7", "blue", quiet=4))
    after = play(state, "d7-d8")
    assert after.phase == "fine"
    assert [move.text for move in after.legal()] == ["!i1", "!i2", "!j2", "!-"]


def test_parts_of_a_split_group_are_not_fined_again_this_turn_but_at_the_next() -> None:
    row = "a1 b1 c1 d1 e1 f1 g1"
    state = read(position("j9", f"{row} j4", "blue", holes=with_holes(a1=2)))
    state = play(state, "j4-j5")
    assert state.phase == "fine"
    after = play(state, "!d1")
    assert after.phase == "move"
    assert after.groups(1) == (("a1", "b1", "c1"), ("e1", "f1", "g1"))
    later = play(after, "j9-j10", "j5-j6")
    assert later.phase == "fine"
    assert later.fines == after.game.from_json(later.to_json()).fines  # type: ignore[attr-defined]
    assert moves(later) == ["!a1", "!b1", "!c1", "!-"]
    assert moves(play(later, "!a1")) == ["!e1", "!f1", "!g1", "!-"]


def test_a_group_of_four_can_cost_a_button_turn_after_turn() -> None:
    state = read(position("j9", "a1 b1 a2 b2 j4", "blue"))
    state = play(state, "j4-j5", "!a1", "j9-j10", "j5-j6")
    assert moves(state) == ["!b1", "!a2", "!b2", "!-"]


def test_what_a_fine_opens_is_not_taken_this_turn() -> None:
    state = read(position("d4 e4 a1", "f4 g4 g5 h6 j4 a9", "blue", holes=with_holes(d4=3, e4=3)))
    state = play(state, "a9-a10")
    assert state.just_taken == ("f4",)
    assert moves(state) == ["!g4", "!g5", "!h6", "!-"]
    after = play(state, "!g4")
    assert after.phase == "move"
    assert threatened(after, 0) == {"j4"}
    assert "j4" in squares(after, "blue")
    assert play(after, "a1-a2", "a10-a9").just_taken == ("j4",)
