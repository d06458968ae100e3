"""PettingZoo's own suite, and what it does not look at."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import speelkist
from speelkist.core import Game
from tests.support.samples import sample

from .test_encoder import ENCODED

pettingzoo_env = pytest.importorskip("speelkist.research.pettingzoo_env")
suite = pytest.importorskip("pettingzoo.test")

pytestmark = pytest.mark.filterwarnings("ignore")  # it warns of what is not to its taste, such as dictionaries


def other_games() -> list[Game]:
    """Every encoded game with each option at its other values, one at a time."""
    games = []
    for name in ENCODED:
        for option in speelkist.load(name).info.options:
            values = option.choices if option.kind == "choice" else [option.low] if option.kind == "number" else []
            games += [speelkist.load(name, **{option.name: value}) for value in values if value != option.default]
    return [game for game in games if game.options.get("leftovers") != "best"]  # Cubus by counts has no pictures


@pytest.mark.parametrize("game", [speelkist.load(name) for name in ENCODED], ids=ENCODED)
def test_the_suite_of_pettingzoo(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    suite.api_test(pettingzoo_env.env(game), num_cycles=sample(60, slow=400))
    suite.seed_test(lambda: pettingzoo_env.env(game), num_cycles=sample(20, slow=60))


def test_the_suite_with_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    for game in other_games():
        suite.api_test(pettingzoo_env.env(game), num_cycles=sample(8, slow=100))


@pytest.mark.slow
@pytest.mark.parametrize("game", [speelkist.load(name) for name in ENCODED], ids=ENCODED)
def test_its_benchmark_runs(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    suite.performance_benchmark(pettingzoo_env.env(game))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("id", ENCODED)
def test_a_game_to_its_end_gives_each_agent_its_result_once(id: str) -> None:
    env = pettingzoo_env.env(speelkist.load(id), render_mode="ansi")
    for seed in range(2):
        env.reset(seed=seed)
        rng, totals = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, terminated, _, _ = env.last()
            totals[agent] += reward
            env.step(None if terminated else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        assert sorted(totals.values()) in ([-1.0, 1.0], [0.0, 0.0])
        assert env.render()


@pytest.mark.parametrize("id", ENCODED)
def test_a_copy_of_a_game_goes_on_as_it_does_and_packs_nothing_compiled(id: str) -> None:
    game = pettingzoo_env.PettingZooGame(speelkist.load(id))
    game.reset(seed=3)
    packed = pickle.dumps(game)
    assert b"numba" not in packed
    other = pickle.loads(packed)  # noqa: S301
    for each in (game, other):
        for _ in range(5):
            each.step(int(np.flatnonzero(each.observe(each.agent_selection)["action_mask"])[0]))
    assert game.render() == other.render()
