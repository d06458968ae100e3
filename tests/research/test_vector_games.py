"""Many games in one compiled call play as one game does move by move, whatever the threads."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import speelkist
from speelkist.compiled.contract import PLAYER
from speelkist.core import CHANCE, OVER, BadOption, State
from speelkist.research import Encoder, VectorGames
from speelkist.research.encoder import load_encoding
from tests.laws.examples import positions
from tests.laws.kernels import random_options
from tests.support.samples import sample

from .test_encoder import ENCODED, EXACT

Facts = tuple[list[Any], ...]


def facts_of(games: VectorGames) -> Facts:
    """All that can be seen of the games, copied."""
    seen = (games.observations, games.mask, games.rewards, games.players, games.lengths, games.games_ended)
    return tuple(array.tolist() for array in seen)


def play(games: VectorGames, steps: int) -> list[Facts]:
    """Random play; what was seen after each step."""
    seen = []
    for _ in range(steps):
        _, _, done = games.step(games.random_actions())
        seen.append((*facts_of(games), done.tolist()))
    return seen


def options_of(id: str, rng: random.Random) -> dict[str, object]:
    """Random options that the encoding knows."""
    options = random_options(id, rng)
    return options if id in EXACT else {**options, "demolition": False, "leftovers": rng.choice(["none", "lowest"])}


@pytest.mark.parametrize("id", ENCODED)
def test_a_step_does_what_the_kernel_does_move_by_move(id: str) -> None:
    rng, encoding = random.Random(6), load_encoding(id)
    kernel = encoding.kernel
    for trial in range(sample(3, slow=12)):
        game = speelkist.load(id, **options_of(id, rng)) if trial else speelkist.load(id)
        encoder, games = Encoder(game), VectorGames(game, 2, seeds=[5 + trial, 9])
        options, first = kernel.options(game), kernel.new_state()
        kernel.start(options, first)
        array, dice = first.copy(), np.array([5 + trial], np.uint64)
        length = ended = 0
        for _ in range(sample(120 if id in EXACT else 40, slow=1500)):
            while array[PLAYER] == CHANCE:
                kernel.apply(options, array, kernel.draw(options, array, dice))
            state = kernel.unpack(game, options, array)
            assert games.state(0) == state
            mask = encoder.mask(state)
            assert np.array_equal(games.mask[0], mask) or (id not in EXACT and not (mask & ~games.mask[0]).any())
            assert np.array_equal(games.observations[0], encoder.observe(state))
            assert (games.players[0], games.lengths[0], games.games_ended[0]) == (state.player, length, ended)
            actions = games.random_actions()
            _, rewards, done = games.step(actions)
            buffer = kernel.new_move_buffer()
            count = kernel.legal(options, array, buffer)
            codes = [int(code) for code in buffer[:count]]
            number = next(code for code in codes if encoding.encode(options, array, code) == actions[0])
            kernel.apply(options, array, number)
            while array[PLAYER] == CHANCE:
                kernel.apply(options, array, kernel.draw(options, array, dice))
            length += 1
            assert games.acted[0] == state.player
            assert done[0] == (array[PLAYER] == OVER)
            gained = encoder.returns(kernel.unpack(game, options, array))
            assert rewards[0].tolist() == pytest.approx(gained)
            if done[0]:
                assert games.last_lengths[0] == length
                assert games.last_reasons()[0] == kernel.reasons[array[2]]
                array[:], length, ended = first, 0, ended + 1
        games.close()


@pytest.mark.parametrize("id", ENCODED)
def test_threads_change_nothing_and_games_do_not_depend_on_each_other(id: str) -> None:
    game = speelkist.load(id)
    alone, shared = VectorGames(game, 7, seed=3), VectorGames(game, 7, seed=3, threads=3)
    assert play(alone, 60) == play(shared, 60)
    few = VectorGames(game, 2, seed=3)
    wide = VectorGames(game, 7, seed=3)
    for _ in range(40):
        few.step(few.random_actions())
        wide.step(wide.random_actions())
    assert few.observations.tolist() == wide.observations[:2].tolist()
    shared.close()


@pytest.mark.parametrize("id", ENCODED)
def test_a_reset_with_the_same_seed_plays_the_same_and_others_differ(id: str) -> None:
    games = VectorGames(speelkist.load(id), 3, seed=11)
    first = play(games, 50)
    games.reset(11)
    assert play(games, 50) == first
    games.reset()
    assert play(games, 50) != first


@pytest.mark.parametrize("id", EXACT)
def test_games_begin_with_the_given_positions_in_turn(id: str) -> None:
    given = [state for state in positions(id) if state.outcome is None and state.player >= 0]
    game = given[0].game
    same = [state for state in given if state.game == game][:3]
    games = VectorGames(game, 2, seed=1, positions=same)
    assert [games.state(0), games.state(1)] == [same[0], same[1 % len(same)]]
    while games.games_ended[0] == 0:
        _, _, done = games.step(games.random_actions())
    assert done[0]
    assert games.state(0) == same[2 % len(same)]


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    for threads in (1, 2):
        games = VectorGames(speelkist.load(EXACT[0]), 3, threads=threads)
        before, actions = facts_of(games), games.random_actions()
        for wrong in (-1, games.mask.shape[1], int(np.flatnonzero(~games.mask[1])[0])):
            tried = actions.copy()
            tried[1] = wrong
            with pytest.raises(BadOption, match=f"Move {wrong} is not legal in game 1; nothing was played"):
                games.step(tried)
            assert facts_of(games) == before
        for misshapen in (actions[:2], actions + 0.5, actions.astype(str), [None] * 3):
            with pytest.raises(BadOption, match="a list of 3 whole numbers"):
                games.step(misshapen)  # type: ignore[arg-type]
            assert facts_of(games) == before
        games.step(actions.tolist())
        games.close()


def test_the_callers_buffers_are_used_and_those_that_do_not_fit_refused() -> None:
    game = speelkist.load(EXACT[0])
    encoder = Encoder(game)
    rows, mask = np.ones((4, encoder.size), np.float32), np.ones((4, encoder.num_actions), np.bool_)
    rewards = np.ones((4, 2), np.float32)
    games = VectorGames(game, 4, seed=2, observations=rows, mask=mask, rewards=rewards)
    observations, gained, _ = games.step(games.random_actions())
    assert observations is rows
    assert gained is rewards
    assert games.mask is mask
    other = VectorGames(game, 4, seed=2)
    other.step(other.random_actions())
    assert facts_of(games) == facts_of(other)
    with pytest.raises(BadOption, match=r"“mask” must be a writable array of shape \(4,"):
        VectorGames(game, 4, mask=mask[:3])


@pytest.mark.parametrize("threads", [1, 2])
def test_a_copy_goes_on_as_the_games_themselves_do(threads: int) -> None:
    games = VectorGames(speelkist.load("knopf", target=1), 3, seed=4, threads=threads)
    play(games, 5)
    copies = [copy.deepcopy(games), pickle.loads(pickle.dumps(games))]  # noqa: S301
    seen = play(games, 40)
    assert any(any(done) for *_, done in seen)
    for other in copies:
        assert play(other, 40) == seen
        other.close()
    games.close()


def test_wrong_seeds_and_positions_are_refused() -> None:
    game = speelkist.load(EXACT[0])
    with pytest.raises(BadOption, match="one for each game: here 3"):
        VectorGames(game, 3, seeds=[1, 2])
    with pytest.raises(BadOption, match="of another game"):
        VectorGames(game, 3, positions=[speelkist.load(EXACT[1]).start()])
    with pytest.raises(BadOption, match="the game is over"):
        VectorGames(game, 3, positions=[finished(game.start())])


def finished(state: State) -> State:
    """The end of a random game."""
    rng = random.Random(1)
    while state.outcome is None:
        state = state.play(rng.choice(state.legal()))
    return state
