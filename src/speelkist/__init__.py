"""Speelkist: out-of-print board games as immutable Python values, with exact odds, records, bots, checkable dice."""

from . import games as _games_folder  # noqa: F401  (the games register themselves)
from .core import (
    CHANCE,
    OVER,
    BadNotation,
    BadOption,
    BadPosition,
    BadRecord,
    Game,
    IllegalMove,
    Match,
    Move,
    Outcome,
    Phrase,
    Record,
    Refusal,
    ScriptedDice,
    SeededDice,
    SpeelkistError,
    State,
    commitment,
    load,
    perft,
)
from .core import games as games

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OVER",
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "Outcome",
    "Phrase",
    "Record",
    "Refusal",
    "ScriptedDice",
    "SeededDice",
    "SpeelkistError",
    "State",
    "commitment",
    "games",
    "load",
    "perft",
]
