"""What the evaluation counts, that it treats both sides alike, and that the shipped weights make sense."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from speelkist.compiled.weights import read_weights
from speelkist.core import State
from speelkist.games.knopf import Knopf, KnopfState
from speelkist.games.knopf.kernel import features as seen
from speelkist.games.knopf.kernel.kernel import KERNEL

from .examples import position, read

FOE = seen.OWN + seen.SIDE_FEATURES


def counted(state: KnopfState) -> list[float]:
    values = np.zeros(seen.FEATURES, np.float32)
    seen.features(*KERNEL.pack(state), values)
    return [float(number) for number in values]


def chance(state: KnopfState) -> float:
    return seen.evaluate(*KERNEL.pack(state), read_weights("knopf", seen.FEATURES))


def swapped(state: KnopfState) -> KnopfState:
    """The same position with the colours the other way round."""
    return replace(
        state,
        player=1 - state.turn,
        turn=1 - state.turn,
        buttons=(state.buttons[1], state.buttons[0]),
        taken=(state.taken[1], state.taken[0]),
    )


@pytest.mark.parametrize("seed", range(30))
def test_both_colours_are_judged_alike(seed: int) -> None:
    rng = random.Random(seed)
    state: State = Knopf(holes="random", seed=seed, target=rng.randint(5, 14)).start()
    for _ in range(rng.randrange(40)):
        after = state.play(rng.choice(state.legal()))
        if after.outcome is None:
            state = after
    assert isinstance(state, KnopfState)
    assert counted(swapped(state)) == counted(state)
    assert chance(swapped(state)) == pytest.approx(1 - chance(state))


def test_it_counts_what_stands_on_the_board() -> None:
    """Red's pair d4 e5 aims at g7; blue's three in a row aim at nothing, and one of them is to be fined."""
    state = read(position("d4 e5 a9", "g7 i1 i2 i3", phase="fine", fines=["i1 i2 i3"]))
    values = counted(state)
    assert values[seen.LEAD] == -0.5  # ten against eleven, counted in pairs
    assert values[seen.FINES] == 1
    assert [values[seen.OWN + feature] for feature in (seen.PREY, seen.PAIRS, seen.GROUPS, seen.GROUPED)] == [
        1,
        1,
        0,
        0,
    ]
    assert [values[FOE + feature] for feature in (seen.PREY, seen.PAIRS, seen.GROUPS, seen.GROUPED)] == [0, 2, 1, 3]
    assert values[seen.OWN + seen.MOVES] * 32 == 3 * 8 - 3 - 2  # not off the edge, not onto each other
    assert [values[seen.OWN + seen.HOLES_1 + feature] for feature in range(3)] == [3, 0, 0]
    assert [values[seen.OWN + seen.RING + ring] for ring in range(4)] == [1, 0, 0, 1]


def test_a_finished_game_is_known_exactly() -> None:
    assert chance(read(position("a1 b1", "", phase="over"))) == 1
    assert chance(read(position("", "a1 b1", "blue", phase="over"))) == 0
    assert chance(read(position("a1", "j10", phase="over", quiet=100))) == 0.5


def test_the_start_is_nearly_even_and_a_lead_is_not() -> None:
    assert 0.4 < chance(Knopf().start()) < 0.65
    even = read(position("a1 c1 e1 g1 i1", "a10 c10 e10 g10 i10", target=14))
    ahead = read(position("a1 c1 e1 g1 i1", "a10 c10", target=14))
    losing = read(position("a1 c1", "a10 c10 e10 g10 i10", target=14))
    assert chance(losing) < 0.25 < chance(even) < 0.75 < chance(ahead)
