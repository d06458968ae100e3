"""The encoding contract: moves as small fixed numbers, and positions as rows of numbers, for programs that learn.

A game declares one ``Encoding`` beside its kernel. An action's id means the same in every position and under every
option; the outcomes of chance have ids of their own. An observation is a row of float32: planes and single values,
seen by one of the players, each named in ``planes``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from speelkist.core.game import State
from speelkist.core.move import Move

from .contract import MOVES_TYPE, OPTIONS_TYPE, STATE_TYPE, WEIGHTS_TYPE, Kernel, Moves, OptionArray, StateArray

Observation: TypeAlias = NDArray[np.float32]
Ids: TypeAlias = NDArray[np.int16]
Games: TypeAlias = tuple[NDArray[Any], ...]  # see GAMES

ENCODE = types.int64(OPTIONS_TYPE, STATE_TYPE, types.int64)
WEIGHT = types.int64(OPTIONS_TYPE, STATE_TYPE, types.int64)
# What ``vector.py`` works on: the options, the positions that games begin with, the states, their random generators,
# the legal moves, their ids, masks, observations, facts, rewards. A game binds it to its own functions.
GAMES = types.Tuple(  # type: ignore[no-untyped-call]
    (
        OPTIONS_TYPE,
        types.int16[:, ::1],
        types.int16[:, ::1],
        types.uint64[:, ::1],
        types.int32[:, ::1],
        types.int16[:, ::1],
        types.boolean[:, ::1],
        types.float32[:, ::1],
        types.int32[:, ::1],
        types.float32[:, ::1],
    )
)
STEP = types.int64(GAMES, types.int64[::1], types.int64, types.int64, types.boolean)
PAY = types.void(OPTIONS_TYPE, STATE_TYPE, WEIGHTS_TYPE)
BEGIN = types.void(GAMES, types.int64, types.int64)
OBSERVE = types.void(OPTIONS_TYPE, STATE_TYPE, types.int64, WEIGHTS_TYPE)
IDS_TYPE = types.int16[::1]
ENCODE_ALL = types.int64(OPTIONS_TYPE, STATE_TYPE, MOVES_TYPE, IDS_TYPE)


@dataclass(frozen=True)
class Plane:
    """A part of an observation: what it is called, its shape, and what it holds."""

    name: str
    shape: tuple[int, ...]
    holds: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


@dataclass(frozen=True)
class Encoding:
    """How the moves and positions of a game are numbered.

    ``encode`` gives the id of a legal move, at chance that of an outcome. ``weight`` tells how often an outcome comes,
    compared with the others of the same state. ``observe`` fills a row that is all zeros. ``ids`` writes the legal
    moves and their ids and tells how many there are: the same as ``legal`` and then ``encode`` for each, but what is
    common to many moves is worked out once. ``pay`` writes what each player gets when it is over. ``step`` and
    ``begin`` run many games (``vector.py``).

    A game whose moves are too many to number plays a coarser game here: its ``kernel`` is that of the coarser one,
    ``moves`` gives a real move for each id at a real position, and ``number`` the id that a real move falls under.
    """

    kernel: Kernel
    num_actions: int
    num_chance: int  # ids of outcomes of chance; 0 where there is none
    planes: tuple[Plane, ...]
    encode: Callable[[OptionArray, StateArray, int], int]
    weight: Callable[[OptionArray, StateArray, int], int]
    observe: Callable[[OptionArray, StateArray, int, Observation], None]
    ids: Callable[[OptionArray, StateArray, Moves, Ids], int]
    step: Callable[[Games, NDArray[np.int64], int, int, bool], int]
    begin: Callable[[Games, int, int], None]
    pay: Callable[[OptionArray, StateArray, NDArray[np.float32]], None]
    meaning: Callable[[int], str]  # of an action's id, in words
    moves: Callable[[State], dict[int, Move]] | None = None
    number: Callable[[State, Move], int] | None = None

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(plane.size for plane in self.planes)

    def new_id_buffer(self) -> Ids:
        """A buffer for the ids of the legal moves."""
        return np.zeros(self.kernel.most_moves, np.int16)
