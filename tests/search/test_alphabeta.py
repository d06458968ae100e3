"""Alpha-beta against plain minimax, its proofs, its budget, and how soon it stops."""

from __future__ import annotations

import random
import time
from itertools import pairwise

import numpy as np
import pytest

from speelkist.compiled.contract import PLAYER, WINNER, OptionArray, StateArray, Weights
from speelkist.compiled.weights import read_weights
from speelkist.core import OVER, State
from speelkist.games.knopf import Knopf, KnopfState
from speelkist.games.knopf.kernel.features import FEATURES, evaluate
from speelkist.games.knopf.kernel.kernel import KERNEL
from speelkist.search.alphabeta import MARGIN, alphabeta, deepen_to
from speelkist.search.alphabeta_table import ESTIMATE, INFINITE
from speelkist.search.budget import CHUNK_SECONDS, Budget, Cancelled
from speelkist.search.chunks import MoveValue
from tests.games.knopf.examples import position, read

ALL = 10**6  # every move is searched to the full depth


@pytest.fixture(scope="module")
def weights() -> Weights:
    """Any will do here, if they see something in everything."""
    return np.random.default_rng(4).normal(0, 0.1, FEATURES + 1).astype(np.float32)


def some_state(seed: int, actions: int) -> KnopfState:
    """Where so many random actions lead; from the start again when the game ends on the way."""
    rng = random.Random(seed)
    state: State = Knopf().start()
    for _ in range(actions):
        state = state.play(rng.choice(state.legal()))
        if state.outcome is not None:
            state = Knopf().start()
    assert isinstance(state, KnopfState)
    return state


def minimax(options: OptionArray, state: StateArray, weights: Weights, depth: int) -> float:
    """The chance of player 0, looking ``depth`` turns ahead; an action after which the same player goes on is free."""
    if state[PLAYER] == OVER:
        return 0.5 if state[WINNER] < 0 else 1.0 - state[WINNER]
    if depth == 0:
        return evaluate(options, state, weights)
    moves = KERNEL.new_move_buffer()
    values = []
    for move in moves[: KERNEL.legal(options, state, moves)]:
        after = state.copy()
        KERNEL.apply(options, after, int(move))
        values.append(minimax(options, after, weights, depth - (after[PLAYER] != state[PLAYER])))
    return max(values) if state[PLAYER] == 0 else min(values)


def plain(options: OptionArray, state: StateArray, weights: Weights, depth: int) -> dict[int, float]:
    """Each move's chance for the one on turn, by plain minimax."""
    moves = KERNEL.new_move_buffer()
    values = {}
    for move in moves[: KERNEL.legal(options, state, moves)]:
        after = state.copy()
        KERNEL.apply(options, after, int(move))
        chance = minimax(options, after, weights, depth - (after[PLAYER] != state[PLAYER]))
        values[int(move)] = chance if state[PLAYER] == 0 else 1 - chance
    return values


def search(
    state: KnopfState, weights: Weights, simulations: int = 10**7, depth: int = 64, lines: int = 1, unreduced: int = 3
) -> list[MoveValue]:
    options, array = KERNEL.pack(state)
    clock = Budget(simulations).clock()
    margin = INFINITE if unreduced == ALL else MARGIN  # plain minimax leaves nothing out
    return alphabeta(KERNEL, evaluate, weights, options, array, clock, depth, lines, unreduced, margin)


@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize("depth", [2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_it_finds_what_plain_minimax_finds(seed: int, depth: int, lines: int, weights: Weights) -> None:
    if depth == 3:  # few buttons, or plain minimax takes too long
        red, blue = ("b2 c2 e7", "d9 h4 i4") if seed % 2 else ("a1 e5 h8 i8", "c2 g6 g7")
        state = read(position(red, blue, ("red", "blue")[seed // 2 % 2], target=13 if seed > 3 else 14))
    else:
        state = some_state(seed, actions=10 + 4 * seed)
    options, array = KERNEL.pack(state)
    truth = plain(options, array, weights, depth)
    values = search(state, weights, depth=depth, lines=lines, unreduced=ALL)
    assert sorted(move.move for move in values) == sorted(truth)
    best = sorted(truth.values(), reverse=True)
    for at in range(min(lines, len(best))):
        assert values[at].chance == pytest.approx(best[at], abs=2 / ESTIMATE)
        assert truth[values[at].move] == pytest.approx(best[at], abs=2 / ESTIMATE)
    for value in values[lines:]:
        assert truth[value.move] <= value.chance + 2 / ESTIMATE or value.chance <= values[lines - 1].chance


def test_a_fine_uses_no_depth(weights: Weights) -> None:
    fined = next(state for seed in range(100) if (state := some_state(seed, 15)).phase == "fine")
    options, array = KERNEL.pack(fined)
    truth = plain(options, array, weights, 2)
    assert search(fined, weights, depth=2, unreduced=ALL)[0].chance == pytest.approx(max(truth.values()), abs=1e-5)


def test_a_won_game_is_noticed_and_proved(weights: Weights) -> None:
    """Red needs one more: whatever blue does with one move, one of two threatened buttons is left."""
    state = read(position("e5 f5 a9", "c5 h5 j1", target=12))
    values = search(state, weights, 20_000)
    options, array = KERNEL.pack(state)
    truth = plain(options, array, weights, 3)
    assert values[0].proven and values[0].chance == 1
    assert truth[values[0].move] == 1


def test_a_lost_game_is_noticed_and_proved(weights: Weights) -> None:
    """The same for blue, who is to move and has no way out, and the search ends long before its budget."""
    state = read(position("e5 f5 a9", "c5 h5", "blue", target=13, quiet=1))
    options, array = KERNEL.pack(state)
    truth = plain(options, array, weights, 2)
    clock = Budget(10**7).clock()
    values = alphabeta(KERNEL, evaluate, weights, options, array, clock)
    assert max(truth.values()) == 0
    assert all(value.proven and value.chance == 0 for value in values)
    assert clock.used < 10_000


@pytest.mark.parametrize("simulations", [1, 50, 3000, 20_000])
def test_the_same_budget_gives_the_same_answer(simulations: int, weights: Weights) -> None:
    state = some_state(3, 12)
    first = search(state, weights, simulations, lines=3)
    assert all(search(state, weights, simulations, lines=3) == first for _ in range(3))
    assert {value.move for value in first} == {value.move for value in search(state, weights, 1)}
    assert all(value.chance >= other.chance for value, other in pairwise(first))


def test_a_limit_of_time_is_kept(weights: Weights) -> None:
    options, array = KERNEL.pack(some_state(5, 6))
    begun, worked = time.perf_counter(), time.thread_time()
    alphabeta(KERNEL, evaluate, weights, options, array, Budget(seconds=0.2).clock())
    assert time.perf_counter() - begun > 0.15
    assert time.thread_time() - worked < 0.3  # a busy machine is no fault of ours


def test_a_cancelled_thought_ends_at_once(weights: Weights) -> None:
    options, array = KERNEL.pack(some_state(5, 6))
    end = time.thread_time() + 0.15
    budget = Budget(10**8, cancelled=lambda: time.thread_time() > end)
    with pytest.raises(Cancelled):
        alphabeta(KERNEL, evaluate, weights, options, array, budget.clock())
    assert time.thread_time() - end < 5 * CHUNK_SECONDS


def test_with_a_true_net_what_looks_hopeless_costs_little_and_the_best_move_alone_goes_deeper() -> None:
    trained = read_weights("knopf", FEATURES)
    depths = dict.fromkeys(((INFINITE, 1.0), (MARGIN, 1.0), (MARGIN, 0.1)), 0)
    for seed in range(4):
        options, array = KERNEL.pack(some_state(seed, 14))
        for margin, part in depths:
            clock = Budget(15_000).clock()
            values, depth = deepen_to(
                KERNEL, evaluate, trained, options, array, clock, lines=3, margin=margin, lines_part=part
            )
            assert all(value.chance >= other.chance for value, other in pairwise(values))
            depths[margin, part] += depth
    assert depths[INFINITE, 1.0] < depths[MARGIN, 1.0] <= depths[MARGIN, 0.1]
