"""The demolition game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from speelkist.games.cubus import Cubus, CubusState

from .setting import data, key, play, position

CUBE = "2,2/2,2@0,0"


def demolition(pile: str, players: int = 3, **changes: Any) -> CubusState:
    hands = ("",) * players
    return position(pile, hands, stock=False, phase="demolish", options={"demolition": True}, **changes)


def names(state: CubusState) -> list[str]:
    return [str(move) for move in state.legal()]


def test_on_the_cube_the_back_box_cannot_go_and_the_front_one_frees_nothing() -> None:
    state = demolition(CUBE)
    assert names(state) == ["take 1,1"]
    assert key(state, "take 0,0") == "cubus.demolition.unsound"
    after = play(state, "take 1,1")
    assert after.demolition_scores == (0, 0, 0)
    assert after.player == 1
    assert str(after.pile) == "2,2/2,1@0,0"


def test_after_that_others_free_a_tile() -> None:
    state = play(demolition(CUBE), "take 1,1")
    assert names(state) == ["take 0,1", "take 1,0", "take 1,1"]
    for move in names(state):
        assert play(state, move).demolition_scores == (0, 1, 0)


@pytest.mark.parametrize(
    ("move", "refusal"),
    [
        ("take 5,5", "cubus.demolition.nothing"),
        ("--", "cubus.demolition.take"),
        ("build 2@0,0", "cubus.demolition.take"),
        ("take", "cubus.notation.unknown"),
        ("take 0", "cubus.notation.unknown"),
    ],
)
def test_refusals_in_demolition(move: str, refusal: str) -> None:
    assert key(demolition(CUBE), move) == refusal


def test_a_box_with_an_open_lid_goes_only_when_no_other_can() -> None:
    state = demolition("2,1@0,0", open=[[0, 1]])
    assert key(state, "take 0,1") == "cubus.demolition.open"
    assert names(state) == ["take 0,0"]
    state = play(state, "take 0,0")
    assert str(state.pile) == "1,1@0,0"


def test_an_open_lid_sinks_onto_its_column_and_is_freed_with_the_last_box() -> None:
    state = demolition("2@0,0", open=[[-1, -1]])
    assert names(state) == ["take 0,0"]
    state = play(state, "take 0,0")
    assert state.open == ((0, 0),)
    assert state.demolition_scores == (2, 0, 0)
    state = play(state, "take 0,0")
    assert state.open == ()
    assert state.demolition_scores == (2, 3, 0)
    assert state.phase == "over"
    assert str(state.pile) == "0@0,0"


def test_other_open_lids_keep_their_place() -> None:
    state = play(demolition("2,2@0,0", open=[[-1, -1]]), "take 0,1")
    assert state.open == ((-1, -1),)


def test_most_tiles_win_and_the_building_is_reported_beside_it() -> None:
    state = play(demolition("1@0,0", players=2, scores=[4, 9]), "take 0,0")
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.points, state.outcome.reason) == ((0,), (3, 0), "demolition")
    assert state.outcome.earlier is not None
    assert (state.outcome.earlier.winners, state.outcome.earlier.points) == ((1,), (4, 9))


def test_ties_share_the_demolition() -> None:
    one_box_left = data("1@0,0", ("", ""), stock=False, phase="demolish", options={"demolition": True})
    for kind in "LRT":  # the other player has won a box before
        one_box_left["hands"][1][kind] -= 1
    one_box_left["demolition_scores"] = [0, 3]
    state = Cubus().from_json(json.dumps(one_box_left)).play("take 0,0")
    assert state.outcome is not None
    assert state.outcome.points == (3, 3)
    assert state.outcome.winners == (0, 1)


@pytest.mark.parametrize(("builder", "begins"), [(None, 0), (0, 1), (2, 0)])
def test_the_left_neighbour_of_the_last_builder_begins(builder: int | None, begins: int) -> None:
    options = {"knocking": False, "demolition": True}
    state = position(CUBE, ("", "", ""), stock=False, passes=2, last_builder=builder, options=options)
    state = play(state, "--")
    assert (state.phase, state.player) == ("demolish", begins)


def test_a_build_by_knock_counts_as_the_last_build() -> None:
    options = {"demolition": True}
    state = position("0,2/2,1@0,0", ("", "", ""), stock=False, last_builder=0, options=options)
    state = play(
        state, "--", "no", "knock:2", "build 0,2/2,2@0,0", "--", "no", "no", "--", "no", "no", "--", "no", "no"
    )
    assert (state.phase, state.player) == ("demolish", 0)


def test_tiles_in_hands_do_not_count() -> None:
    state = demolition("1@0,0", players=2)
    assert sum(sum(hand) for hand in state.hands) == 45
    assert state.demolition_scores == (0, 0)


def test_a_whole_pile_is_taken_down_box_by_box() -> None:
    state = demolition("3,2,1/2,1,0/1,0,0@0,0", players=2)
    boxes = state.pile.boxes
    while state.outcome is None:
        after = play(state, str(state.legal()[0]))
        boxes -= 1
        assert after.pile.boxes == boxes
        state = after
    assert boxes == 0
    assert sum(state.demolition_scores) == 3 + 6 + 6 + 6 - 3
