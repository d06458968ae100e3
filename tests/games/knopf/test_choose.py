"""The option that a player chooses what to take: one action each in the order of squares, or no more."""

from __future__ import annotations

from speelkist.core import Outcome
from speelkist.games.knopf import KnopfState

from .examples import POSITIONS, position, read, with_holes
from .setting import moves, play, squares, start, threatened


def test_red_d7_d8_may_take_blue_d5_which_shields_red_e5_and_with_choose_red_can_leave_it() -> None:
    state = read(POSITIONS["red may leave d5, which shields e5"])
    assert moves(state) == ["xd5", "x-"]
    assert threatened(state, 1) == set()
    assert threatened(play(state, "xd5"), 1) == {"e5"}
    left = play(state, "x-")
    assert threatened(left, 1) == set()
    assert "d5" in squares(left, "blue")
    assert left.phase == "move"
    choosing = read(position("d7 d8 e5 j1", "a5 b5 d5 h1", "blue", holes=with_holes(a5=2), choose=True))
    assert play(choosing, "h1-i1").phase == "take"
    by_itself = read(position("d7 d8 e5 j1", "a5 b5 d5 h1", "blue", holes=with_holes(a5=2)))
    assert play(by_itself, "h1-i1").just_taken == ("d5",)


def waiting() -> KnopfState:
    """Red may take b2, a5 and g7; the three of b2 are a group."""
    state = read(position("d4 e5 a7 a8 j10", "g7 h8 b2 b1 c1 a5 i3", "blue", choose=True, quiet=3))
    return play(state, "i3-j3")


def test_what_is_threatened_waits_to_be_taken() -> None:
    state = waiting()
    assert (state.player, state.phase, state.just_taken) == (0, "take", ())
    assert moves(state) == ["xb2", "xa5", "xg7", "x-"]
    assert len(squares(state, "blue")) == 7
    assert state.to_data()["takes"] == ["b2", "a5", "g7"]
    assert state.to_data()["taking"] == "choose"


def test_each_taking_is_an_action_and_only_later_squares_are_left() -> None:
    state = play(waiting(), "xb2")
    assert moves(state) == ["xa5", "xg7", "x-"]
    assert squares(state, "blue") == {"g7", "h8", "b1", "c1", "a5", "j3"}
    assert state.quiet == 0
    assert moves(play(waiting(), "xa5")) == ["xg7", "x-"], "b2 is passed over"
    assert moves(play(state, "xa5")) == ["xg7", "x-"]


def test_with_nothing_left_to_take_the_phase_ends_by_itself() -> None:
    state = play(waiting(), "xg7")
    assert state.phase == "fine"
    assert moves(state) == ["!b1", "!c1", "!b2", "!-"]


def test_enough_leaves_the_rest_and_goes_on_to_the_fines() -> None:
    state = play(waiting(), "xb2", "x-")
    assert state.phase == "fine"
    assert moves(state) == ["!b1", "!c1", "!-"], "what is left of the group"
    assert play(state, "!c1").phase == "move"
    untouched = play(waiting(), "x-")
    assert untouched.taken == waiting().taken
    assert moves(untouched) == ["!b1", "!c1", "!b2", "!-"]


def test_groups_still_to_be_fined_are_listed_during_the_taking() -> None:
    assert waiting().to_data()["fines"] == [["b1", "c1", "b2"]]
    assert play(waiting(), "xb2").to_data()["fines"] == [["b1", "c1"]]


def test_what_was_left_is_threatened_still_and_can_be_taken_next_turn() -> None:
    state = play(waiting(), "x-", "!-", "j10-i10", "x-", "j3-j4")
    assert moves(state) == ["xb2", "xa5", "xg7", "x-"]


def test_what_comes_into_reach_by_a_taking_is_not_taken_this_turn() -> None:
    state = read(position("d4 e5 j10", "f6 g7 i3", "blue", choose=True))
    state = play(state, "i3-j3")
    assert moves(state) == ["xf6", "x-"]
    after = play(state, "xf6")
    assert after.phase == "move"
    assert threatened(after, 0) == {"g7"}


def test_with_nothing_threatened_the_turn_begins_with_fine_or_move() -> None:
    assert start(taking="choose").phase == "move"
    state = read(position("a10 j9", "a1 b1 a2 j4", "blue", choose=True))
    assert play(state, "j4-j5").phase == "fine"


def test_enough_does_not_count_as_a_quiet_turn() -> None:
    assert waiting().quiet == 4
    assert play(waiting(), "x-").quiet == 4


def test_the_target_may_be_reached_during_the_taking_and_drops_the_rest() -> None:
    text = position("d4 e5 a10 j1 j3 j7", "a1 b2 b1 g7 j5", takes="b2 g7", fines=["a1 b1 b2"], target=10, quiet=4)
    won = play(read(text), "xb2")
    assert won.outcome == Outcome((0,), "target", won.taken)
    assert (won.takes, won.fines) == (0, ())
    assert "takes" not in won.to_data()


def test_a_hundred_quiet_turns_end_the_game_only_when_the_move_would_be_next() -> None:
    state = read(POSITIONS["a hundred quiet turns, but red may take"])
    assert play(state, "xb2").outcome is None
    left = play(state, "x-")
    assert left.outcome == Outcome((0,), "quiet", left.taken)


def test_by_default_taking_is_no_choice() -> None:
    assert start().game.options["taking"] == "all"
    assert "taking" not in start().to_data()
