"""What is seen of a position: the same on every turn of the board, from either side, and true."""

from __future__ import annotations

import random

import numpy as np
import pytest

import speelkist
from speelkist.compiled.contract import Weights
from speelkist.compiled.net import first_weights
from speelkist.games.krabcek import KrabcekState
from speelkist.games.krabcek.hint_reasons import throws_of
from speelkist.games.krabcek.kernel.features import (
    BIG_THROWS,
    EACH,
    FEATURES,
    STUCK,
    TOWER_THROWS,
    evaluate,
    features,
    side,
)
from speelkist.games.krabcek.kernel.kernel import KERNEL

from .examples import POSITIONS, SYMMETRIES, figure9, read

WEIGHTS = first_weights(FEATURES, 8, seed=3)


def seen(state: speelkist.State) -> Weights:
    out = np.full(FEATURES, 9, np.float32)
    options, array = KERNEL.pack(state)
    kept = array.copy()
    features(options, array, out)
    assert np.array_equal(array, kept)
    return out


def chance(state: speelkist.State) -> float:
    return float(evaluate(*KERNEL.pack(state), WEIGHTS))


def some_states(games: int) -> list[KrabcekState]:
    states: list[KrabcekState] = []
    for game in range(games):
        rng = random.Random(game)
        state = speelkist.load("krabcek", layout="random", seed=game).start()
        while state.outcome is None and len(states) < 60 * (game + 1):
            assert isinstance(state, KrabcekState)
            states.append(state)
            state = state.play(rng.choice(state.legal()))
    return states


@pytest.mark.parametrize("name", [name for name, _, _ in SYMMETRIES])
def test_it_looks_the_same_on_the_board_laid_anew(name: str) -> None:
    mapped = next(there for symmetry, there, _ in SYMMETRIES if symmetry == name)
    swaps = "swap" in name or "white" in name
    for state in some_states(4)[::3]:
        there = mapped(state)
        if there is None or (swaps and state.turn < 0):  # before the first throw it is seen from Black
            continue
        assert np.allclose(seen(state), seen(there))
        assert chance(there) == pytest.approx(1 - chance(state) if swaps else chance(state), abs=1e-6)


def test_throws_are_counted_right() -> None:
    for state in some_states(5):
        if state.phase not in ("throw", "move"):
            continue
        out = seen(state)
        for place, player in enumerate((state.turn, 1 - state.turn)):
            counted = throws_of(state, player)
            own = out[place * EACH :]
            throws = [round(float(own[at]) * 3) for at in (STUCK, TOWER_THROWS, BIG_THROWS)]
            assert throws == [counted.stuck, counted.wins, counted.stacks]


def test_a_finished_game_is_certain() -> None:
    won = read(figure9(3)).play("S@G2+V12")
    assert chance(won) == 0
    blocked = read(figure9()).play("5")
    assert chance(blocked) == 1
    idle = read(POSITIONS["one idle turn before the draw"])
    switch = next(move for move in idle.legal() if "<>" in move.text)
    assert chance(idle.play(switch)) == 0.5


def test_it_knows_what_the_next_throw_settles() -> None:
    """Whatever the net says: figure 9 is won with three throws, lost with one."""
    options, array = KERNEL.pack(read(figure9()))
    for bias, white in ((-30, 3 / 6), (30, 5 / 6)):
        weights = np.zeros(FEATURES + 1, np.float32)
        weights[-1] = bias
        assert evaluate(options, array, weights) == pytest.approx(1 - white)


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_every_position_has_a_chance_and_small_numbers(name: str) -> None:
    state = read(POSITIONS[name])
    assert 0 <= chance(state) <= 1
    assert (np.abs(seen(state)) <= 3).all()
    assert side(*KERNEL.pack(state)) == (1 if state.turn == 1 else 0)
