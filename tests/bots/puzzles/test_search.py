"""The search for puzzles: the shipped file comes out again, and rollouts are what they say."""

from __future__ import annotations

import json
from importlib.resources import files

import numpy as np
import pytest

import speelkist
from speelkist.core.registry import package_of
from speelkist.learn.puzzles import puzzles_of

pytestmark = [pytest.mark.slow, pytest.mark.needs("numba")]

GAMES = [game for game in speelkist.games() if puzzles_of(game)]
SEED = 2026  # of tools/puzzles.py


@pytest.mark.parametrize("game", GAMES)
def test_the_first_puzzles_that_are_found_are_in_the_file(game: str) -> None:
    from speelkist.bots.puzzles.search import find_puzzles

    shipped = json.loads((files(package_of(game).folder) / "puzzles.json").read_text(encoding="utf-8"))["puzzles"]
    search = find_puzzles(game, len(shipped), SEED)
    for _ in range(2):
        puzzle = next(search).to_data()
        assert json.loads(json.dumps(puzzle)) in shipped


def test_rollouts_have_the_same_throws_for_every_candidate() -> None:
    from speelkist.bots.puzzles.rollouts import Rollouts

    rollouts = Rollouts("kriskras")
    state = speelkist.load("kriskras").start().play("white").play("r1g1")
    move = state.legal()[0]
    first = rollouts.after(state, move, 40, 1)
    assert np.array_equal(first, rollouts.after(state, move, 40, 1))
    assert np.array_equal(first[10:], rollouts.after(state, move, 30, 1, begin=10))
    assert not np.array_equal(first, rollouts.after(state, move, 40, 2))
    assert set(first) <= {0.0, 0.5, 1.0}
