"""The compiled law and the rules say the same, move by move: in random games, and where games seldom come."""

from __future__ import annotations

import random

import pytest

from speelkist.compiled.playouts import load_kernel
from speelkist.core import State
from speelkist.games.kriskras import Kriskras
from tests.laws.kernels import check_game, check_state
from tests.support.samples import sample

from .special import kind_of, near

PARTS = 10
KINDS = ("stuck", "pay", "retreat")


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_go_the_same_way(part: int) -> None:
    for number in range(sample(100, slow=10_000) // PARTS):
        check_game(Kriskras().start(), random.Random(PARTS * number + part))


@pytest.mark.parametrize("kind", KINDS)
def test_games_from_special_positions_go_the_same_way(kind: str) -> None:
    reached = 0
    for seed in range(sample(8, slow=150)):
        rng = random.Random(f"{kind} {seed}")
        reached += count_alike(near(kind, rng), rng, kind)
    assert reached >= sample(8, slow=100)


def count_alike(state: State, rng: random.Random, kind: str, most: int = 60) -> int:
    """Play on at random, compare every position, and give how many were of that kind."""
    kernel = load_kernel("kriskras")
    options, array = kernel.pack(state)
    reached = 0
    for _ in range(most):
        codes = check_state(kernel, options, array, state)
        reached += kind_of(state) == kind
        if not codes:
            break
        move = rng.choice(state.legal())
        kernel.apply(options, array, codes[move.text])
        state = state.play(move)
    return reached
