"""Expectimax in compiled code against the same thing said plainly in Python."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from speelkist.bots import Budget, Cancelled
from speelkist.compiled.contract import DRAW, EVALUATE, PLAYER, WINNER, Kernel, OptionArray, StateArray, Weights
from speelkist.compiled.jit import kernel_compiler
from speelkist.compiled.playouts import load_kernel
from speelkist.core import CHANCE, OVER, State
from speelkist.search.budget import CHUNK_SECONDS, Clock
from speelkist.search.chunks import MoveValue, choices
from speelkist.search.expectimax import Pass, expectimax
from tests.laws.examples import positions

from . import race

compiled = kernel_compiler(__file__)
WEIGHTS = np.array([0.2], np.float32)
PLENTY = 10_000_000


def plain(
    kernel: Kernel,
    judge: Callable[[OptionArray, StateArray], float],
    options: OptionArray,
    state: StateArray,
    throws: int,
    widths: tuple[int, ...],
) -> float:
    """What a state is worth to player 0: the reference for the compiled search. ``widths`` is by throws left."""

    def exact(state: StateArray) -> float:
        if state[PLAYER] == OVER:
            return 0.5 if state[WINNER] == DRAW else 1.0 - float(state[WINNER])
        return judge(options, state)

    def after(move: int) -> StateArray:
        copy = state.copy()
        kernel.apply(options, copy, move)
        return copy

    if state[PLAYER] == OVER or (state[PLAYER] == CHANCE and throws == 0):
        return exact(state)
    buffer = kernel.new_move_buffer()
    moves = [int(move) for move in buffer[: kernel.legal(options, state, buffer)]]
    if state[PLAYER] == CHANCE:
        return sum(plain(kernel, judge, options, after(move), throws - 1, widths) for move in moves) / len(moves)
    best = max if state[PLAYER] == 0 else min
    if throws == 0:
        return best(exact(after(move)) for move in moves)
    moves.sort(key=lambda move: exact(after(move)), reverse=bool(state[PLAYER] == 0))
    return best(plain(kernel, judge, options, after(move), throws, widths) for move in moves[: widths[throws]])


def think(
    state: StateArray, options: OptionArray, depth: int, widths: tuple[int, ...], budget: Budget | None = None
) -> list[MoveValue]:
    clock = (budget or Budget(PLENTY)).clock()
    return expectimax(race.KERNEL, race.evaluate, WEIGHTS, options, state, clock, depth, widths)


def judge(options: OptionArray, state: StateArray) -> float:
    return race.evaluate(options, state, WEIGHTS)


def some_positions(number: int, far: int = 6) -> list[tuple[OptionArray, StateArray]]:
    """Positions where a player chooses."""
    rng = random.Random(4)
    positions: list[tuple[OptionArray, StateArray]] = []
    while len(positions) < number:
        steps = (rng.randint(0, far), rng.randint(1, far), rng.randint(0, far), rng.randint(1, far))
        positions.append((race.options(tie=rng.random() < 0.5), race.at(steps, rng.randrange(2), rng.randint(1, 3))))
    return positions


def test_at_depth_one_every_move_is_worth_what_it_leads_to() -> None:
    for options, state in some_positions(40):
        me = int(state[PLAYER])
        for value in think(state, options, 1, (9,)):
            end = race.after(options, state, value.move)
            worth = race.value(options, end) if end[PLAYER] == OVER else judge(options, end)
            assert value.chance == pytest.approx(worth if me == 0 else 1 - worth)


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_every_move_is_worth_what_the_plain_search_says(depth: int) -> None:
    for options, state in some_positions(40):
        me = int(state[PLAYER])
        for value in think(state, options, depth, (9,)):
            worth = plain(race.KERNEL, judge, options, race.after(options, state, value.move), depth - 1, (9,) * depth)
            assert value.chance == pytest.approx(worth if me == 0 else 1 - worth)


def test_a_narrow_search_follows_the_best_looking_moves_only() -> None:
    for options, state in some_positions(40):
        me = int(state[PLAYER])
        values = think(state, options, 3, (2, 1))
        shallow = think(state, options, 2, (2, 1))
        assert {value.move for value in values} == set(race.moves_of(options, state))
        for value in values[:2]:
            worth = plain(race.KERNEL, judge, options, race.after(options, state, value.move), 2, (0, 1, 2))
            assert value.chance == pytest.approx(worth if me == 0 else 1 - worth)
        assert values[2:] == shallow[2:]


def test_further_passes_go_deeper_as_long_as_the_budget_lasts() -> None:
    for options, state in some_positions(20):
        clock = Budget(simulations=1_000_000).clock()
        values = deepened(state, options, clock, Pass(3, (9,)))
        if len(values) == 1:
            assert values == think(state, options, 2, (9,)), "there is nothing to choose"
            continue
        assert values == think(state, options, 3, (9,))
        values = deepened(state, options, Budget(clock.used - 1).clock(), Pass(3, (9,)))
        if len(values) > 2:
            narrow = Pass(3, (len(values) - 1, 9))
            assert values == deepened(state, options, Budget(1_000_000).clock(), narrow)
        else:
            assert values == think(state, options, 2, (9,)), "a pass that came to one move only does not count"


def deepened(state: StateArray, options: OptionArray, clock: Clock, follow: Pass) -> list[MoveValue]:
    """Depth 2, and then this pass."""
    return expectimax(race.KERNEL, race.evaluate, WEIGHTS, options, state, clock, 2, (9,), (follow,))


def test_a_pass_leaves_out_moves_that_fell_behind() -> None:
    for options, state in some_positions(40):
        shallow = think(state, options, 2, (9,))
        values = deepened(state, options, Budget(1_000_000).clock(), Pass(3, (9,), deficit=0.05))
        near = {value.move for value in shallow if shallow[0].chance - value.chance <= 0.05}
        assert {value.move for value in values[: len(near)]} == near
        assert values[len(near) :] == [value for value in shallow if value.move not in near]


def test_a_pass_leaves_out_replies_that_look_worse() -> None:
    costs = dict.fromkeys((0.0, 0.05, 1.0), 0)
    for options, state in some_positions(20):
        for worse in costs:
            clock = Budget(1_000_000).clock()
            deepened(state, options, clock, Pass(4, (9,), worse=worse))
            costs[worse] += clock.used
    assert costs[0.0] < costs[0.05] < costs[1.0]


def test_of_two_dice_a_thin_pass_follows_six_throws_with_every_number_of_both() -> None:
    kernel = load_kernel("kriskras")
    state = next(state for state in positions("kriskras") if state.phase == "move" and len(state.legal()) > 3)
    options, array = kernel.pack(state)
    clock = Budget(PLENTY).clock()
    values = expectimax(kernel, scatter, WEIGHTS, options, array, clock, 1, (2,), (Pass(3, (2, 1), thin=True),))
    for value in values[:2]:
        after = array.copy()
        kernel.apply(options, after, value.move)
        worth = thinned(kernel, options, after, 2, None)
        assert value.chance == pytest.approx(worth if state.player == 0 else 1 - worth)


def thinned(kernel: Kernel, options: OptionArray, state: StateArray, throws: int, before: int | None) -> float:
    """What a state is worth to player 0 when only the best-looking reply is followed, and later throws are thinned."""
    if state[PLAYER] == OVER or (state[PLAYER] == CHANCE and throws == 0):
        if state[PLAYER] != OVER:
            return scatter(options, state, WEIGHTS)
        return 0.5 if state[WINNER] == DRAW else 1.0 - float(state[WINNER])
    buffer = kernel.new_move_buffer()
    reached = []
    for move in buffer[: kernel.legal(options, state, buffer)]:
        after = state.copy()
        kernel.apply(options, after, int(move))
        reached.append(after)
    if state[PLAYER] != CHANCE:
        best = max if state[PLAYER] == 0 else min
        chosen = best(reached, key=lambda after: thinned(kernel, options, after, 0, None))
        return thinned(kernel, options, chosen, throws, before)
    numbers = list(range(len(reached)))
    if before is not None:
        numbers = [6 * red + (red + before + before // 6) % 6 for red in range(6)]
        assert len({number % 6 for number in numbers}) == 6
    worths = [thinned(kernel, options, reached[number], throws - 1, number) for number in numbers]
    return sum(worths) / len(worths)


def think_cost(state: StateArray, options: OptionArray, depth: int) -> int:
    """How many positions a search evaluates."""
    clock = Budget(simulations=1_000_000).clock()
    expectimax(race.KERNEL, race.evaluate, WEIGHTS, options, state, clock, depth, (9,))
    return clock.used


def test_the_best_stands_first_and_a_deep_search_plays_perfectly() -> None:
    for options, state in some_positions(40, far=3):
        me = int(state[PLAYER])
        values = think(state, options, 12, (9,))
        assert [value.chance for value in values] == sorted((value.chance for value in values), reverse=True)
        true = race.value(options, state)
        assert values[0].chance == pytest.approx(true if me == 0 else 1 - true)


@compiled(EVALUATE)
def scatter(options: OptionArray, state: StateArray, weights: Weights) -> float:
    """Any number at all for a position of any game, the same every time: no two moves look alike to it."""
    mixed = 0.5
    for number in state:
        mixed = (mixed * 3.7 + number * 0.618) % 1.0
    return mixed


def by_the_rules(kernel: Kernel, state: State, throws: int, width: int) -> float:
    """The plain search once more, on the reference rules."""

    def exact(state: State) -> float:
        if state.outcome is not None:
            return {(): 0.5, (0,): 1.0, (1,): 0.0}[state.outcome.winners]
        return scatter(*kernel.pack(state), WEIGHTS)

    if state.outcome is not None or (state.player == CHANCE and throws == 0):
        return exact(state)
    if state.player == CHANCE:
        odds = state.odds()
        return sum(float(odds[move]) * by_the_rules(kernel, state.play(move), throws - 1, width) for move in odds)
    reached = sorted((state.play(move) for move in state.legal()), key=exact, reverse=state.player == 0)
    if throws == 0:
        return exact(reached[0])
    best = max if state.player == 0 else min
    return best(by_the_rules(kernel, after, throws, width) for after in reached[:width])


@pytest.mark.parametrize("id", ["krabcek", "kriskras"])
def test_it_agrees_with_the_reference_rules(id: str) -> None:
    kernel = load_kernel(id)
    chosen = [state for state in positions(id) if state.phase in ("trade", "move")]
    chosen.sort(key=lambda state: state.phase == "move")  # before a trade its player acts twice in a row
    for state in chosen[:8]:
        options, array = kernel.pack(state)
        values = expectimax(kernel, scatter, WEIGHTS, options, array, Budget(PLENTY).clock(), 2, (2,))
        ranked = choices(kernel, state, options, array, values)
        assert {choice.move for choice in ranked} == set(state.legal())
        for choice in ranked[:2]:
            worth = by_the_rules(kernel, state.play(choice.move), throws=1, width=2)
            assert choice.chance == pytest.approx(worth if state.player == 0 else 1 - worth)


def test_a_pass_that_the_budget_cuts_short_does_not_count() -> None:
    options, state = race.options(), race.at((6, 5, 6, 6), 0, 2)
    assert think(state, options, 8, (9,), Budget(1)) == think(state, options, 1, (9,))
    assert think(state, options, 8, (9,), Budget(40)) == think(state, options, 2, (9,))


def test_time_and_cancelling_end_it() -> None:
    """Measured in this thread's own time, so that a busy machine does not spoil it."""
    options, state = race.options(), race.at((40, 41, 40, 41), 0, 2)
    begun = time.thread_time()
    think(state, options, 30, (9,), Budget(seconds=0.1))
    assert time.thread_time() - begun < 0.1 + 5 * CHUNK_SECONDS
    asked: list[float] = []

    def cancelled() -> bool:
        asked.append(time.thread_time())
        return len(asked) == 20

    with pytest.raises(Cancelled):
        think(state, options, 30, (9,), Budget(PLENTY, cancelled=cancelled))
    assert max(later - earlier for earlier, later in pairwise(asked)) < 5 * CHUNK_SECONDS
