"""The compiled rules and the reference rules say the same, move by move, in random games under every option."""

from __future__ import annotations

import random

import pytest

from speelkist.games.krabcek import Krabcek
from speelkist.games.krabcek.boxes import TILES, fitting_corners
from tests.laws.kernels import check_game
from tests.support.samples import sample

PARTS = 10


def random_game(rng: random.Random) -> Krabcek:
    """Krabcek with random options: both sets of tiles, all three ways to lay them out, short and long idle limits."""
    types = list("1" * 11 + "2" * 5)
    rng.shuffle(types)
    own = [f"{types[tile]}-{rng.choice(fitting_corners(tile))}" for tile in range(TILES)]
    return Krabcek(
        tiles=rng.choice(["figures", "tight"]),
        layout=rng.choice(["chance", "random", own]),
        seed=rng.randrange(2**53),
        idle_limit=rng.choice([10, 50, 150]),
    )


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_go_the_same_way(part: int) -> None:
    for number in range(sample(80, slow=10_000) // PARTS):
        rng = random.Random(PARTS * number + part)
        check_game(random_game(rng).start(), rng)
