"""The kernel contract: what the compiled rules of a game offer, and the arrays they work on.

A kernel states the rules again, on small integer arrays, so that whole playouts and searches run in compiled code.
Only worker processes, ``speelkist.fast`` and tests import this package: numba is an extra, and compiling takes seconds.

    state    int16 array of a fixed size; the first three numbers mean the same in every game (PLAYER, WINNER, REASON)
    options  int32 array: the options and whatever tables follow from them; it never changes during a game
    moves    int32 array, filled by ``legal``; a move's number means something to its own game only
    rng      uint64 array of one number, the state of the random generator (rng.py)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from speelkist.core.game import Game, State

StateArray: TypeAlias = NDArray[np.int16]
OptionArray: TypeAlias = NDArray[np.int32]
Moves: TypeAlias = NDArray[np.int32]
RngState: TypeAlias = NDArray[np.uint64]
Weights: TypeAlias = NDArray[np.float32]

# The first places of every game's state.
PLAYER: Final = 0  # whose action is next: 0, 1, CHANCE (-1) or OVER (-2)
WINNER: Final = 1  # when it is over: 0, 1, or DRAW; before that DRAW
REASON: Final = 2  # when it is over: the place of the reason in the kernel's ``reasons``; before that -1
SHARED: Final = 3  # the game's own numbers begin here
DRAW: Final = -1

STATE_TYPE = types.int16[::1]
OPTIONS_TYPE = types.int32[::1]
MOVES_TYPE = types.int32[::1]
RNG_TYPE = types.uint64[::1]
WEIGHTS_TYPE = types.float32[::1]

# All games use the same signatures, so that the generic search can be handed the functions of any game and still be
# cached.
START = types.void(OPTIONS_TYPE, STATE_TYPE)
LEGAL = types.int64(OPTIONS_TYPE, STATE_TYPE, MOVES_TYPE)
APPLY = types.void(OPTIONS_TYPE, STATE_TYPE, types.int64)
DRAW_OUTCOME = types.int64(OPTIONS_TYPE, STATE_TYPE, RNG_TYPE)
PLAYOUT = types.int64(OPTIONS_TYPE, STATE_TYPE, RNG_TYPE)
EVALUATE = types.float64(OPTIONS_TYPE, STATE_TYPE, WEIGHTS_TYPE)


@dataclass(frozen=True)
class Kernel:
    """The compiled rules of one game, and the way between them and the reference rules.

    ``legal`` writes the moves (at chance: the outcomes) and returns how many there are; they need not be in the order
    of ``rules.py``. ``draw`` returns one outcome of chance by its true odds; where all have the same, ``legal`` lists
    them with equal odds. ``apply`` changes the state in place. ``playout`` plays at random, all legal moves equally
    likely, to the end, and returns how many actions of players that took.
    """

    game: str
    size: int  # of a state
    most_moves: int  # no position has more, chance included
    reasons: tuple[str, ...]
    start: Callable[[OptionArray, StateArray], None]
    legal: Callable[[OptionArray, StateArray, Moves], int]
    apply: Callable[[OptionArray, StateArray, int], None]
    draw: Callable[[OptionArray, StateArray, RngState], int]
    playout: Callable[[OptionArray, StateArray, RngState], int]
    options: Callable[[Game], OptionArray]  # the options of a game, and the tables that follow from them
    pack: Callable[[State], tuple[OptionArray, StateArray]]  # a position of the reference rules as arrays
    unpack: Callable[[Game, OptionArray, StateArray], State]  # and back
    text: Callable[[OptionArray, StateArray, int], str]  # a move's notation at a state

    def new_state(self) -> StateArray:
        """A buffer for one state."""
        return np.zeros(self.size, np.int16)

    def new_move_buffer(self) -> Moves:
        """A buffer for the legal moves."""
        return np.zeros(self.most_moves, np.int32)
