"""The examples that each game's tests bring along for the laws: options, positions, symmetries, files."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from typing import Any

import speelkist
from speelkist.core import State
from tests.support.samples import sample

GAMES = speelkist.games(listed=False)
FOLDER = Path(__file__).parent.parent / "games"


def tries(id: str, usual: int) -> int:
    """How many random games a law is tried with: fewer where a game's examples say so (``TRIES``)."""
    return min(sample(max(usual // 2, 5), slow=usual), getattr(examples(id), "TRIES", usual))


def most_actions(id: str) -> int | None:
    """How many actions are played from a named position (``MOST_ACTIONS``); None is to the end."""
    return getattr(examples(id), "MOST_ACTIONS", None)


def listed_in_part(id: str) -> tuple[str, ...]:
    """Phases in which a game lists only a useful few of its legal moves: a symmetry need not list the same few."""
    return getattr(examples(id), "LISTED_IN_PART", ())


def examples(id: str) -> Any:
    """The module ``tests.games.<id>.examples``."""
    return import_module(f"tests.games.{id}.examples")


def positions(id: str) -> list[State]:
    """The named positions of a game."""
    game = speelkist.load(id)
    return [game.from_json(text) for text in examples(id).POSITIONS.values()]


def walk(game: speelkist.Game, seed: int, steps: int, start: State | None = None) -> list[State]:
    """Some states of a random game."""
    rng = random.Random(seed)
    states = [start or game.start()]
    while len(states) <= steps and states[-1].outcome is None:
        states.append(states[-1].play(rng.choice(states[-1].legal())))
    return states
