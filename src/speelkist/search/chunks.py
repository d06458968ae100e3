"""How a search is cut in chunks of about CHUNK_SECONDS, so that it can be cancelled or run out of time.

The size of the chunks never changes the result: only the number of simulations does.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from speelkist.core import State

from .advice import Choice
from .budget import CHUNK_SECONDS, Clock

if TYPE_CHECKING:  # a game's search may use this file without numba
    from speelkist.compiled.contract import Kernel, OptionArray, StateArray

FIRST_CHUNK = 64
GROWTH = 4  # the largest factor between two chunks: the first ones may have been quick by accident


@dataclass(frozen=True)
class MoveValue:
    """What a search says of a move: its number in the kernel, and the chance that the player who makes it wins."""

    move: int
    chance: float
    visits: int = 0  # where the search counts them
    proven: bool = False  # the chance is no estimate: 1 is a won game, 0 a lost one, 0.5 a draw


class ChunkSizer:
    """Decides how much a search does before it checks the clock again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._size = FIRST_CHUNK
        self._begun = 0.0

    def chunk(self) -> int:
        """How much to do now; 0 when the budget is used up.

        :raises Cancelled: if the answer is no longer wanted.
        """
        left = self._clock.left()
        self._begun = time.perf_counter()
        return min(left, self._size)

    def done(self, amount: int) -> None:
        """Note what the chunk has used."""
        self._clock.spend(amount)
        if not amount:
            return
        left = self._clock.seconds_left()
        target = CHUNK_SECONDS if left is None else min(CHUNK_SECONDS, left)
        took = max(time.perf_counter() - self._begun, 1e-6)
        self._size = max(1, min(self._size * GROWTH, int(amount * target / took)))

    def run(self, search: Callable[[int, int], tuple[int, int]]) -> bool:
        """Run a search by chunks to its end; False if the budget is used up before.

        ``search`` goes on at a level of its tree, -1 at first, for at most so many positions; it gives the level where
        it stopped, below 0 at its end, and how many positions it has used.
        """
        level = -1
        while size := self.chunk():
            level, spent = search(level, size)
            self.done(spent)
            if level < 0:
                return True
        return False


def choices(
    kernel: Kernel, state: State, options: OptionArray, array: StateArray, values: list[MoveValue]
) -> list[Choice]:
    """A search's values with the moves of the reference rules, in the same order."""
    moves = {move.text: move for move in state.legal()}
    return [Choice(moves[kernel.text(options, array, value.move)], value.chance) for value in values]
