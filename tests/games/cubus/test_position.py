"""Positions as JSON: what cannot be is refused with one sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest

from speelkist.core import BadOption, BadPosition
from speelkist.games.cubus import Cubus

from .setting import data, position


def refused(changed: dict[str, Any]) -> str:
    with pytest.raises((BadPosition, BadOption)) as raised:
        Cubus().from_json(json.dumps(changed))
    assert raised.value.say("nl") != raised.value.say("en")
    return raised.value.phrase.key


def test_the_position_of_the_start() -> None:
    data = json.loads(Cubus(players=3).start().to_json())
    assert data["phase"] == "first"
    assert data["to_move"] is None
    assert data["first"] is None
    assert data["pile"] == "1@0,0"
    assert data["stock"] == {"L": 15, "R": 15, "T": 11, "O": 4}
    assert data["options"] == {"knocking": True, "young": False, "leftovers": "none", "demolition": False}


def test_a_position_says_its_own_options() -> None:
    state = position(hands=("", "", ""), options={"young": True, "leftovers": "best"})
    assert state.game == Cubus(players=3, young=True, leftovers="best")


def test_the_pile_goes_to_the_corner_while_no_open_lid_lies_there() -> None:
    assert position("2@5,5", ("", "")) == position("2@0,0", ("", ""))
    assert position("2@5,5", ("", ""), open=[[4, 4]]) != position("2@0,0", ("", ""), open=[[-1, -1]])


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"pile": "2@0"}, "cubus.position.pile"),
        ({"pile": 5}, "core.position.field"),
        ({"pile": "1/2@0,0"}, "cubus.position.unsound"),
        ({"pile": "99,99@0,0"}, "cubus.position.pile"),
        ({"pile": "0@0,0"}, "cubus.position.empty"),
        ({"pile": "2@0,0"}, "cubus.position.tiles"),
        ({"open": [[5, 5]]}, "cubus.open.no_lid"),
        ({"open": [[0, 0], [0, 0]]}, "cubus.position.open_twice"),
        ({"open": [[0]]}, "core.position.field"),
        ({"open": [[0, 0.5]]}, "core.position.field"),
        ({"open": "0,0"}, "core.position.field"),
        ({"hands": [{"L": 0, "R": 0, "T": 0, "O": 0}]}, "core.position.field"),
        ({"stock": {"L": 99, "R": 0, "T": 0, "O": 0}}, "core.position.field"),
        ({"stock": {"L": 1, "R": 0, "T": 0, "O": 0}}, "cubus.position.tiles"),
        ({"stock": {"L": 1, "R": 0, "T": 0, "O": 0, "X": 1}}, "core.position.unknown"),
        ({"round": 1}, "cubus.position.round"),
        ({"round": 0}, "core.position.field"),
        ({"passes": 1}, "cubus.position.passes"),
        ({"passer": 1}, "core.position.field"),
        ({"knocker": 1}, "core.position.field"),
        ({"to_move": 2}, "core.position.field"),
        ({"to_move": None}, "core.position.field"),
        ({"first": True}, "core.position.field"),
        ({"phase": "knock", "passer": 0}, "cubus.position.phase"),
        ({"phase": "show", "passer": 0, "knocker": 0}, "cubus.position.phase"),
        ({"phase": "leftovers"}, "cubus.position.phase"),
        ({"phase": "demolish"}, "cubus.position.phase"),
        ({"phase": "over"}, "cubus.position.phase"),
        ({"phase": "first"}, "core.position.field"),
        ({"phase": "sleep"}, "core.position.field"),
        ({"shown": ["--"]}, "cubus.position.shown"),
        ({"demolition_scores": [1, 0]}, "cubus.position.tiles"),
        ({"scores": [0]}, "core.position.field"),
        ({"players": 7}, "core.position.field"),
        ({"players": 3}, "core.position.field"),
        ({"game": "knopf"}, "core.position.game"),
        ({"colour": "red"}, "core.position.unknown"),
        ({"last_builder": 2}, "core.position.field"),
        ({"options": {"knocking": 1, "young": False, "leftovers": "none", "demolition": False}}, "core.option.value"),
        ({"options": {"knocking": True}}, "core.position.missing"),
        ({"result": {"winners": [0], "points": None, "reason": "points"}}, "core.position.result"),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, Any], key: str) -> None:
    assert refused(data() | changes) == key


def test_tiles_won_before_the_demolition_are_refused() -> None:
    changed = data(demolition_scores=[1, 0])
    changed["stock"]["L"] -= 1
    assert refused(changed) == "cubus.position.demolition"


def test_in_round_one_hands_follow_the_order_of_drawing() -> None:
    drawn: dict[str, Any] = {"phase": "draw", "round": 1}
    assert position(hands=("L", "", ""), to_move=1, **drawn).turn == 1
    assert refused(data(hands=("", "L", ""), to_move=1, **drawn)) == "cubus.position.round"
    assert refused(data(hands=("L", "", ""), to_move=1, scores=[1, 0, 0], **drawn)) == "cubus.position.round"


def test_passes_fit_the_phase() -> None:
    empty: dict[str, Any] = {"stock": False}
    knocking: dict[str, Any] = {"phase": "knock", "passer": 0, "to_move": 1}
    assert refused(data(passes=2, **empty)) == "cubus.position.passes"
    assert refused(data(passes=0, **empty, **knocking)) == "cubus.position.passes"
    assert position(passes=1, **empty, **knocking).player == 1


def test_leftovers_fit_what_was_shown() -> None:
    base: dict[str, Any] = {"stock": False, "phase": "leftovers", "passes": 2}
    best: dict[str, Any] = {"options": {"leftovers": "best"}}
    assert position(shown=["--"], to_move=1, **base, **best).player == 1
    assert refused(data(shown=["--"], to_move=0, **base, **best)) == "cubus.position.shown"
    assert refused(data(shown=["build 9@0"], to_move=1, **base, **best)) == "cubus.position.shown"
    lowest: dict[str, Any] = {"options": {"leftovers": "lowest"}, "scores": [3, 1]}
    assert refused(data(to_move=0, **base, **lowest)) == "cubus.position.shown"
    assert position(to_move=1, **base, **lowest).player == 1


def test_a_finished_game_is_worked_out_again() -> None:
    state = position("1@0,0", stock=False, phase="over", scores=[3, 4])
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


def test_a_demolition_with_nothing_left_loads_as_over() -> None:
    won = data("1@0,0", stock=False, phase="demolish", options={"demolition": True})
    won["pile"] = "0@0,0"
    won["demolition_scores"] = [3, 0]
    state = Cubus().from_json(json.dumps(won))
    assert state.phase == "over"
    still = data("1@0,0", stock=False, phase="over", options={"demolition": True})
    assert refused(still) == "cubus.position.phase"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "5", '"cubus"', "[" * 5000, "x" * 200_000, b"\xff\xfe{"])
def test_what_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        Cubus().from_json(text)
