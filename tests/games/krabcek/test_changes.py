"""What a client is shown of a move of Krabcek: what goes where, and the sentences about it."""

from __future__ import annotations

import speelkist
from speelkist.core import Move, State
from speelkist.core.story import tell
from speelkist.core.view import read_phrase
from speelkist.games.krabcek.view import state as shown

from .examples import ISLANDS, POSITIONS, figure9, position, read, tiles_of
from .shown import did, said


def test_a_tile_is_laid() -> None:
    state = read(POSITIONS["half of the tiles lie"])
    assert [change["do"] for change in did(state, "1-SW")] == ["note"]
    assert said(state, "1-SW") == ["An ordinary tile is laid on a3, open to gate 5."]
    assert said(state, "2-NE", "nl") == ["Op a3 komt een tegel met een Straat, open naar poort 1."]


def test_a_gate_is_chosen_and_the_last_one_goes_to_black() -> None:
    state = read(POSITIONS["two gates are left"])
    assert said(state, "gate 8") == ["White chooses gate 8.", "The last one, gate 5, is Black’s."]
    assert said(state, "gate 5", "nl") == ["Wit kiest poort 5.", "De laatste, poort 8, is voor Zwart."]
    first = speelkist.load("krabcek", layout=ISLANDS).start()
    assert said(first, "gate 6") == ["Black chooses gate 6."]


def test_the_first_throw() -> None:
    state = read(POSITIONS["the first throw on figure 6"])
    assert did(state, "b5w3")[0]["throw"] == [5, 3]
    assert said(state, "b5w3") == ["Black throws a 5, White a 3: White begins with the 3."]
    assert said(state, "b2w3", "nl") == ["Zwart gooit een 2, Wit een 3: Zwart begint met de 2."]


def test_a_first_throw_that_ends_the_game() -> None:
    state = read(POSITIONS["a first throw of black may find only islands"])
    assert said(state, "b2w4") == [
        "Black throws a 2, White a 4: Black begins with the 2.",
        "A block: the other side cannot move, so White wins.",
    ]


def test_a_throw_and_a_throw_that_blocks() -> None:
    state = read(figure9())
    assert did(state, "4")[0]["throw"] == [4]
    assert said(state, "4") == ["White throws a 4."]
    assert said(state, "5", "nl") == [
        "Wit gooit een 5.",
        "Blokkade: de ander kan geen zet meer doen, dus Zwart wint.",
    ]


def test_a_throw_in_the_list_of_moves_names_no_trick_that_may_not_be_played() -> None:
    state = read(figure9())
    (sentence,) = (change["say"] for change in did(state, "6"))
    assert (sentence["key"], read_phrase(sentence).short().say("nl")) == ("krabcek.say.throw.switch", "een 6")
    assert read_phrase(tell(read(figure9(6)), "H11<>V12")).short().say("nl").startswith("Wissel-6")


def test_a_walk_shows_every_box_of_its_way() -> None:
    state = read(POSITIONS["figure 8, a 3"])
    (change,) = did(state, "T31e-H31")
    assert change["path"] == ["T31e", "G4", "T21e", "H31"]
    assert (change["do"], change["at"], change["to"], change["piece"]) == ("move", "T31e", "H31", (0, "middleman"))
    assert said(state, "T31e-H31") == ["Black walks a Middleman from the Street of b4 to the Avenue b3–b4."]
    assert said(state, "T31e-H31", "nl") == ["Zwart loopt met een Middleman van de Straat van b4 naar de Laan b3–b4."]


def test_combining_over_the_edge_becomes_a_stack() -> None:
    """Figure 4."""
    state = read(POSITIONS["figure 4, a 6"])
    walked, became = did(state, "V01+H00")
    assert walked["path"] == ["V01", "T01e", "H01", "T31e", "G7", "T00e", "H00"]
    assert walked["piece"] == (0, "middleman")
    assert became == {"do": "become", "at": "H00", "piece": (0, "big_stack")}
    assert said(state, "V01+H00") == [
        "Black walks a Middleman from the Avenue a1–b1 onto the Bigboy at the Avenue a4–a1, which makes a Big Stack."
    ]
    assert said(state, "V01+H00", "nl") == [
        "Zwart loopt met een Middleman van de Laan a1–b1 naar de Bigboy op de Laan a4–a1: samen een Big Stack."
    ]


def test_an_entry_comes_from_the_hand_through_its_gate() -> None:
    state = read(POSITIONS["black begins on figure 6 with a 2"])
    (change,) = did(state, "M@G6-T00e")
    assert (change["at"], change["path"]) == ("hand:0:M", ["hand:0:M", "G6", "T00e"])
    assert said(state, "M@G6-T00e") == ["Black brings a Middleman on through gate 6 to the Street of a1."]
    assert said(state, "M@G6-T00e", "nl") == [
        "Zwart brengt een Middleman in het spel via poort 6, naar de Straat van a1."
    ]


def test_an_entry_on_the_gate() -> None:
    state = read(position(tiles_of("figure6"), throw=1))
    (change,) = did(state, "B@G5")
    assert change["path"] == ["hand:0:B", "G5"]
    assert said(state, "B@G5") == ["Black brings a Bigboy on, onto gate 5."]
    assert said(state, "B@G5", "nl") == ["Zwart brengt een Bigboy in het spel, op poort 5."]


def test_an_entry_that_makes_krabcek() -> None:
    """Figure 9."""
    state = read(figure9(3))
    entered, became, _ = did(state, "S@G2+V12")
    assert entered["path"] == ["hand:1:S", "G2", "T11e", "V12"]
    assert became["piece"] == (1, "tower")
    assert said(state, "S@G2+V12") == [
        (
            "White brings a Skinnyboy on through gate 2 onto the Big Stack at the Avenue b2–c2, "
            "which makes a Krabcek tower."
        ),
        "White has built the tower and wins: Krabcek!",
    ]
    assert said(state, "S@G2+V12", "nl") == [
        (
            "Wit brengt een Skinnyboy in het spel via poort 2, naar de Big Stack op de Laan b2–c2: "
            "samen een Krabcek-toren."
        ),
        "Wit heeft de toren gebouwd en wint: Krabcek!",
    ]


def test_a_switch_swaps() -> None:
    state = read(figure9(6))
    (change,) = did(state, "H11<>V12")
    assert (change["do"], change["at"], change["to"]) == ("swap", "H11", "V12")
    assert said(state, "H11<>V12") == [
        "Switch-6: White’s Skinnyboy at the Avenue b1–b2 and Big Stack at the Avenue b2–c2 change places."
    ]
    assert said(state, "H11<>V12", "nl") == [
        "Wissel-6: Wit laat de Skinnyboy op de Laan b1–b2 en de Big Stack op de Laan b2–c2 van plaats ruilen."
    ]


def test_a_flight_goes_straight() -> None:
    state = read(POSITIONS["flights over half of the gates"])
    (change,) = did(state, "G6^G3")
    assert (change["path"], change["piece"]) == (["G6", "G3"], (0, "bigboy"))
    assert said(state, "G6^G3") == ["Fly-5: Black flies a Bigboy from gate 6 to gate 3."]
    assert said(state, "G6^G3", "nl") == ["Spring-5: Zwart springt met een Bigboy van poort 6 naar poort 3."]


def test_the_last_idle_turn_is_a_draw() -> None:
    state = read(POSITIONS["one idle turn before the draw"])
    assert said(state, "H11<>V12")[1:] == ["For 150 turns no piece came on and none combined: a draw."]


def test_routes_before_the_move() -> None:
    def route(state: State, text: str) -> list[str]:
        move = state.resolve(text)
        assert isinstance(move, Move)
        return shown.route(state, move)

    assert route(read(POSITIONS["figure 8, a 3"]), "T31e-H31") == ["T31e", "G4", "T21e", "H31"]
    assert route(read(figure9(3)), "S@G2+V12")[1:] == ["G2", "T11e", "V12"]
    assert route(read(figure9(6)), "H11<>V12") == ["H11", "V12"]
    assert route(read(POSITIONS["two gates are left"]), "gate 5") == ["G5"]
