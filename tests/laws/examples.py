"""The examples that each game's tests bring along for the laws: options, positions, symmetries, files."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from typing import Any

import speelkist
from speelkist.core import State

GAMES = speelkist.games()
FOLDER = Path(__file__).parent.parent / "games"

# A Cubus state takes long to list its builds, so that game gets fewer tries at the same laws.
TRIES = {"cubus": 3}
MOST_ACTIONS = {"cubus": 12}


def tries(id: str, usual: int) -> int:
    """How many random games a law is tried with."""
    return min(usual, TRIES.get(id, usual))


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
