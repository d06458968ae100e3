"""The moves and throws of the race. Each is made once, so that finding a listed move compares no texts."""

from __future__ import annotations

from typing import Final

from speelkist.core import Move

CREEP: Final = Move("creep")
REST: Final = Move("rest")

# The die has six faces: three times a 1, twice a 2, once a 3.
THROWS: Final = (Move("1"), Move("2"), Move("3"))
WEIGHTS: Final = (3, 2, 1)
