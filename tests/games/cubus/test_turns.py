"""Turns, rounds, passing, knocking, leftovers and the end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import speelkist
from speelkist.core import CHANCE, Refusal
from speelkist.games.cubus import Cubus, CubusState

from .setting import key, play, position


def start(**options: Any) -> CubusState:
    return Cubus(**options).start()


def test_lots_decide_who_begins() -> None:
    state = start(players=3)
    assert state.player == CHANCE
    assert state.odds() == {move: Fraction(1, 3) for move in state.legal()}
    assert [str(move) for move in state.legal()] == ["first:0", "first:1", "first:2"]
    after = play(state, "first:2")
    assert (after.turn, after.first, after.phase, after.round) == (2, 2, "draw", 1)
    assert key(state, "first:3") == "cubus.first.lot"
    assert key(state, "+L") == "cubus.draw.lot"
    assert key(after, "first:0") == "cubus.first.done"


def test_a_draw_has_odds_by_what_is_left() -> None:
    state = play(start(), "first:0")
    odds = {str(move): chance for move, chance in state.odds().items()}
    assert odds == {
        "+L": Fraction(15, 45),
        "+R": Fraction(15, 45),
        "+T": Fraction(11, 45),
        "+O": Fraction(4, 45),
    }
    after = play(state, "+O")
    assert after.hands[0] == (0, 0, 0, 1)
    assert sum(after.stock) == 44


def test_no_tile_of_a_kind_that_is_gone_can_be_drawn() -> None:
    state = play(start(young=True), "first:0")
    assert key(state, "+O") == "cubus.draw.none"
    assert len(state.legal()) == 3


def test_in_round_one_a_turn_ends_with_the_draw() -> None:
    state = play(start(players=3), "first:1", "+L")
    assert (state.turn, state.phase, state.round) == (2, "draw", 1)
    state = play(state, "+R", "+T")
    assert (state.turn, state.phase, state.round) == (1, "draw", 2)
    state = play(state, "+R")
    assert (state.player, state.phase) == (1, "build")


def test_the_round_rises_when_the_first_player_is_on_again() -> None:
    state = play(start(knocking=False), "first:1", "+L", "+L", "+L", "--", "+L", "--")
    assert (state.turn, state.round) == (1, 3)


@pytest.mark.parametrize("players", range(2, 7))
def test_two_to_six_play(players: int) -> None:
    state = play(start(players=players), "first:0")
    assert len(state.hands) == len(state.scores) == players
    for _ in range(players):
        state = play(state, "+L")
    assert state.round == 2


@pytest.mark.parametrize("players", [0, 1, 7, "3"])
def test_other_numbers_of_players_are_refused(players: object) -> None:
    with pytest.raises(speelkist.BadOption, match=r"2\.\.6"):
        Cubus(players=players)


def test_with_knocking_a_pass_is_always_legal_even_when_a_build_is_there() -> None:
    state = position("0,2/2,1@0,0")
    assert len(state.legal()) > 1
    assert play(state, "--").phase == "knock"


def test_without_knocking_nobody_answers_a_pass() -> None:
    state = play(position("1@0,0", options={"knocking": False}), "--")
    assert (state.phase, state.turn) == ("draw", 1)


def test_after_a_pass_the_others_answer_from_the_left() -> None:
    state = play(position(hands=("", "", "")), "--")
    assert (state.phase, state.player, state.passer) == ("knock", 1, 0)
    assert [str(move) for move in state.legal()] == ["no", "knock:1"]
    state = play(state, "no")
    assert (state.phase, state.player) == ("knock", 2)
    state = play(state, "no")
    assert (state.phase, state.turn, state.passer) == ("draw", 1, None)


def test_a_knock_builds_with_the_tiles_of_the_passer_and_takes_the_points() -> None:
    state = play(position("2@0,0", ("TR", "L", "")), "--", "no", "knock:2")
    assert (state.phase, state.player, state.knocker, state.passer) == ("show", 2, 2, 0)
    state = play(state, "build 2,1@0,0")
    assert state.scores == (0, 0, 1)
    assert state.hands[0] == (0, 0, 0, 0)
    assert state.hands[1] == (1, 0, 0, 0)
    assert (state.phase, state.turn, state.last_builder) == ("draw", 1, 2)


def test_a_knock_with_an_empty_hand_may_lay_tiles_anew() -> None:
    state = play(position("0,2/2,1@0,0"), "--", "knock:1", "build 0,2/2,2@0,0")
    assert state.scores == (0, 3)


def test_a_wrong_knock_gives_every_other_player_two_points_the_passer_too() -> None:
    state = play(position(hands=("", "", "")), "--", "knock:1", "knock:1?")
    assert state.scores == (2, 0, 2)
    assert (state.phase, state.turn) == ("draw", 1)


def test_one_knock_a_pass() -> None:
    state = play(position(hands=("", "", "")), "--", "knock:1", "knock:1?")
    assert key(state, "knock:2") == "core.chance.due"


@pytest.mark.parametrize(
    ("move", "refusal"),
    [
        ("knock:2", "cubus.knock.other"),
        ("knock:1?", "cubus.knock.answer"),
        ("--", "cubus.knock.answer"),
        ("build 2@0,0", "cubus.knock.answer"),
        ("build", "cubus.notation.build"),
        ("take 0,0", "cubus.knock.answer"),
        ("?", "cubus.notation.unknown"),
    ],
)
def test_refusals_while_answering(move: str, refusal: str) -> None:
    assert key(play(position(hands=("", "", "")), "--"), move) == refusal


def test_refusals_while_showing() -> None:
    state = play(position(hands=("LR", "", "")), "--", "knock:1")
    assert key(state, "--") == "cubus.knock.show"
    assert key(state, "no") == "cubus.knock.show"
    assert key(state, "knock:2?") == "cubus.knock.show"
    assert key(state, "build 3@0,0") == "cubus.build.tiles"
    assert [str(move) for move in state.legal()] == ["knock:1?", "build 2@0,0"]


def test_passes_count_only_when_the_stock_is_empty() -> None:
    state = play(position(), "--", "no")
    assert state.passes == 0
    late = play(position("4,4,4,4/4,4,4,4/4,4,4,4/4,4,4,4@0,0", stock=False, open=LIDS), "--", "no")
    assert late.passes == 1


LIDS = [[-3, -3], [-3, -2], [-2, -3], [-2, -2]]
FULL = "4,4,4,4/4,4,4,4/4,4,4,4/4,4,4,4@0,0"  # all 48 tiles: nobody can build any more


def finished(**changes: Any) -> CubusState:
    return position(FULL, stock=False, open=LIDS, **changes)


def test_it_ends_when_all_pass_one_after_the_other_with_the_stock_empty() -> None:
    state = play(finished(scores=[5, 7]), "--", "no", "--")
    assert state.outcome is None
    state = play(state, "no")
    assert state.phase == "over"
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.points, state.outcome.reason) == ((1,), (5, 7), "points")
    assert state.why_not("--") == Refusal("core.end.over")


def test_equal_points_share_the_win() -> None:
    state = play(finished(scores=[7, 7], options={"knocking": False}), "--", "--")
    assert state.outcome is not None
    assert state.outcome.winners == (0, 1)


def test_wrong_knocks_count_as_passes() -> None:
    state = play(finished(), "--", "knock:1", "knock:1?", "--", "no")
    assert state.phase == "over"
    assert state.scores == (2, 0)


def test_a_build_or_a_successful_knock_sets_passes_to_zero() -> None:
    base: dict[str, Any] = {"stock": False, "passes": 1}
    built = play(position("0,2/2,1@0,0", **base), "build 0,2/2,2@0,0")
    assert built.passes == 0
    knocked = play(position("0,2/2,1@0,0", hands=("", "", ""), **base), "--", "knock:1", "build 0,2/2,2@0,0")
    assert knocked.passes == 0
    assert knocked.turn == 1


def test_without_a_stock_turns_begin_with_the_build() -> None:
    state = play(position("0,2/2,1@0,0", stock=False), "build 0,2/2,2@0,0")
    assert (state.phase, state.player) == ("build", 1)


def leftovers(kind: str, scores: list[int], first: int = 0, **changes: Any) -> CubusState:
    """Everybody has passed; what is left lies in the last player's hand."""
    options = {"knocking": False, "leftovers": kind}
    hands = ("", "", "")
    begin = position("2@0,0", hands, stock=False, scores=scores, first=first, passes=2, options=options, **changes)
    return play(begin, "--")


def test_leftovers_lowest_is_one_build_with_everything_by_whoever_has_least() -> None:
    state = leftovers("lowest", [5, 3, 4])
    assert (state.phase, state.player) == ("leftovers", 1)
    assert sum(state.site().hand) == 48 - 5
    assert key(state, "no") == "cubus.leftovers.build"
    assert key(state, "take 0,0") == "cubus.leftovers.build"
    after = play(state, "build 3,3/3,3@0,0")
    assert after.phase == "over"
    assert after.scores == (5, 3 + 30 - 11, 4)
    assert after.last_builder == 1


def test_leftovers_lowest_among_equals_is_the_first_in_turn_order() -> None:
    assert leftovers("lowest", [3, 3, 3]).player == 0
    assert leftovers("lowest", [3, 3, 3], first=2).player == 2
    assert leftovers("lowest", [3, 3, 4], first=1).player == 1


def test_leftovers_may_be_declined() -> None:
    state = play(leftovers("lowest", [5, 3, 4]), "--")
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


def test_leftovers_best_makes_the_best_build_shown() -> None:
    state = leftovers("best", [0, 0, 0], first=1)
    assert state.player == 1
    state = play(state, "build 3@0,0", "--")
    assert state.shown == ("build 3@0,0", "--")
    assert state.scores == (0, 0, 0)
    state = play(state, "build 2,2/2,2@0,0")
    assert state.phase == "over"
    assert state.scores == (3 * 6 - 7, 0, 0)
    assert str(state.pile) == "2,2/2,2@0,0"
    assert state.shown == ()


def test_leftovers_best_among_equals_is_the_first_in_turn_order() -> None:
    state = play(leftovers("best", [0, 0, 0], first=1), "build 3@0,0", "build 3@0,0", "--")
    assert state.scores == (0, 1, 0)


def test_leftovers_best_with_nothing_shown() -> None:
    state = play(leftovers("best", [0, 0, 0]), "--", "--", "--")
    assert state.scores == (0, 0, 0)
    assert state.phase == "over"


def test_leftovers_come_from_the_builders_own_hand_first() -> None:
    options = {"leftovers": "lowest"}
    hands = ("LR", "LR", "LR")
    state = position("2@0,0", hands, stock=False, scores=[1, 0, 1], passes=2, options=options)
    state = play(state, "--", "no", "no")
    after = play(state, "build 3@0,0")
    assert after.hands[0] == (1, 1, 0, 0)
    assert after.hands[1] == (0, 0, 0, 0)
    after = play(state, "build 4@0,0")
    assert after.hands[:2] == ((0, 0, 0, 0), (0, 0, 0, 0))
    after = play(state, "build 5@0,0")
    assert sum(after.hands[2]) == sum(state.hands[2]) - 2


def test_nobody_knocks_at_the_leftovers() -> None:
    options = {"leftovers": "lowest"}
    state = position("2@0,0", ("", ""), stock=False, passes=1, options=options)
    state = play(state, "--", "no", "--")
    assert state.phase == "over"


def test_from_afar_the_first_knock_counts_and_those_before_say_no() -> None:
    state = play(position(hands=("LR", "", "", "")), "--")
    assert state.out_of_turn(3, "knock:3") == ((1, "no"), (2, "no"), (3, "knock:3"))
    assert state.out_of_turn(1, "knock:1") == ((1, "knock:1"),)
    assert state.out_of_turn(3, "no") == ()
    assert state.out_of_turn(0, "knock:0") == ()
    answered = play(state, "no")
    assert answered.out_of_turn(1, "knock:1") == ()


def test_from_afar_time_up_means_no() -> None:
    state = play(position(hands=("LR", "", "")), "--", "no")
    assert state.on_timeout() == ((2, "no"),)
    assert position().on_timeout() == ()
