"""Whole random games with every option, move by move in the rules and in the compiled rules."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from speelkist.games.knopf import Knopf, KnopfState
from speelkist.games.knopf.board import ENOUGH, LET_BE, Fine, Take, grouped
from speelkist.games.knopf.kernel.kernel import KERNEL
from tests.laws.kernels import check_state
from tests.support.samples import sample

PARTS = 4
GAMES = sample(200, slow=10_000) // PARTS
AT_LEAST = sample(8, slow=100) // PARTS  # of each special position

SPECIAL = ("let be", "fined though broken up", "taken by choice", "left by choice")


def some_game(rng: random.Random) -> Knopf:
    """A game under options of every kind."""
    rows = ["".join(rng.choices("1234", k=10)) for _ in range(10)]
    return Knopf(
        target=rng.randint(1, 14),
        taking=rng.choice(["all", "choose"]),
        groups=rng.choice(["fine", "fine", "forbidden"]),
        holes=rng.choice(["standard", "random", rows]),
        seed=rng.randrange(2**53),
    )


def special(state: KnopfState, move: object) -> str | None:
    """What is special about a move, if anything."""
    if move == LET_BE:
        return "let be"
    if move == ENOUGH:
        return "left by choice"
    if isinstance(move, Take):
        return "taken by choice"
    if isinstance(move, Fine) and grouped(state.fines[0]) != state.fines[0]:
        return "fined though broken up"
    return None


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_with_every_option_go_the_same_way(part: int) -> None:
    seen: Counter[str | None] = Counter()
    for number in range(part * GAMES, (part + 1) * GAMES):
        rng = random.Random(number)
        state = some_game(rng).start()
        options, array = KERNEL.pack(state)
        while state.outcome is None:
            codes = check_state(KERNEL, options, array, state)
            move = rng.choice(state.legal())
            seen[special(state, move)] += 1
            KERNEL.apply(options, array, codes[move.text])
            state = state.after(move)
        check_state(KERNEL, options, array, state)
    assert all(seen[kind] >= AT_LEAST for kind in SPECIAL), seen
