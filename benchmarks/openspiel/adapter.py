"""Our two-player games as OpenSpiel knows games, and its own MCTS bot as a player at our tables.

OpenSpiel calls Python for every step of a playout, so the adapter steps our compiled kernels and copies small arrays:
as little Python as there can be. An action is a move's place in the list of legal moves.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found, unused-ignore]

from speelkist import fast
from speelkist.compiled.contract import PLAYER, WINNER, Kernel, OptionArray, StateArray
from speelkist.core import CHANCE, Move, State, load
from speelkist.research.encoder import load_encoding

OVER = -2
MEGABYTES = 2000
EXPLORE = 2.0  # values go from -1 to 1 there


class Position(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A position: our numbers, moved by our kernel."""

    def __init__(self, game: Any, kernel: Kernel, options: OptionArray, array: StateArray) -> None:
        super().__init__(game)
        self._kernel, self._rules, self._numbers = kernel, options, array
        self._moves: list[int] | None = None

    def _listed(self) -> list[int]:
        if self._moves is None:
            buffer = self._kernel.new_move_buffer()
            self._moves = buffer[: self._kernel.legal(self._rules, self._numbers, buffer)].tolist()
        return self._moves

    def current_player(self) -> int:
        """Whose action is next."""
        player = int(self._numbers[PLAYER])
        if player == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if player == CHANCE else player

    def _legal_actions(self, _player: int) -> list[int]:
        return list(range(len(self._listed())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome with its odds."""
        weight = load_encoding(self._kernel.game).weight
        weights = [weight(self._rules, self._numbers, move) for move in self._listed()]
        return [(index, each / sum(weights)) for index, each in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        self._kernel.apply(self._rules, self._numbers, self._listed()[action])
        self._moves = None

    def _action_to_string(self, _player: int, action: int) -> str:
        return self._kernel.text(self._rules, self._numbers, self._listed()[action])

    def is_terminal(self) -> bool:
        """Whether it is over."""
        return bool(self._numbers[PLAYER] == OVER)

    def returns(self) -> list[float]:
        """1 for who has won, -1 for who has lost."""
        winner = int(self._numbers[WINNER])
        if self._numbers[PLAYER] != OVER or winner < 0:
            return [0.0, 0.0]
        return [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

    def clone(self) -> Position:
        """The same position on its own."""
        return Position(self.get_game(), self._kernel, self._rules, self._numbers.copy())

    def __deepcopy__(self, _memo: object) -> Position:
        return self.clone()

    def __str__(self) -> str:
        return str(self._numbers.tolist())


class Adapted(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """One of our games, without options."""

    def __init__(self, name: str) -> None:
        self._kernel = fast.load_kernel(name)
        self._rules = self._kernel.options(load(name))
        kind = pyspiel.GameType(
            short_name=f"python_speelkist_{name}",
            long_name=f"Speelkist {name}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        facts = pyspiel.GameInfo(
            num_distinct_actions=self._kernel.most_moves,
            max_chance_outcomes=self._kernel.most_moves,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=load(name).info.longest,
        )
        super().__init__(kind, facts, {})

    def new_initial_state(self) -> Position:
        """The beginning."""
        array = self._kernel.new_state()
        self._kernel.start(self._rules, array)
        return Position(self, self._kernel, self._rules, array)

    def position(self, state: State) -> Position:
        """One of our positions."""
        options, array = self._kernel.pack(state)
        return Position(self, self._kernel, options, np.array(array))


class OpenSpielPlayer:
    """OpenSpiel's MCTS bot (C++, random rollouts, proven ends) with so many seconds a move.

    The bot counts simulations, not seconds, so it gets as many as its pace so far fits into its time.
    """

    def __init__(self, game: str, seconds: float, simulations: list[int], seed: int) -> None:
        self._game = Adapted(game)
        self._seed, self._seconds = seed % (1 << 31), seconds
        self._spent, self._done = 0.0, 0.0
        self._simulations = simulations  # how many each move got, for the report

    def choose(self, state: State) -> Move:
        """A move for the one whose turn it is."""
        pace = self._done / self._spent if self._spent else 20 / self._seconds
        wanted = max(2, round(pace * self._seconds))
        self._seed = (self._seed * 69069 + 1) % (1 << 31)
        evaluator = pyspiel.RandomRolloutEvaluator(1, self._seed)
        bot = pyspiel.MCTSBot(self._game, evaluator, EXPLORE, wanted, MEGABYTES, True, self._seed, False)
        position = self._game.position(state)
        begun = time.perf_counter()
        root = bot.mcts_search(position)
        # the latest moves tell more than the first: games get shorter towards their end
        self._spent = 0.7 * self._spent + time.perf_counter() - begun
        self._done = 0.7 * self._done + root.explore_count
        self._simulations.append(root.explore_count)
        text = position.action_to_string(state.player, root.best_child().action)
        return next(move for move in state.legal() if move.text == text)
