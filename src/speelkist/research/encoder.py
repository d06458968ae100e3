"""Moves as fixed numbers and positions as rows of numbers, from and to the states of the library."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import numpy as np
from numpy.typing import NDArray

from speelkist.compiled.contract import PLAYER, Moves, OptionArray, StateArray
from speelkist.compiled.encoding import Encoding, Ids, Observation, Plane
from speelkist.core import CHANCE, BadOption, Game, IllegalMove, Move, State
from speelkist.core.registry import package_of


def load_encoding(id: str) -> Encoding:
    """How a game's moves and positions are numbered.

    :raises BadOption: if the game is unknown or has no encoding.
    """
    load = package_of(id).encoding
    if load is None:
        raise BadOption("research.encoding.none", game=id)
    return load()


def buffer_of(name: str, given: NDArray[np.generic] | None, shape: tuple[int, ...], dtype: type) -> NDArray[np.generic]:
    """The caller's array if it fits, or a new one.

    :raises BadOption: if its shape, type or layout is another.
    """
    if given is None:
        return np.zeros(shape, dtype)
    fits = isinstance(given, np.ndarray) and given.shape == shape and given.dtype == dtype
    if not fits or not given.flags.c_contiguous or not given.flags.writeable:
        raise BadOption("research.buffer", name=name, shape=str(shape), dtype=np.dtype(dtype).name)
    return given


class Encoder:
    """The numbers of a game with its options: ids of actions, masks, observations, odds.

    An id means the same in every position and under every option; ``meaning`` tells it in words. The outcomes of
    chance have ids of their own, from 0 to ``num_chance`` - 1.

    Where moves are too many to number, an id stands for all that come to the same: ``encode`` gives it for any of them,
    ``decode`` gives the best.

    :raises BadOption: if the game has no encoding, or none with these options.
    """

    def __init__(self, game: Game) -> None:
        self.game = game  #: the game with its options
        self._encoding = load_encoding(game.info.id)
        self._kernel = self._encoding.kernel
        self._kernel.options(game)  # refuses options that it does not know
        self.num_actions = self._encoding.num_actions  #: ids of actions go from 0 to this, exclusive
        self.num_chance = self._encoding.num_chance  #: the same of outcomes of chance
        self.planes: tuple[Plane, ...] = self._encoding.planes  #: the parts of an observation, in order
        self.size = self._encoding.size  #: how many numbers an observation has
        self.longest = game.info.longest  #: no game has more actions than this, chance included

    def meaning(self, action: int) -> str:
        """What an action's id stands for, in words.

        :raises BadOption: if there is no such id.
        """
        if not 0 <= action < self.num_actions:
            raise BadOption(
                "research.action.none", action=str(action)[:20], game=self.game.info.id, last=self.num_actions - 1
            )
        return self._encoding.meaning(int(action))

    def encode(self, state: State, move: Move | str) -> int:
        """The id of a legal move, at chance of an outcome.

        :raises IllegalMove: if it is not legal.
        :raises BadOption: if the state is of another game.
        """
        self._check(state)
        meant = state.resolve(move)
        if not isinstance(meant, Move):
            raise IllegalMove(meant)
        if self._encoding.number is not None:
            return self._encoding.number(state, meant)
        return self._by_text(state)[meant.text]

    def decode(self, state: State, action: int) -> Move:
        """The legal move with an id, at chance the outcome.

        :raises IllegalMove: if no legal move has it.
        :raises BadOption: if the state is of another game.
        """
        move = self.moves(state).get(int(action))
        if move is None:
            raise IllegalMove("research.action.illegal", action=int(action))
        return move

    def moves(self, state: State) -> dict[int, Move]:
        """The legal moves, at chance the outcomes, by their ids.

        :raises BadOption: if the state is of another game.
        """
        self._check(state)
        if self._encoding.moves is not None:
            return self._encoding.moves(state)
        legal = {} if state.outcome is not None else {move.text: move for move in state.legal()}
        return {number: legal[text] for text, number in self._by_text(state).items()}

    def mask(self, state: State, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Which actions are legal, of whoever is to act; at chance and when it is over none is.

        :raises BadOption: if the state is of another game, or ``out`` does not fit.
        """
        self._check(state)
        mask = cast("NDArray[np.bool_]", buffer_of("out", out, (self.num_actions,), np.bool_))
        mask[:] = False
        if state.player >= 0 and self._encoding.moves is not None:
            mask[list(self._encoding.moves(state))] = True
        elif state.player >= 0:
            _, _, _, ids = self._listed(state)
            mask[ids] = True
        return mask

    def observe(self, state: State, player: int | None = None, out: Observation | None = None) -> Observation:
        """The position as ``player`` sees it; without one, as whoever is to act does, or else player 0.

        :raises BadOption: if the state is of another game, it has no such player, or ``out`` does not fit.
        """
        self._check(state)
        if player is not None and player not in range(state.game.players):
            raise BadOption("research.player", found=str(player)[:20], last=state.game.players - 1)
        row = cast("Observation", buffer_of("out", out, (self.size,), np.float32))
        row[:] = 0
        viewer = max(state.player, 0) if player is None else player
        self._encoding.observe(*self._kernel.pack(state), viewer, row)
        return row

    def plane(self, observation: Observation, name: str) -> Observation:
        """A part of an observation, or of rows of them, in its shape. A view."""
        begin = 0
        for plane in self.planes:
            if plane.name == name:
                part = observation[..., begin : begin + plane.size]
                return part.reshape(*observation.shape[:-1], *plane.shape)
            begin += plane.size
        raise BadOption("research.plane", name=name[:40], names=", ".join(plane.name for plane in self.planes))

    def odds(self, state: State) -> dict[int, Fraction]:
        """The exact probability of every outcome of chance by its id; empty where it is not chance's turn.

        :raises BadOption: if the state is of another game.
        """
        self._check(state)
        if state.player != CHANCE:
            return {}
        options, array, moves, ids = self._listed(state)
        weights = [self._encoding.weight(options, array, int(move)) for move in moves]
        total = sum(weights)
        return {outcome: Fraction(weight, total) for outcome, weight in zip(ids.tolist(), weights, strict=True)}

    def returns(self, state: State) -> tuple[float, ...]:
        """What each player gets, together nothing: of two 1 for who has won and -1 for who has lost.

        Of n players who wins alone gets 1, the others -1 / (n - 1); who win together share. 0 as long as it goes on.

        :raises BadOption: if the state is of another game.
        """
        self._check(state)
        winners, players = () if state.outcome is None else state.outcome.winners, state.game.players
        if not winners:
            return (0.0,) * players
        shares = ((player in winners) / len(winners) for player in range(players))
        return tuple((players * share - 1) / (players - 1) for share in shares)

    def _check(self, state: State) -> None:
        """Numbers of another game would be taken for those of this one, or index past an array."""
        given = state.game.info.id if isinstance(state, State) else type(state).__name__
        if given != self.game.info.id:
            raise BadOption("research.state.other", game=self.game.info.id, found=given)

    def __reduce__(self) -> tuple[type[Encoder], tuple[Game]]:
        return Encoder, (self.game,)  # compiled functions are loaded again: packed, they would be compiled anew

    def _listed(self, state: State) -> tuple[OptionArray, StateArray, Moves, Ids]:
        """In new buffers, so that threads may share an encoder."""
        options, array = self._kernel.pack(state)
        moves, ids = self._kernel.new_move_buffer(), self._encoding.new_id_buffer()
        count = self._encoding.ids(options, array, moves, ids)
        return options, array, moves[:count], ids[:count]

    def _by_text(self, state: State) -> dict[str, int]:
        if state.outcome is not None:
            return {}
        options, array, moves, ids = self._listed(state)
        assert array[PLAYER] == state.player
        texts = (self._kernel.text(options, array, int(move)) for move in moves)
        return dict(zip(texts, map(int, ids), strict=True))
