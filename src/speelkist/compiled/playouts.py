"""The compiled door: whole games inside compiled code, many of them, on several threads.

    >>> from speelkist import fast, load                                # doctest: +SKIP
    >>> fast.playouts(load(name), 100_000, seed=1).plies_per_second      # doctest: +SKIP

It needs numba, the extra ``fast``. The first call of a game compiles its kernel; later ones find it in the cache.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from operator import index
from typing import Any, SupportsIndex, cast

import numpy as np
from numba import types
from numpy.typing import NDArray

from speelkist.core import CHANCE, OVER, BadOption, Game
from speelkist.core.registry import package_of

from .contract import (
    APPLY,
    DRAW_OUTCOME,
    LEGAL,
    OPTIONS_TYPE,
    PLAYER,
    PLAYOUT,
    STATE_TYPE,
    WINNER,
    Kernel,
    Moves,
    OptionArray,
    StateArray,
)
from .jit import inline_jit, kernel_compiler

MOST_THREADS = 256
MOST_GAMES = 1 << 31

compiled = kernel_compiler(__file__)


@dataclass(frozen=True)
class Playouts:
    """The results of many random games."""

    winners: NDArray[np.int8]  #: who won each game; -1 is a draw
    lengths: NDArray[np.int32]  #: how many actions of players each took
    seconds: float  #: how long all of them took

    @property
    def plies(self) -> int:
        """All actions of players together; chance does not count."""
        return int(self.lengths.sum())

    @property
    def plies_per_second(self) -> float:
        """How fast it went, without compilation."""
        return self.plies / self.seconds


def load_kernel(id: str) -> Kernel:
    """The compiled rules of a game; compiled now if they are not in the cache.

    :raises BadOption: if the game is unknown or has no kernel.
    """
    load = package_of(id).kernel
    if load is None:
        raise BadOption("core.fast.none", game=id)
    return load()


def playouts(game: Game, n: SupportsIndex, seed: SupportsIndex, threads: SupportsIndex = 1) -> Playouts:
    """Play ``n`` random games from the start. Game i depends on the seed and i alone, not on the threads.

    :raises BadOption: if the game has no kernel, or a number is out of range.
    """
    n, threads = check_number("n", n, 1, MOST_GAMES), check_number("threads", threads, 1, MOST_THREADS)
    base = np.uint64(index(seed) % (1 << 64))
    kernel = load_kernel(game.info.id)
    options, first = kernel.options(game), kernel.new_state()
    kernel.start(options, first)
    winners, lengths = np.zeros(n, np.int8), np.zeros(n, np.int32)
    edges = [n * part // threads for part in range(threads + 1)]
    parts = [(winners[a:b], lengths[a:b], a) for a, b in pairwise(edges)]

    def run(part: tuple[NDArray[np.int8], NDArray[np.int32], int]) -> None:
        _play_many(kernel.playout, options, first, base, part[2], part[0], part[1])

    begun = time.perf_counter()
    if threads == 1:
        run(parts[0])
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(run, parts))
    return Playouts(winners, lengths, time.perf_counter() - begun)


class Batch:
    """Many games of one kind, stepped together: ``states`` is an array with a row for each game.

    Chance moves by itself, so after ``step`` every game waits for a player or is over.

    ``states``, ``players``, ``winners`` and what ``legal`` gives are live: views of the batch's own arrays, which the
    next ``step`` or ``restart`` overwrites. Copy what is to be kept. ``over`` is a new array each time.

    :raises BadOption: if the game has no kernel, or ``n`` is out of range.
    """

    def __init__(self, game: Game, n: SupportsIndex, seed: SupportsIndex = 0) -> None:
        n = check_number("n", n, 1, MOST_GAMES)
        self.game = game
        self.kernel = load_kernel(game.info.id)
        self.options: OptionArray = self.kernel.options(game)
        self.states: StateArray = np.zeros((n, self.kernel.size), np.int16)
        self._rngs = rngs_of_games(np.uint64(index(seed) % (1 << 64)), n)
        self._moves: Moves = np.zeros((n, self.kernel.most_moves), np.int32)
        self._counts = np.zeros(n, np.int32)
        first = self.kernel.new_state()
        self.kernel.start(self.options, first)
        self._first = first
        self.states[:] = first
        self._settle()

    @property
    def players(self) -> NDArray[np.int16]:
        """Whose action is next in each game; OVER (-2) where it has ended. A live view."""
        return self.states[:, PLAYER]

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games have ended."""
        return cast("NDArray[np.bool_]", self.states[:, PLAYER] == OVER)

    @property
    def winners(self) -> NDArray[np.int16]:
        """Who has won each game that is over; -1 is a draw, and also stands while a game goes on. A live view."""
        return self.states[:, WINNER]

    def legal(self) -> tuple[Moves, NDArray[np.int32]]:
        """The legal moves, a row for each game, and how many of each row count; 0 where the game is over.

        Both are the batch's own arrays, the same every time; the next ``step`` overwrites them.
        """
        return self._moves, self._counts

    def step(self, moves: NDArray[Any]) -> None:
        """Play a move in every game that goes on; what is given for a game that is over is ignored.

        :raises BadOption: if the shape is wrong or a move is not legal; nothing has changed then in any game.
        """
        chosen = np.ascontiguousarray(moves, np.int32)
        if chosen.shape != (len(self.states),):
            raise BadOption("core.fast.moves", n=len(self.states))
        wrong = _first_illegal(self.states, self._moves, self._counts, chosen)
        if wrong >= 0:
            raise BadOption("core.fast.illegal", n=wrong, move=int(chosen[wrong]))
        _step_all(self.kernel.apply, self.options, self.states, chosen)
        self._settle()

    def restart(self, which: NDArray[np.bool_] | None = None) -> None:
        """Begin again, with further randomness: the games that are named, or all that are over."""
        self.states[self.over if which is None else which] = self._first
        self._settle()

    def _settle(self) -> None:
        kernel = self.kernel
        _settle_all(
            kernel.legal, kernel.apply, kernel.draw, self.options, self.states, self._rngs, self._moves, self._counts
        )


def batch(game: Game, n: SupportsIndex, seed: SupportsIndex = 0) -> Batch:
    """``n`` games to be stepped together.

    :raises BadOption: if the game has no kernel, or ``n`` is out of range.
    """
    return Batch(game, n, seed)


def check_number(name: str, value: SupportsIndex, low: int, high: int) -> int:
    """A whole number in a range; those of numpy count too.

    :raises BadOption: if it is something else.
    """
    try:
        number = index(value)
    except TypeError:
        number = low - 1
    if isinstance(value, bool) or not low <= number <= high:
        raise BadOption("core.fast.number", name=name, low=low, high=high, found=str(value)[:40])
    return number


@inline_jit
def _seed_of(seed: np.uint64, number: int) -> np.uint64:
    """The seed of game ``number``, far from those of other games."""
    mixed = seed ^ (np.uint64(number + 1) * np.uint64(0xD1342543DE82EF95))
    mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(0xDABA0B6EB09322E3)
    return mixed ^ (mixed >> np.uint64(32))


@compiled(types.uint64[:, ::1](types.uint64, types.int64))
def rngs_of_games(seed: np.uint64, n: int) -> NDArray[np.uint64]:
    """A random generator for each of many games, from one seed."""
    rngs = np.zeros((n, 1), np.uint64)
    for number in range(n):
        rngs[number, 0] = _seed_of(seed, number)
    return rngs


@compiled(
    types.void(
        types.FunctionType(PLAYOUT),
        OPTIONS_TYPE,
        STATE_TYPE,
        types.uint64,
        types.int64,
        types.int8[::1],
        types.int32[::1],
    )
)
def _play_many(
    playout: Any,
    options: OptionArray,
    first: StateArray,
    seed: np.uint64,
    begin: int,
    winners: NDArray[np.int8],
    lengths: NDArray[np.int32],
) -> None:
    rng = np.zeros(1, np.uint64)
    state = np.empty_like(first)
    for number in range(len(winners)):
        rng[0] = _seed_of(seed, begin + number)
        state[:] = first
        lengths[number] = playout(options, state, rng)
        winners[number] = state[WINNER]


@compiled(types.int64(types.int16[:, ::1], types.int32[:, ::1], types.int32[::1], types.int32[::1]))
def _first_illegal(states: StateArray, moves: Moves, counts: NDArray[np.int32], chosen: NDArray[np.int32]) -> int:
    for number in range(len(states)):
        if states[number, PLAYER] == OVER:
            continue
        is_legal = False
        for place in range(counts[number]):
            if moves[number, place] == chosen[number]:
                is_legal = True
                break
        if not is_legal:
            return number
    return -1


@compiled(types.void(types.FunctionType(APPLY), OPTIONS_TYPE, types.int16[:, ::1], types.int32[::1]))
def _step_all(apply: Any, options: OptionArray, states: StateArray, chosen: NDArray[np.int32]) -> None:
    for number in range(len(states)):
        if states[number, PLAYER] != OVER:
            apply(options, states[number], np.int64(chosen[number]))


@compiled(
    types.void(
        types.FunctionType(LEGAL),
        types.FunctionType(APPLY),
        types.FunctionType(DRAW_OUTCOME),
        OPTIONS_TYPE,
        types.int16[:, ::1],
        types.uint64[:, ::1],
        types.int32[:, ::1],
        types.int32[::1],
    )
)
def _settle_all(
    legal: Any,
    apply: Any,
    draw: Any,
    options: OptionArray,
    states: StateArray,
    rngs: NDArray[np.uint64],
    moves: Moves,
    counts: NDArray[np.int32],
) -> None:
    for number in range(len(states)):
        state = states[number]
        while state[PLAYER] == CHANCE:
            apply(options, state, draw(options, state, rngs[number]))
        counts[number] = 0 if state[PLAYER] == OVER else legal(options, state, moves[number])
