"""Expectimax in compiled code against the same thing said plainly in Python."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from speelkist.bots import Budget, Cancelled
from speelkist.compiled.kernel import DRAW, EVALUATE, PLAYER, WINNER, Kernel, Numbers, Rules, Weights, compiler
from speelkist.compiled.playouts import kernel
from speelkist.core import CHANCE, OVER, State
from speelkist.search.budget import CHUNK_SECONDS
from speelkist.search.chunks import Found, choices
from speelkist.search.expectimax import expectimax
from tests.laws.examples import positions

from . import race

compiled = compiler(__file__)
WEIGHTS = np.array([0.2], np.float32)
PLENTY = 10_000_000


def plain(
    work: Kernel,
    judge: Callable[[Rules, Numbers], float],
    rules: Rules,
    state: Numbers,
    throws: int,
    widths: tuple[int, ...],
) -> float:
    """What a state is worth to player 0: the reference for the compiled search. ``widths`` is by throws left."""

    def exact(state: Numbers) -> float:
        if state[PLAYER] == OVER:
            return 0.5 if state[WINNER] == DRAW else 1.0 - float(state[WINNER])
        return judge(rules, state)

    def after(move: int) -> Numbers:
        copy = state.copy()
        work.apply(rules, copy, move)
        return copy

    if state[PLAYER] == OVER or (state[PLAYER] == CHANCE and throws == 0):
        return exact(state)
    room = work.room()
    moves = [int(move) for move in room[: work.legal(rules, state, room)]]
    if state[PLAYER] == CHANCE:
        return sum(plain(work, judge, rules, after(move), throws - 1, widths) for move in moves) / len(moves)
    best = max if state[PLAYER] == 0 else min
    if throws == 0:
        return best(exact(after(move)) for move in moves)
    moves.sort(key=lambda move: exact(after(move)), reverse=bool(state[PLAYER] == 0))
    return best(plain(work, judge, rules, after(move), throws, widths) for move in moves[: widths[throws]])


def think(
    state: Numbers, rules: Rules, depth: int, widths: tuple[int, ...], budget: Budget | None = None
) -> list[Found]:
    clock = (budget or Budget(PLENTY)).clock()
    return expectimax(race.KERNEL, race.evaluate, WEIGHTS, rules, state, clock, depth, widths)


def judge(rules: Rules, state: Numbers) -> float:
    return race.evaluate(rules, state, WEIGHTS)


def some_positions(number: int, far: int = 6) -> list[tuple[Rules, Numbers]]:
    """Positions where a player chooses."""
    rng = random.Random(4)
    found: list[tuple[Rules, Numbers]] = []
    while len(found) < number:
        steps = (rng.randint(0, far), rng.randint(1, far), rng.randint(0, far), rng.randint(1, far))
        found.append((race.rules(tie=rng.random() < 0.5), race.at(steps, rng.randrange(2), rng.randint(1, 3))))
    return found


def test_at_depth_one_every_move_is_worth_what_it_leads_to() -> None:
    for rules, state in some_positions(40):
        me = int(state[PLAYER])
        for one in think(state, rules, 1, (9,)):
            end = race.after(rules, state, one.move)
            worth = race.value(rules, end) if end[PLAYER] == OVER else judge(rules, end)
            assert one.chance == pytest.approx(worth if me == 0 else 1 - worth)


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_every_move_is_worth_what_the_plain_search_says(depth: int) -> None:
    for rules, state in some_positions(40):
        me = int(state[PLAYER])
        for one in think(state, rules, depth, (9,)):
            worth = plain(race.KERNEL, judge, rules, race.after(rules, state, one.move), depth - 1, (9,) * depth)
            assert one.chance == pytest.approx(worth if me == 0 else 1 - worth)


def test_a_narrow_search_follows_the_best_looking_moves_only() -> None:
    for rules, state in some_positions(40):
        me = int(state[PLAYER])
        found = think(state, rules, 3, (2, 1))
        shallow = think(state, rules, 2, (2, 1))
        assert {one.move for one in found} == set(race.moves_of(rules, state))
        for one in found[:2]:
            worth = plain(race.KERNEL, judge, rules, race.after(rules, state, one.move), 2, (0, 1, 2))
            assert one.chance == pytest.approx(worth if me == 0 else 1 - worth)
        assert found[2:] == shallow[2:]


def test_the_best_stands_first_and_a_deep_search_plays_perfectly() -> None:
    for rules, state in some_positions(40, far=3):
        me = int(state[PLAYER])
        found = think(state, rules, 12, (9,))
        assert [one.chance for one in found] == sorted((one.chance for one in found), reverse=True)
        true = race.value(rules, state)
        assert found[0].chance == pytest.approx(true if me == 0 else 1 - true)


@compiled(EVALUATE)
def scatter(rules: Rules, state: Numbers, weights: Weights) -> float:
    """Any number at all for a position of any game, the same every time: no two moves look alike to it."""
    mixed = 0.5
    for number in state:
        mixed = (mixed * 3.7 + number * 0.618) % 1.0
    return mixed


def by_the_rules(work: Kernel, state: State, throws: int, width: int) -> float:
    """The plain search once more, on the reference rules."""

    def exact(state: State) -> float:
        if state.outcome is not None:
            return {(): 0.5, (0,): 1.0, (1,): 0.0}[state.outcome.winners]
        return scatter(*work.pack(state), WEIGHTS)

    if state.outcome is not None or (state.player == CHANCE and throws == 0):
        return exact(state)
    if state.player == CHANCE:
        odds = state.odds()
        return sum(float(odds[move]) * by_the_rules(work, state.play(move), throws - 1, width) for move in odds)
    reached = sorted((state.play(move) for move in state.legal()), key=exact, reverse=state.player == 0)
    if throws == 0:
        return exact(reached[0])
    best = max if state.player == 0 else min
    return best(by_the_rules(work, after, throws, width) for after in reached[:width])


@pytest.mark.parametrize("id", ["krabcek", "kriskras"])
def test_it_agrees_with_the_reference_rules(id: str) -> None:
    work = kernel(id)
    chosen = [state for state in positions(id) if state.phase in ("trade", "move")]
    chosen.sort(key=lambda state: state.phase == "move")  # before a trade its player acts twice in a row
    for state in chosen[:8]:
        rules, numbers = work.pack(state)
        found = expectimax(work, scatter, WEIGHTS, rules, numbers, Budget(PLENTY).clock(), 2, (2,))
        told = choices(work, state, rules, numbers, found)
        assert {choice.move for choice in told} == set(state.legal())
        for choice in told[:2]:
            worth = by_the_rules(work, state.play(choice.move), throws=1, width=2)
            assert choice.chance == pytest.approx(worth if state.player == 0 else 1 - worth)


def test_a_pass_that_the_budget_cuts_short_does_not_count() -> None:
    rules, state = race.rules(), race.at((6, 5, 6, 6), 0, 2)
    assert think(state, rules, 8, (9,), Budget(1)) == think(state, rules, 1, (9,))
    assert think(state, rules, 8, (9,), Budget(40)) == think(state, rules, 2, (9,))


def test_time_and_cancelling_end_it() -> None:
    """Measured in this thread's own time, so that a busy machine does not spoil it."""
    rules, state = race.rules(), race.at((40, 41, 40, 41), 0, 2)
    begun = time.thread_time()
    think(state, rules, 30, (9,), Budget(seconds=0.1))
    assert time.thread_time() - begun < 0.1 + 5 * CHUNK_SECONDS
    asked: list[float] = []

    def cancelled() -> bool:
        asked.append(time.thread_time())
        return len(asked) == 20

    with pytest.raises(Cancelled):
        think(state, rules, 30, (9,), Budget(PLENTY, cancelled=cancelled))
    assert max(later - earlier for earlier, later in pairwise(asked)) < 5 * CHUNK_SECONDS
