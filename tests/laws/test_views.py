"""What a client is shown, in every game: cells, pieces, choices, changes, words."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import speelkist
from speelkist.testing import conformance

from .examples import GAMES, examples, positions, tries, walk

SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize("id", GAMES)
def test_a_view_fits_its_state_and_changes_lead_to_the_next(id: str) -> None:
    @settings(max_examples=tries(id, 15))
    @given(options=examples(id).OPTIONS, seed=SEEDS, steps=st.integers(1, 120))
    def law(options: dict[str, object], seed: int, steps: int) -> None:
        check_walk(walk(speelkist.load(id, **options), seed, steps), random.Random(seed))

    law()


@pytest.mark.parametrize("id", GAMES)
def test_views_of_named_positions(id: str) -> None:
    for number, state in enumerate(positions(id)):
        conformance.check_view(state)
        rng = random.Random(number)
        for move in rng.sample(state.legal(), min(20, len(state.legal()))):
            conformance.check_changes(state, move, state.play(move))
        conformance.check_attempts(state, rng.randrange)


@pytest.mark.parametrize("id", GAMES)
def test_every_move_is_told_in_words(id: str) -> None:
    @settings(max_examples=tries(id, 6))
    @given(options=examples(id).OPTIONS, seed=SEEDS, steps=st.integers(1, 120))
    def law(options: dict[str, object], seed: int, steps: int) -> None:
        states = walk(speelkist.load(id, **options), seed, steps)
        for state in random.Random(seed).sample(states, min(3, len(states))):
            conformance.check_story(state)

    law()
    for state in positions(id):
        conformance.check_story(state)


def check_walk(states: list[speelkist.State], rng: random.Random) -> None:
    conformance.check_view(states[-1])
    for state in rng.sample(states, min(6, len(states))):
        if state.legal():
            move = rng.choice(state.legal())
            conformance.check_view(state)
            conformance.check_attempts(state, rng.randrange)
            conformance.check_changes(state, move, state.play(move))
