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
    assert played["view"]["player"] == -1 and "c4" in played["last"]
    pieces = show(start)["view"]["pieces"]
    for action in played["actions"]:
        pieces = apply_changes(pieces, action["changes"])
    assert pieces == played["view"]["pieces"]
    assert read_position("kriskras", played["position"]).to_data() == played["position"]


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
