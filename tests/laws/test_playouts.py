"""A kernel's ``playout`` may take a shorter way than ``legal`` and ``apply``, and plays the same game all the same.

What a playout does on its way cannot be seen; where it ends can. So ends are compared: exactly, from positions in which
the next move can end the game, under every combination of the options' values, because a shorter way is most easily
wrong in what it does not read from them; and by their lengths and winners, over many games from the start.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import sqrt

import numpy as np
import pytest

import speelkist
from speelkist import fast
from speelkist.compiled.rng import new_rng
from speelkist.core import CHANCE, Game, State
from speelkist.core.options import Option
from speelkist.testing import conformance
from tests.support.samples import sample

from .examples import positions
from .kernels import COMPILED

MOST_DRAWS = 2  # of chance in a row that are followed: longer rows only set up a game


def option_values(option: Option) -> tuple[object, ...]:
    """Both values of a flag, every choice, the lowest, the usual and the highest number."""
    if option.kind == "flag":
        return False, True
    if option.kind == "number":
        return tuple(dict.fromkeys((option.low, option.default, option.high)))
    return option.choices


def all_games(id: str) -> Iterator[Game]:
    """The game under every combination of its options' values."""
    declared = speelkist.load(id).info.options
    for values in product(*map(option_values, declared)):
        yield speelkist.load(id, **{option.name: value for option, value in zip(declared, values, strict=True)})


def some_games(id: str) -> Iterator[Game]:
    """The game with each option at each of its values in turn, the others as usual."""
    yield speelkist.load(id)
    for option in speelkist.load(id).info.options:
        for value in option_values(option):
            if value != option.default:
                yield speelkist.load(id, **{option.name: value})


def ends_after_one_move(state: State) -> dict[State, float]:
    """By the rules: the states in which the game can end before a second move, with their odds under random play."""
    ends: dict[State, float] = {}
    waiting = [(state, 1.0, 0, 0)]  # with its odds, the moves made, and how often chance has just acted
    while waiting:
        now, odds, moves, draws = waiting.pop()
        if now.outcome is not None:
            ends[now] = ends.get(now, 0) + odds
        elif now.player == CHANCE and draws < MOST_DRAWS:
            waiting += [(now.play(draw), odds * float(part), moves, draws + 1) for draw, part in now.odds().items()]
        elif now.player != CHANCE and moves == 0:
            legal = now.legal()
            waiting += [(now.play(move), odds / len(legal), 1, 0) for move in legal]
    return ends


def check_ends(state: State, seed: int, times: int) -> set[str]:
    """Compare the playouts that end before a second move with what the rules say; gives the reasons of such ends."""
    kernel = fast.load_kernel(state.game.info.id)
    options, array = kernel.pack(state)
    ends = ends_after_one_move(state)
    rng = new_rng(seed)
    seen: Counter[State] = Counter()
    for _ in range(times):
        now = array.copy()
        if kernel.playout(options, now, rng) <= 1:
            seen[kernel.unpack(state.game, options, now)] += 1
    assert set(seen) <= set(ends), f"a playout ends where no game does: {state!r}"
    for end, odds in ends.items():
        assert is_close(seen[end], odds, times), f"{end!r} follows too often or too rarely: {state!r}"
    reasons = {end.outcome.reason for end in ends if end.outcome is not None}
    for reason in reasons:  # of many rare ends each alone proves little
        alike = [end for end in ends if end.outcome is not None and end.outcome.reason == reason]
        count, odds = sum(seen[end] for end in alike), sum(ends[end] for end in alike)
        assert is_close(count, min(odds, 1.0), times), f"an end by {reason} follows too often or too rarely: {state!r}"
    return reasons


def is_close(count: int, odds: float, times: int) -> bool:
    """Whether something of these odds may happen so often: within five standard deviations."""
    return abs(count - times * odds) <= 5 * sqrt(times * odds * (1 - odds)) + 1


def last_decisions(game: Game, seed: int) -> list[State]:
    """The last states of a random game in which a player had to move."""
    states = list(conformance.play_out(game, random.Random(seed).randrange).states())
    return [state for state in states if state.player >= 0][-2:]


@pytest.mark.parametrize("id", COMPILED)
def test_playouts_end_where_the_rules_end_under_every_combination_of_options(id: str) -> None:
    times = sample(300, slow=3_000)
    reasons: set[str] = set()
    for seed, game in enumerate(all_games(id)):
        for state in last_decisions(game, seed):
            reasons |= check_ends(state, seed, times)
    for seed, state in enumerate(positions(id)):
        reasons |= check_ends(state, seed, times)
    assert reasons == set(fast.load_kernel(id).reasons), "a named position before each kind of end is wanted"


@pytest.mark.parametrize("id", COMPILED)
def test_playouts_are_as_long_and_as_often_won_as_games_move_by_move(id: str) -> None:
    """That a playout's moves are uniform shows in what comes of many; the bound is five standard errors of both."""
    for game in sample(some_games, slow=all_games)(id):
        count, much = sample((100, 2_000), slow=(400, 20_000))
        many = fast.playouts(game, much, seed=5)
        few = fast.batch(game, count, seed=6)
        rng = np.random.default_rng(1)
        lengths = np.zeros(count)
        while not few.over.all():
            moves, counts = few.legal()
            lengths[~few.over] += 1
            few.step(moves[np.arange(count), (rng.random(count) * np.maximum(counts, 1)).astype(int)])
        error = 5 * np.sqrt(lengths.var() / count + many.lengths.var() / much)
        assert abs(lengths.mean() - many.lengths.mean()) <= error, game.options
        wins = abs((few.winners == 0).mean() - (many.winners == 0).mean())
        assert wins < 5 * sqrt(0.25 / count + 0.25 / much), game.options


def test_whole_numbers_of_numpy_count_as_numbers() -> None:
    game = speelkist.load(COMPILED[0])
    ours, theirs = fast.playouts(game, 5, seed=3), fast.playouts(game, np.int32(5), seed=np.int64(3))
    assert ours.lengths.tolist() == theirs.lengths.tolist()
    assert fast.batch(game, np.int64(4), seed=np.uint8(1)).states.tolist() == fast.batch(game, 4, 1).states.tolist()
    for wrong in (True, 4.0, "4", 0):
        with pytest.raises(speelkist.BadOption, match="“n” is a whole number"):
            fast.playouts(game, wrong, seed=1)  # type: ignore[arg-type]
