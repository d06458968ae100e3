"""What a client is shown: the board, positions, changes and sentences, one by one."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

from speelkist.core import OVER, Move
from speelkist.core.view import PhraseData, read_phrase
from speelkist.games.knopf import KnopfState, threats, view
from tests.support.views import picked

from .examples import ONE_HOLES, POSITIONS, STANDARD, position, read, with_holes
from .setting import play, start


def said(phrases: list[PhraseData], lang: str) -> list[str]:
    return [read_phrase(phrase).say(lang) for phrase in phrases]


def extra(state: KnopfState) -> Mapping[str, Any]:
    return view.view(state)["extra"]


# The board


def test_the_board_has_a_hundred_squares_and_places_to_pass_and_to_leave_things() -> None:
    board = view.board(start())
    assert board["size"] == (10, 10)
    a1, j10, *beside = board["cells"][0], board["cells"][99], *board["cells"][100:]
    assert (a1["id"], a1["kind"]) == ("a1", "hole4")
    assert a1["shape"] == [(0, 9), (1, 9), (1, 10), (0, 10)], "bottom left, for y grows downwards"
    assert (j10["id"], j10["shape"][0]) == ("j10", (9, 0))
    assert [cell["id"] for cell in beside] == ["button:pass", "button:let_be", "button:enough"]
    assert all(cell["shape"] == [] for cell in beside)
    assert said([cell["name"] for cell in beside], "en") == ["Pass", "Let it be", "Take nothing"]
    assert said([cell["name"] for cell in beside], "nl") == ["Passen", "Laat liggen", "Niets slaan"]


def test_every_square_tells_its_holes_by_kind_and_by_name() -> None:
    board = view.board(start())
    kinds = {cell["id"]: cell["kind"] for cell in board["cells"]}
    assert [kinds[f"{file}2"] for file in "abcde"] == ["hole1", "hole1", "hole4", "hole4", "hole2"]
    assert board["extra"]["holes"] == list(STANDARD)
    names = {cell["id"]: cell["name"] for cell in board["cells"]}
    assert said([names["b2"], names["c2"], names["button:pass"]], "en") == ["b2, one hole", "c2, 4 holes", "Pass"]
    assert said([names["b2"], names["c2"], names["button:pass"]], "nl") == ["b2, één gat", "c2, 4 gaten", "Passen"]


def test_a_drawing_is_shared_by_all_positions_on_it_and_has_a_key_of_its_own() -> None:
    state = start()
    assert view.board(play(state, "b2-a2")) is view.board(state)
    boards = [view.board(start(**options)) for options in ({}, {"holes": "random"}, {"holes": "random", "seed": 1})]
    assert len({board["key"] for board in boards}) == 3
    assert view.board(start(target=8))["key"] == boards[0]["key"], "the target is not drawn"


# The position


def test_the_start() -> None:
    shown = view.view(start())
    assert len(shown["pieces"]) == 28
    assert shown["pieces"]["b2"] == (0, "button")
    assert shown["pieces"]["i2"] == (1, "button")
    assert (shown["phase"], shown["player"], shown["scores"], shown["result"]) == ("move", 0, [0, 0], None)
    assert len(shown["choices"]) == 92
    assert picked(shown)[0] == ["b2-a1", "b2", "a1"], "first what moves, then where it lands"
    assert shown["marks"] == {"threatened": [], "prey": []}
    assert len(shown["extra"]["makes_group"]) == 20


def test_the_counts_beside_the_board() -> None:
    state = read(POSITIONS["one quiet turn before blue has more"])
    assert view.view(state)["scores"] == [9, 10]
    shown = extra(state)
    assert (shown["taken"], shown["target"], shown["quiet"], shown["quiet_end"]) == ([9, 10], 11, 99, 100)


def test_the_one_to_move_sees_what_he_would_lose() -> None:
    state = read(position("d4 e5 j10", "g7 b2 h9 c9", "blue"))
    assert view.view(state)["marks"] == {"threatened": ["b2", "g7"], "prey": []}


def test_the_one_to_move_sees_what_he_would_take_next() -> None:
    state = read(POSITIONS["threatened still, for the button in front has just been taken"])
    assert view.view(state)["marks"] == {"threatened": [], "prey": ["g7"]}


def test_a_group_to_be_fined_is_marked_and_its_buttons_are_the_choices() -> None:
    state = read(POSITIONS["the larger group is fined first"])
    shown = view.view(state)
    assert shown["phase"] == "fine"
    assert shown["marks"]["fine"] == ["f1", "f2", "g2", "h2"]
    fines = [["!f1", "f1"], ["!f2", "f2"], ["!g2", "g2"], ["!h2", "h2"]]
    assert picked(shown) == [*fines, ["!-", "button:let_be"]]
    assert shown["extra"]["fines"] == [["f1", "f2", "g2", "h2"], ["a1", "b1", "b2"]]
    assert shown["extra"]["groups"] == [[], [["f1", "f2", "g2", "h2"], ["a1", "b1", "b2"]]]
    assert shown["extra"]["makes_group"] == []


def test_what_may_be_taken_is_marked_and_is_the_choice() -> None:
    shown = view.view(read(POSITIONS["red may take, and a group is to be fined then"]))
    assert shown["phase"] == "take"
    assert shown["marks"] == {"threatened": ["e5"], "prey": [], "take": ["b2", "g7"]}
    assert picked(shown) == [["xb2", "b2"], ["xg7", "g7"], ["x-", "button:enough"]]
    assert shown["extra"]["takes"] == ["b2", "g7"]
    assert shown["extra"]["fines"] == [["g7", "h8", "g9"]]
    later = view.view(play(read(POSITIONS["red may take, and a group is to be fined then"]), "xg7"))
    assert (later["marks"]["fine"], later["extra"]["takes"]) == (["h8", "g9"], [])


def test_picks_spell_what_seems_to_be_meant() -> None:
    take = read(POSITIONS["red may take, and a group is to be fined then"])
    assert view.spell(take, ["j5"]) == "xj5"
    assert view.spell(play(take, "x-"), ["j5"]) == "!j5"
    assert view.spell(start(), ["b2", "b9"]) == "b2-b9"


def test_what_is_left_of_a_fined_group_is_still_a_group_but_not_fined_again() -> None:
    state = play(read(POSITIONS["the larger group is fined first"]), "!h2")
    assert view.view(state)["marks"]["fine"] == ["a1", "b1", "b2"]
    assert extra(state)["groups"][1] == [["a1", "b1", "b2"], ["f1", "f2", "g2"]]
    assert extra(state)["fines"] == [["a1", "b1", "b2"]]


def test_who_cannot_move_picks_the_pass() -> None:
    shown = view.view(read(POSITIONS["red cannot move"]))
    assert picked(shown) == [["--", "button:pass"]]
    assert shown["extra"]["makes_group"] == []


def test_a_finished_game_shows_its_result_and_marks_nothing() -> None:
    shown = view.view(play(read(POSITIONS["the fine wins"]), "!a9"))
    assert (shown["phase"], shown["player"], shown["choices"], shown["marks"]) == ("over", OVER, [], {})
    assert shown["result"] == {"winners": [0], "points": [10, 9], "reason": "target"}


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "en",
            [
                "Red: move one of your buttons.",
                "Red: take one button out of the group a9, b9, c9, or none.",
                "Red: choose what to take of b2, g7: click what you want to leave.",
                "Red: take the button on d5, or leave it.",
                "Red: none of your buttons can move, so you pass.",
                "The game is over.",
            ],
        ),
        (
            "nl",
            [
                "Rood: verplaats een van je knopen.",
                "Rood: neem één knoop uit de groep a9, b9, c9, of geen.",
                "Rood: kies wat je slaat van b2, g7: klik op wat mag blijven liggen.",
                "Rood: sla de knoop op d5, of laat hem liggen.",
                "Rood: geen van je knopen kan ergens heen, dus je past.",
                "Het spel is afgelopen.",
            ],
        ),
    ],
)
def test_what_is_asked_speaks_of_picking_not_of_writing(lang: str, sentences: list[str]) -> None:
    fine = read(POSITIONS["the fine wins"])
    takes = [
        read(POSITIONS[name])
        for name in ("red may take, and a group is to be fined then", "red may leave d5, which shields e5")
    ]
    states = [start(), fine, *takes, read(POSITIONS["red cannot move"]), play(fine, "!a9")]
    assert said([view.view(state)["ask"] for state in states], lang) == sentences


# Warnings and threats


def test_a_move_that_makes_a_group_of_three_is_listed() -> None:
    state = read(position("d4 e5 g5", "a10 c10", quiet=1))
    listed = extra(state)["makes_group"]
    assert "g5-f5" in listed, "beside e5, which has a neighbour"
    assert "g5-h5" not in listed
    assert "d4-d5" not in listed, "a pair that shifts is no group"
    assert "e5-f5" not in listed, "g5 gains a neighbour, d4 loses its own"


def test_with_a_group_on_the_board_only_breaking_it_up_needs_no_warning() -> None:
    state = read(position("d4 e4 f4 a8", "a10 j10 j1", "red", quiet=0))
    listed = extra(state)["makes_group"]
    unlisted = {move.text for move in state.legal()} - set(listed)
    assert "a8-a7" in listed
    assert "e4-e5" in listed, "still touches both others"
    assert "d4-c4" in unlisted
    assert "e4-d5" in unlisted, "f4 is left alone"
    assert {text[:2] for text in unlisted} == {"d4", "e4", "f4"}


def test_with_two_groups_every_move_is_warned_of() -> None:
    state = read(position("a1 a2 a3 g5 g6 g7", "a10 j10 j1", "red", quiet=0))
    assert extra(state)["makes_group"] == [move.text for move in state.legal()]


@pytest.mark.parametrize("options", [{}, {"groups": "forbidden"}, {"holes": "random", "seed": 3}])
def test_the_listed_warnings_are_those_of_the_rules(options: dict[str, object]) -> None:
    rng = random.Random(7)
    for _ in range(6):
        state = start(**options)
        while state.outcome is None and state.quiet < 50:
            warned = [move.text for move in state.legal() if state.makes_group(move)]
            assert extra(state)["makes_group"] == warned, repr(state)
            state = play(state, rng.choice(state.legal()).text)


def test_where_every_move_leaves_a_forbidden_group_all_are_warned_of() -> None:
    state = read(POSITIONS["groups are forbidden, but every move leaves one"])
    assert extra(state)["makes_group"] == [move.text for move in state.legal()]


def taken_after(state: KnopfState, move: Move) -> bool:
    """Whether a move costs its own button."""
    return any(change["do"] == "gone" for change in view.changes(state, move, state.after(move)))


def test_squares_where_a_button_would_be_threatened_are_told_on_request() -> None:
    state = read(position("d4 e5 j10", "g6 h1", "blue", quiet=1))
    squares = threats.exposed(state, "g6")
    assert "g7" in squares, "in line with d4 and e5"
    assert squares == [move.text[3:] for move in state.legal() if move.text[:2] == "g6" and taken_after(state, move)]
    choosing = read(position("d4 e5 j10", "g6 h1", "blue", quiet=1, choose=True))
    assert threats.exposed(choosing, "g6") == squares, "there it may be taken"
    for nowhere in ("a1", "z9", None, 7, ["g6"]):
        assert threats.exposed(state, nowhere) == []


def test_threats_tell_the_pair_the_target_and_how_far() -> None:
    state = read(position("d4 e5 j10", "g7 h9 c9 c8", "blue", holes=with_holes(d4=2)))
    red, blue = threats.threats(state)
    (threat,) = red
    say = threat.pop("say")
    assert threat == {"pair": ("d4", "e5"), "target": "g7", "distance": 2, "reach": 3}
    assert said([say], "en") == ["Red threatens g7 with the pair d4 and e5: distance 2, reach 3."]
    assert said([say], "nl") == ["Rood bedreigt g7 met het paar d4 en e5: afstand 2, bereik 3."]
    assert blue == []
    json.dumps(threats.threats(state))


def test_threats_of_both_sides_name_all_that_is_marked() -> None:
    rng = random.Random(2)
    state = start()
    while state.outcome is None:
        marks = view.view(state)["marks"]
        listed = extra(state)["threats"]
        assert set(marks["prey"]) == {threat["target"] for threat in listed[state.turn]}
        assert set(marks["threatened"]) == {threat["target"] for threat in listed[1 - state.turn]}
        state = play(state, rng.choice(state.legal()).text)


# In words


def test_a_position_in_english() -> None:
    state = read(position("d4 e5 j10", "g7 h9", "blue", holes=with_holes(d4=2, j10=4), quiet=5))
    assert said(view.describe(state), "en") == [
        "Blue is to move.",
        "Red has 3 buttons.",
        "On one hole: e5.",
        "On 2 holes: d4.",
        "On 4 holes: j10.",
        "Blue has 2 buttons.",
        "On one hole: g7, h9.",
        "Red has taken 12 buttons; it takes 14 to win.",
        "Blue has taken 11 buttons; it takes 14 to win.",
        "Red threatens g7 with the pair d4 and e5: distance 2, reach 3.",
        "5 turns without a button leaving the board; after 100 the game ends.",
    ]


def test_a_position_in_dutch() -> None:
    state = read(POSITIONS["two groups of equal size are to be fined"])
    assert said(view.describe(state), "nl") == [
        "Rood mag één knoop wegnemen uit de groep a1, b1, b2, of de groep laten liggen.",
        "Rood heeft 5 knopen.",
        "Op één gat: a10, c10, e10, g10, i10.",
        "Blauw heeft 7 knopen.",
        "Op één gat: a1, b1, g1, b2, g2, h2, j5.",
        "Rood heeft 7 knopen geslagen; 13 is genoeg om te winnen.",
        "Blauw heeft 9 knopen geslagen; 13 is genoeg om te winnen.",
        "Er wordt niets bedreigd.",
        "Blauw heeft een groep van 3: a1, b1, b2.",
        "Blauw heeft een groep van 3: g1, g2, h2.",
        "Daarna mag Rood nog één groep beboeten.",
    ]


def test_a_taking_in_words() -> None:
    state = read(POSITIONS["red may take, and a group is to be fined then"])
    assert said(view.describe(state), "en")[0] == "Red may take buttons on b2, g7."
    assert said(view.describe(state), "nl")[0] == "Rood mag knopen op b2, g7 slaan."
    assert said(view.describe(state), "en")[-2:] == [
        "After that Red may fine one more group.",
        "4 turns without a button leaving the board; after 100 the game ends.",
    ]


def test_a_stuck_player_and_a_finished_game_in_words() -> None:
    stuck = view.describe(read(POSITIONS["red cannot move"]))
    assert said(stuck, "en")[0] == "Red cannot move and has to pass."
    assert said(stuck, "nl")[0] == "Rood kan niet zetten en moet passen."
    over = said(view.describe(play(read(POSITIONS["the fine wins"]), "!a9")), "en")
    assert over[0].startswith("Red has taken enough buttons and wins, 10 to ")
    assert over[-1] == "Blue has taken 9 buttons; it takes 10 to win."


def test_a_side_without_buttons_in_words() -> None:
    state = play(read(position("a1", "a3 c1 c3 d1", holes=with_holes(a1=2), quiet=7)), "--")
    words = said(view.describe(state), "en")
    assert words[:2] == ["Blue has taken enough buttons and wins, 14 to 10.", "Red has no buttons left."]
    assert said(view.describe(state), "nl")[1] == "Rood heeft geen knopen meer."


def test_a_view_is_the_same_however_its_state_came_about() -> None:
    state = play(start(holes=list(ONE_HOLES)), "b2-a2")
    assert view.view(read(state.to_json())) == view.view(state)


def test_of_a_group_that_the_taking_broke_up_only_what_is_left_is_spoken_of() -> None:
    state = read(POSITIONS["a group is fined though the taking has broken it up"])
    assert view.view(state)["ask"]["key"] == "knopf.view.fine.left"
    (change,) = view.changes(state, state.legal()[-1], play(state, "!-"))
    assert change["say"]["key"] == "knopf.say.let_be.left"
    # three of four, which no longer hang together
    apart = read(position("a1 c5 d5 e1 j1", "h6 g8 i8 b9 a4", phase="fine", fines=["h6 g8 i8"], quiet=0))
    assert view.view(apart)["ask"]["key"] == "knopf.view.fine.left"
    assert apart.prompt().key == "knopf.ask.fine.left"
    unbroken = read(POSITIONS["red may take, and a group is to be fined then"])
    assert "left" not in view.view(unbroken)["ask"]["key"]
