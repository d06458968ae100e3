"""Positions as JSON: what is possible comes back equal, everything else is refused with a sentence."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speelkist.core import BadNotation, BadPosition, IllegalMove, State, phrases_of
from speelkist.games.knopf import Knopf

from .examples import OPTIONS, POSITIONS, STANDARD, SYMMETRIES, position, read
from .setting import play, start


@pytest.mark.parametrize("name", POSITIONS)
def test_the_examples_come_back_equal(name: str) -> None:
    state = read(POSITIONS[name])
    assert json.loads(POSITIONS[name]) == state.to_data()
    assert read(state.to_json()) == state


@given(options=OPTIONS, seed=st.integers(0, 2**32))
def test_every_state_of_a_game_comes_back_equal(options: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    state: State = Knopf(**options).start()
    while state.outcome is None:
        again = Knopf().from_json(state.to_json())
        assert again == state
        assert again.legal() == state.legal()
        state = state.play(rng.choice(state.legal()))
    again = Knopf().from_json(state.to_json())
    assert again == state
    assert again.outcome == state.outcome


def test_the_start_as_json() -> None:
    data = start().to_data()
    assert list(data) == [
        *("game", "holes", "target", "groups", "phase", "to_move", "red", "blue", "taken", "fines", "quiet")
    ]
    assert data["holes"] == list(STANDARD)
    assert (data["phase"], data["to_move"], data["quiet"]) == ("move", "red", 0)
    assert data["taken"] == {"red": 0, "blue": 0}
    assert data["fines"] == []


def test_a_position_brings_its_own_options() -> None:
    state = read(position("d4 e5", "g7", "blue", target=14, groups="forbidden"))
    assert state.game.target == 14
    assert state.game.forbids_groups
    assert state.game.options["holes"] == ("1" * 10,) * 10
    game = Knopf(holes="random", seed=3, target=5)
    assert game.from_json(game.start().to_json()).game == game


def test_a_position_that_is_over_says_its_result() -> None:
    state = play(read(POSITIONS["the fine wins"]), "!b9")
    assert state.to_data()["result"] == {"winners": [0], "points": [10, 9], "reason": "target"}
    without = state.to_data()
    del without["result"]
    assert read(json.dumps(without)) == state
    wrong = state.to_data()
    wrong["result"]["winners"] = [1]
    with pytest.raises(BadPosition):
        read(json.dumps(wrong))


def test_the_order_of_fining_is_the_order_of_the_list() -> None:
    """Which group was larger does not show any more where buttons have been taken from it."""
    data = json.loads(POSITIONS["three groups, the largest of which was taken down to one button"])
    state = read(json.dumps(data))
    assert [len(group) for group in state.to_data()["fines"]] == [1, 3, 3]
    data["fines"] = [data["fines"][1], data["fines"][0], data["fines"][2]]
    other = read(json.dumps(data))
    assert other != state
    assert other.legal() != state.legal()


def test_a_position_with_chosen_taking_says_so_and_what_may_be_taken() -> None:
    data = read(POSITIONS["red may take, and a group is to be fined then"]).to_data()
    assert (data["taking"], data["phase"], data["takes"]) == ("choose", "take", ["b2", "g7"])
    later = play(read(POSITIONS["red may take, and a group is to be fined then"]), "x-").to_data()
    assert later["taking"] == "choose"
    assert "takes" not in later
    assert not {"taking", "takes"} & set(start().to_data())


def after_the_fine() -> str:
    return play(read(POSITIONS["the fine wins"]), "!b9").to_json()


def after_the_quiet() -> str:
    return play(read(POSITIONS["one quiet turn before a draw"]), "a1-b1").to_json()


FINE = POSITIONS["two groups of equal size are to be fined"]
PLAIN = position("d4 e6 a1", "g7 c9")
CHOOSE = position("d4 e6 a1", "g7 c9", choose=True)
TAKE = POSITIONS["red may take, and a group is to be fined then"]
LATER = POSITIONS["red may still take a later one"]
# one button has been taken this turn
FEW = position(
    "j4", "a1 b1 b2 f1 f2 g2 h2 i2 a9 c9 e9 g9 i9", phase="fine", fines=["f1 f2 g2 h2 i2", "a1 b1 b2"], quiet=0
)

Change = Callable[[dict[str, Any]], object]

BAD: list[tuple[str, str, Change]] = [
    ("core.position.missing", PLAIN, lambda data: data.pop("holes")),
    ("core.position.missing", PLAIN, lambda data: data.pop("quiet")),
    ("core.position.missing", PLAIN, lambda data: data["taken"].pop("red")),
    ("core.position.unknown", PLAIN, lambda data: data.update(colour=1)),
    ("core.position.unknown", PLAIN, lambda data: data["taken"].update(green=1)),
    ("core.position.game", PLAIN, lambda data: data.update(game="cubus")),
    ("core.position.field", PLAIN, lambda data: data.update(holes="standard")),
    ("core.position.field", PLAIN, lambda data: data.update(holes=["1" * 10] * 9)),
    ("core.position.field", PLAIN, lambda data: data.update(holes=["1" * 10] * 9 + ["1" * 9])),
    ("core.position.field", PLAIN, lambda data: data.update(holes=["1" * 10] * 9 + ["1" * 9 + "5"])),
    ("core.position.field", PLAIN, lambda data: data.update(target=0)),
    ("core.position.field", PLAIN, lambda data: data.update(target=15)),
    ("core.position.field", PLAIN, lambda data: data.update(groups="allowed")),
    ("core.position.field", PLAIN, lambda data: data.update(phase="take")),
    ("core.position.field", PLAIN, lambda data: data.update(taking="some")),
    ("core.position.unknown", PLAIN, lambda data: data.update(takes=[])),
    ("core.position.unknown", CHOOSE, lambda data: data.update(takes=[])),
    ("core.position.missing", TAKE, lambda data: data.pop("takes")),
    ("core.position.field", TAKE, lambda data: data.pop("taking")),
    ("core.position.field", TAKE, lambda data: data.update(takes="b2")),
    ("core.position.field", TAKE, lambda data: data.update(takes=["k2"])),
    ("core.position.field", PLAIN, lambda data: data.update(to_move="green")),
    ("core.position.field", PLAIN, lambda data: data.update(to_move=None)),
    ("core.position.field", PLAIN, lambda data: data.update(red=["d4", "e6", "k1"])),
    ("core.position.field", PLAIN, lambda data: data.update(red=["d4", "e6", "A1"])),
    ("core.position.field", PLAIN, lambda data: data.update(red="d4")),
    ("core.position.field", PLAIN, lambda data: data.update(red=[f"a{rank}" for rank in range(1, 16)])),
    ("core.position.field", PLAIN, lambda data: data.update(taken=3)),
    ("core.position.field", PLAIN, lambda data: data["taken"].update(red=15)),
    ("core.position.field", PLAIN, lambda data: data.update(fines={})),
    ("core.position.field", PLAIN, lambda data: data.update(fines=["d4"])),
    ("core.position.field", FINE, lambda data: data.update(fines=[[1, 2, 3]])),
    ("core.position.field", FINE, lambda data: data["fines"].append(data["fines"][0])),
    ("core.position.field", PLAIN, lambda data: data.update(quiet=101)),
    ("core.position.field", PLAIN, lambda data: data.update(quiet=-1)),
    ("core.position.field", PLAIN, lambda data: data.update(quiet=True)),
    ("core.position.result", PLAIN, lambda data: data.update(result=None)),
    ("knopf.position.twice", PLAIN, lambda data: data.update(red=["d4", "d4", "a1"])),
    ("knopf.position.twice", PLAIN, lambda data: data.update(red=["d4", "g7", "a1"])),
    ("knopf.position.twice", FINE, lambda data: data.update(fines=[["a1", "a1", "b1", "b2"]])),
    ("knopf.position.red", PLAIN, lambda data: data.update(red=["d4", "e6"])),
    ("knopf.position.red", PLAIN, lambda data: data["taken"].update(blue=12)),
    ("knopf.position.blue", PLAIN, lambda data: data.update(blue=["g7", "c9", "j1"])),
    ("knopf.position.blue", PLAIN, lambda data: data["taken"].update(red=11)),
    ("knopf.position.group", FINE, lambda data: data.update(fines=[["a1", "b1"]])),
    ("knopf.position.group", FINE, lambda data: data.update(fines=[["a10", "c10", "e10"]])),
    ("knopf.position.group", FINE, lambda data: data.update(fines=[[]])),
    ("knopf.position.takes", TAKE, lambda data: data.update(takes=["b2"])),
    ("knopf.position.takes", TAKE, lambda data: data.update(takes=["b2", "g7", "j5"])),
    ("knopf.position.takes", TAKE, lambda data: data.update(takes=[])),
    ("knopf.position.takes", LATER, lambda data: data.update(takes=["j5"])),
    ("knopf.position.order", FEW, lambda data: data["fines"].reverse()),
    ("knopf.position.order", FEW, lambda data: data.update(fines=[["a9"]])),
    ("knopf.position.target", PLAIN, lambda data: data.update(target=12)),
    ("knopf.position.target", after_the_fine(), lambda data: data.update(phase="move")),
    ("knopf.position.target", after_the_fine(), lambda data: data.update(to_move="blue")),
    ("knopf.position.target", after_the_fine(), lambda data: data.update(quiet=1)),
    ("knopf.position.target", after_the_fine(), lambda data: data.update(target=9)),
    ("knopf.position.over", PLAIN, lambda data: data.update(phase="over")),
    ("knopf.position.over", after_the_quiet(), lambda data: data.update(quiet=99)),
    ("knopf.position.quiet", after_the_quiet(), lambda data: data.update(phase="move")),
    ("knopf.position.fines", PLAIN, lambda data: data.update(phase="fine")),
    ("knopf.position.fines", FINE, lambda data: data.update(phase="move")),
    ("knopf.position.still", start().to_json(), lambda data: (data["blue"].pop(), data.update(
        taken={"red": 1, "blue": 0}, to_move="blue"
    ))),
    ("knopf.position.threat", PLAIN, lambda data: data.update(red=["d4", "e5", "a1"], quiet=1)),
    ("knopf.position.unfined", FINE, lambda data: (data["fines"].pop(), data.update(quiet=1))),
    ("knopf.position.unfined", TAKE, lambda data: data["fines"].pop()),
]  # fmt: skip


@pytest.mark.parametrize(("key", "text", "change"), BAD)
def test_bad_positions_are_refused(key: str, text: str, change: Change) -> None:
    read(text)
    data = json.loads(text)
    data.pop("result", None)
    change(data)
    with pytest.raises(BadPosition) as error:
        read(json.dumps(data))
    assert error.value.phrase.key == key
    for lang in ("en", "nl"):
        assert error.value.say(lang)


def test_every_sentence_about_positions_is_provoked() -> None:
    written = {f"knopf.{key}" for key in phrases_of("knopf", "en") if key.startswith("position.")}
    assert written == {key for key, *_ in BAD if key.startswith("knopf.")}


def test_leftovers_are_possible_in_the_turn_in_which_something_was_taken() -> None:
    assert read(POSITIONS["threatened still, for the button in front has just been taken"]).threats(0)


def test_a_board_set_up_by_hand_may_begin_with_all_buttons() -> None:
    data = start().to_data()
    data["red"], data["blue"] = data["blue"], data["red"]
    assert read(json.dumps(data)).phase == "move"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 120) | st.sampled_from(["d4", "red", "over", "a1", "1" * 10, ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["red", "x"]), inner, max_size=3),
    max_leaves=8,
)


@given(
    text=st.sampled_from([*POSITIONS.values(), after_the_fine(), after_the_quiet()]),
    changes=st.dictionaries(
        st.sampled_from(
            [
                *("holes", "target", "groups", "taking", "phase", "to_move", "red", "blue", "taken", "fines", "takes"),
                *("quiet", "result"),
            ]
        ),
        VALUES,
        max_size=3,
    ),
)
def test_fuzzed_positions_give_a_state_or_our_error(text: str, changes: dict[str, Any]) -> None:
    data = {**json.loads(text), **changes}
    try:
        state = read(json.dumps(data))
    except BadPosition:
        return
    assert read(state.to_json()) == state


@given(text=st.text())
def test_fuzzed_json_gives_our_error(text: str) -> None:
    with pytest.raises(BadPosition):
        Knopf().from_json(text)


@given(
    name=st.sampled_from(sorted(POSITIONS)),
    text=st.text() | st.text("abcdefghij0123456789-! ABCJK", max_size=9),
)
def test_fuzzed_moves_give_a_state_or_our_error(name: str, text: str) -> None:
    state = read(POSITIONS[name])
    refusal = state.why_not(text)
    if refusal is None:
        state.play(text)
    else:
        with pytest.raises((BadNotation, IllegalMove)) as error:
            state.play(text)
        assert error.value.phrase == refusal


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=[name for name, *_ in SYMMETRIES])
def test_symmetries(symmetry: tuple[str, Callable[[State], State | None], Callable[[State, str], str]]) -> None:
    _, image, text = symmetry
    rng = random.Random(1)
    mapped = 0
    for first in (start(), start(groups="forbidden", holes="random", seed=5), *map(read, POSITIONS.values())):
        state: State = first
        for _ in range(40):
            other = image(state)
            if state.outcome is not None:
                break
            move = rng.choice(state.legal())
            after = state.play(move)
            if other is not None and (after_other := image(after)) is not None:
                mapped += 1
                assert {text(state, listed.text) for listed in state.legal()} == {
                    listed.text for listed in other.legal()
                }
                assert other.play(text(state, move.text)) == after_other
            state = after
    assert mapped > 100
