"""Positions without a table: shown, played on with named throws, asked about."""

from __future__ import annotations

import pytest

from speelkist.core import BadQuery, IllegalMove, SpeelkistError
from speelkist.core.view import apply_changes
from speelkist.learn.positions import MOST_MOVES, ask, play, read_position, show


def test_the_start_is_shown() -> None:
    shown = show(read_position("kriskras", None))
    assert shown["view"]["phase"] == "lots" and shown["actions"] == []
    assert read_position("kriskras", shown["position"]) == read_position("kriskras", None)


def test_a_named_throw_is_played_and_then_a_move() -> None:
    start = read_position("kriskras", None)
    played = play(start, ["white", "r1g2", "b2-c2-c4"])
    assert [(action["player"], action["move"]) for action in played["actions"]] == [
        (-1, "white"),
        (-1, "r1g2"),
        (0, "b2-c2-c4"),
    ]
    assert played["view"]["player"] == -1 and played["last"] == ["b2", "c2", "c3", "c4"]
    pieces = show(start)["view"]["pieces"]
    for action in played["actions"]:
        pieces = apply_changes(pieces, action["changes"])
    assert pieces == played["view"]["pieces"]
    assert read_position("kriskras", played["position"]).to_data() == played["position"]


def test_the_last_move_stays_marked_when_dice_have_fallen() -> None:
    moves = ["white", "r1g2", "b2-c2-c4"]
    played = play(read_position("kriskras", None), moves)
    assert play(read_position("kriskras", None), [*moves, "r1g1"])["last"] == played["last"]


def test_what_a_move_takes_is_no_part_of_its_way() -> None:
    red, blue = ["d4", "e5", "a1", "c1", "e1", "g1", "i1", "a3"], ["g7", "j2", "j6", "j10", "a10", "c10", "e10", "g10"]
    one_hole = ["1" * 10] * 10
    data = {**show(read_position("knopf", None))["position"], "holes": one_hole, "red": red, "blue": blue}
    position = read_position("knopf", {**data, "to_move": "blue", "taken": {"red": 6, "blue": 6}})
    played = play(position, ["j2-j3"])
    assert "g7" not in played["view"]["pieces"] and played["last"] == ["j2", "j3"]


def test_what_is_not_legal_is_refused() -> None:
    start = read_position("knopf", None)
    with pytest.raises(IllegalMove):
        play(start, ["b2-b9"])
    with pytest.raises(SpeelkistError, match="At most 20 moves"):
        play(start, ["b2-b3"] * (MOST_MOVES + 1))


def test_a_query_is_answered() -> None:
    start = read_position("knopf", None)
    assert ask(start, "why_not", {"picks": ["b2", "b9"]})["key"].startswith("knopf.move.")
    with pytest.raises(BadQuery):
        ask(start, "who_wins", {})
