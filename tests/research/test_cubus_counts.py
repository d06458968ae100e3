"""Cubus at the level of counts: an id is a choice of tiles, and the best build with them is what it stands for."""

from __future__ import annotations

import random
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import speelkist
from speelkist.core import CHANCE, BadOption, BadPosition, Move, State
from speelkist.games.cubus import CubusState
from speelkist.games.cubus.build_rules import CheckedBuild
from speelkist.games.cubus.max_boxes import best_points
from speelkist.games.cubus.notation import Build
from speelkist.research import Encoder
from speelkist.research.encoder import load_encoding
from tests.support.samples import sample

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "players": st.integers(2, 6),
        "knocking": st.booleans(),
        "young": st.booleans(),
        "leftovers": st.sampled_from(["none", "lowest"]),
    },
)


def meaning(state: State, move: Move) -> str:
    """What a move means at the level of counts, from the reference rules."""
    if isinstance(move, Build):
        deal = cast("CubusState", state).site().judge(move.pile, move.open)
        assert isinstance(deal, CheckedBuild)
        left, right, closed, opened = deal.added
        return f"build with {left} left sides, {right} right sides and {closed + opened} lids of the hand"
    if move.text == "--":
        return "pass"
    if move.text == "no":
        return "do not knock"
    return "show no build after a knock" if move.text.endswith("?") else "knock"


def check_state(encoder: Encoder, state: State) -> None:
    """Everything that must hold in a position."""
    moves = encoder.moves(state)
    for action, move in moves.items():
        assert isinstance(state.resolve(move), Move)
        assert encoder.encode(state, move) == action
    if state.player == CHANCE:
        odds = {encoder.encode(state, move): chance for move, chance in state.odds().items()}
        assert encoder.odds(state) == odds
        assert moves.keys() == odds.keys()
        assert not encoder.mask(state).any()
        return
    assert sorted(np.flatnonzero(encoder.mask(state)).tolist()) == sorted(moves)
    for action, move in moves.items():
        assert encoder.meaning(action) == meaning(state, move)
    check_counts(encoder, cast("CubusState", state), moves)
    for viewer in range(state.game.players):
        row = encoder.observe(state, viewer)
        assert row.min() >= 0
        assert row.max() <= 1
        assert encoder.plane(row, "turn").item() == (state.player == viewer)


def check_counts(encoder: Encoder, state: CubusState, moves: dict[int, Move]) -> None:
    """The compiled rules offer the same, unless several open lids bind the picture; then they may offer more."""
    kernel = load_encoding("cubus").kernel
    options, array = kernel.pack(state)
    buffer = kernel.new_move_buffer()
    codes = set(buffer[: kernel.legal(options, array, buffer)].tolist())
    assert moves.keys() <= codes
    if len(state.open) > 1:
        return
    assert moves.keys() == codes
    deals = [state.site().judge(move.pile, move.open) for move in moves.values() if isinstance(move, Build)]
    points = max((deal.points for deal in deals if isinstance(deal, CheckedBuild)), default=0)
    assert state.phase in ("knock", "over") or points == best_points(state.site())


def check_step(state: State, move: Move, after: State, encoder: Encoder) -> None:
    """The compiled rules count what the real ones do, for the best build of its tiles."""
    kernel = load_encoding("cubus").kernel
    options, array = kernel.pack(state)
    kernel.apply(options, array, encoder.encode(state, move))
    expected = kernel.pack(after)[1]
    if not isinstance(move, Build) or after.pile.boxes == array[kernel_boxes()]:  # type: ignore[attr-defined]
        assert array.tolist() == expected.tolist()


def must_build(state: State) -> bool:
    """Whether the table sees to it that whoever can build does."""
    return cast("CubusState", state).checks_duty()


def kernel_boxes() -> int:
    """Where the boxes stand in a compiled state."""
    from speelkist.games.cubus.kernel.convert import BOXES

    return BOXES


@settings(max_examples=sample(3, slow=40))
@given(options=OPTIONS, seed=st.integers(0, 2**32))
def test_ids_are_choices_of_tiles_that_the_rules_allow(options: dict[str, object], seed: int) -> None:
    state: State = speelkist.load("cubus", **options).start()
    encoder, rng = Encoder(state.game), random.Random(seed)
    for number in range(sample(31, slow=400)):
        check_state(encoder, state)
        if state.outcome is not None:
            return
        if number % 10 == 0:  # listing takes long; a search that misses a build leaves the pass
            listed = [move for move in state.legal() if move.text != "--" or not must_build(state)]
            assert {encoder.encode(state, move) for move in listed} <= encoder.moves(state).keys()
        move = rng.choice(list(encoder.moves(state).values()))
        after = state.play(move)
        check_step(state, move, after, encoder)
        state = after


def test_without_open_lids_a_game_by_counts_is_a_game_by_the_rules() -> None:
    for seed in range(sample(1, slow=20)):
        state: State = speelkist.load("cubus", young=True, players=3 - seed % 2).start()
        encoder, rng = Encoder(state.game), random.Random(seed)
        kernel = load_encoding("cubus").kernel
        options, array = kernel.pack(state)
        buffer, seen = kernel.new_move_buffer(), dict[bytes, State]()
        while state.outcome is None:
            moves = encoder.moves(state)
            assert moves.keys() == set(buffer[: kernel.legal(options, array, buffer)].tolist())
            if state.player >= 0:
                row = encoder.observe(state).tobytes()
                assert seen.setdefault(row, state) == state, "no two positions look alike"
            action = rng.choice(sorted(moves))
            kernel.apply(options, array, action)
            state = state.play(moves[action])
            assert array.tolist() == kernel.pack(state)[1].tolist()
        assert encoder.returns(state) == encoder.returns(kernel.unpack(state.game, options, array))


def test_what_needs_pictures_is_refused() -> None:
    for game in (speelkist.load("cubus", demolition=True), speelkist.load("cubus", leftovers="best")):
        with pytest.raises(BadOption, match="need the pictures"):
            Encoder(game)
    kernel = load_encoding("cubus").kernel
    game = speelkist.load("cubus")
    options, array = kernel.pack(game.start())
    array[kernel_boxes()] = 0
    with pytest.raises(BadPosition, match="fewer boxes"):
        kernel.unpack(game, options, array)
