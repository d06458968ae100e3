"""The bot that only knows the rules."""

from __future__ import annotations

from speelkist.core import Move, SeededRandom, State


class RandomBot:
    """Plays any listed move, all equally likely. The same seed plays the same games."""

    def __init__(self, seed: int) -> None:
        self._rng = SeededRandom("random", seed)

    def choose(self, state: State) -> Move:
        """A move for the player to move."""
        return self._rng.choice(state.legal())
