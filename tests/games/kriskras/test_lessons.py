"""What the lessons say of their positions holds by the rules."""

from __future__ import annotations

import json
from itertools import product

from speelkist.learn.lesson_file import lesson_of

from .examples import position, texts


def shown(lesson: str, step: int, **other: object) -> str:
    """The position of a step, with other fields."""
    return json.dumps(lesson_of("kriskras", lesson).steps[step - 1].state.to_data() | other)


def test_a_five_brings_the_soldier_home_after_red_three_and_not_after_red_one() -> None:
    assert not [move for move in texts(shown("zone", 3)) if move.startswith("d15") and move.endswith("17")]
    assert "d15-d12-d17" in texts(shown("zone", 3, throw=[3, 5]))


def test_a_soldier_captures_only_ahead_and_a_musketeer_also_beside_and_behind_itself() -> None:
    throws = [list(throw) for throw in product(range(1, 7), repeat=2)]
    captors = {
        move.partition("-")[0]
        for throw in throws
        for move in texts(shown("retreat", 2, phase="move", throw=throw))
        if move.endswith("xh6")
    }
    assert captors == {"k9"}
    assert "f6-g7xh6" in texts(position(("h6 a2", ""), ("f6 i16", ""), "r1g1", to_move="black"))
    assert "e4-h7xh6" in texts(position(("h6 a2", ""), ("e4 i16", ""), "r3g1", to_move="black"))


def test_a_trade_with_two_soldiers_home_takes_both_at_once() -> None:
    after = lesson_of("kriskras", "trade").steps[0].state.play("=l1").to_data()
    assert after["white"]["soldiers"] == ["h4"] and after["phase"] != "pay"
