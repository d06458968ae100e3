"""What a client is shown of a move: what it did, step by step, and the sentences about it."""

from __future__ import annotations

from speelkist.core import PASS
from speelkist.core.view import Change, PhraseData, read_phrase
from speelkist.games.knopf import KnopfState, view
from speelkist.learn.guide import guide_of

from .examples import POSITIONS, position, read, with_holes
from .setting import play


def said(phrases: list[PhraseData], lang: str) -> list[str]:
    return [read_phrase(phrase).say(lang) for phrase in phrases]


def sentences(changes: list[Change], lang: str = "en") -> list[str]:
    return said([change["say"] for change in changes if "say" in change], lang)


def changed(state: KnopfState, text: str) -> list[Change]:
    (move,) = (move for move in state.legal() if move.text == text)
    return view.changes(state, move, play(state, text))


def test_a_move_goes_along_its_line_and_is_told() -> None:
    state = read(position("e5 j1", "a10 j10", holes=with_holes(e5=3), quiet=1))
    changes = changed(state, "e5-b8")
    assert changes == [
        {
            "do": "move",
            "at": "e5",
            "to": "b8",
            "path": ["e5", "d6", "c7", "b8"],
            "piece": (0, "button"),
            "say": changes[0]["say"],
        }
    ]
    assert sentences(changes) == ["Red moves from e5 to b8."]
    assert sentences(changes, "nl") == ["Rood gaat van e5 naar b8."]


def test_the_other_takes_as_his_turn_begins() -> None:
    state = read(position("d4 e5 j10", "g7 b2 h9", "blue"))
    changes = changed(state, "h9-h10")
    assert [(change["do"], change.get("at")) for change in changes] == [("move", "h9"), ("gone", "b2"), ("gone", "g7")]
    assert sentences(changes) == ["Blue moves from h9 to h10.", "Red takes 2 buttons: b2, g7 (now 13 of 14)."]
    assert sentences(changes, "nl") == [
        "Blauw gaat van h9 naar h10.",
        "Rood slaat 2 knopen: b2, g7 (nu 13 van de 14).",
    ]


def test_a_list_of_moves_names_who_takes_by_the_move_of_another() -> None:
    (taken,) = (change["say"] for change in changed(read(position("d4 e5 j10", "g7 b2 h9", "blue")), "h9-h10")[1:2])
    assert read_phrase(taken).short().say("en") == "Red takes 2 buttons: b2, g7 (now 13 of 14)"
    assert read_phrase(taken).short().say("nl") == "Rood slaat 2 knopen: b2, g7 (nu 13 van de 14)"


def test_what_a_move_threatens_is_told_after_it_and_is_what_the_board_marks() -> None:
    state = read(position("d4 f5 j10", "g7 b9 h1", quiet=1))
    after = play(state, "f5-e5")
    changes = changed(state, "f5-e5")
    assert sentences(changes) == ["Red moves from f5 to e5.", "Red threatens g7."]
    assert sentences(changes, "nl") == ["Rood gaat van f5 naar e5.", "Rood bedreigt g7."]
    assert changes[-1]["say"]["values"]["squares"] == view.view(after)["marks"]["threatened"]
    assert sentences(changed(read(position("e5 j1", "a10 j10", holes=with_holes(e5=3), quiet=1)), "e5-b8"))[1:] == []


def test_a_button_that_moves_into_a_threat_arrives_before_it_is_taken() -> None:
    state = read(position("d4 e5 j10", "h7 c9", "blue", quiet=1))
    changes = changed(state, "h7-g7")
    assert [(change["do"], change["at"]) for change in changes] == [("move", "h7"), ("gone", "g7")]
    assert sentences(changes)[1] == "Red takes the button on g7 (now 13 of 14)."
    assert sentences(changes, "nl")[1] == "Rood slaat de knoop op g7 (nu 13 van de 14)."


def test_the_taking_is_told_of_a_state_that_was_read_from_json_too() -> None:
    before = read(position("d4 e5 j10", "g7 b2 h9", "blue"))
    after = play(before, "h9-h10")
    (move,) = (move for move in before.legal() if move.text == "h9-h10")
    assert view.changes(before, move, read(after.to_json())) == view.changes(before, move, after)


def due(before: KnopfState, text: str) -> set[str]:
    """What red's first game explains as soon as red has made a move."""
    story = [change["say"] for change in changed(before, text) if "say" in change]
    return {note.id for note in guide_of("knopf") if note.is_due(view.view(play(before, text)), story, 0)}


def test_a_first_game_explains_a_threat_and_a_taking_before_the_other_has_moved() -> None:
    threat = read(position("d4 f5 j10", "g7 b9 h1", quiet=1))
    assert due(threat, "f5-e5") == {"prey"}
    assert due(read(position("c9 j1", "d4 e5 h1", quiet=1)), "c9-c8") == set()
    loss = read(position("f7 j1", "d4 e5 h1", quiet=1))
    assert due(loss, "f7-g7") == {"taken"}


def test_a_fine_takes_a_button_out_of_its_group() -> None:
    changes = changed(read(POSITIONS["two groups of equal size are to be fined"]), "!b1")
    assert [(change["do"], change["at"]) for change in changes] == [("gone", "b1")]
    assert sentences(changes) == ["A fine: Red takes the button on b1 out of its group (now 8 of 13)."]
    assert sentences(changes, "nl") == ["Boete: Rood neemt de knoop op b1 weg uit de groep (nu 8 van de 13)."]


def test_a_group_that_is_let_be_is_told() -> None:
    changes = changed(read(POSITIONS["two groups of equal size are to be fined"]), "!-")
    assert [change["do"] for change in changes] == ["note"]
    assert sentences(changes) == ["Red lets the group a1, b1, b2 be."]
    assert sentences(changes, "nl") == ["Rood laat de groep a1, b1, b2 liggen."]


def test_a_chosen_taking_and_what_is_left_are_told() -> None:
    state = read(POSITIONS["red may take, and a group is to be fined then"])
    changes = changed(state, "xb2")
    assert [(change["do"], change.get("at")) for change in changes] == [("gone", "b2")]
    assert sentences(changes) == ["Red takes the button on b2 (now 10 of 14)."]
    left = changed(state, "x-")
    assert [change["do"] for change in left] == ["note"]
    assert sentences(left) == ["Red leaves b2, g7 on the board."]
    assert sentences(left, "nl") == ["Rood laat b2, g7 liggen."]


def test_where_taking_is_chosen_nothing_leaves_as_the_turn_begins() -> None:
    state = read(position("d4 e5 j10", "g7 b2 h9", "blue", choose=True))
    assert [change["do"] for change in changed(state, "h9-h10")] == ["move"]


def test_a_pass_is_told() -> None:
    changes = changed(read(POSITIONS["red cannot move"]), "--")
    assert [change["do"] for change in changes] == ["note"]
    assert sentences(changes) == ["Red cannot move and passes."]
    assert sentences(changes, "nl") == ["Rood kan niet zetten en past."]


def test_after_a_pass_too_the_other_takes() -> None:
    state = read(position("a1", "a3 c1 c3 d1", holes=with_holes(a1=2), quiet=7))
    assert sentences(changed(state, "--"))[:2] == [
        "Red cannot move and passes.",
        "Blue takes the button on a1 (now 14 of 14).",
    ]


def test_the_end_by_taking_is_told_last() -> None:
    state = read(POSITIONS["red takes the tenth button if blue lets it stand"])
    changes = changed(state, "f1-e1")
    assert [change["do"] for change in changes] == ["move", "gone", "note"]
    assert sentences(changes)[1:] == [
        "Red takes the button on g7 (now 10 of 10).",
        "Red has taken enough buttons and wins, 10 to 9.",
    ]


def test_the_end_by_a_fine_is_told_last() -> None:
    changes = changed(read(POSITIONS["the fine wins"]), "!b9")
    assert [change["do"] for change in changes] == ["gone", "note"]
    assert sentences(changes, "nl")[-1] == "Rood heeft genoeg knopen geslagen en wint met 10 tegen 9."


def test_the_end_by_quiet_turns_is_told_last() -> None:
    state = read(position("a1 e1", "a9 e9", quiet=99))
    assert sentences(changed(state, "a1-a2"))[-1].endswith("a draw, as both have taken the same number: 12.")
    state = read(position("a1", "a9 e9", quiet=99))
    assert sentences(changed(state, "a1-a2"), "nl")[-1].endswith(
        "Blauw heeft er meer geslagen en wint met 13 tegen 12."
    )


def test_the_route_is_the_line_of_a_move() -> None:
    state = read(position("e5", "a10", holes=with_holes(e5=4), quiet=1))
    routes = {move.text: view.route(state, move) for move in state.legal()}
    assert routes["e5-e1"] == ["e5", "e4", "e3", "e2", "e1"]
    assert routes["e5-h8"] == ["e5", "f6", "g7", "h8"]
    assert routes["e5-d5"] == ["e5", "d5"]
    fine = read(POSITIONS["the fine wins"])
    assert view.route(fine, fine.legal()[0]) == ["a9"]
    assert view.route(read(POSITIONS["red cannot move"]), PASS) == []
