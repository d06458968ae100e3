"""Many games at once, a step of all of them in one compiled call: a plain NumPy interface."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from operator import index
from typing import Any, SupportsIndex, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from speelkist.compiled.contract import PLAYER, StateArray
from speelkist.compiled.encoding import Observation
from speelkist.compiled.playouts import MOST_GAMES, MOST_THREADS, check_number, rngs_of_games
from speelkist.compiled.vector import (
    ACTED,
    DONE,
    EPISODE,
    FACTS,
    LAST_LENGTH,
    LAST_REASON,
    LENGTH,
    NEXT_PLAYER,
    first_illegal,
    random_actions,
)
from speelkist.core import CHANCE, OVER, BadOption, Game, State

from .encoder import Encoder, buffer_of, load_encoding

NOT_PACKED = ("_encoding", "_kernel", "_ended", "_pool")


class VectorGames:
    """``n`` games of one kind, each waiting for a player; a game that ends begins again within the same step.

    Game number i follows from the seed and i alone (or from ``seeds[i]``), whatever the threads. With ``positions``,
    game i begins with position i, and the k-th game after it with position i + k * n, both counted round.

    ``observations`` (float32, seen by whoever is to act), ``mask`` (bool, the legal actions) and ``rewards`` (float32,
    a column for each player) are live: the same arrays for ever, yours if you gave them, changed by ``step`` and
    ``reset`` only. Read them, copy what you keep, and do not write into them: a step changes only what differs. All
    other arrays are new ones.

    :raises BadOption: if the game has no encoding, a number is out of range, a buffer does not fit, or a position is
        over or of another game.
    """

    def __init__(
        self,
        game: Game,
        n: SupportsIndex,
        seed: SupportsIndex = 0,
        *,
        seeds: ArrayLike | None = None,
        positions: Sequence[State] = (),
        threads: SupportsIndex = 1,
        observations: Observation | None = None,
        mask: NDArray[np.bool_] | None = None,
        rewards: NDArray[np.float32] | None = None,
    ) -> None:
        self.game = game  #: the game with its options
        self.n = check_number("n", n, 1, MOST_GAMES)  #: how many there are
        self.encoder = Encoder(game)  #: what the numbers mean
        self._threads = check_number("threads", threads, 1, MOST_THREADS)
        self._encoding = load_encoding(game.info.id)
        self._kernel = self._encoding.kernel
        self._options = self._kernel.options(game)
        shape = (self.n, self._encoding.size)
        self.observations = cast("Observation", buffer_of("observations", observations, shape, np.float32))
        shape = (self.n, self._encoding.num_actions)
        self.mask = cast("NDArray[np.bool_]", buffer_of("mask", mask, shape, np.bool_))
        shape = (self.n, game.players)
        self.rewards = cast("NDArray[np.float32]", buffer_of("rewards", rewards, shape, np.float32))
        self._states: StateArray = np.zeros((self.n, self._kernel.size), np.int16)
        self._rngs = np.zeros((self.n, 1), np.uint64)
        self._sampler = np.zeros((self.n, 1), np.uint64)
        self._moves = np.zeros((self.n, self._kernel.most_moves), np.int32)
        self._ids = np.zeros((self.n, self._kernel.most_moves), np.int16)
        self._facts = np.zeros((self.n, FACTS), np.int32)
        self._done, self._ended = np.zeros(self.n, np.bool_), self._facts[:, DONE]
        self._starts = self._start_states(positions)
        self._games = (
            self._options,
            self._starts,
            self._states,
            self._rngs,
            self._moves,
            self._ids,
            self.mask,
            self.observations,
            self._facts,
            self.rewards,
        )
        edges = [self.n * part // self._threads for part in range(self._threads + 1)]
        self._parts = list(pairwise(edges))
        self._pool = self._new_pool()
        self.reset(seed, seeds=seeds)

    def __getstate__(self) -> dict[str, object]:
        """Without what cannot be packed or copied: threads, a view, and what is compiled."""
        return {name: kept for name, kept in vars(self).items() if name not in NOT_PACKED}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._encoding = load_encoding(self.game.info.id)
        self._kernel = self._encoding.kernel
        self._ended = self._facts[:, DONE]
        self._pool = self._new_pool()

    def _new_pool(self) -> ThreadPoolExecutor | None:
        return ThreadPoolExecutor(self._threads) if self._threads > 1 else None

    def reset(self, seed: SupportsIndex | None = None, *, seeds: ArrayLike | None = None) -> Observation:
        """Begin all games anew, with a seed or with seeds; without either, with further randomness.

        :raises BadOption: if there are not as many seeds as games.
        """
        if seeds is not None:
            given = np.asarray(seeds)
            if given.shape != (self.n,) or given.dtype.kind not in "iu":
                raise BadOption("research.seeds", n=self.n)
            self._rngs[:, 0] = given.astype(np.uint64)
        elif seed is not None:
            self._rngs[:] = rngs_of_games(np.uint64(index(seed) % (1 << 64)), self.n)
        if seed is not None or seeds is not None:
            self._sampler[:] = self._rngs ^ np.uint64(0x5851F42D4C957F2D)
        self._facts[:] = 0
        self.rewards[:] = 0
        self._encoding.begin(self._games, 0, self.n)
        return self.observations

    def step(self, actions: NDArray[Any]) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_]]:
        """Play an action in every game; gives the observations, the rewards, and which games have ended.

        The reward of a game that has ended is 1 for the player who won and -1 for the other, 0 for both in a draw
        (``Encoder.returns``, also of more than two).
        The third array is live too.

        :raises BadOption: if there is not an action for each game or one is not legal; nothing has changed then.
        """
        if type(actions) is not np.ndarray or actions.dtype != np.int64 or not actions.flags.c_contiguous:
            actions = np.asarray(actions)
            if actions.dtype.kind in "iu":  # a fraction would be cut off
                actions = np.ascontiguousarray(actions, np.int64)
        if actions.shape != (self.n,) or actions.dtype != np.int64:
            raise BadOption("core.fast.moves", n=self.n)
        if self._pool is None:
            wrong = self._encoding.step(self._games, actions, 0, self.n, True)
        else:
            wrong = first_illegal(self.mask, actions, 0, self.n)
            if wrong < 0:
                step = self._encoding.step
                list(self._pool.map(lambda part: step(self._games, actions, part[0], part[1], False), self._parts))
        if wrong >= 0:
            raise BadOption("core.fast.illegal", n=wrong, move=int(actions[wrong]))
        np.not_equal(self._ended, 0, self._done)
        return self.observations, self.rewards, self._done

    def before_step(self) -> tuple[StateArray, NDArray[np.uint64]]:
        """What ``final_observation`` needs to look back at the ends of the step that follows."""
        return self._states.copy(), self._rngs.copy()

    def final_observation(self, before: tuple[StateArray, NDArray[np.uint64]], number: int, action: int) -> Observation:
        """The end of a game as whoever acted last sees it: that action is played once more, with the same dice."""
        state, rng, kernel = before[0][number].copy(), before[1][number].copy(), self._kernel
        viewer = int(state[PLAYER])
        moves, ids = kernel.new_move_buffer(), self._encoding.new_id_buffer()
        count = self._encoding.ids(self._options, state, moves, ids)
        kernel.apply(self._options, state, int(moves[:count][ids[:count] == action][-1]))
        while state[PLAYER] == CHANCE:
            kernel.apply(self._options, state, kernel.draw(self._options, state, rng))
        row = np.zeros(self._encoding.size, np.float32)
        self._encoding.observe(self._options, state, viewer, row)
        return row

    def random_actions(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A legal action for every game, all equally likely; this does not touch the dice."""
        actions = cast("NDArray[np.int64]", buffer_of("out", out, (self.n,), np.int64))
        random_actions(self._facts, self._ids, self._sampler, actions)
        return actions

    @property
    def players(self) -> NDArray[np.int32]:
        """Who is to act in each game."""
        return self._facts[:, NEXT_PLAYER].copy()

    @property
    def acted(self) -> NDArray[np.int32]:
        """Who acted in the last step."""
        return self._facts[:, ACTED].copy()

    @property
    def lengths(self) -> NDArray[np.int32]:
        """How many actions of players each game has had so far."""
        return self._facts[:, LENGTH].copy()

    @property
    def games_ended(self) -> NDArray[np.int32]:
        """How many games have ended in each place."""
        return self._facts[:, EPISODE].copy()

    @property
    def last_lengths(self) -> NDArray[np.int32]:
        """How many actions of players the game had that ended last in each place; 0 before that."""
        return self._facts[:, LAST_LENGTH].copy()

    def last_reasons(self) -> list[str | None]:
        """How the game ended that ended last in each place."""
        ended = self._facts[:, LAST_LENGTH] > 0
        reasons = self._facts[:, LAST_REASON]
        return [self._kernel.reasons[at] if has else None for at, has in zip(reasons, ended, strict=True)]

    def state(self, number: int) -> State:
        """The position of a game, as a state of the library.

        :raises BadPosition: if it was given and is not one that the encoding tells in full.
        """
        return self._kernel.unpack(self.game, self._options, self._states[number])

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def _start_states(self, positions: Sequence[State]) -> StateArray:
        if not positions:
            first = self._kernel.new_state()
            self._kernel.start(self._options, first)
            return first[None].copy()
        rows = []
        for number, state in enumerate(positions):
            if state.game.info.id != self.game.info.id:
                raise BadOption("research.position.other", n=number)
            options, array = self._kernel.pack(state)
            if array[PLAYER] == OVER or not np.array_equal(options, self._options):
                raise BadOption(
                    "research.position.over" if array[PLAYER] == OVER else "research.position.other", n=number
                )
            rows.append(array)
        return np.array(rows, np.int16)
