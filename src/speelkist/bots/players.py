"""The programs that can take a seat, by the name a command or a record gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from speelkist.core import Move, State

from .random_player import RandomPlayer
from .simple import SimplePlayer


class Player(Protocol):
    """Whoever decides for a seat."""

    def choose(self, state: State) -> Move:
        """A move for the one whose turn it is at ``state``."""
        ...


PLAYERS: Mapping[str, Callable[[int], Player]] = {"random": RandomPlayer, "simple": SimplePlayer}


def player(name: str, seed: int) -> Player:
    """The player of that name; its luck follows from the seed."""
    return PLAYERS[name](seed)
