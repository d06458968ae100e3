"""What a client is shown of Cubus: the drawing, the choices, what moves did, drafts, and the words for it all."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from speelkist.core import Move
from speelkist.core.view import Change, PhraseData, Point, apply_changes, read_phrase
from speelkist.games.cubus import Cubus, CubusState, Pile
from speelkist.games.cubus.board import COVERS
from speelkist.games.cubus.notation import Build
from speelkist.games.cubus.view import FLIP, Draft, board, changes, describe, draft, route, shapes, view
from speelkist.games.cubus.view.state import A_STEP, B_STEP
from tests.support.views import picked

from .setting import play, position

FULL = "4,4,4,4/4,4,4,4/4,4,4,4/4,4,4,4@0,0"
LIDS = [[-3, -3], [-3, -2], [-2, -3], [-2, -2]]
CORNER = "0,2/2,1@0,0"


def said(data: PhraseData, lang: str = "en") -> str:
    return read_phrase(data).say(lang)


def sentences(state: CubusState, move: str, lang: str = "en") -> list[str]:
    """What is said of a move. Its changes must lead from one hand to the next, whatever became of the picture."""
    happened = done(state, move)
    assert apply_changes(view(state)["pieces"], happened) == view(play(state, move))["pieces"]
    return [said(change["say"], lang) for change in happened if "say" in change]


def done(state: CubusState, move: str) -> list[Change]:
    resolved = state.resolve(move)
    assert isinstance(resolved, Move)
    return changes(state, resolved, play(state, move))


def gone(state: CubusState, move: str) -> list[str]:
    return [change["at"] for change in done(state, move) if change["do"] == "gone"]


def tiles(state: CubusState) -> list[Any]:
    shown: list[Any] = view(state)["extra"]["tiles"]
    return [list(tile) for tile in shown]


def area(polygon: list[Point]) -> float:
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return abs(sum(x * v - u * y for (x, y), (u, v) in pairs)) / 2


def inside(x: float, y: float, polygon: list[Point]) -> bool:
    """Whether a point lies in a convex polygon."""
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    turns = [(u - px) * (y - py) - (v - py) * (x - px) for (px, py), (u, v) in pairs]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


TILE = area(shapes()["T"])


# --- the drawing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", "LRTO")
def test_a_tile_is_a_rhombus_with_edges_of_one(kind: str) -> None:
    polygon = shapes()[kind]
    for (x, y), (u, v) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        assert (u - x) ** 2 + (v - y) ** 2 == pytest.approx(1, abs=1e-5)
    assert area(polygon) == pytest.approx(3**0.5 / 2, abs=1e-5)


@pytest.mark.parametrize("kind", "LRT")
def test_a_tile_covers_its_two_triangles_of_the_lattice(kind: str) -> None:
    for a, b, half in COVERS[kind]:
        corners = [(a, b), (a + 1, b + 1), (a + 1, b) if half == 0 else (a, b + 1)]
        across = sum(p * A_STEP[0] + q * B_STEP[0] for p, q in corners) / 3
        down = sum(p * A_STEP[1] + q * B_STEP[1] for p, q in corners) / 3
        assert inside(across, down, shapes()[kind])


def test_a_goes_to_the_lower_right_and_b_to_the_lower_left() -> None:
    assert (A_STEP, B_STEP) == ((0.866025, 0.5), (-0.866025, 0.5))


def test_the_starting_box_is_a_hexagon_that_fills_the_frame() -> None:
    shown = board(Cubus().start())
    column = shown["cells"][0]
    assert (column["id"], column["kind"], len(column["shape"])) == ("0,0", "column", 6)
    assert area(column["shape"]) == pytest.approx(3 * TILE, abs=1e-5)
    assert shown["extra"]["frame"] == (-0.866025, -1.0, 1.73205, 2.0)
    assert shown["size"] == (1.73205, 2.0)


@pytest.mark.parametrize(("column", "seen"), [("0,0", 1), ("0,1", 2), ("1,0", 2), ("1,1", 3)])
def test_of_a_column_the_lid_and_free_sides_of_its_top_box_can_be_picked(column: str, seen: int) -> None:
    cells = {cell["id"]: cell for cell in board(position("2,2/2,2@0,0"))["cells"]}
    assert area(cells[column]["shape"]) == pytest.approx(seen * TILE, abs=1e-5)


def test_stock_hands_and_buttons_are_places_off_the_board() -> None:
    cells = [cell for cell in board(position(hands=("", "", "")))["cells"] if ":" in cell["id"]]
    assert all(cell["shape"] == [] for cell in cells)
    hands = [f"hand:{player}:{kind}" for player in range(3) for kind in "LRTO"]
    buttons = ["button:pass", "button:no", "button:knock", "button:giveup"]
    assert [cell["id"] for cell in cells] == ["stock:tiles", *hands, *buttons]
    names = {cell["id"]: cell["name"] for cell in cells}
    assert said(names["hand:1:O"]) == "open lid in hand, Player 2"
    assert said(names["button:knock"], "nl") == "Kloppen"


def test_the_young_have_no_place_for_open_lids() -> None:
    cells = board(position(options={"young": True}))["cells"]
    assert not [cell for cell in cells if cell["id"].endswith(":O")]


def test_the_drawing_changes_with_the_pile_and_only_then() -> None:
    state = position("2@0,0", ("TR", "L", ""))
    passed = play(state, "--")
    assert board(state) is board(passed)
    assert view(state)["board"] == view(passed)["board"] == "3:2@0,0"
    assert view(play(passed, "knock:1", "build 2,1@0,0"))["board"] == "3:2,1@0,0"


def test_an_empty_pile_has_a_drawing_too() -> None:
    state = position("1@0,0", stock=False, phase="demolish", options={"demolition": True})
    gone = play(state, "take 0,0")
    assert board(gone)["size"] == (1.0, 1.0)
    assert view(gone)["extra"]["tiles"] == []
    assert "The pile is gone." in [said(data) for data in describe(gone)]


# --- the position ---------------------------------------------------------------------------------------------------


def test_before_the_lots_the_starting_box_lies_there_and_nothing_can_be_chosen() -> None:
    shown = view(Cubus(players=3).start())
    assert (shown["phase"], shown["player"], shown["choices"], shown["pieces"]) == ("first", -1, [], {})
    assert shown["extra"]["tiles"] == [("L", 0, 0), ("R", 0, 0), ("T", 0, 0)]
    assert shown["extra"]["stock"] == {"L": 15, "R": 15, "T": 11, "O": 4}
    assert shown["extra"]["turn"] is None
    assert said(shown["ask"]) == "The lot decides who begins."


def test_the_picture_is_that_of_the_rules_open_lids_included() -> None:
    state = position("2,2/2,1@0,0", open=[[-1, -1]])
    assert view(state)["extra"]["tiles"] == sorted(tuple(tile) for tile in state.picture())
    assert view(state)["marks"]["open"] == ["0,0"]
    assert (view(state)["extra"]["pile"], view(state)["extra"]["boxes"]) == ("2,2/2,1@0,0", 7)


def test_hands_lie_open() -> None:
    shown = view(position(hands=("LLT", "O", "")))
    assert shown["pieces"] == {"hand:0:L": (0, "L"), "hand:0:T": (0, "T"), "hand:1:O": (1, "O")}
    assert shown["extra"]["hands"][0] == {"L": 2, "R": 0, "T": 1, "O": 0}
    assert shown["marks"]["usable"] == ["hand:0:L", "hand:0:T"]


def test_builds_are_not_listed_only_the_way_out_is() -> None:
    state = position("2@0,0", ("TR", "L", ""))
    assert picked(view(state)) == [["--", "button:pass"]]
    assert view(state)["extra"]["drafting"]
    assert said(view(state)["ask"]) == "Player 1: build on the pile, or pass."
    assert not hasattr(state, "_legal"), "looking for builds takes long"


def test_whoever_hears_a_pass_says_no_or_knocks() -> None:
    state = play(position("2@0,0", ("TR", "L", "")), "--")
    shown = view(state)
    assert picked(shown) == [["no", "button:no"], ["knock:1", "button:knock"]]
    assert shown["marks"]["usable"] == ["hand:0:R", "hand:0:T"]
    assert shown["extra"]["passer"] == 0
    assert shown["extra"]["may_knock"] == [(1, "knock:1"), (2, "knock:2")]
    assert not shown["extra"]["drafting"]
    assert said(shown["ask"], "nl") == "Speler 1 past. Speler 2: zie jij iets om met die ruiten te bouwen? Klop dan."


def test_whoever_knocked_builds_with_the_tiles_of_the_passer_or_gives_up() -> None:
    shown = view(play(position("2@0,0", ("TR", "L", "")), "--", "no", "knock:2"))
    assert picked(shown) == [["knock:2?", "button:giveup"]]
    assert shown["marks"]["usable"] == ["hand:0:R", "hand:0:T"]
    assert (shown["extra"]["passer"], shown["extra"]["knocker"]) == (0, 2)


def best(*shown: str) -> CubusState:
    options = {"knocking": False, "leftovers": "best"}
    begin = position("2@0,0", ("", "", ""), stock=False, first=1, to_move=0, passes=2, options=options)
    return play(begin, "--", *shown)


def test_at_the_leftovers_all_tiles_are_usable_and_what_was_shown_lies_there() -> None:
    shown = view(best("build 3@0,0", "--"))
    assert picked(shown) == [["--", "button:pass"]]
    assert shown["marks"]["usable"] == ["hand:2:L", "hand:2:R", "hand:2:T", "hand:2:O"]
    first, second = shown["extra"]["shown"]
    assert (first["player"], first["build"], first["points"], len(first["tiles"])) == (1, "build 3@0,0", 1, 7)
    assert second == {"player": 2, "build": "--", "points": 0, "tiles": None}


def test_in_demolition_the_boxes_that_can_go_are_picked_as_columns() -> None:
    state = position("2,2/2,1@0,0", ("", "", ""), stock=False, phase="demolish", options={"demolition": True})
    shown = view(state)
    assert picked(shown) == [["take 0,1", "0,1"], ["take 1,0", "1,0"], ["take 1,1", "1,1"]]
    assert shown["extra"]["demolition_scores"] == [0, 0, 0]
    assert route(state, state.legal()[0]) == ["0,1"]
    assert route(position(), position().legal()[0]) == []


def test_the_result_has_the_points() -> None:
    state = play(position(FULL, stock=False, open=LIDS, scores=[5, 7], options={"knocking": False}), "--", "--")
    assert view(state)["result"] == {"winners": [1], "points": [5, 7], "reason": "points"}
    assert view(state)["scores"] == [5, 7]
    assert view(state)["extra"]["demolition_scores"] is None


# --- what a move did ------------------------------------------------------------------------------------------------


def test_the_lot() -> None:
    assert sentences(Cubus(players=3).start(), "first:2") == ["Player 3 begins."]


def test_a_draw_goes_from_the_stock_to_the_hand() -> None:
    state = play(Cubus().start(), "first:1")
    (drawn,) = done(state, "+O")
    assert (drawn["do"], drawn["path"], drawn["piece"]) == ("move", ["stock:tiles", "hand:1:O"], (1, "O"))
    assert said(drawn["say"]) == "Player 2 draws an open lid."
    assert said(drawn["say"], "nl") == "Speler 2 trekt een open deksel."


def test_the_last_draw_is_told() -> None:
    hands = ("L" * 15 + "R" * 15 + "T" * 11, "OOO")
    state = position(hands=hands, phase="draw", to_move=1)
    assert sentences(state, "+O") == ["Player 2 draws an open lid.", "The stock is empty."]


def test_a_build_tells_boxes_tiles_and_points_and_the_new_pile() -> None:
    state = position("2@0,0", ("TRR", ""))
    assert sentences(state, "build 2,1@0,0") == [
        "Player 1 builds 1 new box with 1 right side, 1 closed lid: 1 point.",
        "The pile now has 3 boxes, row by row from 0,0: 2 1.",
    ]
    assert sentences(state, "build 2,1@0,0", "nl") == [
        "Speler 1 bouwt 1 nieuwe kist met 1 rechterkant, 1 dicht deksel: 1 punt.",
        "De stapel heeft nu 3 kisten, rij voor rij vanaf 0,0: 2 1.",
    ]
    # of two right sides one is left in hand; the lid was the only one
    assert gone(state, "build 2,1@0,0") == ["hand:0:T"]


def test_a_corner_flip_takes_no_tile() -> None:
    state = position(CORNER)
    assert sentences(state, "build 0,2/2,2@0,0")[0] == "Player 1 builds 1 new box without adding a tile: 3 points."


def test_passing_and_answering() -> None:
    state = position("2@0,0", ("TR", "L", ""))
    assert sentences(state, "--") == ["Player 1 passes."]
    state = play(state, "--")
    assert sentences(state, "no") == ["Player 2 sees nothing either."]
    assert sentences(state, "knock:1") == ["Player 2 knocks."]


def test_a_good_knock_uses_up_the_tiles_of_the_passer() -> None:
    state = play(position("2@0,0", ("TR", "L", "")), "--", "no", "knock:2")
    assert sentences(state, "build 2,1@0,0")[:2] == [
        "Player 3 shows a build with the tiles of Player 1.",
        "Player 3 builds 1 new box with 1 right side, 1 closed lid: 1 point.",
    ]
    assert gone(state, "build 2,1@0,0") == ["hand:0:R", "hand:0:T"]


def test_a_wrong_knock() -> None:
    three = play(position(hands=("", "", "")), "--", "knock:1")
    assert sentences(three, "knock:1?") == ["Player 2 finds no build after all: 2 points each for Player 1, Player 3."]
    two = play(position(), "--", "knock:1")
    assert sentences(two, "knock:1?", "nl") == ["Speler 2 vindt toch niets: 2 punten voor Speler 1."]


def test_the_last_pass_ends_the_game() -> None:
    state = play(position(FULL, stock=False, open=LIDS, scores=[5, 7], passes=1), "--")
    assert sentences(state, "no") == [
        "Player 2 sees nothing either.",
        "The points: Player 1 has 5, Player 2 has 7.",
        "The building is over: most points for Player 2.",
    ]


def test_the_last_pass_leads_to_the_leftovers() -> None:
    options = {"knocking": False, "leftovers": "lowest"}
    state = position("2@0,0", ("", ""), stock=False, scores=[5, 7], passes=1, options=options)
    assert sentences(state, "--") == ["Player 1 passes.", "The building is over."]
    state = play(state, "--")
    assert sentences(state, "build 3@0,0")[0] == "Player 1 builds 1 new box with 1 left side, 1 right side: 1 point."
    assert sentences(state, "build 3@0,0")[2] == "The points: Player 1 has 6, Player 2 has 7."
    assert sentences(state, "--")[0] == "Player 1 passes."


def test_the_best_of_the_leftovers_is_made_when_all_have_shown() -> None:
    assert sentences(best(), "build 3@0,0") == ["Player 2 shows a build for 1 point."]
    assert sentences(best("build 3@0,0"), "--") == ["Player 3 shows no build."]
    last = best("build 3@0,0", "--")
    assert sentences(last, "build 2,2/2,2@0,0")[:3] == [
        "Player 1 shows a build for 11 points.",
        "The build of Player 1 is the best, and it is made.",
        "Player 1 builds 6 new boxes with 2 left sides, 2 right sides, 3 closed lids: 11 points.",
    ]
    assert sentences(last, "--")[:3] == [
        "Player 1 shows no build.",
        "The build of Player 2 is the best, and it is made.",
        "Player 2 builds 1 new box with 1 left side, 1 right side: 1 point.",
    ]
    assert sentences(best("--", "--"), "--")[1] == "Nobody showed a build, so nothing more is built."


def test_the_demolition_is_announced() -> None:
    options = {"knocking": False, "demolition": True}
    state = position("2@0,0", stock=False, passes=1, last_builder=0, options=options)
    assert sentences(state, "--") == [
        "Player 1 passes.",
        "The building is over.",
        "The points: Player 1 has 0, Player 2 has 0.",
        "Now the pile is taken down again. Player 2 begins.",
    ]


def test_a_box_taken_with_the_tiles_that_come_free() -> None:
    state = position("2,2/2,2@0,0", stock=False, phase="demolish", options={"demolition": True})
    assert sentences(state, "take 1,1")[0] == "Player 1 takes the box at 1,1; no tile comes free."
    state = play(state, "take 1,1")
    assert sentences(state, "take 1,0", "nl") == [
        "Speler 2 neemt de kist op 1,0 weg en wint 1 linkerkant.",
        "De stapel heeft nu 6 kisten, rij voor rij vanaf 0,0: 2 2; 1 1.",
    ]


def test_the_last_boxes_with_an_open_lid() -> None:
    state = position("2@0,0", stock=False, open=[[-1, -1]], phase="demolish", options={"demolition": True})
    assert sentences(state, "take 0,0") == [
        "Player 1 takes the box at 0,0 and wins 1 left side, 1 right side.",
        "The pile now has 1 box, at 0,0.",
    ]
    assert sentences(play(state, "take 0,0"), "take 0,0") == [
        "Player 2 takes the box at 0,0 and wins 1 left side, 1 right side, 1 open lid.",
        "The pile is gone.",
        "Tiles won: Player 1 has 2, Player 2 has 3.",
        "The pile is taken down: most tiles for Player 2.",
    ]


# --- in words -------------------------------------------------------------------------------------------------------


def test_a_position_in_english() -> None:
    state = position("0,2/2,1@0,0", ("LLO", "", "T"), open=[[1, 1]], scores=[3, 1, 0])
    assert [said(data) for data in describe(state)] == [
        "Player 1: build on the pile, or pass.",
        "The pile has 5 boxes. x counts towards the lower right, y towards the lower left.",
        "Row x 0: 2 high at y 1.",
        "Row x 1: 2 high at y 0, 1 high with an open lid at y 1.",
        "Open lids lie in the picture at 1,1.",
        "Player 1: 3 points; in hand 2 left sides, 1 open lid.",
        "Player 2: 1 point; in hand nothing.",
        "Player 3: 0 points; in hand 1 closed lid.",
        "The stock has 33 tiles: 10 left sides, 12 right sides, 9 closed lids, 2 open lids.",
    ]


def test_a_position_in_dutch() -> None:
    state = play(position(FULL, stock=False, open=LIDS, scores=[5, 7]), "--")
    lines = [said(data, "nl") for data in describe(state)]
    assert lines[1:3] == [
        "De stapel heeft 64 kisten. x telt naar rechtsonder, y naar linksonder.",
        "Rij x 0: 4 hoog met een open deksel op y 0, 4 hoog met een open deksel op y 1, 4 hoog op y 2, 4 hoog op y 3.",
    ]
    assert lines[6:] == [
        "In het beeld liggen open deksels op -3,-3; -3,-2; -2,-3; -2,-2.",
        "Speler 1: 5 punten; in de hand niets.",
        "Speler 2: 7 punten; in de hand niets.",
        "De voorraad is op.",
        "Er is 1 keer gepast met een lege voorraad; na 2 keer achter elkaar wordt er niet meer gebouwd.",
    ]


def test_what_was_shown_and_what_can_be_taken_is_described() -> None:
    assert "Player 2 shows a build for 1 point." in [said(data) for data in describe(best("build 3@0,0"))]
    state = position("2,2/2,1@0,0", stock=False, phase="demolish", options={"demolition": True})
    assert [said(data) for data in describe(state)][-2:] == [
        "Tiles won: Player 1 has 0, Player 2 has 0.",
        "The top box can be taken at 0,1; 1,0; 1,1.",
    ]


def test_a_finished_game_is_described_with_its_winners() -> None:
    state = play(position(FULL, stock=False, open=LIDS, scores=[7, 7], options={"knocking": False}), "--", "--")
    assert said(describe(state)[-1]) == "The building is over: most points for Player 1, Player 2."


# --- drafts ---------------------------------------------------------------------------------------------------------


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


def test_while_a_pass_is_answered_a_draft_is_judged_with_the_tiles_of_the_passer() -> None:
    state = play(position("2@0,0", ("TR", "", "")), "--")
    picture = sorted(Cubus().draw("2,1@0,0"))
    answer = draft(state, picture)
    assert (answer["why"], answer["points"], answer["build"]) == (None, 1, None)
    assert draft(play(state, "knock:1"), picture)["build"] == "build 2,1@0,0"


@pytest.mark.parametrize(
    ("picture", "rule", "spot"),
    [
        ([["L", 0, 0], ["R", 0, 0]], "cubus.picture.floating", [("L", 0, 0)]),
        ([["L", 0, 0], ["T", 0, 0]], "cubus.picture.missing", [("R", 0, 0)]),
        ([["T", 0, 0]], "cubus.picture.no_side", [("T", 0, 0)]),
        ([["L", 0, 0], ["R", 0, 0], ["T", 0, 0], ["L", 9, 9]], "cubus.picture.apart", [("L", 9, 9)]),
        ([["T", 0, 0], ["O", 0, 0]], "cubus.picture.overlap", [("T", 0, 0), ("O", 0, 0)]),
        ([["T", 0, 0], ["T", 0, 0]], "cubus.picture.overlap", [("T", 0, 0)]),
    ],
)
def test_an_unsound_draft_tells_where(picture: Any, rule: str, spot: Any) -> None:
    answer = draft(position(), picture)
    assert (answer["sound"], answer["boxes"], answer["pile"], answer["build"]) == (False, 0, None, None)
    assert (refused(answer), answer["spot"]) == (rule, spot)


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
