"""Makes a bot from its name, as commands and records give it.

random, simple      no search
child ... master    the five strengths; with a budget of one's own: club@500 (simulations), club@0.5s (seconds)
mcts:2000           plain tree search with random playouts, so many simulations a move
club#FILE           club or master with the weights of a file; the budget comes before: club@500#FILE
module:Class        a bot of one's own, or the name under which one is installed (own_bots.py)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Protocol

from speelkist.core import BadOption, Move, State
from speelkist.search.budget import Budget

from .own_bots import installed_bots, is_import_path, make_own_bot
from .random_bot import RandomBot
from .simple_bot import SimpleBot
from .strengths import STRENGTHS, StrengthBot

WITH_WEIGHTS = ("club", "master")  # the strengths that judge by a net
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
    return name in table_bots() or name.startswith("mcts:") or _strength(name) in STRENGTHS or is_import_path(name)


def table_bots() -> tuple[str, ...]:
    """The bots that may sit at a table of a server: ours, and those that its host has installed."""
    return (*BOTS, *installed_bots())


def needs_kernel(name: str) -> bool:
    """Whether the bot may have to compile first, so that it should think in a process of its own."""
    return name.startswith("mcts:") or _strength(name) in STRENGTHS[3:]


def _strength(name: str) -> str:
    return name.partition("#")[0].partition("@")[0]


def make_bot(name: str, seed: int, strict: bool = False, weights: str | PathLike[str] | None = None) -> Bot:
    """The bot of that name; its random choices follow from the seed. ``strict`` lets no weaker one play in its place.

    With ``weights``, a file of ``speelkist train``, club and master play by these; ``club#FILE`` means the same.

    :raises BadOption: if there is no such bot, it takes no weights, or its budget is no budget.
    """
    name, _, file = name.partition("#")
    weights = file if weights is None else weights
    first, at, last = name.partition("@")
    if first in STRENGTHS:
        if weights and first not in WITH_WEIGHTS:
            raise BadOption("bots.weights.strength", name=first)
        budget = read_budget(last) if at else None
        return StrengthBot(seed, first, budget, strict or bool(weights), Path(weights) if weights else None)
    if weights:
        raise BadOption("bots.weights.strength", name=name[:40])
    if name in BOTS:
        return BOTS[name](seed)
    if name.startswith("mcts:"):
        from .mcts_bot import MctsBot

        simulations = read_budget(name.removeprefix("mcts:")).simulations
        if simulations is None:
            raise BadOption("bots.budget.form", found=name[5:45])
        return MctsBot(seed, simulations)
    if name in installed_bots() or is_import_path(name):
        return make_own_bot(name, seed)
    raise BadOption("bots.player.unknown", name=name[:40], names=", ".join((*table_bots(), "mcts:2000")))


def read_budget(text: str) -> Budget:
    """A budget as it is written behind a name: 500 simulations, or 0.5s."""
    number = text.removesuffix("s")
    if not _NUMBER.fullmatch(number) or (number == text and "." in text):
        raise BadOption("bots.budget.form", found=text[:40])
    return Budget(simulations=int(number)) if number == text else Budget(seconds=float(number))
