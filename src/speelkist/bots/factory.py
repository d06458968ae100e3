"""Makes a bot from its name, as commands and records give it.

random, simple      no search
child ... master    the five strengths; with a budget of one's own: club@500 (simulations), club@0.5s (seconds)
mcts:2000           plain tree search with random playouts, so many simulations a move
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from speelkist.core import BadOption, Move, State
from speelkist.search.budget import Budget

from .random_bot import RandomBot
from .simple_bot import SimpleBot
from .strengths import STRENGTHS, StrengthBot

_NUMBER = re.compile(r"\d{1,12}(\.\d{1,6})?", re.ASCII)


class Bot(Protocol):
    """What decides for a seat."""

    def choose(self, state: State) -> Move:
        """A move for the player to move at ``state``.

        :raises CannotPlay: if it needs something that is missing, and no weaker one may play in its place.
        """
        ...


BOTS: Mapping[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "simple": SimpleBot,
    **{strength: partial(StrengthBot, strength=strength) for strength in STRENGTHS},
}


def is_bot(name: str) -> bool:
    """Whether a name means a bot; a budget after it is not checked."""
    return name in BOTS or name.startswith("mcts:") or name.partition("@")[0] in STRENGTHS


def needs_kernel(name: str) -> bool:
    """Whether the bot may have to compile first, so that it should think in a process of its own."""
    return name.startswith("mcts:") or name.partition("@")[0] in STRENGTHS[3:]


def make_bot(name: str, seed: int, strict: bool = False) -> Bot:
    """The bot of that name; its random choices follow from the seed. ``strict`` lets no weaker one play in its place.

    :raises BadOption: if there is no such bot, or its budget is no budget.
    """
    if name in STRENGTHS:
        return StrengthBot(seed, name, strict=strict)
    if name in BOTS:
        return BOTS[name](seed)
    first, _, last = name.partition("@")
    if first in STRENGTHS:
        return StrengthBot(seed, first, read_budget(last), strict)
    if name.startswith("mcts:"):
        from .mcts_bot import MctsBot

        simulations = read_budget(name.removeprefix("mcts:")).simulations
        if simulations is None:
            raise BadOption("bots.budget.form", found=name[5:45])
        return MctsBot(seed, simulations)
    raise BadOption("bots.player.unknown", name=name[:40], names=", ".join((*BOTS, "mcts:2000")))


def read_budget(text: str) -> Budget:
    """A budget as it is written behind a name: 500 simulations, or 0.5s."""
    number = text.removesuffix("s")
    if not _NUMBER.fullmatch(number) or (number == text and "." in text):
        raise BadOption("bots.budget.form", found=text[:40])
    return Budget(simulations=int(number)) if number == text else Budget(seconds=float(number))
