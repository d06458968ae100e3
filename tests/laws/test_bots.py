"""The simple bot and the reasons of hints have an answer in every position, under all options of a game."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import speelkist
from speelkist.bots.hints import why
from speelkist.bots.simple_bot import best
from speelkist.core import LANGUAGES, State

from .examples import GAMES, examples, positions, tries, walk

MOVES = 6  # looked at in each position


@pytest.mark.parametrize("id", GAMES)
def test_every_legal_move_has_a_reason_and_some_are_best(id: str) -> None:
    @settings(max_examples=tries(id, 10))
    @given(options=examples(id).OPTIONS, seed=st.integers(0, 2**32), steps=st.integers(1, 120))
    def law(options: dict[str, object], seed: int, steps: int) -> None:
        rng = random.Random(seed)
        states = walk(speelkist.load(id, **options), seed, steps)
        for state in [states[-1], *rng.sample(states, min(3, len(states)))]:
            check_bots(state, rng)

    law()


@pytest.mark.parametrize("id", GAMES)
def test_the_same_in_named_positions(id: str) -> None:
    for number, state in enumerate(positions(id)):
        check_bots(state, random.Random(number))


def check_bots(state: State, rng: random.Random) -> None:
    if state.player < 0:
        return
    advice = best(state)
    assert advice, state
    for suggestion in advice:
        assert state.why_not(suggestion.move) is None, state
        assert all(suggestion.reason.say(lang) for lang in LANGUAGES)
    legal = state.legal()
    for move in rng.sample(legal, min(MOVES, len(legal))):
        assert all(why(state, move).say(lang) for lang in LANGUAGES)
