"""The rules against their second statement in slow.py: move by move, and on thousands of random positions."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from speelkist.core import Move
from speelkist.games.knopf import Knopf, KnopfState, board
from speelkist.games.knopf.board import bit, names
from tests.support.samples import sample

from . import slow
from .examples import OPTIONS, read

EVERY = list(product(range(10), range(10)))


def same(state: KnopfState, copy: slow.SlowGame) -> None:
    """Everything that can be seen of both is equal."""
    for side in (0, 1):
        assert names(state.buttons[side]) == [slow.name(at) for at in slow.in_order(copy.buttons[side])]
    assert list(state.taken) == copy.taken
    assert state.turn == copy.turn
    assert state.quiet == copy.quiet
    assert [move.text for move in state.legal()] == copy.legal()
    assert [names(group) for group in state.fines] == [
        [slow.name(at) for at in slow.in_order(group)] for group in copy.fines
    ]
    assert names(state.takes) == [slow.name(at) for at in copy.takes]
    assert (state.outcome is not None) == copy.over
    if state.outcome is not None:
        assert state.outcome.winners == (() if copy.winner is None else (copy.winner,))
        assert state.outcome.points == tuple(copy.taken)


def beside(options: dict[str, Any]) -> tuple[KnopfState, slow.SlowGame]:
    game = Knopf(**options)
    copy = slow.SlowGame(
        game.board.holes,
        game.target,
        game.options["groups"] == "forbidden",
        game.options["taking"] == "choose",
    )
    copy.begin_turn()
    return game.start(), copy


@settings(max_examples=sample(16, slow=50))
@given(options=OPTIONS, seed=st.integers(0, 2**32))
def test_random_games_go_the_same_way(options: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    state, copy = beside(options)
    same(state, copy)
    while state.outcome is None:
        move = rng.choice(state.legal())
        state = state.after(move)
        copy.play(move.text)
        same(state, copy)


def calm(state: KnopfState, move: Move) -> bool:
    """A move after which nothing is taken, threatened or fined."""
    after = state.after(move)
    return after.taken == state.taken and not (after.fines or after.threats(0) or after.threats(1))


@pytest.mark.parametrize("groups", ["fine", "forbidden"])
def test_quiet_games_go_the_same_way(groups: str) -> None:
    """Peaceful players: their game ends after a hundred quiet turns."""
    rng = random.Random(groups)
    state, copy = beside({"groups": groups})
    while state.outcome is None:
        legal = list(state.legal())
        rng.shuffle(legal)
        move = next((move for move in legal if calm(state, move)), legal[0])
        state = state.after(move)
        copy.play(move.text)
        same(state, copy)
    assert state.outcome.reason == "quiet"


def mask(squares: set[slow.Square]) -> int:
    return sum(bit(file, rank) for file, rank in squares)


@pytest.mark.parametrize("count", [3, 8, 14, 30])
def test_threats_and_groups_of_any_buttons_anywhere(count: int) -> None:
    rng = random.Random(count)
    for _ in range(sample(60, slow=150)):
        holes = tuple("".join(rng.choices("1234", k=10)) for _ in range(10))
        on = board.board(holes)
        scattered = rng.sample(EVERY, 2 * count)
        own, enemy = set(scattered[:count]), set(scattered[count:])
        assert board.threatened(on, mask(own), mask(enemy)) == mask(slow.threatened(holes, own, enemy))
        assert list(board.groups(mask(own))) == [mask(group) for group in slow.groups(own)]
        assert board.grouped(mask(own)) == sum(mask(group) for group in slow.groups(own))


def test_where_one_more_button_makes_a_group() -> None:
    rng = random.Random("grouping")
    tried = 0
    while tried < 60:
        own = set(rng.sample(EVERY, rng.randrange(1, 12)))
        if slow.groups(own):
            continue
        tried += 1
        expected = {at for at in EVERY if at not in own and slow.groups(own | {at})}
        assert board.grouping(mask(own)) & ~mask(own) == mask(expected)


def slow_perft(copy: slow.SlowGame, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for text in copy.legal():
        other = deepcopy(copy)
        other.play(text)
        total += slow_perft(other, depth - 1)
    return total


def copied(state: KnopfState) -> slow.SlowGame:
    """The same position in the second statement."""
    game = state.game
    copy = slow.SlowGame(game.board.holes, game.target, game.forbids_groups, game.lets_choose)
    copy.buttons = [places(side) for side in state.buttons]
    copy.taken, copy.turn, copy.quiet = list(state.taken), state.turn, state.quiet
    copy.takes = slow.in_order(places(state.takes))
    copy.fixed = [places(group) for group in state.fines]
    return copy


def places(squares: int) -> set[slow.Square]:
    return {at for at in EVERY if bit(*at) & squares}


PERFT = Path(__file__).with_name("perft.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", PERFT, ids=[line.partition("\t")[0] for line in PERFT])
def test_the_counts_of_the_perft_table(line: str) -> None:
    """The table's counts, where they are small enough for the slow rules."""
    _, options, position, counts = line.split("\t")
    game = Knopf(**json.loads(options))
    state = game.start() if position == "start" else read(position)
    for depth, count in (map(int, pair.split(":")) for pair in counts.split()):
        if count <= sample(500, slow=1000):
            assert slow_perft(copied(state), depth) == count
