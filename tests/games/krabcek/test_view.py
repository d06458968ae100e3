"""What a client is shown of a position of Krabcek: pieces, hands, throw, and the choices."""

from __future__ import annotations

import speelkist
from speelkist.core.view import read_phrase
from speelkist.games.krabcek.view import state as shown
from tests.support.views import picked

from .examples import FIGURES, POSITIONS, figure9, position, read, tiles_of
from .shown import picks

# The position


def test_pieces_hands_and_throw_of_figure_9() -> None:
    view = shown.view(read(figure9(6)))
    assert view["pieces"] == {
        **dict.fromkeys(("G3", "G4", "G5", "T01e"), (0, "skinnyboy")),
        **dict.fromkeys(("G1", "G8"), (0, "middleman")),
        "G7": (0, "bigboy"),
        **dict.fromkeys(("G6", "H11", "T12e"), (1, "skinnyboy")),
        "V12": (1, "big_stack"),
    }
    assert view["extra"]["hands"] == [{"S": 0, "M": 0, "B": 0}, {"S": 1, "M": 1, "B": 0}]
    assert (view["throw"], view["scores"], view["result"]) == ([6], None, None)
    assert [gate["owner"] for gate in view["extra"]["gates"].values()] == [0, 1, 0, 1, 1, 1, 0, 0]


def test_whose_turn_it_is_while_the_die_rolls() -> None:
    view = shown.view(read(figure9()))
    assert (view["player"], view["extra"]["turn"], view["throw"], view["choices"]) == (-1, 1, None, [])
    assert read_phrase(view["ask"]).say("nl") == "Wit gooit de dobbelsteen."


def test_a_block_shows_the_throw_and_the_result() -> None:
    view = shown.view(read(figure9()).play("5"))
    assert view["throw"] == [5]
    assert view["result"] == {"winners": [0], "points": None, "reason": "block"}


def test_idle_turns_are_shown() -> None:
    state = read(POSITIONS["one idle turn before the draw"])
    assert shown.view(state)["extra"]["idle"] == 149


# Choices


def test_free_gates_with_exits_and_streets() -> None:
    state = speelkist.load("krabcek", layout=tiles_of("figure6")).start().play("gate 6")
    view = shown.view(state)
    gates = view["extra"]["gates"]
    assert {name[1]: len(gate["exits"]) for name, gate in gates.items()} == FIGURES["figure6"]["exits"]
    assert {name[1]: len(gate["streets"]) for name, gate in gates.items()} == FIGURES["figure6"]["streets"]
    assert gates["G2"] == {"owner": None, "exits": ["T11e", "T12e"], "streets": ["T12e"]}
    assert (gates["G6"]["owner"], gates["G6"]["streets"]) == (0, ["T00e"])
    free = [gate for name, gate in gates.items() if name != "G6"]
    assert view["marks"]["exits"] == [box for gate in free for box in gate["exits"]]
    assert view["marks"]["streets"] == [box for gate in free for box in gate["streets"]]
    assert "T00e" not in view["marks"]["exits"], "gate 6 is not free any more"
    assert picked(view)[0] == ["gate 1", "G1"]
    assert "gate 6" not in picks(state)


def test_marks_that_somebody_adds_stay_in_that_view() -> None:
    state = read(POSITIONS["two gates are left"])
    shown.view(state)["marks"]["last"] = ["G3"]
    assert list(shown.view(state)["marks"]) == ["exits", "streets"]


def test_a_walk_is_picked_from_and_to() -> None:
    assert picks(read(POSITIONS["figure 8, a 3"]))["T31e-H31"] == ["T31e", "H31"]


def test_an_entry_is_picked_from_the_hand() -> None:
    state = read(POSITIONS["black begins on figure 6 with a 2"])
    assert picks(state)["M@G6-T00e"] == ["hand:0:M", "T00e"]
    white = read(figure9(3))
    assert picks(white)["S@G2+V12"] == ["hand:1:S", "V12"]
    assert shown.view(white)["marks"]["tower"] == ["V12"]


def test_a_bigboy_enters_on_the_gate_itself() -> None:
    state = read(position(tiles_of("figure6"), throw=1))
    assert picks(state)["B@G5"] == ["hand:0:B", "G5"]


def test_switches_may_be_picked_in_either_order() -> None:
    state = read(figure9(6))
    assert picks(state) == {"G6<>V12": ["G6", "V12"], "H11<>V12": ["H11", "V12"]}
    assert all(choice.get("either") for choice in shown.view(state)["choices"])
    assert not any(choice.get("either") for choice in shown.view(read(figure9(4)))["choices"])


def test_a_last_pick_tells_combining_from_switching() -> None:
    """Figure 4: with a 6 the Middleman can walk onto the Bigboy or change places with it: he is picked first."""
    state = read(POSITIONS["figure 4, a 6"])
    assert picks(state)["V01+H00"] == ["V01", "H00", "button:combine"]
    assert picks(state)["H00<>V01"] == ["V01", "H00", "button:switch"]
    assert sum(len(choice) > 2 for choice in picks(state).values()) == 2


def test_a_last_pick_tells_walking_from_flying() -> None:
    state = read(position(tiles_of("figure6"), "G6 S", throw=5))
    assert picks(state)["G6-G1"] == ["G6", "G1", "button:walk"]
    assert picks(state)["G6^G1"] == ["G6", "G1", "button:fly"]
    assert picks(state)["G6^G3"] == ["G6", "G3"]
    other = read(position(tiles_of("figure6"), "G6 B", throw=5))
    assert picks(other)["G6^G1"] == ["G6", "G1"], "what one position needs does not stay for the next"


def test_no_choice_is_the_beginning_of_another() -> None:
    for text in POSITIONS.values():
        all_picks = [tuple(choice) for choice in picks(read(text)).values()]
        for shorter in all_picks:
            assert not any(longer != shorter and longer[: len(shorter)] == shorter for longer in all_picks)
