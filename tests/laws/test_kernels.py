"""``kernel.py`` and ``rules.py`` agree after every move, with the JIT and without."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import speelkist
from speelkist import fast
from speelkist.compiled.contract import PLAYER, WINNER
from speelkist.compiled.rng import new_rng
from speelkist.core import CHANCE
from tests.support.samples import sample

from .examples import examples, positions
from .kernels import COMPILED, chance_seen, check_game

ROOT = Path(__file__).parents[2]
SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize("id", COMPILED)
def test_random_games_go_the_same_way(id: str) -> None:
    @settings(max_examples=sample(8, slow=25))
    @given(options=examples(id).OPTIONS, seed=SEEDS)
    def law(options: dict[str, object], seed: int) -> None:
        check_game(speelkist.load(id, **options).start(), random.Random(seed))

    law()


@pytest.mark.parametrize("id", COMPILED)
def test_games_from_every_named_position_go_the_same_way(id: str) -> None:
    for number, state in enumerate(positions(id)):
        for seed in range(sample(1, slow=3)):
            check_game(state, random.Random(1000 * number + seed), most=80)


@pytest.mark.parametrize("id", COMPILED)
def test_without_the_jit_the_same_source_says_the_same(id: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.laws.kernels", id, "7", sample("5", slow="12")],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "actions alike" in done.stdout


@pytest.mark.parametrize("id", COMPILED)
def test_chance_falls_by_its_odds(id: str) -> None:
    kernel = fast.load_kernel(id)
    state = speelkist.load(id).start()
    rng = random.Random(3)
    kinds: set[tuple[str, int]] = set()
    while state.outcome is None and len(kinds) < 4:
        if state.player == CHANCE and (state.phase, len(state.legal())) not in kinds:
            kinds.add((state.phase, len(state.legal())))
            times = sample(5_000, slow=20_000)
            seen = chance_seen(kernel, *kernel.pack(state), times, seed=11)
            odds = {move.text: float(chance) for move, chance in state.odds().items()}
            assert set(seen) <= set(odds)
            for text, chance in odds.items():
                error = 5 * sqrt(times * chance * (1 - chance)) + 1
                assert abs(seen.get(text, 0) - times * chance) <= error, text
        state = state.play(rng.choice(state.legal()))


@pytest.mark.parametrize("id", COMPILED)
def test_a_playout_chooses_all_moves_alike_and_ends_legally(id: str) -> None:
    kernel = fast.load_kernel(id)
    game = speelkist.load(id)
    options = kernel.options(game)
    for seed in range(20):
        array = kernel.new_state()
        kernel.start(options, array)
        plies = kernel.playout(options, array, new_rng(seed))
        assert plies > 0
        end = kernel.unpack(game, options, array)
        assert end.outcome is not None
        assert array[PLAYER] == speelkist.OVER


@pytest.mark.parametrize("id", COMPILED)
def test_playouts_depend_on_the_seed_alone(id: str) -> None:
    game = speelkist.load(id)
    single, threaded = fast.playouts(game, 50, seed=9), fast.playouts(game, 50, seed=9, threads=3)
    assert np.array_equal(single.winners, threaded.winners) and np.array_equal(single.lengths, threaded.lengths)
    other = fast.playouts(game, 50, seed=10)
    assert not np.array_equal(single.lengths, other.lengths)


@pytest.mark.parametrize("id", COMPILED)
def test_a_batch_refuses_an_illegal_move_and_changes_nothing(id: str) -> None:
    games = fast.batch(speelkist.load(id), 5, seed=2)
    moves, _ = games.legal()
    chosen = moves[:, 0].copy()
    before = games.states.copy()
    chosen[3] = 2**31 - 1
    with pytest.raises(speelkist.core.BadOption, match="3"):
        games.step(chosen)
    assert np.array_equal(games.states, before)
    assert (games.states[:, WINNER] == -1).all()


@pytest.mark.parametrize(("name", "value"), [("n", 0), ("n", -1), ("n", 1 << 40), ("threads", 0), ("threads", 10**9)])
def test_absurd_numbers_are_refused(name: str, value: int) -> None:
    array = {"n": 5, "threads": 1, name: value}
    with pytest.raises(speelkist.core.BadOption, match=name):
        fast.playouts(speelkist.load("kriskras"), array["n"], seed=0, threads=array["threads"])
