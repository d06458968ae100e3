"""The random generator of compiled code: splitmix64, whose state is an array of one number."""

from __future__ import annotations

import numpy as np

from .contract import RngState
from .jit import inline_jit


def new_rng(seed: int) -> RngState:
    """A generator for compiled code; the same seed gives the same numbers."""
    return np.array([seed % (1 << 64)], np.uint64)


@inline_jit
def below(rng: RngState, n: int) -> int:
    """A number from 0 to n-1 (n below 2**31). The bias of n / 2**32 is too small to matter for any n of ours."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = rng[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return np.int64(((mixed >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))  # type: ignore[return-value]
