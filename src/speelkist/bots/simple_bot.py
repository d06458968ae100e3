"""The simple bot: sensible, one move ahead, no search.

What it knows of a game is in the game's folder, in ``bots/simple.py``. Each has one function,
``best(state) -> list[Advice]``: the moves it thinks equally good, each with its reason.
"""

from __future__ import annotations

from speelkist.core import BadOption, Move, SeededRandom, State
from speelkist.core.registry import package_of
from speelkist.search.advice import Advice

__all__ = ["SimpleBot", "best"]


def best(state: State) -> list[Advice]:
    """The moves that the simple bot thinks equally good here, with their reasons."""
    game = state.game.info.id
    load_bot = package_of(game).simple_bot
    if load_bot is None:
        raise BadOption("bots.missing.game", game=game)
    return load_bot().best(state)


class SimpleBot:
    """Plays one of the moves it thinks best. The same seed plays the same games."""

    def __init__(self, seed: int) -> None:
        self._rng = SeededRandom("simple", seed)

    def advise(self, state: State) -> Advice:
        """A move for the player to move, with the reason."""
        return self._rng.choice(best(state))

    def choose(self, state: State) -> Move:
        """A move for the player to move."""
        return self.advise(state).move
