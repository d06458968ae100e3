"""A position that changes with every action: the compiled rules behind the adapters for other libraries."""

from __future__ import annotations

import numpy as np

from speelkist.compiled.contract import PLAYER, OptionArray, StateArray
from speelkist.compiled.encoding import Observation
from speelkist.compiled.rng import new_rng
from speelkist.core import CHANCE, OVER, BadOption, Game, IllegalMove, State

from .encoder import load_encoding


class Position:
    """One game under way. Actions and outcomes of chance are given by their ids (``Encoder``)."""

    __slots__ = ("_array", "_by_id", "_encoding", "_kernel", "_options", "game")

    def __init__(self, game: Game, options: OptionArray | None = None, array: StateArray | None = None) -> None:
        self.game = game
        self._encoding = load_encoding(game.info.id)
        self._kernel = self._encoding.kernel
        self._options = self._kernel.options(game) if options is None else options
        self._by_id: dict[int, int] | None = None  # the legal moves by their ids
        if array is None:
            self._array = self._kernel.new_state()
            self._kernel.start(self._options, self._array)
        else:
            self._array = array

    @classmethod
    def of(cls, game: Game, state: State) -> Position:
        """That of a state of the library.

        :raises BadOption: if it is of another game, or has other options.
        """
        if state.game != game:
            raise BadOption("research.state.begun", game=game.info.id)
        options, array = load_encoding(game.info.id).kernel.pack(state)
        return cls(game, options, array)

    @property
    def player(self) -> int:
        """Whose action is next: 0, 1, ..., CHANCE or OVER."""
        return int(self._array[PLAYER])

    def legal(self) -> list[int]:
        """The ids of the legal actions, or of the outcomes of chance, in ascending order."""
        return sorted(self._moves())

    def play(self, action: int) -> None:
        """Play a legal action, or let chance have an outcome.

        :raises IllegalMove: if it is not legal; nothing has changed then.
        """
        move = self._moves().get(int(action))
        if move is None:
            raise IllegalMove("research.action.illegal", action=int(action))
        self._kernel.apply(self._options, self._array, move)
        self._by_id = None

    def odds(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities."""
        moves = self._moves()
        weights = [self._encoding.weight(self._options, self._array, moves[outcome]) for outcome in sorted(moves)]
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in zip(sorted(moves), weights, strict=True)]

    def settle(self, rng: np.random.Generator) -> None:
        """Let chance act until a player is to act, or it is over."""
        dice = new_rng(int(rng.integers(2**63)))
        while self._array[PLAYER] == CHANCE:
            self._kernel.apply(self._options, self._array, self._kernel.draw(self._options, self._array, dice))
            self._by_id = None

    def mask(self, out: np.ndarray[tuple[int], np.dtype[np.int8]]) -> None:
        """Write which actions are legal for whoever is to act."""
        out[:] = 0
        if self.player >= 0:
            out[self.legal()] = 1

    def observe(self, viewer: int, out: Observation) -> None:
        """Write the position as a player sees it."""
        out[:] = 0
        self._encoding.observe(self._options, self._array, viewer, out)

    def returns(self) -> list[float]:
        """What each player gets, as ``Encoder.returns``; 0 as long as it is not over."""
        row = np.zeros(self.game.players, np.float32)
        if self.player == OVER:
            self._encoding.pay(self._options, self._array, row)
        return [float(value) for value in row]

    def text(self, action: int) -> str:
        """The notation of a legal action."""
        return self._kernel.text(self._options, self._array, self._moves()[int(action)])

    def state(self) -> State:
        """The position as a state of the library."""
        return self._kernel.unpack(self.game, self._options, self._array)

    def key(self) -> str:
        """A short text that differs for different positions of a game."""
        return self._array.tobytes().hex()

    def copy(self) -> Position:
        """The same position on its own."""
        return Position(self.game, self._options, self._array.copy())

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[type[Position], tuple[Game, OptionArray, StateArray]]:
        return Position, (self.game, self._options, self._array)  # compiled functions are found again, not packed

    def _moves(self) -> dict[int, int]:
        if self._by_id is None:
            moves, ids = self._kernel.new_move_buffer(), self._encoding.new_id_buffer()
            count = 0 if self.player == OVER else self._encoding.ids(self._options, self._array, moves, ids)
            self._by_id = dict(zip(ids[:count].tolist(), moves[:count].tolist(), strict=True))
        return self._by_id
