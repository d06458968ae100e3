"""Every game obeys every law, under all of its options."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import speelkist
from speelkist.core import Move, State
from speelkist.testing import conformance

from .examples import GAMES, examples, listed_in_part, most_actions, positions, tries, walk

SEEDS = st.integers(0, 2**32)

Symmetry = tuple[str, Callable[[State], State | None], Callable[[State, str], str]]


def some_states(id: str, options: dict[str, object], seed: int, steps: int) -> Iterator[State]:
    """A few states along a random game, from the start or from a named position."""
    rng = random.Random(seed)
    late = positions(id)
    start = rng.choice([None, *late])
    game = speelkist.load(id, **options) if start is None else start.game
    states = walk(game, seed, steps, start)
    yield states[-1]
    for _ in range(tries(id, 5)):
        yield rng.choice(states)


@pytest.mark.parametrize("id", GAMES)
def test_what_a_state_says_holds_together(id: str) -> None:
    @settings(max_examples=tries(id, 25))
    @given(options=examples(id).OPTIONS, seed=SEEDS, steps=st.integers(0, 150))
    def law(options: dict[str, object], seed: int, steps: int) -> None:
        for state in some_states(id, options, seed, steps):
            conformance.check_state(state)

    law()


@pytest.mark.parametrize("id", GAMES)
def test_a_position_goes_on_alike_whatever_the_options_of_its_reader(id: str) -> None:
    @settings(max_examples=tries(id, 12))
    @given(options=examples(id).OPTIONS, seed=SEEDS, steps=st.integers(0, 60))
    def law(options: dict[str, object], seed: int, steps: int) -> None:
        state = walk(speelkist.load(id, **options), seed, steps)[-1]
        conformance.check_position(state, random.Random(seed).randrange, most_actions(id))

    law()


@pytest.mark.parametrize("id", GAMES)
def test_a_move_leaves_older_states_unchanged(id: str) -> None:
    @settings(max_examples=tries(id, 15))
    @given(options=examples(id).OPTIONS, seed=SEEDS)
    def law(options: dict[str, object], seed: int) -> None:
        states = walk(speelkist.load(id, **options), seed, 40)
        before = [(state.to_json(), hash(state)) for state in states]
        conformance.check_moves(states[-1])
        conformance.check_moves(random.Random(seed).choice(states))
        assert [(state.to_json(), hash(state)) for state in states] == before

    law()


@pytest.mark.parametrize("id", GAMES)
def test_random_games_end_within_their_bound_and_replay_from_their_record(id: str) -> None:
    @settings(max_examples=tries(id, 10))
    @given(options=examples(id).OPTIONS, seed=SEEDS)
    def law(options: dict[str, object], seed: int) -> None:
        rng = random.Random(seed)
        conformance.check_record(conformance.play_out(speelkist.load(id, **options), rng.randrange))

    law()


@pytest.mark.parametrize("id", GAMES)
def test_games_from_named_positions_end_and_replay(id: str) -> None:
    for number, state in enumerate(positions(id)):
        conformance.check_state(state)
        rng = random.Random(number)
        conformance.check_record(conformance.play_out(state.game, rng.randrange, start=state, most=most_actions(id)))


@pytest.mark.parametrize("id", GAMES)
def test_whatever_is_not_legal_is_refused_and_explained(id: str) -> None:
    of_any_position = sorted({str(move) for state in positions(id) for move in state.legal()})

    @settings(max_examples=tries(id, 25) * 4)
    @given(options=examples(id).OPTIONS, seed=SEEDS, noise=st.text(max_size=12), cut=st.integers(0, 12))
    def law(options: dict[str, object], seed: int, noise: str, cut: int) -> None:
        rng = random.Random(seed)
        for state in some_states(id, options, seed, 30):
            text = rng.choice(of_any_position)
            for attempt in (text, noise, text[:cut] + noise + text[cut + 1 :], text[:cut] + text[cut + 1 :]):
                conformance.check_refused(state, attempt)

    law()


@pytest.mark.parametrize("id", GAMES)
def test_symmetries_map_legal_moves_to_legal_moves(id: str) -> None:
    @settings(max_examples=tries(id, 20))
    @given(options=examples(id).OPTIONS, seed=SEEDS, steps=st.integers(0, 80))
    def law(options: dict[str, object], seed: int, steps: int) -> None:
        for state in some_states(id, options, seed, steps):
            for symmetry in examples(id).SYMMETRIES:
                check_symmetry(symmetry, state, random.Random(seed))

    law()


def check_symmetry(symmetry: Symmetry, state: State, choose: random.Random) -> None:
    name, of_state, of_move = symmetry
    mirrored = of_state(state)
    if mirrored is None:
        return
    due = {of_move(state, str(move)): chance for move, chance in chances(state).items()}
    if state.phase in listed_in_part(state.game.info.id):
        assert all(mirrored.why_not(text) is None for text in due), f"{name}: {state!r}"
    else:
        assert {str(move): chance for move, chance in chances(mirrored).items()} == due, f"{name}: {state!r}"
    if due:
        move = choose.choice(state.legal())
        after = of_state(state.play(move))
        if after is not None:
            assert mirrored.play(of_move(state, str(move))) == after, f"{name}: {move} in {state!r}"


def chances(state: State) -> dict[Move, Fraction]:
    """The legal moves with their odds; those of a player count as 1."""
    return state.odds() or dict.fromkeys(state.legal(), Fraction(1))


@pytest.mark.parametrize("id", GAMES)
def test_every_symmetry_is_used(id: str) -> None:
    """A symmetry that applies to no state at all would prove nothing."""
    states = [state for seed in range(3) for state in walk(speelkist.load(id), seed, 30)] + positions(id)
    for name, of_state, _ in examples(id).SYMMETRIES:
        assert any(of_state(state) is not None for state in states), name


@pytest.mark.parametrize("id", GAMES)
def test_json_that_is_no_position_is_refused(id: str) -> None:
    texts = list(examples(id).POSITIONS.values())

    @settings(max_examples=150)
    @given(text=st.sampled_from(texts), at=st.integers(0, 2000), noise=st.text(max_size=8), cut=st.integers(0, 8))
    def law(text: str, at: int, noise: str, cut: int) -> None:
        at %= len(text)
        damaged = text[:at] + noise + text[at + cut :]
        result = read(id, damaged)
        if isinstance(result, State):
            conformance.check_state(result)
        else:
            assert result.say("nl")
            assert result.say("en")

    law()


def read(id: str, text: str) -> State | speelkist.SpeelkistError:
    try:
        return speelkist.load(id).from_json(text)
    except (speelkist.BadPosition, speelkist.BadOption) as error:
        return error
