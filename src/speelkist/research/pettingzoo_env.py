"""A game as an AEC environment of PettingZoo; needs the extra ``research``."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from speelkist.core import OVER, Game

from .encoder import load_encoding
from .position import Position

Seen = dict[str, NDArray[Any]]


def env(game: Game, render_mode: str | None = None) -> Any:
    """The environment with PettingZoo's usual checks around it."""
    inner = wrappers.TerminateIllegalWrapper(PettingZooGame(game, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


class PettingZooGame(AECEnv):  # type: ignore[misc]  # it has no types
    """The agents ``player_0``, ``player_1`` and so on; chance acts by itself, from the seed of ``reset``.

    An observation has ``observation``, seen by the agent, and ``action_mask``; the mask is empty while it is
    another's turn.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {**type(self).metadata, "name": f"speelkist_{game.info.id}_v{game.info.version}"}
        self.game, self.render_mode = game, render_mode
        self._encoding = load_encoding(game.info.id)
        self.possible_agents = [f"player_{player}" for player in range(game.players)]
        self.agents: list[str] = []
        self.agent_selection = ""
        self.infos: dict[str, dict[str, Any]] = {}
        self._rng, _ = seeding.np_random(0)
        space = gymnasium.spaces.Dict(
            observation=gymnasium.spaces.Box(0, 1, (self._encoding.size,), np.float32),
            action_mask=gymnasium.spaces.Box(0, 1, (self._encoding.num_actions,), np.int8),
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self._encoding.num_actions) for agent in self.possible_agents
        }
        self._position = Position(game)

    def __getstate__(self) -> dict[str, Any]:
        return {name: kept for name, kept in vars(self).items() if name != "_encoding"}  # it would be compiled anew

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._encoding = load_encoding(self.game.info.id)

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game."""
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._position = Position(self.game)
        self._position.settle(self._rng)
        self._select()

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None
        self._position.play(int(action))
        self._position.settle(self._rng)
        if self._position.player == OVER:
            self.rewards = dict(zip(self.possible_agents, self._position.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            after = self.possible_agents.index(agent) + 1
            self.agent_selection = self.possible_agents[after % len(self.possible_agents)]
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Seen:
        """What an agent sees, in new arrays."""
        viewer = self.possible_agents.index(agent)
        row = np.zeros(self._encoding.size, np.float32)
        self._position.observe(viewer, row)
        mask = np.zeros(self._encoding.num_actions, np.int8)
        if self._position.player == viewer:
            self._position.mask(mask)
        return {"observation": row, "action_mask": mask}

    def render(self) -> str | None:
        """The board as text; with the mode ``human`` it is printed."""
        text = str(self._position.state())
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _select(self) -> None:
        player = self._position.player
        if player == OVER:  # chance ended it before anybody moved: nobody has anything to do
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, self._position.returns(), strict=True))
        self.agent_selection = self.possible_agents[max(player, 0)]
