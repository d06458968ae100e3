"""The games as Python games of OpenSpiel; needs the extra ``research``.

    from speelkist.research import openspiel_game
    openspiel_game.register()
    game = pyspiel.load_game("python_speelkist_GAME(option=value)")

Chance is explicit, with its exact odds. Actions and outcomes have the ids of ``Encoder``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

import speelkist
from speelkist.compiled.encoding import Encoding
from speelkist.core import CHANCE, OVER, State, load
from speelkist.core.registry import package_of

from .encoder import load_encoding
from .position import Position

PREFIX = "python_speelkist_"
START_ENDS = "\n---\n"
_registered: set[str] = set()


def register() -> list[str]:
    """Make all games that have an encoding known to OpenSpiel; gives their names there."""
    names = [name for name in speelkist.games() if package_of(name).encoding is not None]
    for name in names:
        if name not in _registered:
            _registered.add(name)
            pyspiel.register_game(_type_of(name), _class_of(name))
    return [PREFIX + name for name in names]


def _class_of(id: str) -> type[OpenSpielGame]:
    return type(f"OpenSpiel{id.capitalize()}", (OpenSpielGame,), {"id": id})


def _type_of(id: str) -> pyspiel.GameType:
    info = package_of(id).info
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=PREFIX + id,
        long_name=f"Speelkist {info.name['en']}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if info.chance else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=info.players[1],
        min_num_players=info.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: option.default for option in info.options},
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    """A game with its options as parameters."""

    id = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        options = {option.name: option for option in package_of(self.id).info.options}
        chosen = {name: options[name].read_text(str(value)) for name, value in given.items()}
        self.game = load(self.id, **chosen)
        encoding = self.encoding
        super().__init__(
            _type_of(self.id),
            pyspiel.GameInfo(
                num_distinct_actions=encoding.num_actions,
                max_chance_outcomes=encoding.num_chance,
                num_players=self.game.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self.game.info.longest,
            ),
            given,
        )

    @property
    def encoding(self) -> Encoding:
        """How its actions and positions are numbered."""
        return load_encoding(self.id)

    def new_initial_state(self, state: State | str | None = None) -> OpenSpielState:
        """The beginning, or a state of the library, also as JSON, to begin with.

        :raises BadPosition: if the text is no position of this game.
        :raises BadOption: if the state is of another game, or has other options.
        """
        if not state:
            return OpenSpielState(self, Position(self.game))
        begun = self.game.from_json(state) if isinstance(state, str) else state
        return OpenSpielState(self, Position.of(self.game, begun), begun.to_json())

    def deserialize_state(self, text: str) -> OpenSpielState:
        """A state from the text of ``serialize``: the actions, and what it began with if that was given."""
        start, separator, actions = text.rpartition(START_ENDS)
        state = self.new_initial_state(start if separator else None)
        for action in actions.split():
            state.apply_action(int(action))
        return state

    def max_chance_nodes_in_history(self) -> int:
        """No game is longer than this."""
        return self.game.info.longest

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> object:
        """What observes a state."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # it has no types
    """A position, moved by the compiled rules."""

    def __init__(self, game: OpenSpielGame, position: Position, begun: str = "") -> None:
        super().__init__(game)
        self.position = position
        self.begun = begun  #: the position that it began with, as JSON, if that is not the game's own

    def current_player(self) -> int:
        """Whose action is next."""
        player = self.position.player
        if player == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if player == CHANCE else player

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome with its odds."""
        return self.position.odds()

    def _apply_action(self, action: int) -> None:
        self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.text(action)

    def is_terminal(self) -> bool:
        """Whether it is over."""
        return self.position.player == OVER

    def returns(self) -> list[float]:
        """What each player gets."""
        return self.position.returns()

    def serialize(self) -> str:
        """As text for ``deserialize_state``."""
        actions = "\n".join(map(str, self.history()))
        return f"{self.begun}{START_ENDS}{actions}" if self.begun else actions

    def __deepcopy__(self, memo: object) -> object:
        return self.clone()  # with its history, which a new state would not have

    def __str__(self) -> str:
        return self.position.state().to_json()


class Observer:
    """Fills a tensor; ``dict`` has its parts in their shapes."""

    def __init__(self, game: OpenSpielGame, params: object) -> None:
        if params:
            raise ValueError(f"there are no parameters of observation; given: {params}")
        self.tensor = np.zeros(game.encoding.size, np.float32)
        self.dict = {}
        begin = 0
        for plane in game.encoding.planes:
            self.dict[plane.name] = self.tensor[begin : begin + plane.size].reshape(plane.shape)
            begin += plane.size

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fill it with what a player sees."""
        state.position.observe(player, self.tensor)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The position as text."""
        return str(state)
