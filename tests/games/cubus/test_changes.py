"""What a client is shown of a move of Cubus: which tiles go where, and the sentences about it."""

from __future__ import annotations

from speelkist.games.cubus import Cubus

from .setting import play, position
from .shown import CORNER, FULL, LIDS, best, done, gone, said, sentences


def test_the_lot() -> None:
    assert sentences(Cubus(players=3).start(), "first:2") == ["Player 3 begins."]


def test_a_draw_goes_from_the_stock_to_the_hand() -> None:
    state = play(Cubus().start(), "first:1")
    (drawn,) = done(state, "+O")
    assert (drawn["do"], drawn["path"], drawn["piece"]) == ("move", ["stock:tiles", "hand:1:O"], (1, "O"))
    assert said(drawn["say"]) == "Player 2 draws an open lid."
    assert said(drawn["say"], "nl") == "Speler 2 pakt een open deksel."


def test_the_last_draw_is_told() -> None:
    hands = ("L" * 15 + "R" * 15 + "T" * 11, "OOO")
    state = position(hands=hands, phase="draw", to_move=1)
    assert sentences(state, "+O") == ["Player 2 draws an open lid.", "The stock is empty."]


def test_a_build_tells_boxes_tiles_and_points_and_the_new_pile() -> None:
    state = position("2@0,0", ("TRR", ""))
    assert sentences(state, "build 2,1@0,0") == [
        "Player 1 builds 1 new box with 1 right side and 1 closed lid: 1 point.",
        "The pile now has 3 boxes, row by row from 0,0: 2 1.",
    ]
    assert sentences(state, "build 2,1@0,0", "nl") == [
        "Speler 1 bouwt 1 nieuwe kist met 1 rechterkant en 1 dicht deksel: 1 punt.",
        "De stapel heeft nu 3 kisten, rij voor rij vanaf 0,0: 2 1.",
    ]
    # of two right sides one is left in hand; the lid was the only one
    assert gone(state, "build 2,1@0,0") == ["hand:0:T"]


def test_a_corner_flip_takes_no_tile() -> None:
    state = position(CORNER)
    assert sentences(state, "build 0,2/2,2@0,0")[0] == "Player 1 builds 1 new box without using a tile: 3 points."


def test_passing_and_answering() -> None:
    state = position("2@0,0", ("TR", "L", ""))
    assert sentences(state, "--") == ["Player 1 passes."]
    state = play(state, "--")
    assert sentences(state, "no") == ["Player 2 sees nothing either."]
    assert sentences(state, "knock:1") == ["Player 2 knocks."]


def test_a_good_knock_uses_up_the_tiles_of_the_passer() -> None:
    state = play(position("2@0,0", ("TR", "L", "")), "--", "no", "knock:2")
    assert sentences(state, "build 2,1@0,0")[0] == "Player 3 builds with Player 1’s tiles: 1 new box, 1 point."
    assert gone(state, "build 2,1@0,0") == ["hand:0:R", "hand:0:T"]


def test_a_wrong_knock() -> None:
    three = play(position(hands=("", "", "")), "--", "knock:1")
    assert sentences(three, "knock:1?") == ["Player 2 finds no build after all: all the others get 2 points."]
    two = play(position(), "--", "knock:1")
    assert sentences(two, "knock:1?", "nl") == ["Speler 2 vindt toch niets: 2 punten voor Speler 1."]


def test_the_last_pass_ends_the_game() -> None:
    state = play(position(FULL, stock=False, open=LIDS, scores=[5, 7], passes=1), "--")
    assert sentences(state, "no") == [
        "Player 2 sees nothing either.",
        "Nothing more can be built.",
        "The points: Player 1 has 5, Player 2 has 7.",
        "The building is over. Most points: Player 2.",
    ]


def test_the_last_pass_leads_to_the_leftovers() -> None:
    options = {"knocking": False, "leftovers": "lowest"}
    state = position("2@0,0", ("", ""), stock=False, scores=[5, 7], passes=1, options=options)
    assert sentences(state, "--") == ["Player 1 passes.", "The building is over."]
    state = play(state, "--")
    assert sentences(state, "build 3@0,0")[0] == "Player 1 builds 1 new box with 1 left side and 1 right side: 1 point."
    assert sentences(state, "build 3@0,0")[2] == "The points: Player 1 has 6, Player 2 has 7."
    assert sentences(state, "--")[0] == "Player 1 passes."


def test_the_best_of_the_leftovers_is_made_when_all_have_shown() -> None:
    assert sentences(best(), "build 3@0,0") == ["Player 2 shows a build for 1 point."]
    assert sentences(best("build 3@0,0"), "--") == ["Player 3 shows no build."]
    last = best("build 3@0,0", "--")
    assert sentences(last, "build 2,2/2,2@0,0")[:3] == [
        "Player 1 shows a build for 11 points.",
        "Player 1’s build is the best, and it is made.",
        "Player 1 builds 6 new boxes with 2 left sides, 2 right sides and 3 closed lids: 11 points.",
    ]
    assert sentences(last, "--")[:3] == [
        "Player 1 shows no build.",
        "Player 2’s build is the best, and it is made.",
        "Player 2 builds 1 new box with 1 left side and 1 right side: 1 point.",
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
        "Player 1 takes the box at 0,0 and wins 1 left side and 1 right side.",
        "The pile now has 1 box, at 0,0.",
    ]
    assert sentences(play(state, "take 0,0"), "take 0,0") == [
        "Player 2 takes the box at 0,0 and wins 1 left side, 1 right side and 1 open lid.",
        "The pile is gone.",
        "Tiles won: Player 1 has 2, Player 2 has 3.",
        "The pile is down. Most tiles: Player 2.",
    ]
