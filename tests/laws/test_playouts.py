"""A kernel's ``playout`` may take a shorter way than ``legal`` and ``apply``, and plays the same game all the same.

What a playout does on its way cannot be seen; where it ends can. So ends are compared: exactly, from positions in which
the next move can end the game (``speelkist.testing``), under every combination of the options' values; and by their
lengths and winners, over many games from the start.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import sqrt

import numpy as np
import pytest

import speelkist
from speelkist import fast
from speelkist.core import Game, State
from speelkist.core.options import Option
from speelkist.testing import check_playout_ends, play_out
from tests.support.samples import sample

from .examples import positions
from .kernels import COMPILED


def option_values(option: Option) -> tuple[object, ...]:
    """Both values of a flag, every choice, the lowest, the usual and the highest number."""
    if option.kind == "flag":
        return False, True
    if option.kind == "number":
        return tuple(dict.fromkeys((option.low, option.default, option.high)))
    return option.choices


def options_of(id: str) -> list[Option]:
    """The options that change how a game goes; a seed only chooses its start."""
    return [option for option in speelkist.load(id).info.options if option.name != "seed"]


def all_games(id: str) -> Iterator[Game]:
    """The game under every combination of its options' values, each with a seed of its own."""
    declared = options_of(id)
    has_seed = len(declared) < len(speelkist.load(id).info.options)
    for number, values in enumerate(product(*map(option_values, declared))):
        given = {option.name: value for option, value in zip(declared, values, strict=True)}
        yield speelkist.load(id, **given, **({"seed": number} if has_seed else {}))


def some_games(id: str) -> Iterator[Game]:
    """The game with each option at each of its values in turn, the others as usual."""
    yield speelkist.load(id)
    for option in options_of(id):
        for value in option_values(option):
            if value != option.default:
                yield speelkist.load(id, **{option.name: value})


def last_decisions(game: Game, seed: int) -> list[State]:
    """The last states of a random game in which a player had to move."""
    states = list(play_out(game, random.Random(seed).randrange).states())
    return [state for state in states if state.player >= 0][-2:]


@pytest.mark.parametrize("id", COMPILED)
def test_playouts_end_where_the_rules_end_under_every_combination_of_options(id: str) -> None:
    times = sample(300, slow=3_000)
    reasons: set[str] = set()
    for seed, game in enumerate(all_games(id)):
        for state in last_decisions(game, seed):
            reasons |= check_playout_ends(state, seed, times)
    for seed, state in enumerate(positions(id)):
        reasons |= check_playout_ends(state, seed, times)
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


def test_a_playout_that_forgets_an_option_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A race that is a draw after four throws: a playout that goes by the usual forty plays on."""
    kernel = fast.load_kernel("template")
    usual = kernel.options(speelkist.load("template"))
    forgetful = replace(kernel, playout=lambda options, state, rng: kernel.playout(usual, state, rng))
    state = last_decisions(speelkist.load("template", patience=4), seed=1)[-1]
    assert "patience" in check_playout_ends(state, seed=1)
    monkeypatch.setattr("speelkist.compiled.playouts.load_kernel", lambda _: forgetful)
    with pytest.raises(AssertionError, match="too often or too rarely"):
        check_playout_ends(state, seed=1)
