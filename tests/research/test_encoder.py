"""Encodings: an id means the same everywhere, goes there and back, and chance has the odds of the rules."""

from __future__ import annotations

import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import speelkist
from speelkist.core import BadOption, IllegalMove, Move, State
from speelkist.core.registry import package_of
from speelkist.research import Encoder, VectorGames
from speelkist.research.encoder import load_encoding
from tests.laws.examples import examples, positions
from tests.support.samples import sample

from .meanings import MEANINGS

ENCODED = [name for name in speelkist.games() if package_of(name).encoding is not None]
EXACT = [name for name in ENCODED if package_of(name).kernel is not None]  # every legal move has an id of its own
SEEDS = st.integers(0, 2**32)


def check_ids(state: State) -> None:
    """Listed together, moves and ids are those that are listed and numbered one by one, in the same order."""
    encoding = load_encoding(state.game.info.id)
    kernel = encoding.kernel
    options, array = kernel.pack(state)
    one_by_one, together = kernel.new_move_buffer(), kernel.new_move_buffer()
    ids = encoding.new_id_buffer()
    count = kernel.legal(options, array, one_by_one)
    assert encoding.ids(options, array, together, ids) == count
    assert together[:count].tolist() == one_by_one[:count].tolist()
    assert ids[:count].tolist() == [encoding.encode(options, array, int(move)) for move in one_by_one[:count]]


def check_state(encoder: Encoder, state: State) -> None:
    """Everything that must hold in a position."""
    check_ids(state)
    ids: dict[int, Move] = {}
    numbers = encoder._by_text(state)
    assert numbers.keys() == {move.text for move in state.legal()}
    for move in state.legal():
        action = numbers[move.text]
        assert action not in ids, f"{move} and {ids[action]} have the same id"
        ids[action] = move
    mask = encoder.mask(state)
    if state.player == speelkist.CHANCE:
        assert not mask.any()
        assert encoder.odds(state) == {numbers[move.text]: odds for move, odds in state.odds().items()}
        assert all(0 <= outcome < encoder.num_chance for outcome in ids)
    else:
        assert sorted(np.flatnonzero(mask).tolist()) == sorted(ids)
        assert encoder.odds(state) == {}
        for action, move in ids.items():
            assert encoder.meaning(action) == MEANINGS[state.game.info.id](state, move)
    for viewer in range(state.game.players):
        row = encoder.observe(state, viewer)
        assert row.min() >= 0
        assert row.max() <= 1
        assert encoder.plane(row, "turn").item() == (state.player == viewer)
    for action in random.Random(str(state)).sample(sorted(ids), min(3, len(ids))):
        assert encoder.decode(state, action) is ids[action]
        assert encoder.encode(state, ids[action]) == encoder.encode(state, ids[action].text) == action


def check_game(state: State, seed: int, most: int) -> None:
    """Check every state of a random game."""
    encoder, rng = Encoder(state.game), random.Random(seed)
    for _ in range(most):
        check_state(encoder, state)
        if state.outcome is not None:
            return
        state = state.play(rng.choice(state.legal()))


@pytest.mark.parametrize("id", EXACT)
def test_an_id_means_the_same_in_every_position_and_option(id: str) -> None:
    @settings(max_examples=sample(6, slow=40))
    @given(options=examples(id).OPTIONS, seed=SEEDS)
    def law(options: dict[str, object], seed: int) -> None:
        check_game(speelkist.load(id, **options).start(), seed, most=sample(50, slow=120))

    law()


@pytest.mark.parametrize("id", EXACT)
def test_the_same_in_named_positions(id: str) -> None:
    for seed, state in enumerate(positions(id)):
        check_game(state, seed, most=12)


@pytest.mark.parametrize("id", ENCODED)
def test_every_id_has_a_meaning_of_its_own(id: str) -> None:
    encoder = Encoder(speelkist.load(id))
    assert len({encoder.meaning(action) for action in range(encoder.num_actions)}) == encoder.num_actions


@pytest.mark.parametrize("id", EXACT)
def test_no_two_positions_of_a_game_look_alike(id: str) -> None:
    rng, state = random.Random(8), speelkist.load(id).start()
    encoder = Encoder(state.game)
    seen: dict[bytes, State] = {}
    for _ in range(120):
        if state.player >= 0:
            row = encoder.observe(state).tobytes()
            assert seen.setdefault(row, state) == state
        state = state.play(rng.choice(state.legal()))
        if state.outcome is not None:
            break
    assert len(seen) > 20


@pytest.mark.parametrize("id", EXACT)
def test_the_players_see_each_other_as_the_enemy(id: str) -> None:
    rng, state = random.Random(9), speelkist.load(id).start()
    encoder = Encoder(state.game)
    for _ in range(60):
        state = state.play(rng.choice(state.legal()))
    own = [plane.name for plane in encoder.planes if plane.name.startswith("own")]
    first, second = encoder.observe(state, 0), encoder.observe(state, 1)
    for name in own:
        mine = encoder.plane(first, name).sum()
        theirs = encoder.plane(second, name.replace("own", "enemy")).sum()
        assert mine == theirs > 0 or mine == theirs == 0


@pytest.mark.parametrize("id", EXACT)
def test_returns_are_those_of_the_outcome(id: str) -> None:
    for seed in range(3):
        rng, state = random.Random(seed), speelkist.load(id).start()
        encoder = Encoder(state.game)
        while state.outcome is None:
            assert encoder.returns(state) == (0.0, 0.0)
            state = state.play(rng.choice(state.legal()))
        winners = state.outcome.winners
        assert encoder.returns(state) == tuple(0.0 if not winners else 1.0 if p in winners else -1.0 for p in (0, 1))
        assert not encoder.mask(state).any()


def test_buffers_are_filled_and_wrong_ones_refused() -> None:
    state = speelkist.load(ENCODED[0]).start()
    encoder = Encoder(state.game)
    mask, row = np.ones(encoder.num_actions, np.bool_), np.ones(encoder.size, np.float32)
    assert encoder.mask(state, out=mask) is mask
    assert encoder.observe(state, out=row) is row
    assert np.array_equal(row, encoder.observe(state))
    wrongs: list[Any] = [mask[:-1], mask.astype(np.int8), np.ones((encoder.num_actions, 2), np.bool_)[:, 0]]
    for wrong in wrongs:
        with pytest.raises(BadOption, match=r"“out” must be a writable array of shape"):
            encoder.mask(state, out=wrong)


@pytest.mark.parametrize("id", EXACT)
def test_threads_may_share_an_encoder(id: str) -> None:
    rng, state = random.Random(5), speelkist.load(id).start()
    encoder, states = Encoder(state.game), [state]
    for _ in range(30):
        states.append(states[-1].play(rng.choice(states[-1].legal())))
    masks = [encoder.mask(state) for state in states]
    buffers = [encoder._listed(state)[2:] for state in states[-2:]]
    assert not any(np.shares_memory(first, second) for first, second in zip(*buffers, strict=True))
    with ThreadPoolExecutor(4) as pool:
        for mask, wanted in zip(pool.map(encoder.mask, states * 20), masks * 20, strict=True):
            assert np.array_equal(mask, wanted)


@pytest.mark.parametrize("id", ENCODED)
def test_what_is_packed_holds_nothing_compiled(id: str) -> None:
    encoder = Encoder(speelkist.load(id))
    for packed in (encoder, VectorGames(encoder.game, 2)):
        assert b"numba" not in pickle.dumps(packed), "whoever unpacks it elsewhere would compile it anew"
    state = encoder.game.start()
    assert pickle.loads(pickle.dumps(encoder)).odds(state) == encoder.odds(state)  # noqa: S301


def test_refusals_are_sentences() -> None:
    state = speelkist.load(EXACT[0]).start()
    encoder = Encoder(state.game)
    with pytest.raises(IllegalMove, match="No legal move has the id -1 here"):
        encoder.decode(state, -1)
    with pytest.raises(ValueError, match=r"\S"):
        encoder.encode(state, "nonsense")
    with pytest.raises(BadOption, match="no part “nothing”"):
        encoder.plane(encoder.observe(state), "nothing")
    plain = next(name for name in speelkist.games(listed=False) if name not in ENCODED)
    with pytest.raises(BadOption, match="has no encoding"):
        Encoder(speelkist.load(plain))


@pytest.mark.parametrize("game", ENCODED)
@pytest.mark.parametrize("player", [-1, 7])
def test_a_player_that_is_not_there_is_refused(game: str, player: int) -> None:
    state = speelkist.load(game).start()
    with pytest.raises(BadOption, match=rf"There is no player {player} here; players go from 0 to 1\."):
        Encoder(state.game).observe(state, player)


@pytest.mark.parametrize("game", ENCODED)
def test_an_id_out_of_range_has_no_meaning(game: str) -> None:
    encoder = Encoder(speelkist.load(game))
    assert encoder.meaning(encoder.num_actions - 1)
    for action in (-1, encoder.num_actions):
        with pytest.raises(BadOption, match=rf"No action of {game} has the id {action}; ids go from 0 to"):
            encoder.meaning(action)


@pytest.mark.parametrize("name", ["mask", "observe", "moves", "odds", "returns", "encode", "decode"])
@pytest.mark.parametrize(("game", "other"), list(zip(ENCODED, [*ENCODED[1:], ENCODED[0]], strict=True)))
def test_a_state_of_another_game_is_refused(game: str, other: str, name: str) -> None:
    state = speelkist.load(other).start()
    encoder = Encoder(speelkist.load(game))
    arguments = {"encode": ("a1",), "decode": (0,)}.get(name, ())
    with pytest.raises(BadOption, match=rf"This encoder takes states of {game}, and was given {other}\."):
        getattr(encoder, name)(state, *arguments)


def test_what_is_no_state_is_refused() -> None:
    encoder = Encoder(speelkist.load(ENCODED[0]))
    with pytest.raises(BadOption, match="and was given str"):
        encoder.mask("a1")  # type: ignore[arg-type]
