"""Learning by temporal differences: it finds the truth of a small game, and a run can be put down and taken up."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from speelkist.bots.training.kernel import duel, play_and_learn
from speelkist.core.kernels import luck
from speelkist.core.nets import first_weights, forward

from .nim import kernel as nim


def table() -> Any:
    """The game, its beginning, and how large things are."""
    state = np.zeros(4, np.int16)
    nim.start(nim.NO_RULES, state)
    return nim.legal, nim.apply, nim.draw, nim.features, nim.side, nim.NO_RULES, state, 3, nim.FEATURES


def learned(hidden: int, games: int, seed: int = 1) -> Any:
    weights = first_weights(nim.FEATURES, hidden, seed)
    errors = np.zeros(1)
    play: Any = play_and_learn
    play(*table(), weights, hidden, games, 0.3, 0.7, 0.3, luck(seed), errors)
    return weights


def score(weights: Any, other: Any, pairs: int) -> float:
    play: Any = duel
    return float(play(*table(), weights, 0, other, 0, pairs, np.uint64(1)))


@pytest.mark.parametrize("hidden", [0, 8])
def test_it_learns_which_heaps_of_nim_are_lost(hidden: int) -> None:
    weights = learned(hidden, 4000)
    for heap in range(1, nim.MOST):
        row = np.zeros(nim.FEATURES, np.float32)
        row[heap] = 1
        chance = forward(weights, row, nim.FEATURES, hidden)
        assert chance < 0.35 if heap % 4 == 0 else chance > 0.65, (heap, chance)


def test_what_has_learned_beats_chance_and_knows_the_first_move() -> None:
    weights = learned(0, 4000)
    nothing = np.zeros(0, np.float32)
    assert score(weights, nothing, 500) > 0.9
    assert score(weights, weights, 50) == 0.5  # who begins wins, and each begins once


def test_the_same_seed_learns_the_same() -> None:
    assert np.array_equal(learned(4, 50), learned(4, 50))
    assert not np.array_equal(learned(4, 50), learned(4, 50, seed=2))
