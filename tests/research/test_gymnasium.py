"""The vector environment of Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import speelkist
from speelkist.core import BadOption

from .test_encoder import ENCODED

gymnasium_env = pytest.importorskip("speelkist.research.gymnasium_env")
wrappers = pytest.importorskip("gymnasium.wrappers.vector")


@pytest.mark.parametrize("id", ENCODED)
def test_steps_are_of_the_declared_spaces_and_rewards_those_of_who_acted(id: str) -> None:
    env = gymnasium_env.GymnasiumGames(speelkist.load(id), 4)
    seen, info = env.reset(seed=3)
    assert seen in env.observation_space
    ended = 0
    while ended < 3:
        players = info["player"]
        actions = np.array([np.flatnonzero(mask)[-1] for mask in seen["action_mask"]])
        assert actions in env.action_space
        before = {name: array.copy() for name, array in seen.items()}
        after, rewards, terminated, truncated, info = env.step(actions)
        assert all(np.array_equal(seen[name], before[name]) for name in seen), "what was given stays as it was"
        seen = after
        assert seen in env.observation_space
        assert not truncated.any()
        assert not rewards[~terminated].any()
        for number in np.flatnonzero(terminated):
            ended += 1
            assert info["_final_info"][number]
            assert info["final_info"]["length"][number] > 0
            assert info["final_info"]["player"][number] == players[number]
            assert rewards[number] == env.games.rewards[number, players[number]]
    env.close()


def test_the_same_seed_gives_the_same_games_and_live_arrays_are_there_for_whoever_wants_them() -> None:
    game = speelkist.load(ENCODED[-1])
    copied, live = gymnasium_env.GymnasiumGames(game, 3), gymnasium_env.GymnasiumGames(game, 3, copy=False)
    first, _ = copied.reset(seed=5)
    second, _ = live.reset(seed=5)
    assert second["observation"] is live.games.observations
    for _ in range(30):
        actions = np.array([np.flatnonzero(mask)[0] for mask in first["action_mask"]])
        first, second = copied.step(actions)[0], live.step(actions)[0]
        assert all(np.array_equal(first[name], second[name]) for name in first)
    with pytest.raises(BadOption, match="is not legal in game 0"):
        live.step(np.array([-1, 0, 0]))


@pytest.mark.parametrize("id", ENCODED)
def test_the_last_observation_of_a_game_is_that_of_the_rules(id: str) -> None:
    env = gymnasium_env.GymnasiumGames(speelkist.load(id), 3)
    encoder = env.games.encoder
    _, info = env.reset(seed=7)
    checked = 0
    while checked < 2:
        states = [env.games.state(number) for number in range(3)]
        players = info["player"]
        actions = env.games.random_actions()
        _, rewards, terminated, _, info = env.step(actions)
        for number in np.flatnonzero(terminated).tolist():
            after = states[number].play(encoder.decode(states[number], int(actions[number])))
            final = info["final_obs"][number]
            assert final in env.single_observation_space
            assert not final["action_mask"].any()
            if after.outcome is None:
                continue  # chance ends it, which the rules' own dice would do otherwise
            assert np.array_equal(final["observation"], encoder.observe(after, int(players[number])))
            assert rewards[number] == encoder.returns(after)[players[number]]
            checked += 1
        if terminated.any():
            assert [each is not None for each in info["final_obs"]] == terminated.tolist()
            assert info["_final_obs"].tolist() == terminated.tolist()
    env.close()


def test_last_observations_can_be_left_out() -> None:
    env = gymnasium_env.GymnasiumGames(speelkist.load("knopf", target=2), 2, final_obs=False)
    env.reset(seed=1)
    ended = False
    while not ended:
        *_, terminated, _, info = env.step(env.games.random_actions())
        ended = bool(terminated.any())
    assert "final_obs" not in info
    assert info["_final_info"].tolist() == terminated.tolist()


def test_a_seed_for_each_game_gives_that_game_wherever_it_stands() -> None:
    game = speelkist.load("kriskras")
    first, second = gymnasium_env.GymnasiumGames(game, 3), gymnasium_env.GymnasiumGames(game, 3)
    first.reset(seed=np.int64(5))
    second.reset(seed=5)
    assert [first.games.state(number) for number in range(3)] == [second.games.state(number) for number in range(3)]
    first.reset(seed=[5, 6, 7])
    second.reset(seed=[7, 6, 5])
    states = [first.games.state(number) for number in range(3)]
    assert states == [second.games.state(2 - number) for number in range(3)]
    with pytest.raises(BadOption, match="one for each game: here 3"):
        first.reset(seed=[5, None, 7])


def test_wrappers_of_gymnasium_take_its_information_apart() -> None:
    inner = gymnasium_env.GymnasiumGames(speelkist.load("knopf", target=2), 4)
    env = wrappers.DictInfoToList(wrappers.RecordEpisodeStatistics(inner))
    env.reset(seed=2)
    finals: list[dict[str, Any]] = []
    while not finals:
        *_, infos = env.step(inner.games.random_actions())
        finals = [info for info in infos if "final_info" in info]
    assert all(info["final_info"]["length"] == info["episode"]["l"] for info in finals)
    assert all(info["final_obs"] in inner.single_observation_space for info in finals)
