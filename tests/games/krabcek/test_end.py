"""How a game of Krabcek ends: who must move and cannot has lost, and idle turns make a draw."""

from __future__ import annotations

import json

import pytest

import speelkist
from speelkist.core import OVER, Outcome, State
from speelkist.core.outcome_text import end_phrase

from . import slow
from .examples import FOUR, ISLANDS, POSITIONS, SIX, figure9, position, read, texts


def test_a_switch_is_made_if_nothing_else_is_possible() -> None:
    state = read(figure9(6))
    assert texts(state) == ["G6<>V12", "H11<>V12"]
    refused = state.why_not("--")
    assert refused is not None
    assert refused.key == "core.pass.not_due"


def test_a_flight_is_made_if_nothing_else_is_possible() -> None:
    """All of black's gates are islands, and all of them are taken."""
    gates = [1, 3, 7, 8], [2, 4, 5, 6]
    state = read(position(ISLANDS, "G1 S, G3 M, G7 B, G8 S", throw=5, gates=gates))
    assert texts(state) == [f"G{start}^G{end}" for start in (1, 3, 7, 8) for end in (2, 4, 5, 6)]


def test_a_block_loses_at_once() -> None:
    after = read(figure9()).play("5")
    assert after.player == OVER
    assert after.legal() == ()
    assert after.to_data()["to_move"] == "white"
    assert after.to_data()["result"] == {"winners": [0], "points": None, "reason": "block"}


def test_a_position_to_move_without_a_move_loads_as_over() -> None:
    state = read(figure9(5))
    assert state.phase == "over"
    assert state.outcome == Outcome((0,), "block")


def test_coming_on_and_combining_end_an_idle_spell() -> None:
    assert read(position(FOUR, "H00 B", throw=2, idle=77)).play("S@G7-T00e").to_data()["idle"] == 0
    assert read(position(FOUR, "V01 S, H01 M", throw=2, idle=77)).play("V01+H01").to_data()["idle"] == 0
    assert read(position(FOUR, "V01 S, H01 M", throw=1, idle=77)).play("V01-T01e").to_data()["idle"] == 78


def test_a_draw_after_150_idle_turns() -> None:
    state = read(POSITIONS["one idle turn before the draw"])
    after = state.play("H11<>V12")
    assert after.outcome == Outcome((), "idle")
    assert after.to_data()["to_move"] is None
    almost = read(position(SIX, "G6 B", throw=5, idle=148)).play("G6^G1")
    assert almost.outcome is None
    assert almost.to_data()["idle"] == 149


def test_a_tower_is_no_idle_turn() -> None:
    state = read(position(FOUR, "V01 L, H01 B", throw=2, idle=149))
    assert state.play("V01+H01").outcome == Outcome((0,), "krabcek")


def test_a_game_of_150_idle_turns() -> None:
    """Two Bigboys fly to and fro until it is a draw."""
    state: State = read(position(SIX, "G1 B", "G2 B", gates=([1, 3, 7, 8], [2, 4, 5, 6])))
    flights = ["G1^G4", "G2^G3", "G4^G1", "G3^G2"]
    for turn in range(150):
        assert state.outcome is None
        state = state.play("5").play(flights[turn % 4])
    assert state.outcome == Outcome((), "idle")


def test_the_idle_limit_is_an_option() -> None:
    data = json.loads(position(SIX, "G1 B", "G2 B", throw=5, idle=58, gates=([1, 3, 7, 8], [2, 4, 5, 6])))
    state: State = read(json.dumps({**data, "idle_limit": 60}))
    assert state.game.options["idle_limit"] == 60
    almost = state.play("G1^G4")
    assert almost.outcome is None
    thrown = almost.play("5")
    after = thrown.play("G2^G3")
    assert after.to_data() == slow.play(thrown.to_data(), "G2^G3")
    assert after.outcome == Outcome((), "idle")
    assert (after.to_data()["idle"], after.to_data()["idle_limit"]) == (60, 60)
    assert end_phrase(after.game, after.outcome).say() == ("For 60 turns no piece came on and none combined: a draw.")
    assert read(json.dumps(data)).play("G1^G4").play("5").play("G2^G3").outcome is None
    with pytest.raises(speelkist.BadPosition, match="at 60 the game is over"):
        read(json.dumps({**data, "idle": 60, "idle_limit": 60}))


@pytest.mark.parametrize("limit", [9, 501, True, "60"])
def test_an_idle_limit_out_of_bounds_is_refused(limit: object) -> None:
    with pytest.raises(speelkist.BadOption):
        speelkist.load("krabcek", idle_limit=limit)
    with pytest.raises(speelkist.BadPosition, match="idle_limit"):
        read(json.dumps({**json.loads(position(SIX, "G6 B", throw=5)), "idle_limit": limit}))
