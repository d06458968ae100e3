"""The booklet's examples and typical situations, each under its own name.

Most are played on a board of single holes, so that every button moves one square and every pair reaches two.
"""

from __future__ import annotations

from .examples import position, read, with_holes
from .setting import ends, moves, play, squares, start, threatened


def test_red_d4_and_e5_on_single_holes_threaten_blue_g7() -> None:
    assert threatened(read(position("d4 e5", "g7", "blue")), 0) == {"g7"}


def test_with_blue_f6_as_well_only_f6_is_threatened() -> None:
    assert threatened(read(position("d4 e5", "g7 f6", "blue")), 0) == {"f6"}


def test_blue_h8_is_safe() -> None:
    assert threatened(read(position("d4 e5", "h8", "blue")), 0) == set()


def test_set_up_red_begins_and_then_by_turns() -> None:
    state = start()
    assert state.player == 0
    state = play(state, state.legal()[0].text)
    assert state.player == 1
    state = play(state, state.legal()[0].text)
    assert state.player == 0


def test_moving_figure_fixed_and_variable_reach() -> None:
    """One to three holes are a fixed reach, four are one to four as the player likes."""
    board = with_holes(a1=1, c1=2, f1=3, a6=4)
    state = read(position("a1 c1 f1 a6", "j10", holes=board))
    assert ends(state, "a1") == {"a2", "b1", "b2"}
    assert ends(state, "c1") == {"e1", "e3", "c3", "a3"}  # a1 is taken up
    assert ends(state, "f1") == {"i1", "i4", "f4", "c4"}  # so is c1
    assert len(ends(state, "a6")) == 4 + 4 + 4 + 4 + 4  # up, right up, right, right down, down


def test_moving_is_compulsory() -> None:
    state = read(position("e5", "a10"))
    assert "--" not in moves(state)
    assert state.why_not("--") is not None


def test_neighbours_figure_side_and_corner_touch() -> None:
    for third in ("d6", "f6", "e6", "d5"):
        state = read(position(f"e4 e5 {third}", "a10"))
        assert len(state.groups(0)) == 1, third


def test_a_group_gives_the_opponent_any_one_button_of_it() -> None:
    state = play(read(position("e4 e5 g7 a1", "a10")), "g7-f6")
    assert moves(state) == ["!e4", "!e5", "!f6", "!-"]
    assert squares(play(state, "!f6"), "red") == {"a1", "e4", "e5"}


def test_phase_one_an_active_threat_arises_when_a_pair_is_made() -> None:
    before = read(position("d4 e6 a1", "g7 a9 c9"))
    assert threatened(before, 0) == set()
    after = play(before, "e6-e5")
    assert threatened(after, 0) == {"g7"}
    assert "g7" in squares(after, "blue"), "the taking waits for red's next turn"


def test_phase_two_the_reaction_moves_the_threatened_button_away() -> None:
    state = play(read(position("d4 e6 a1", "g7 a9 c9")), "e6-e5", "g7-h7")
    assert state.just_taken == ()
    assert squares(state, "blue") == {"h7", "a9", "c9"}


def test_a_threat_becomes_passive_when_another_button_is_put_in_the_danger_zone() -> None:
    state = play(read(position("d4 e6 a1", "g7 f7 a9")), "e6-e5", "f7-f6")
    assert state.just_taken == ("f6",), "the button in between must be taken first"
    assert "g7" in squares(state, "blue")
    again = play(state, "a1-a2", "a9-a10")
    assert again.just_taken == ("g7",), "and then the threat is active again"


def test_no_button_of_the_attackers_colour_may_lie_in_between() -> None:
    state = read(position("d4 e5 g8", "h8 a9", holes=with_holes(d4=2, e5=2)))
    assert play(state, "g8-f9", "a9-a10").just_taken == ("h8",)
    assert play(state, "g8-g7", "a9-a10").just_taken == ()


def test_phase_three_taking_at_the_start_of_the_turn() -> None:
    """All threatened buttons of several pairs go, no own button moves, and then a normal move follows."""
    state = read(position("d4 e5 a6 a7", "g7 a9 j1", "blue"))
    after = play(state, "j1-i1")
    assert after.just_taken == ("g7", "a9")
    assert squares(after, "red") == {"d4", "e5", "a6", "a7"}
    assert (after.player, after.phase) == (0, "move")


def test_after_the_taking_a_new_threat_takes_only_at_the_next_turn() -> None:
    state = play(read(position("d4 e5 h1 f2", "g7 i1 c9", "blue")), "c9-c10")
    assert state.just_taken == ("g7",)
    after = play(state, "f2-g1")
    assert threatened(after, 0) == {"i1"}
    assert "i1" in squares(after, "blue")
    assert play(after, "c10-c9").just_taken == ("i1",)


def test_tactic_a_a_threat_to_both_sides() -> None:
    state = play(read(position("d4 e6 a9", "g7 b2 j1")), "e6-e5")
    assert threatened(state, 0) == {"g7", "b2"}
    for reply in ("g7-h7", "b2-b1"):
        assert len(play(state, reply).just_taken) == 1, "only one of the two can be saved"


def test_tactic_b_several_buttons_to_one_side() -> None:
    """Two buttons stand in line within reach: whichever jumps away, the other is the first on the line."""
    state = play(read(position("d4 e6 a9", "g7 i9 j1", holes=with_holes(d4=2, e5=2))), "e6-e5")
    assert threatened(state, 0) == {"g7"}
    assert play(state, "g7-h7").just_taken == ("i9",)
    assert play(state, "i9-i10").just_taken == ("g7",)


def test_the_game_ends_at_ten() -> None:
    assert start().game.target == 10


def test_a_shorter_game_to_eight() -> None:
    state = start(target=8)
    count = 0
    while state.outcome is None:
        legal = moves(state)
        count += 1
        state = play(state, legal[count * 7919 % len(legal)])
    assert state.outcome.reason == "target"
    assert max(state.taken) >= 8
