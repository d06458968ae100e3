"""What a client is shown of a position of Cubus: the drawing, the pieces, the choices."""

from __future__ import annotations

import pytest

from speelkist.core.view import Point
from speelkist.games.cubus import Cubus
from speelkist.games.cubus.board import COVERS
from speelkist.games.cubus.terminal import picture_of
from speelkist.games.cubus.view import board, describe, route, shapes, view
from speelkist.games.cubus.view.state import A_STEP, B_STEP
from tests.support.views import picked

from .setting import play, position
from .shown import FULL, LIDS, best, said


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
    assert said(names["hand:1:O"]) == "Open lid in Player 2’s hand"
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
    assert said(shown["ask"]) == "Lots are drawn to see who begins."


def test_the_picture_is_that_of_the_rules_open_lids_included() -> None:
    state = position("2,2/2,1@0,0", open=[[-1, -1]])
    assert view(state)["extra"]["tiles"] == sorted(tuple(tile) for tile in picture_of(state))
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
    assert said(view(state)["ask"]) == "Player 1: build if you can; otherwise pass."
    assert not hasattr(state, "_legal"), "looking for builds takes long"


def test_whoever_hears_a_pass_says_no_or_knocks() -> None:
    state = play(position("2@0,0", ("TR", "L", "")), "--")
    shown = view(state)
    assert picked(shown) == [["no", "button:no"], ["knock:1", "button:knock"]]
    assert shown["marks"]["usable"] == ["hand:0:R", "hand:0:T"]
    assert shown["extra"]["passer"] == 0
    assert shown["asked"] == [1, 2]
    assert shown["no_help"]["key"] == "cubus.knock.blind"
    assert shown["extra"]["may_knock"] == [(1, "knock:1"), (2, "knock:2")]
    assert not shown["extra"]["drafting"]
    assert said(shown["ask"], "nl") == "Speler 2: zie jij iets te bouwen met de ruiten van Speler 1?"


def test_whoever_knocked_builds_with_the_tiles_of_the_passer_or_gives_up() -> None:
    shown = view(play(position("2@0,0", ("TR", "L", "")), "--", "no", "knock:2"))
    assert "asked" not in shown and "no_help" not in shown
    assert picked(shown) == [["knock:2?", "button:giveup"]]
    assert shown["marks"]["usable"] == ["hand:0:R", "hand:0:T"]
    assert (shown["extra"]["passer"], shown["extra"]["knocker"]) == (0, 2)


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
