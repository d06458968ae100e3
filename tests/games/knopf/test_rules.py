"""The rules of a turn, one by one: moving, pairs and threats, taking. Fines and chosen takings have their own files."""

from __future__ import annotations

import pytest

from speelkist.games.knopf import Threat

from .examples import POSITIONS, STANDARD, position, read, with_holes
from .setting import ends, moves, play, squares, start, threatened

# Board and set-up


def test_the_set_up() -> None:
    state = start()
    assert state.player == 0
    assert state.phase == "move"
    red, blue = squares(state, "red"), squares(state, "blue")
    assert {"b2", "i9"} <= red
    assert {"i2", "b9"} <= blue
    assert len(red) == len(blue) == 14
    ring = [f"{file}2" for file in "bcdefgh"] + [f"i{rank}" for rank in range(2, 9)]
    ring += [f"{file}9" for file in "ihgfedc"] + [f"b{rank}" for rank in range(9, 2, -1)]
    assert set(ring[0::2]) == red
    assert set(ring[1::2]) == blue


def test_the_standard_holes() -> None:
    assert [row[:5] for row in STANDARD[:5]] == ["43212", "11442", "43322", "31212", "13341"]
    for rank in range(10):
        for file in range(10):
            assert STANDARD[file][9 - rank] == STANDARD[rank][file], "a quarter turn shows the same board"


def test_from_the_start_red_has_92_moves_20_of_which_make_a_group() -> None:
    state = start()
    assert len(state.legal()) == 92
    assert sum(state.makes_group(move) for move in state.legal()) == 20
    assert state.threats(0) == state.threats(1) == ()
    assert state.groups(0) == state.groups(1) == ()


def test_moves_are_listed_button_by_button_and_square_by_square() -> None:
    def order(name: str) -> tuple[int, str]:
        return int(name[1:]), name[0]

    for state in (start(), start(groups="forbidden")):
        listed = [tuple(order(name) for name in text.split("-")) for text in moves(state)]
        assert listed == sorted(listed)


# Moving


@pytest.mark.parametrize("holes", [1, 2, 3])
def test_one_to_three_holes_move_exactly_so_far(holes: int) -> None:
    state = read(position("e5", "a10", holes=with_holes(e5=holes)))
    low, high = "abcdefghij"[4 - holes], "abcdefghij"[4 + holes]
    expected = {f"{file}{rank}" for file in (low, "e", high) for rank in (5 - holes, 5, 5 + holes)} - {"e5"}
    assert ends(state, "e5") == expected


def test_four_holes_move_one_to_four() -> None:
    state = read(position("e5", "a10", holes=with_holes(e5=4)))
    assert len(ends(state, "e5")) == 8 * 4
    assert {"a1", "b2", "i9", "e9", "a5", "i1", "d4"} <= ends(state, "e5")


def test_a_move_does_not_leave_the_board_or_come_round() -> None:
    state = read(position("a1 j10 j4", "e7", holes=with_holes(a1=3, j10=4, j4=1)))
    assert ends(state, "a1") == {"a4", "d1", "d4"}
    assert ends(state, "j10") == {
        *("i10", "h10", "g10", "f10"),
        *("j9", "j8", "j7", "j6"),
        *("i9", "h8", "g7", "f6"),
    }
    assert ends(state, "j4") == {"i3", "i4", "i5", "j3", "j5"}


def test_everything_in_between_is_jumped_but_the_end_must_be_empty() -> None:
    state = read(position("c3 d3 e3", "c4 c6 f6 a1", holes=with_holes(c3=3), quiet=0))
    squares = ends(state, "c3")
    assert "f3" in squares, "over own buttons"
    assert "c6" not in squares, "on an enemy"
    assert "f6" not in squares
    assert play(state, "c3-f3").why_not("c3-c2") is not None


def test_over_an_enemy() -> None:
    state = read(position("c3", "c4 h8", holes=with_holes(c3=2)))
    after = play(state, "c3-c5")
    assert squares(after, "red") == {"c5"}
    assert squares(after, "blue") == {"c4", "h8"}, "jumping takes nothing"


def test_not_on_an_own_button() -> None:
    state = read(position("c3 c5", "h8", holes=with_holes(c3=2)))
    assert "c5" not in ends(state, "c3")


def test_without_any_move_the_pass_is_the_only_action() -> None:
    state = read(POSITIONS["red cannot move"])
    assert moves(state) == ["--"]
    assert state.prompt().key == "knopf.ask.pass"
    after = play(state, "--")
    assert after.player == 1
    assert after.quiet == state.quiet + 1
    assert after.buttons == state.buttons


# Pairs and threats


@pytest.mark.parametrize(
    ("pair", "reached"),
    [
        ("e5 f5", {"d5", "c5", "g5", "h5"}),
        ("e5 e6", {"e4", "e3", "e7", "e8"}),
        ("e5 f6", {"d4", "c3", "g7", "h8"}),
        ("e5 d6", {"f4", "g3", "c7", "b8"}),
    ],
)
def test_a_pair_threatens_along_its_own_line_beyond_both_ends(pair: str, reached: set[str]) -> None:
    for file in "abcdefghij":
        for rank in range(1, 11):
            square = f"{file}{rank}"
            if square not in pair.split():
                state = read(position(pair, square, "blue"))
                assert threatened(state, 0) == ({square} & reached), square


def test_the_reach_is_the_sum_of_the_holes_under_the_pair() -> None:
    holes = with_holes(c5=2, d5=3)
    assert threatened(read(position("c5 d5", "i5", "blue", holes=holes)), 0) == {"i5"}
    assert threatened(read(position("c5 d5", "j5", "blue", holes=holes)), 0) == set()
    state = read(position("c5 d5", "f5 j5", "blue", holes=holes))
    assert state.threats(0) == (Threat(("c5", "d5"), "f5", 2, 5),)


def test_on_each_side_only_the_first_button_counts() -> None:
    state = read(position("d4 e5", "f6 g7 c3 b2", "blue"))
    assert threatened(state, 0) == {"f6", "c3"}


def test_an_own_button_shields_what_is_behind_it() -> None:
    state = read(position("d4 e5 g7", "h8 b2", "blue", holes=with_holes(e5=4)))
    assert threatened(state, 0) == {"b2"}


def test_two_buttons_that_do_not_touch_are_no_pair() -> None:
    assert threatened(read(position("d4 f6", "e5 g7 c3", "blue")), 0) == set()


def test_no_pair_goes_round_the_edge() -> None:
    for red in ("j4 a5", "j4 a4", "j4 a6", "a5 j5"):
        state = read(position(red, "b5 i4 b6 i5 c7 h3", "blue", holes=["4" * 10] * 10, phase="move"))
        assert state.threats(0) == ()


def test_threats_are_told_for_either_side_on_either_turn() -> None:
    text = position("d4 e5", "g7 g8 g2", "blue")
    state = read(text)
    assert threatened(state, 0) == {"g7"}
    assert threatened(state, 1) == set()
    state = read(position("d4 e5 g5", "g7 g8", quiet=0))
    assert state.threats(1) == (Threat(("g7", "g8"), "g5", 2, 2),)
    assert state.threats(0) == (Threat(("d4", "e5"), "g7", 2, 2),)


def test_a_button_may_belong_to_several_pairs_and_groups_hold_pairs() -> None:
    state = read(position("d4 e4 e5", "b4 g4 e2 e7 c3 f6", "blue", phase="fine", fines=["d4 e4 e5"]))
    assert threatened(state, 0) == {"b4", "g4", "e2", "e7", "c3", "f6"}
    after = play(state, "!d4")
    assert threatened(after, 0) == {"e2", "e7"}


# Taking


def test_all_threatened_buttons_are_taken_at_once_at_the_start_of_the_turn() -> None:
    state = read(position("d4 e5 a7 a8 j10", "g7 h8 b2 a5 i3", "blue"))
    after = play(state, "i3-j3")
    assert after.player == 0
    assert after.just_taken == ("b2", "a5", "g7")
    assert squares(after, "blue") == {"h8", "j3"}
    assert squares(after, "red") == squares(state, "red"), "the pairs stay where they are"
    assert after.taken == (state.taken[0] + 3, state.taken[1])
    assert after.quiet == 0


def test_taking_looks_at_the_position_as_it_stands() -> None:
    """Two pairs face each other's prey: what one takes opens nothing for the other in the same turn."""
    state = read(position("d4 e5 j10", "f6 g7 i3", "blue"))
    after = play(state, "i3-j3")
    assert after.just_taken == ("f6",)
    assert threatened(after, 0) == {"g7"}, "threatened now, but nothing more is taken this turn"
    assert after.phase == "move"
    again = play(after, "j10-i10", "j3-j4")
    assert again.just_taken == ("g7",)


def test_a_threat_counts_whoever_brought_it_about() -> None:
    """Blue walks into reach himself, and is taken."""
    state = read(position("d4 e5", "h7 a9", "blue"))
    assert play(state, "h7-g7").just_taken == ("g7",)
    assert play(state, "h7-h8").just_taken == ()


def test_blue_steps_aside_and_opens_his_own_button() -> None:
    state = read(position("d4 e5 g1", "f6 g7", "blue", holes=with_holes(e5=2, d4=2)))
    assert play(state, "f6-f7").just_taken == ("g7",)


def test_red_does_not_take_at_the_end_of_his_own_turn() -> None:
    state = read(position("d4 f5", "g7 a9"))
    after = play(state, "f5-e5")
    assert after.player == 1
    assert squares(after, "blue") == {"g7", "a9"}


def test_blue_takes_too() -> None:
    state = read(position("g7 a1", "d4 e5"))
    after = play(state, "a1-a2")
    assert after.just_taken == ("g7",)
    assert after.taken == (12, 13)
    assert after.player == 1
