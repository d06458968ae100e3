"""Looking at a position while puzzles are searched for: at a glance, and as a good player does.

All sizes are constants of this file, so that the puzzles found do not change when the computer's strengths do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from speelkist.bots.training.trainer import evaluation
from speelkist.compiled.playouts import load_kernel
from speelkist.compiled.weights import read_weights
from speelkist.core import State
from speelkist.core.registry import package_of
from speelkist.search.alphabeta import deepen_to
from speelkist.search.budget import MOST_SIMULATIONS, Budget
from speelkist.search.chunks import MoveValue
from speelkist.search.expectimax import expectimax

WIDTH = 10  # moves after which all throws and replies are looked at
GLANCE_POSITIONS = 1_500
LOOK_POSITIONS = 100_000
STRONGEST_POSITIONS = 150_000  # what the strongest player looks at before a move


@dataclass(frozen=True)
class Seen:
    """A move with the chance to win that it seems to have."""

    text: str
    chance: float


class Look(Protocol):
    """Ranks the moves of a position, best first."""

    def glance(self, state: State, /) -> list[Seen]:
        """Quickly, as the games are played in which puzzles are looked for."""
        ...

    def look(self, state: State, /) -> list[Seen]:
        """As carefully as a strong player."""
        ...


def look_of(game: str) -> Look:
    """The right one for a game."""
    return ThrowLook(game) if package_of(game).info.chance else TurnLook(game)


class _Net:
    """A game's compiled rules and its net."""

    def __init__(self, game: str) -> None:
        module = evaluation(game)
        self._kernel = load_kernel(game)
        self._evaluate = module.evaluate
        self._weights = read_weights(game, module.FEATURES)

    def _seen(self, state: State, values: list[MoveValue]) -> list[Seen]:
        options, array = self._kernel.pack(state)
        return [Seen(self._kernel.text(options, array, value.move), value.chance) for value in values]


class ThrowLook(_Net):
    """For games with throws: the net after each move, or after every throw and reply."""

    def glance(self, state: State) -> list[Seen]:
        """The net alone."""
        return self._seen(state, self._values(state, 1))

    def look(self, state: State) -> list[Seen]:
        """All throws, and the best reply to each."""
        return self._seen(state, self._values(state, 2))

    def _values(self, state: State, depth: int) -> list[MoveValue]:
        options, array = self._kernel.pack(state)
        clock = Budget(MOST_SIMULATIONS).clock()
        return expectimax(self._kernel, self._evaluate, self._weights, options, array, clock, depth, (WIDTH,))


class TurnLook(_Net):
    """For games without: a search of so many positions."""

    def glance(self, state: State) -> list[Seen]:
        """A short search."""
        return self._seen(state, self.search(state, GLANCE_POSITIONS)[0])

    def look(self, state: State) -> list[Seen]:
        """A longer one."""
        return self._seen(state, self.search(state, LOOK_POSITIONS)[0])

    def search(self, state: State, positions: int, depth: int = 64, lines: int = 2) -> tuple[list[MoveValue], int]:
        """The moves, of which the first ``lines`` have their true values, and the depth that was reached."""
        options, array = self._kernel.pack(state)
        clock = Budget(positions).clock()
        return deepen_to(self._kernel, self._evaluate, self._weights, options, array, clock, depth, lines=lines)

    def strongest_depth(self, state: State) -> int:
        """No player comes deeper than this: all that the strongest one may look at, spent on the best move alone."""
        return self.search(state, STRONGEST_POSITIONS, lines=1)[1]

    def text(self, state: State, value: MoveValue) -> str:
        """A move's notation."""
        return self._seen(state, [value])[0].text
