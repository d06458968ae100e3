"""What the compiled kernels of all games share: the compiler, its cache, the shape of a kernel, and luck.

A kernel states the law again, on small integer arrays, so that whole playouts and searches run in compiled code.
Only worker processes, ``speelkist.fast`` and tests import this file: numba is an extra, and compiling takes seconds.

    state   int16 array of a fixed size; the first three numbers mean the same in every game (PLAYER, WINNER, REASON)
    rules   int32 array: the options and whatever tables follow from them; it never changes during a game
    moves   int32 array, filled by ``legal``; a move's number means something to its own game only
    luck    uint64 array of one number, the state of the random numbers
"""

from __future__ import annotations

import hashlib
import logging
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba import types
from numpy.typing import NDArray

from speelkist.core.game import Game, State

Numbers: TypeAlias = NDArray[np.int16]
Rules: TypeAlias = NDArray[np.int32]
Moves: TypeAlias = NDArray[np.int32]
Luck: TypeAlias = NDArray[np.uint64]
Weights: TypeAlias = NDArray[np.float32]

# The first places of every game's state.
PLAYER: Final = 0  # whose action is next: 0, 1, CHANCE (-1) or OVER (-2)
WINNER: Final = 1  # when it is over: 0, 1, or DRAW; before that DRAW
REASON: Final = 2  # when it is over: the place of the reason in the kernel's ``reasons``; before that -1
SHARED: Final = 3  # the game's own numbers begin here
DRAW: Final = -1

STATE_TYPE = types.int16[::1]
RULES_TYPE = types.int32[::1]
MOVES_TYPE = types.int32[::1]
LUCK_TYPE = types.uint64[::1]
WEIGHTS_TYPE = types.float32[::1]

# One signature each, so that the generic search can be handed the functions of any game and still be cached.
START = types.void(RULES_TYPE, STATE_TYPE)
LEGAL = types.int64(RULES_TYPE, STATE_TYPE, MOVES_TYPE)
APPLY = types.void(RULES_TYPE, STATE_TYPE, types.int64)
DRAW_LOT = types.int64(RULES_TYPE, STATE_TYPE, LUCK_TYPE)
PLAYOUT = types.int64(RULES_TYPE, STATE_TYPE, LUCK_TYPE)
EVALUATE = types.float64(RULES_TYPE, STATE_TYPE, WEIGHTS_TYPE)

Function = TypeVar("Function", bound=Callable[..., Any])

log = logging.getLogger("speelkist.kernels")


@dataclass(frozen=True)
class Kernel:
    """The compiled rules of one game, and the way between them and the reference rules.

    ``legal`` writes the moves (at chance: the outcomes) and tells how many; they need not be in the order of
    ``rules.py``. ``draw`` gives one outcome of chance by its true odds; where all have the same, ``legal`` lists them
    with equal odds. ``apply`` changes the state in place. ``playout`` plays at random, all legal moves equally likely,
    to the end, and tells how many actions of players that took.
    """

    game: str
    size: int  # of a state
    most_moves: int  # no position has more, chance included
    reasons: tuple[str, ...]
    start: Callable[[Rules, Numbers], None]
    legal: Callable[[Rules, Numbers, Moves], int]
    apply: Callable[[Rules, Numbers, int], None]
    draw: Callable[[Rules, Numbers, Luck], int]
    playout: Callable[[Rules, Numbers, Luck], int]
    rules: Callable[[Game], Rules]  # the tables for a game with its options
    pack: Callable[[State], tuple[Rules, Numbers]]  # a position of the reference rules as numbers
    unpack: Callable[[Game, Rules, Numbers], State]  # and back
    text: Callable[[Rules, Numbers, int], str]  # a move's notation at a state

    def fresh(self) -> Numbers:
        """Room for one state."""
        return np.zeros(self.size, np.int16)

    def room(self) -> Moves:
        """Room for the legal moves."""
        return np.zeros(self.most_moves, np.int32)


def inner(function: Function) -> Function:
    """A part of a kernel: compiled together with whatever calls it."""
    return cast("Function", numba.njit(nogil=True, error_model="numpy")(function))


def compiler(file: str) -> Callable[[Any], Callable[[Function], Function]]:
    """The decorator for compiled functions: ``compiled = compiler(__file__)``, and then ``@compiled(LEGAL)``.

    Numba looks at a function's own file only, so the cache's name holds a hash of the whole folder, the rules of its
    game and this package.
    """
    folder = cache_folder(Path(file).parent)

    def compiled(signature: Any) -> Callable[[Function], Function]:
        def decorate(function: Function) -> Function:
            return cast("Function", _compile(function, signature, folder))

        return decorate

    return compiled


def _compile(function: Callable[..., Any], signature: Any, folder: Path) -> object:
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        return numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function)
    except (numba.core.errors.NumbaError, AssertionError, NotImplementedError):
        raise  # our source is wrong, not the cache
    except Exception as error:  # noqa: BLE001  (a damaged cache shows itself in many ways)
        log.warning("the compiled kernels in %s cannot be read (%r); compiling anew", folder, error)
        shutil.rmtree(folder, ignore_errors=True)
        config.CACHE_DIR = str(_writable(folder))
        return numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before


def cache_root() -> Path:
    """Where compiled kernels are kept."""
    return Path(platformdirs.user_cache_dir("speelkist")) / "kernels"


def cache_folder(folder: Path) -> Path:
    """The place for what is compiled from the sources in ``folder`` as they are now."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    game = folder.parent if folder.name in ("kernel", "solver") else folder  # constants of the rules are compiled in
    for source in sorted({*folder.glob("*.py"), *game.glob("*.py"), *Path(__file__).parent.glob("*.py")}):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return _writable(cache_root() / f"{game.name}-{digest.hexdigest()[:16]}")


def _writable(folder: Path) -> Path:
    """``folder``, or if nothing can be written there a place that is gone after this process."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return Path(tempfile.mkdtemp(prefix="speelkist-"))
    return folder


def luck(seed: int) -> Luck:
    """Random numbers for compiled code; the same seed gives the same ones."""
    return np.array([seed % (1 << 64)], np.uint64)


@inner
def below(luck: Luck, n: int) -> int:
    """A number from 0 to n-1 (n below 2**31), from a splitmix64 generator; no n of ours shows its bias of n / 2**32."""
    luck[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = luck[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return np.int64(((mixed >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))  # type: ignore[return-value]
