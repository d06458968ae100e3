"""A bot by plain tree search: UCT with random playouts, which knows the rules only. Others are measured against it."""

from __future__ import annotations

from operator import index

from speelkist.core import Move, State
from speelkist.search.budget import Budget

DEFAULT_SIMULATIONS = 2000


class MctsBot:
    """Searches anew at every move, with a fixed number of simulations. The same seed plays the same games."""

    def __init__(self, seed: int, simulations: int = DEFAULT_SIMULATIONS) -> None:
        self._seed = index(seed)
        self._budget = Budget(simulations)
        self._decisions = 0

    def choose(self, state: State) -> Move:
        """A move for the player to move."""
        # numba is an extra, and slow to load: only those who use this bot pay for it
        from speelkist.compiled.playouts import load_kernel
        from speelkist.search.chunks import choices
        from speelkist.search.mcts import Mcts

        kernel = load_kernel(state.game.info.id)
        options, array = kernel.pack(state)
        self._decisions += 1
        search = Mcts(kernel, options, self._seed + (self._decisions << 32))
        values = search.think(array, self._budget.clock())
        return choices(kernel, state, options, array, values[:1])[0].move
