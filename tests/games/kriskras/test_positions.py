"""Positions as JSON: what goes out comes back, and what cannot be is refused with a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speelkist.core import LANGUAGES, BadPosition, Outcome, SpeelkistError, phrases_of
from speelkist.games.kriskras import Kriskras

from .examples import BLACK, POSITIONS, position, read

Data = dict[str, Any]


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_comes_back_equal(name: str) -> None:
    state = read(POSITIONS[name])
    for reached in [state, *(state.play(move) for move in state.legal())]:
        again = Kriskras().from_json(reached.to_json())
        assert again == reached
        assert hash(again) == hash(reached)
        assert again.legal() == reached.legal()
        assert again.outcome == reached.outcome


def test_fighters_may_be_listed_in_any_order() -> None:
    assert read(position(("p2 b2 i2", "f3 d3"), BLACK)) == read(position(("b2 i2 p2", "d3 f3"), BLACK))


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (position(("b2", ""), ("", "d15"), phase="over", to_move="black"), Outcome((0,), "musketeers_lost")),
        (position(("a17 b17 c17", ""), BLACK, phase="over", to_move="black"), Outcome((0,), "musketeers_home")),
        (position(("b2 i2", "d17"), BLACK, phase="over", idle=200), Outcome((0,), "idle", (2, 0))),
        (position(("b2 i2", ""), BLACK, phase="over", idle=200), Outcome((), "idle", (0, 0))),
        (position(("a17 b2", ""), ("a1", ""), phase="over", to_move="black"), Outcome((0,), "stuck", (4, 4))),
    ],
)
def test_the_outcome_of_a_finished_game_follows_from_its_position(text: str, outcome: Outcome) -> None:
    state = read(text)
    assert state.outcome == outcome
    assert read(state.to_json()) == state
    assert json.loads(state.to_json())["result"]["reason"] == outcome.reason


def test_a_stuck_player_who_could_trade_may_have_ended_the_game() -> None:
    text = POSITIONS["white is stuck, and may trade or end the game"]
    assert read(text.replace('"trade"', '"over"')).outcome == Outcome((0,), "stuck", (12, 0))


def test_soldiers_may_be_owed_by_a_player_who_is_stuck() -> None:
    white = ("a1 a17 b17", "c1 d1 e1 f1 c17 d17 e17")
    black = ("h9 p1 q1", "b1 g1")
    assert read(position(white, black, owes=2)).phase == "pay"


def changed(**fields: Any) -> str:
    """A sound position with some fields changed; a field named white_soldiers lies inside white."""
    data: Data = json.loads(position(("b2 i2 p2", "d3"), BLACK, "r1g1"))
    for name, value in fields.items():
        side, _, inner = name.partition("_")
        if side in ("white", "black") and inner and isinstance(data[side], dict):
            data[side][inner] = value
        else:
            data[name] = value
    return json.dumps(data)


def without(name: str) -> str:
    data: Data = json.loads(position(("b2 i2 p2", "d3"), BLACK, "r1g1"))
    del data[name]
    return json.dumps(data)


BAD: list[tuple[str, str]] = [
    ("core.position.missing", without("idle")),
    ("core.position.missing", without("white")),
    ("core.position.unknown", changed(colour="red")),
    ("core.position.unknown", changed(white_horses=["a1"])),
    ("core.position.game", changed(game="knopf")),
    ("core.position.result", changed(result={"winners": [0], "points": None, "reason": "musketeers_home"})),
    ("core.position.field", changed(phase="walk")),
    ("core.position.field", changed(to_move="red")),
    ("core.position.field", changed(to_move=None)),
    ("core.position.field", changed(throw=None)),
    ("core.position.field", changed(throw=[0, 1])),
    ("core.position.field", changed(throw=[1, 7])),
    ("core.position.field", changed(throw=[1])),
    ("core.position.field", changed(throw=[True, 1])),
    ("core.position.field", changed(idle=-1)),
    ("core.position.field", changed(idle=201)),
    ("core.position.field", changed(idle="3")),
    ("core.position.field", changed(white=[])),
    ("core.position.field", changed(white_soldiers="d3")),
    ("core.position.field", changed(white_soldiers=[3])),
    ("core.position.field", changed(white_soldiers=[f"{file}5" for file in "abcdefghi"])),
    ("core.position.field", changed(white_musketeers=["a5", "b5", "c5", "d5"])),
    ("core.position.field", changed(white_lost_musketeers=4)),
    ("kriskras.position.musketeers", changed(white_lost_musketeers=1)),
    ("kriskras.position.musketeers", changed(black_musketeers=["b16"])),
    ("kriskras.position.square", changed(white_soldiers=["r3"])),
    ("kriskras.position.square", changed(white_soldiers=["a18"])),
    ("kriskras.position.square", changed(white_soldiers=["D3"])),
    ("kriskras.position.square", changed(white_soldiers=[""])),
    ("kriskras.position.taken", changed(white_soldiers=["d3", "d3"])),
    ("kriskras.position.taken", changed(white_soldiers=["b2"])),
    ("kriskras.position.taken", changed(white_soldiers=["b15"])),
    ("kriskras.position.throw", changed(phase="throw")),
    ("kriskras.position.throw", changed(phase="over", idle=200)),
    ("kriskras.position.lots", changed(phase="lots", throw=None)),
    ("kriskras.position.lots", Kriskras().start().to_json().replace('"white", "throw"', '"black", "throw"')),
    ("kriskras.position.lots", Kriskras().start().to_json().replace('"idle": 0', '"idle": 1')),
    ("kriskras.position.two_ends", position(("", ""), ("", ""), phase="over")),
    ("kriskras.position.two_ends", position(("a17 b17 c17", ""), ("", "d15"), phase="over", to_move="black")),
    ("kriskras.position.two_ends", position(("a17 b17 c17", ""), ("a1 b1 c1", ""), phase="over")),
    ("kriskras.position.winner", position(("b2", ""), ("", "d15"), phase="over")),
    ("kriskras.position.winner", position(("b2", ""), ("", "d15"), phase="over", to_move="black", idle=1)),
    ("kriskras.position.winner", position(("a17 b17 c17", ""), BLACK, phase="over")),
    ("kriskras.position.not_over", position(("b2", ""), BLACK, phase="over")),
    ("kriskras.position.not_over", position(("b2", ""), BLACK, phase="over", idle=199)),
    ("kriskras.position.over", position(("b2", ""), ("", "d15"), "r1g1", to_move="black")),
    ("kriskras.position.over", position(("a17 b17 c17", ""), BLACK, to_move="black")),
    ("kriskras.position.over", position(("b2", ""), BLACK, "r1g1", idle=200)),
    ("kriskras.position.over", position(("a17 b2", ""), ("a1", ""), to_move="black")),
    ("kriskras.position.over", position(("a17 b2", ""), ("a1", ""), "r1g1", to_move="black", idle=5)),
    ("kriskras.position.over", position(("a1 a17 b17", "c1 d1 e1 f1 g1 h1"), ("h9 p1 q1", "b1 i1 j1 k1 l1 m1"))),
    ("kriskras.position.over", position(("a17 b17", "c17 d17"), BLACK)),
    ("kriskras.position.over", position(("a17 b17", "c17 d17"), BLACK, "r1g1")),
    ("kriskras.position.over", position(("h1", "c17 d17 e17"), ("a1 b1 c1", ""), owes=2)),
    ("core.position.missing", changed(phase="pay", throw=None)),
    ("core.position.unknown", changed(owes=1)),
    ("core.position.field", changed(phase="pay", throw=None, owes=0)),
    ("core.position.field", changed(phase="pay", throw=None, owes=3)),
    ("kriskras.position.throw", changed(phase="pay", owes=1)),
    ("kriskras.position.pay", position(("h1", "c17 d17"), BLACK, owes=2)),
    ("kriskras.position.pay", position(("h1", "c17"), BLACK, owes=1)),
    ("kriskras.position.pay", position(("h2", "c17 d17 e17"), BLACK, owes=2)),
    ("kriskras.position.pay", position(("h1", "c17 d17 e17"), BLACK, owes=2, idle=1)),
    ("kriskras.position.pay", position(("h1", "c17 d17 e17 f17 g17 h17 i17 j17"), BLACK, owes=1)),
    ("kriskras.position.trade", position(("b2 i2 p2", "d17 f17"), BLACK, phase="trade")),
    ("kriskras.position.trade", position(("b2 i2", "d17 f3"), BLACK, phase="trade")),
]


@pytest.mark.parametrize(("key", "text"), BAD)
def test_a_position_that_cannot_be_is_refused(key: str, text: str) -> None:
    with pytest.raises(BadPosition) as error:
        Kriskras().from_json(text)
    assert error.value.phrase.key == key
    assert all(error.value.say(lang) for lang in LANGUAGES)


def test_every_refusal_of_a_position_is_provoked() -> None:
    known = {f"kriskras.{key}" for key in phrases_of("kriskras", "en") if key.startswith("position.")}
    assert known <= {key for key, _ in BAD}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["a1", "white"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
FIELDS = ["phase", "to_move", "throw", "white", "black", "idle", "owes", "result", "white_soldiers", "black_musketeers"]


@given(
    st.dictionaries(st.sampled_from(FIELDS), json_values, max_size=3).map(lambda fields: changed(**fields))
    | st.text(max_size=60)
)
def test_any_text_gives_a_state_or_one_of_our_errors(text: str) -> None:
    try:
        state = Kriskras().from_json(text)
    except SpeelkistError:
        return
    assert Kriskras().from_json(state.to_json()) == state
