"""How a game of Kopf oder Knopf ends, and who has won."""

from __future__ import annotations

import pytest

from speelkist.core import OVER, Outcome, load
from speelkist.games.knopf import Knopf
from speelkist.games.knopf.rules import LONGEST

from .examples import POSITIONS, position, read
from .setting import play


def test_taking_the_target_wins_at_once() -> None:
    state = read(POSITIONS["red takes the tenth button if blue lets it stand"])
    after = play(state, "i9-i10")
    assert after.player == OVER
    assert after.phase == "over"
    assert after.outcome == Outcome((0,), "target", (10, 9))
    assert after.legal() == ()
    assert play(state, "g7-h8").outcome is None


def test_one_button_below_the_target_is_not_enough() -> None:
    text = POSITIONS["red takes the tenth button if blue lets it stand"].replace('"target": 10', '"target": 11')
    after = play(read(text), "i9-i10")
    assert after.outcome is None
    assert after.taken == (10, 9)


def test_more_than_the_target_at_once_wins_as_well() -> None:
    state = read(position("d4 e5 a1 a10 j1", "g7 b2 h3 j5 e9", "blue", target=10))
    after = play(state, "e9-e10")
    assert after.outcome == Outcome((0,), "target", (11, 9))


def test_taking_the_target_drops_the_fines() -> None:
    state = read(position("d4 e5 a1 a10 j1", "g7 i1 i2 h3 e9", "blue", target=10))
    after = play(state, "e9-e10")
    assert after.outcome is not None
    assert after.fines == ()


def test_a_fine_can_win() -> None:
    after = play(read(POSITIONS["the fine wins"]), "!b9")
    assert after.outcome == Outcome((0,), "target", (10, 9))
    assert after.player == OVER


def test_a_fine_that_wins_drops_the_fines_that_remain() -> None:
    text = position(
        "a10 c10 e10 g10 i10", "a1 b1 b2 g1 g2 h2 j5", phase="fine", fines=["a1 b1 b2", "g1 g2 h2"], target=8
    ).replace('"blue": 9', '"blue": 7')
    text = text.replace('"i10"]', '"i10", "a6", "c6"]')
    after = play(read(text), "!a1")
    assert after.outcome == Outcome((0,), "target", (8, 7))
    assert after.fines == ()


def test_the_shorter_game_ends_at_eight() -> None:
    state = read(position("d4 e5 a1 a10 j1 j7 j9", "g7 h3 j5 e9 c8 f1 i2", "blue", target=8))
    after = play(state, "e9-e10")
    assert after.outcome == Outcome((0,), "target", (8, 7))


@pytest.mark.parametrize("target", range(1, 15))
def test_every_target_can_be_reached(target: int) -> None:
    game = load("knopf", target=target)
    state = game.start()
    count = 0
    while state.outcome is None:  # shuffle the moves without luck
        legal = state.legal()
        count += 1
        state = state.play(legal[count * 7919 % len(legal)])
    assert state.outcome.points is not None
    if state.outcome.reason == "target":
        assert max(state.outcome.points) >= target > min(state.outcome.points)


def test_a_hundred_quiet_turns_end_the_game_in_a_draw() -> None:
    state = read(POSITIONS["one quiet turn before a draw"])
    after = play(state, "a1-b1")
    assert after.outcome == Outcome((), "quiet", (9, 9))
    assert after.quiet == 100
    assert after.player == OVER


def test_a_hundred_quiet_turns_and_more_taken_wins() -> None:
    state = read(POSITIONS["one quiet turn before blue has more"])
    assert play(state, "i9-i10").outcome == Outcome((1,), "quiet", (9, 10))


def test_ninety_nine_are_not_enough() -> None:
    text = POSITIONS["one quiet turn before a draw"].replace('"quiet": 99', '"quiet": 98')
    after = play(read(text), "a1-b1")
    assert after.quiet == 99
    assert after.outcome is None


def test_a_button_taken_at_the_hundredth_keeps_the_game_going() -> None:
    state = read(position("d4 e5 a1 j1 j9", "h7 a9 c9 e9 i3", "blue", quiet=99, target=14))
    after = play(state, "h7-g7")
    assert after.outcome is None
    assert after.quiet == 0


def test_a_fine_due_at_the_hundredth_keeps_the_game_going() -> None:
    state = read(position("a1 c4 e1 g4 i1", "a9 b9 c8 g7 i9", "blue", quiet=99, target=14))
    after = play(state, "c8-c9")
    assert after.outcome is None
    assert (after.phase, after.quiet) == ("fine", 100)
    assert play(after, "!a9").quiet == 0


def test_a_fine_let_be_at_the_hundredth_ends_the_game_where_the_move_would_be_next() -> None:
    state = read(POSITIONS["a hundred quiet turns, but a fine is due"])
    after = play(state, "!-")
    assert after.outcome == Outcome((), "quiet", (9, 9))
    two = position("a1 c4 e1 g4 i1", "a9 b9 c9 g7 h7 i8", phase="fine", fines=["g7 h7 i8", "a9 b9 c9"], quiet=100)
    assert play(read(two), "!-").phase == "fine", "another fine is due first"


def test_passes_count_as_quiet_turns() -> None:
    text = POSITIONS["red cannot move"].replace('"quiet": 7', '"quiet": 99')
    after = play(read(text), "--")
    assert after.outcome == Outcome((1,), "quiet", (10, 13))


def test_the_longest_game_is_bounded() -> None:
    """27 buttons leave; in each of at most 2,701 turns four groups are let be, the taking is ended, and one moves."""
    assert Knopf.info.longest == LONGEST == 27 + 2701 * 6
