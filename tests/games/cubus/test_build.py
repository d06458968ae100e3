"""Builds: what they score, what they may not do, and which of them are listed."""

from __future__ import annotations

import pytest

from speelkist.core import BadNotation, IllegalMove
from speelkist.games.cubus.build_generator import MOST, good_builds

from .setting import key, play, position

TOWER = "3,1,1/1,1,1/1,1,1@0,0"
LAYER = "build 2,2,2/2,2,2/2,2,2"


@pytest.mark.parametrize(
    ("before", "hand", "after"),
    [
        ("1@0,0", "LR", "2@0,0"),
        ("2@0,0", "TR", "2,1@0,0"),
        ("2,1@0,0", "TL", "2,1/1,0@0,0"),
        ("2,1/1,0@0,0", "LR", "0,2/2,1@0,0"),
    ],
)
def test_four_builds_of_two_tiles_score_one_each(before: str, hand: str, after: str) -> None:
    state = play(position(before, (hand, "")), f"build {after}")
    assert state.scores == (1, 0)
    assert str(state.pile) == after
    assert state.hands[0] == (0, 0, 0, 0)


def test_corner_flip_without_any_tile_scores_three() -> None:
    state = play(position("0,2/2,1@0,0"), "build 0,2/2,2@0,0")
    assert state.scores == (3, 0)
    assert state.pile.boxes == 6


def test_one_lid_at_the_back_scores_five_for_a_hidden_box_too() -> None:
    state = play(position("0,2/2,2@0,0", ("T", "")), "build 2,2/2,2@0,0")
    assert state.scores == (5, 0)
    assert state.pile.boxes == 8


def test_four_new_boxes_with_three_tiles_score_nine() -> None:
    before = position("3,2/2,0@0,0", ("LRT", ""))
    assert before.pile.boxes == 7
    state = play(before, "build 3,3/3,2@0,0")
    assert state.pile.boxes == 11
    assert state.scores == (9, 0)


def test_a_layer_under_the_pile_with_one_left_and_one_right_scores_nineteen() -> None:
    before = position(TOWER, ("LR", ""))
    assert before.pile.boxes == 11
    state = play(before, f"{LAYER}@0,0")
    assert state.pile.boxes == 18
    assert state.scores == (19, 0)


def test_a_layer_under_an_open_lid_keeps_its_place_while_the_floor_sinks() -> None:
    """The law's test: with an open lid at (2, 2) the offset @0,0 is refused and @1,1 is right."""
    before = position("1,1,1/1,1,1/1,1,1@0,0", ("LLLRRR", ""), open=[[2, 2]])
    assert key(before, f"{LAYER}@0,0 O:2,2") == "cubus.open.moved"
    assert key(before, f"{LAYER}@1,1") == "cubus.open.named"
    state = play(before, f"{LAYER}@1,1 O:2,2")
    assert state.scores == (27 - 6, 0)
    assert state.open == ((2, 2),)
    assert str(state.pile) == "2,2,2/2,2,2/2,2,2@1,1"


def test_the_layer_of_nineteen_points_under_an_open_lid() -> None:
    before = position(TOWER, ("LR", ""), open=[[2, 2]])
    assert play(before, f"{LAYER}@1,1 O:2,2").scores == (19, 0)


def test_any_corner_is_understood_while_no_open_lid_lies_there() -> None:
    state = position("1@0,0", ("LRO", ""))
    assert play(state, "build 2@7,-3") == play(state, "build 2@0,0")
    assert str(state.resolve("build 0,0/0,2@0,0")) == "build 2@0,0"
    # the open lids move along with the corner
    wide = position("2@0,0", ("LO", ""))
    assert str(wide.resolve("build 2/1@4,4 O:5,4")) == "build 2/1@0,0 O:1,0"


@pytest.mark.parametrize(
    ("move", "refusal"),
    [
        ("build 2@0,0 O:0,0", "cubus.open.no_lid"),
        ("build 1/2@0,0", "cubus.picture.half"),
        ("build 1,0/0,2@0,0", "cubus.picture.other"),
        ("build 1,0,1@0,0", "cubus.picture.apart"),
        ("build 3@0,0", "cubus.build.tiles"),
        ("build 2@0,0 O:-1,-1", "cubus.build.tiles"),
        ("build 1,1@0,0", "cubus.build.tiles"),
        ("build 1@0,0", "cubus.score.worth"),
        ("build 0@0,0", "cubus.build.left_over"),
        ("build 99,99/99,99@0,0", "cubus.build.too_big"),
        ("build", "cubus.notation.build"),
        ("build 2", "cubus.notation.build"),
        ("build 2,1/1@0,0", "cubus.notation.build"),
        ("build 2@0,0 O:", "cubus.notation.build"),
        ("build 2@0,0 O:x", "cubus.notation.open"),
        ("build 2@0,0 O:1,1;1,1", "cubus.notation.open_twice"),
        ("no", "cubus.knock.not_now"),
        ("knock:1", "cubus.knock.not_now"),
        ("knock:0?", "cubus.knock.not_now"),
        ("take 0,0", "cubus.demolition.not_now"),
        ("+L", "core.chance.not_due"),
        ("first:0", "core.chance.not_due"),
        ("hello", "cubus.notation.unknown"),
    ],
)
def test_refusals_while_building(move: str, refusal: str) -> None:
    state = position("1@0,0", ("LR", ""))
    assert key(state, move) == refusal
    with pytest.raises(BadNotation if ".notation." in refusal else IllegalMove):
        state.play(move)


def test_a_build_must_be_worth_a_point() -> None:
    """Three tiles make a box worth nothing."""
    assert key(position("1@0,0", ("LRT", "")), "build 0,1/1,0@0,0") == "cubus.score.worth"


def test_no_tile_leaves_the_picture() -> None:
    assert key(position("3@0,0", ("TR", "")), "build 2,2@0,0") == "cubus.build.left_over"


def test_an_open_lid_of_the_hand_may_be_laid_anywhere_and_then_stays() -> None:
    state = position("2@0,0", ("RO", ""))
    after = play(state, "build 2,1@0,0 O:0,1")
    assert after.open == ((0, 1),)
    assert after.scores == (1, 0)
    assert after.hands[0] == (0, 0, 0, 0)
    # the closed lid may also come to lie there, and the open one on the tower
    assert play(state, "build 2,1@0,0 O:-1,-1").open == ((-1, -1),)


def test_building_on_top_of_an_open_lid_is_refused() -> None:
    state = position("2,1@0,0", ("LLRR", ""), open=[[0, 1]])
    assert key(state, "build 2,2@0,0 O:-1,0") == "cubus.open.moved"


def test_young_counts_boxes_and_leaves_open_lids_out() -> None:
    state = position("1@0,0", ("LRT", ""), options={"young": True})
    assert play(state, "build 0,1/1,0@0,0").scores == (1, 0)
    assert key(state, "build 1@0,0") == "cubus.score.young"
    assert sum(state.game.tiles) == 44
    assert sum(state.game.start().stock) == 41


def test_listed_builds_are_legal_worth_a_point_and_in_order() -> None:
    state = position("2,2/2,1@0,0", ("LLRRTTO", "LRT"))
    first, *builds = state.legal()
    assert str(first) == "--"
    assert 10 < len(builds) <= MOST
    points = [play(state, str(build)).scores[0] for build in builds]
    assert points == sorted(points, reverse=True)
    assert points[-1] >= 1


@pytest.mark.parametrize(
    ("before", "hand", "build"),
    [
        ("0,2/2,1@0,0", "", "build 0,2/2,2@0,0"),  # a corner flip
        ("0,2/2,2@0,0", "T", "build 2,2/2,2@0,0"),  # a box with a hidden one under it
        ("2@0,0", "TR", "build 2,1@0,0"),  # a box added
        ("1,1,1/1,1,1/1,1,1@0,0", "LLLRRR", "build 2,2,2/2,2,2/2,2,2@0,0"),  # a layer under
        (TOWER, "LR", "build 2,2,2/2,2,2/2,2,2@0,0"),  # and a small re-laying with it
    ],
)
def test_the_generator_finds_what_it_promises(before: str, hand: str, build: str) -> None:
    assert build in [str(move) for move in position(before, (hand, "")).legal()]


def test_the_generator_puts_a_layer_under_open_lids() -> None:
    state = position("1,1,1/1,1,1/1,1,1@0,0", ("LLLRRR", ""), open=[[2, 2]])
    assert f"{LAYER}@1,1 O:2,2" in [str(move) for move in state.legal()]


def test_the_generator_lays_open_lids_only_where_closed_ones_run_short() -> None:
    both = [str(move) for move in position("2@0,0", ("RTO", "")).legal()]
    assert "build 2,1@0,0" in both
    assert "build 2,1@0,0 O:-1,-1" not in both
    assert "build 2,1@0,0 O:-1,-1" in [str(move) for move in position("2@0,0", ("RO", "")).legal()]


def test_good_builds_are_at_most_sixty_four() -> None:
    site = position("3,2,1/2,1,0@0,0", ("LLLLRRRRTTTTOO", "")).site()
    assert len(good_builds(site)) == MOST


def test_builds_that_were_listed_are_remembered() -> None:
    site = position("3,2,1/2,1,0@0,0", ("LLRRTO", "")).site()
    again = position("3,2,1/2,1,0@0,0", ("LLRRTO", "")).site()
    assert good_builds(site) is good_builds(again)
