"""The compiled rules of Kopf oder Knopf, part by part; the laws compare whole games."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt

import numpy as np
import pytest

from speelkist.compiled.contract import PLAYER
from speelkist.compiled.rng import new_rng
from speelkist.games.knopf import Knopf, KnopfState, board
from speelkist.games.knopf.kernel import bitboard
from speelkist.games.knopf.kernel.kernel import BUTTONS_OF, KERNEL, PASSING, REASONS, _random_step, set_at

from .examples import ONE_HOLES, POSITIONS, position, read


def some_squares(rng: random.Random, most: int) -> int:
    return sum(rng.sample(board.SQUARES, rng.randint(0, most)))


@pytest.mark.parametrize("seed", range(200))
def test_the_sets_of_squares_do_what_the_boards_do(seed: int) -> None:
    rng = random.Random(seed)
    own = some_squares(rng, 24)
    enemy = some_squares(rng, 24) & ~own
    low, high = bitboard.halves(own)
    assert bitboard.joined(low, high) == own
    assert bitboard.joined(*bitboard.beside(low, high)) == board.beside(own)
    assert bitboard.joined(*bitboard.grouped(low, high)) == board.grouped(own)
    groups = board.groups(own)
    assert bitboard.joined(*bitboard.first_group(*bitboard.halves(sum(groups)))) == (groups[0] if groups else 0)
    lonely = own & ~board.grouped(own)
    assert bitboard.joined(*bitboard.grouping(*bitboard.halves(lonely))) == board.grouping(lonely)
    game = Knopf(holes="random", seed=seed)
    targets = bitboard.threatened(KERNEL.options(game), low, high, *bitboard.halves(enemy))
    assert bitboard.joined(*targets) == board.threatened(game.board, own, enemy)


def test_single_bits_are_found_and_counted() -> None:
    for place in range(bitboard.HALF):
        half = 1 << place
        assert (bitboard.popcount(half), bitboard.lowest(half), bitboard.highest(half)) == (1, place, place)
    assert (bitboard.popcount(0b1011000), bitboard.lowest(0b1011000), bitboard.highest(0b1011000)) == (3, 3, 6)


def drawn(state: KnopfState, times: int) -> Counter[str]:
    """How often each step is drawn by a playout's own choice."""
    options, array = KERNEL.pack(state)
    own = set_at(array, BUTTONS_OF + 10 * state.turn)
    enemy = set_at(array, BUTTONS_OF + 10 * (1 - state.turn))
    rng = new_rng(5)
    seen: Counter[str] = Counter()
    for _ in range(times):
        begin, end = _random_step(options, *own, own[0] | enemy[0], own[1] | enemy[1], rng)
        seen[KERNEL.text(options, array, PASSING if begin < 0 else begin << 7 | end)] += 1
    return seen


@pytest.mark.parametrize("options", [{}, {"groups": "forbidden"}, {"holes": "random", "seed": 3}])
def test_a_playout_draws_every_step_equally_often(options: dict[str, object]) -> None:
    state = Knopf(**options).start()
    moves = {move.text for move in state.legal()}
    times = 200 * len(moves)
    seen = drawn(state, times)
    assert set(seen) == moves
    assert all(abs(count - 200) < 5 * sqrt(200) for count in seen.values())
    excess = sum((count - 200) ** 2 / 200 for count in seen.values()) - len(moves)
    assert abs(excess) < 5 * sqrt(2 * len(moves))


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_a_playout_goes_on_from_any_position(name: str) -> None:
    state = read(POSITIONS[name])
    options, array = KERNEL.pack(state)
    before = array.copy()
    plies = KERNEL.playout(options, array, new_rng(1))
    end = KERNEL.unpack(state.game, options, array)
    assert end.outcome is not None and end.outcome.reason in REASONS
    assert (plies == 0) == (state.outcome is not None) == np.array_equal(before, array)


def test_no_position_has_more_moves_than_there_is_room_for() -> None:
    """The most: all buttons on four holes, each with all its squares free."""
    game = Knopf(holes=("4444444444",) * 10)
    options, array = KERNEL.pack(game.start())
    buffer = KERNEL.new_move_buffer()
    assert KERNEL.legal(options, array, buffer) == len(game.start().legal()) <= len(buffer) == 14 * 32


def test_a_playout_takes_and_fines_at_random_too() -> None:
    """From a position in which a taking is due, all ways to go on are equally likely."""
    state = read(position("d4 e5 a10 j1", "b2 g7 j5", takes="b2 g7", target=12, quiet=4))
    options, array = KERNEL.pack(state)
    rng = new_rng(3)
    won = 0
    for _ in range(3000):
        game = array.copy()
        won += KERNEL.playout(options, game, rng) == 1  # the twelfth button at once: xb2 or xg7, but not x-
    assert abs(won - 2000) < 5 * sqrt(3000 * 2 / 9)


def test_a_won_game_stays_as_it_is() -> None:
    won = read(position("a1 b1", "", phase="over"))
    options, array = KERNEL.pack(won)
    assert array[PLAYER] == -2
    assert KERNEL.playout(options, array, new_rng(1)) == 0
    assert KERNEL.unpack(won.game, options, array) == won
    assert won.game.board.holes == ONE_HOLES
