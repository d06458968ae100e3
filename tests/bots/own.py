"""Bots as somebody else writes them."""

from speelkist.core import Move, State


class LastMove:
    """Plays the last of the legal moves."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State) -> Move:
        """The last legal move."""
        return state.legal()[-1]


class NoBot:
    """Something else."""

    def __init__(self, seed: int) -> None:
        pass


def broken(seed: int) -> LastMove:
    """Fails when it is made."""
    raise RuntimeError("out of paper")
