"""The bots of the race."""

from __future__ import annotations

import pytest

from speelkist.bots.arena.match import Plan, play_pair
from speelkist.bots.hints import hint
from speelkist.core import LANGUAGES
from speelkist.games.template.bots import simple, strengths
from speelkist.games.template.hint_reasons import why

from .examples import POSITIONS, read


def test_the_simple_bot_creeps_whenever_it_can() -> None:
    for text in POSITIONS.values():
        state = read(text)
        if state.player >= 0:
            (advice,) = simple.best(state)
            assert advice.move == state.legal()[0]
            assert all(advice.reason.say(lang) for lang in LANGUAGES)


def test_the_winning_step_is_called_so() -> None:
    state = read(POSITIONS["red is one step from home"])
    assert why(state, state.legal()[0]).key == "template.reason.win"
    assert strengths.ranked(state, "friend", 1)[0].chance == 1.0


def test_the_same_seed_plays_the_same_move() -> None:
    state = read(POSITIONS["red may creep or rest"])
    firsts = [strengths.ranked(state, "child", seed)[0].move for seed in range(40)]
    assert firsts == [strengths.ranked(state, "child", seed)[0].move for seed in range(40)]
    assert len(set(firsts)) == 2  # and a child is careless now and then


def test_the_master_takes_the_win_and_hints_with_a_chance() -> None:
    pytest.importorskip("numba")
    (first, *_) = hint(read(POSITIONS["red is one step from home"]))
    assert (first.move.text, first.chance) == ("creep", 1.0)


def test_simple_beats_random() -> None:
    pairs = [play_pair(Plan("template", "simple", "random", games=40), number) for number in range(20)]
    assert sum(pair.share for pair in pairs) / len(pairs) > 0.6
