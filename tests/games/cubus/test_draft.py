"""Drafts of Cubus: pictures that somebody is laying, and what is said of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from speelkist.games.cubus import Cubus, Pile
from speelkist.games.cubus.notation import Build
from speelkist.games.cubus.view import FLIP, Draft, draft

from .setting import play, position
from .shown import CORNER, best, said, tiles


def refused(answer: Draft) -> str | None:
    return None if answer["why"] is None else answer["why"]["key"]


def test_the_picture_as_it_lies_is_sound_but_no_build() -> None:
    state = position(CORNER)
    answer = draft(state, tiles(state))
    assert (answer["sound"], answer["boxes"], answer["pile"], answer["points"]) == (True, 5, CORNER, 0)
    assert (answer["build"], refused(answer)) == (None, "cubus.score.worth")
    assert answer["added"] == {"L": 0, "R": 0, "T": 0, "O": 0}


def test_a_corner_flip_as_the_board_gives_it_is_a_build() -> None:
    state = position(CORNER)
    lying = tiles(state)
    for kind, a, b in FLIP["in"]:
        lying.remove([kind, a, b])
    answer = draft(state, lying + [list(tile) for tile in FLIP["out"]])
    assert (answer["build"], answer["points"], answer["why"]) == ("build 0,2/2,2@0,0", 3, None)


def test_a_layer_under_the_picture_leaves_open_lids_where_they_are() -> None:
    state = position("1,1,1/1,1,1/1,1,1@0,0", ("LLLRRR", ""), open=[[2, 2]], round=9)
    layer = [list(tile) for tile in draft(state, tiles(state))["layer"]]
    assert len(layer) == 6
    answer = draft(state, tiles(state) + layer)
    assert answer["build"] == "build 2,2,2/2,2,2/2,2,2@1,1 O:2,2"
    assert (answer["boxes"], answer["points"]) == (18, 3 * 9 - 6)
    assert play(state, answer["build"]).scores == (21, 0)


@pytest.mark.parametrize("text", [CORNER, "1@0,0", "3,2/2,1/1,0@0,0", "2,2,1/2,1,0@-3,5"])
def test_with_its_layer_every_column_is_one_higher(text: str) -> None:
    lying = sorted(Cubus().draw(text))
    state = position()
    before = draft(state, lying)
    after = draft(state, [*lying, *before["layer"]])
    assert after["sound"]
    was = Cubus().read(lying).pile
    assert was is not None
    assert after["pile"] == str(Pile(tuple((x + 1, y + 1, height + 1) for x, y, height in was.columns)))


def test_a_draft_may_lie_anywhere_as_long_as_no_open_lid_does() -> None:
    state = position("2@0,0", ("TR", ""))
    moved = [[tile.kind, tile.a + 40, tile.b - 7] for tile in Cubus().draw("2,1@0,0")]
    assert draft(state, moved)["build"] == "build 2,1@0,0"
    fixed = position("2@0,0", ("TR", ""), open=[[-1, -1]])
    answer = draft(fixed, moved)
    assert (answer["sound"], answer["build"], refused(answer)) == (True, None, "cubus.open.moved")
    assert answer["spot"] == [("O", -1, -1)]


def test_tiles_that_the_hand_lacks_are_told_and_the_points_all_the_same() -> None:
    answer = draft(position("2@0,0", ("T", "R")), sorted(Cubus().draw("2,1@0,0")))
    assert (answer["sound"], answer["points"], answer["build"]) == (True, 1, None)
    assert (refused(answer), answer["added"]) == ("cubus.build.tiles", {"L": 0, "R": 1, "T": 1, "O": 0})


def test_tiles_left_over_are_told() -> None:
    answer = draft(position("2@0,0"), sorted(Cubus().draw("1@0,0")))
    assert (refused(answer), answer["points"], answer["added"]["L"]) == ("cubus.build.left_over", -1, -1)
    assert refused(draft(position(), [])) == "cubus.build.left_over"


def test_for_the_young_a_draft_scores_its_boxes() -> None:
    state = position("2@0,0", ("TR", ""), options={"young": True})
    assert draft(state, sorted(Cubus().draw("2,1@0,0")))["points"] == 1


def test_after_a_knock_a_draft_is_judged_with_the_tiles_of_the_passer() -> None:
    state = play(position("2@0,0", ("TR", "", "")), "--", "knock:1")
    answer = draft(state, sorted(Cubus().draw("2,1@0,0")))
    assert (answer["why"], answer["points"], answer["build"]) == (None, 1, "build 2,1@0,0")


@pytest.mark.parametrize(
    ("picture", "rule", "spot"),
    [
        ([["L", 0, 0], ["R", 0, 0]], "cubus.picture.missing", [("T", 0, 0)]),
        ([["L", 0, 0], ["T", 0, 0]], "cubus.picture.missing", [("R", 0, 0)]),
        # the sides beside a box that has begun tell of a second one: first its lid lacks, then the right side of both
        ([["L", 0, 0], ["T", 0, 0], ["L", 1, 0]], "cubus.picture.missing", [("T", 1, 0), ("R", 1, 0)]),
        # the right side of the box lacks, but there is a lid at the floor, and that is told first
        ([["L", 0, 0], ["T", 0, 0], ["T", 1, 2]], "cubus.picture.floating", [("T", 1, 2)]),
        ([["T", 0, 0]], "cubus.picture.no_side", [("T", 0, 0)]),
        ([["L", 0, 0], ["R", 0, 0], ["T", 0, 0], ["L", 9, 9]], "cubus.picture.apart", [("L", 9, 9)]),
        ([["L", -9, -9], ["R", 0, 0], ["T", 0, 0], ["L", 0, 0]], "cubus.picture.apart", [("L", -9, -9)]),
        (
            [["T", 5, 5], ["L", 0, 0], ["R", -7, 2], ["R", 0, 0], ["T", 0, 0], ["L", 9, 9]],
            "cubus.picture.apart",
            [("T", 5, 5), ("R", -7, 2), ("L", 9, 9)],
        ),
        ([["T", 0, 0], ["O", 0, 0]], "cubus.picture.overlap", [("T", 0, 0), ("O", 0, 0)]),
        ([["T", 0, 0], ["T", 0, 0]], "cubus.picture.twin", [("T", 0, 0)]),
    ],
)
def test_an_unsound_draft_tells_where(picture: Any, rule: str, spot: Any) -> None:
    answer = draft(position(), picture)
    assert (answer["sound"], answer["boxes"], answer["pile"], answer["build"]) == (False, 0, None, None)
    assert (refused(answer), answer["spot"]) == (rule, spot)
    assert answer["unfinished"] == (rule == "cubus.picture.missing")


def test_all_tiles_that_lie_loose_are_counted() -> None:
    loose = [["R", -7, 2], ["T", 5, 5], ["L", 9, 9]]
    why = draft(position(), [["L", 0, 0], ["R", 0, 0], ["T", 0, 0], *loose])["why"]
    assert why is not None
    assert "3 tiles lie apart" in said(why) and "liggen 3 ruiten los" in said(why, "nl")


@pytest.mark.parametrize(
    "picture",
    [
        None,
        "LRT",
        {"L": 1},
        [None],
        ["L00"],
        [["L", 0]],
        [["X", 0, 0]],
        [["LR", 0, 0]],
        [["", 0, 0]],
        [[["L"], 0, 0]],
        [["L", 0.0, 0]],
        [["L", True, 0]],
        [["L", "0", "0"]],
        [["L", 501, 0]],
        [["L", 10**5000, 0]],
    ],
)
def test_what_is_no_tile_is_refused_in_words(picture: Any) -> None:
    answer = draft(position(), picture)
    assert refused(answer) == "cubus.notation.tile"
    assert answer["why"] is not None
    assert said(answer["why"])
    assert said(answer["why"], "nl")


def test_more_tiles_than_there_are_are_not_looked_at() -> None:
    assert refused(draft(position(), [["L", 0, 0]] * 49)) == "cubus.build.too_big"


@pytest.mark.parametrize("name", ["corner", "open", "knocked", "leftovers"])
def test_a_draft_of_a_listed_build_gives_that_build_and_its_points(name: str) -> None:
    state = {
        "corner": position(CORNER, ("LLRRTO", "")),
        "open": position("1,1,1/1,1,1/1,1,1@0,0", ("LLLRRRTO", ""), open=[[2, 2]], round=9),
        "knocked": play(position("2@0,0", ("TRLO", "L", "")), "--", "no", "knock:2"),
        "leftovers": best(),
    }[name]
    builds = [move for move in state.legal() if isinstance(move, Build)]
    assert len(builds) > 1
    for build in builds[:12]:
        drawn = [
            ("O" if kind == "T" and (a, b) in build.open else kind, a, b) for kind, a, b in Cubus().draw(build.pile)
        ]
        answer = draft(state, drawn)
        assert answer["build"] == build.text
        if name != "leftovers":
            assert sum(play(state, build.text).scores) - sum(state.scores) == answer["points"]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=12,
)
NEAR = st.lists(st.tuples(st.sampled_from("LRTO"), st.integers(-2, 2), st.integers(-2, 2)), max_size=9)


@settings(max_examples=60)
@given(picture=ANYTHING | NEAR)
def test_any_draft_has_an_answer(picture: object) -> None:
    for state in (Cubus().start(), position(CORNER, ("LRTO", "")), play(position(), "--")):
        answer = draft(state, picture)
        json.dumps(answer)
        assert answer["sound"] == (answer["pile"] is not None)
        assert (answer["build"] is None) or state.why_not(answer["build"]) is None
        assert answer["why"] is None or said(answer["why"])
