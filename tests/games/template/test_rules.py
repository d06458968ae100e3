"""The rules of the race, one test a rule."""

from __future__ import annotations

import pytest

from speelkist.core import BadPosition, Refusal
from speelkist.games.template import Template

from .examples import POSITIONS, position, read


def moves(name: str) -> list[str]:
    return [move.text for move in read(POSITIONS[name]).legal()]


def test_it_begins_with_a_throw_for_red_at_the_start() -> None:
    state = Template().start()
    assert (state.phase, state.turn, state.snails) == ("throw", 0, (0, 0))
    assert [str(chance) for chance in state.odds().values()] == ["1/2", "1/3", "1/6"]


def test_a_snail_creeps_as_far_as_the_die_says() -> None:
    after = read(POSITIONS["red may creep or rest"]).play("creep")
    assert after.to_data()["snails"] == [5, 4]
    assert after.to_data()["to_move"] == "blue"


def test_a_snail_does_not_rest_twice_running() -> None:
    assert moves("red may creep or rest") == ["creep", "rest"]
    assert moves("blue rested and must creep") == ["creep"]
    assert read(POSITIONS["blue rested and must creep"]).why_not("rest") == Refusal("template.rest.twice")
    assert read(POSITIONS["red may creep or rest"]).play("rest").to_data()["rested"] == [True, False]


def test_a_snail_does_not_creep_past_the_end() -> None:
    assert moves("a throw that is too high") == ["rest"]
    assert read(POSITIONS["a throw that is too high"]).why_not("creep") == Refusal("template.creep.far", throw=3, n=1)


def test_who_can_do_neither_passes_and_may_then_rest() -> None:
    state = read(POSITIONS["too high after a rest"])
    assert [move.text for move in state.legal()] == ["--"]
    assert state.play("--").to_data()["rested"] == [False, False]
    assert read(POSITIONS["red may creep or rest"]).why_not("--") == Refusal("core.pass.not_due", example="creep")


def test_who_is_home_first_wins() -> None:
    outcome = read(POSITIONS["red is one step from home"]).play("creep").outcome
    assert outcome is not None and (outcome.winners, outcome.reason) == ((0,), "home")


def test_patience_ends_in_a_draw() -> None:
    outcome = read(POSITIONS["the last throw"]).play("creep").outcome
    assert outcome is not None and (outcome.winners, outcome.reason) == ((), "patience")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("CREEP", None),
        ("hop", "core.notation.unknown"),
        ("2", "core.chance.not_due"),
    ],
)
def test_texts(text: str, key: str | None) -> None:
    why = read(POSITIONS["red may creep or rest"]).why_not(text)
    assert (why and why.key) == key


def test_while_the_die_rolls_nobody_moves() -> None:
    why = Template().start().why_not("creep")
    assert why is not None and why.key == "core.chance.due"


@pytest.mark.parametrize(
    "text",
    [
        position(10, 10),
        position(11, 0),
        position(0, 0, 4),
        position(0, 0, 1, throws=0),
        position(2, 10, 1),
        position(2, 2, throws=40),
        position(2, 2, throws=41),
        position(0, 0).replace("[false, false]", "[1, 0]"),
        position(0, 0).replace('"length": 10', '"length": 99'),
    ],
)
def test_positions_that_cannot_be(text: str) -> None:
    with pytest.raises((BadPosition, ValueError)):
        read(text)
