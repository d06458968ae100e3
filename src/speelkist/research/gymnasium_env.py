"""Many games as a vector environment of Gymnasium; needs the extra ``research``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from speelkist.core import Game, State

from .vector_games import VectorGames


class GymnasiumGames(VectorEnv[dict[str, NDArray[Any]], NDArray[Any], NDArray[Any]]):
    """``VectorGames`` for Gymnasium: both players act in turn, and each step's reward is that of whoever acted in it.

    An observation has two parts, ``observation`` and ``action_mask``; both are live (see ``VectorGames``), and with
    ``copy`` they are new arrays each time, as Gymnasium's own environments give by default. A game that ends begins
    again in the same step: the observation is the new game's. ``info["player"]`` is who is to act next. Where games
    have ended, ``info["final_obs"]`` has their last observations, as whoever acted last sees them (without a legal
    action), and ``info["final_info"]`` their ``length`` and that ``player``; ``_final_obs`` and the like say which.
    ``final_obs=False`` leaves the observations out, which is quicker.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: Game,
        n: SupportsIndex,
        *,
        positions: Sequence[State] = (),
        threads: SupportsIndex = 1,
        copy: bool = True,
        final_obs: bool = True,
    ) -> None:
        self.games = VectorGames(game, n, positions=positions, threads=threads)
        self._copy = copy
        self._final_obs = final_obs
        self.num_envs = self.games.n
        size, actions = self.games.encoder.size, self.games.encoder.num_actions
        self.single_action_space = gymnasium.spaces.Discrete(actions)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, self.num_envs)
        self.single_observation_space = gymnasium.spaces.Dict(
            observation=gymnasium.spaces.Box(0, 1, (size,), np.float32),
            action_mask=gymnasium.spaces.MultiBinary(actions),
        )
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, self.num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begin all games anew, with a seed for all or one for each.

        :raises BadOption: if there are not as many seeds as games, or some are missing.
        """
        if seed is None or isinstance(seed, int | np.integer):
            number = None if seed is None else int(seed)
            super().reset(seed=number)
            self.games.reset(number)
        else:
            self.games.reset(seeds=np.array(seed))
        return self._seen(), {"player": self.games.players}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[dict[str, NDArray[Any]], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play an action in every game.

        :raises BadOption: if an action is not legal; nothing has changed then.
        """
        before = self.games.before_step() if self._final_obs else None
        _, rewards, done = self.games.step(actions)
        ended, acted = done.copy(), self.games.acted
        gained = rewards[np.arange(self.num_envs), acted].astype(np.float64)
        info: dict[str, Any] = {"player": self.games.players}
        if ended.any():
            lengths = np.where(ended, self.games.last_lengths, 0)
            final = {"length": lengths, "_length": ended.copy(), "player": acted, "_player": ended.copy()}
            info |= {"final_info": final, "_final_info": ended.copy()}
            if before is not None:
                last = np.full(self.num_envs, None, object)
                for number in np.flatnonzero(ended).tolist():
                    last[number] = {
                        "observation": self.games.final_observation(before, number, int(actions[number])),
                        "action_mask": np.zeros(self.games.encoder.num_actions, np.int8),
                    }
                info |= {"final_obs": last, "_final_obs": ended.copy()}
        return self._seen(), gained, ended, np.zeros(self.num_envs, np.bool_), info

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self.games.close()

    def _seen(self) -> dict[str, NDArray[Any]]:
        observation, mask = self.games.observations, self.games.mask.view(np.int8)
        return {
            "observation": observation.copy() if self._copy else observation,
            "action_mask": mask.copy() if self._copy else mask,
        }
