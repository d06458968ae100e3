"""The vector environment of Gymnasium."""

from __future__ import annotations

import numpy as np
import pytest

import speelkist
from speelkist.core import BadOption

from .test_encoder import ENCODED

gymnasium_env = pytest.importorskip("speelkist.research.gymnasium_env")


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
            assert info["_length"][number]
            assert info["length"][number] > 0
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
