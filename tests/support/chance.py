"""The chance of tables in tests: the same seeds and boards in every run, so that what is red once is red again.

With ``--slow`` they are as random as anybody's.
"""

from __future__ import annotations

import random

from speelkist.core import chance
from speelkist.table import creation


class FixedChance(random.Random):
    """Stands where the module ``secrets`` stands: seeds of tables and numbers of boards come from it."""

    def token_bytes(self, size: int) -> bytes:
        """So many bytes."""
        return self.randbytes(size)

    def randbits(self, size: int) -> int:
        """A number of so many bits."""
        return self.getrandbits(size)


_fixed = FixedChance()


def fix_chance() -> None:
    """From now on every seed and board follows from the test that is running."""
    for module in (chance, creation):
        vars(module)["secrets"] = _fixed


def begin_test(name: str) -> None:
    """What chance brings from now on follows from this name."""
    _fixed.seed(name)
