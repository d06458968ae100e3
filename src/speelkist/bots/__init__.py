"""Players that are programs. They sit at the table like any other and see what everybody sees."""

from speelkist.core import register_phrases
from speelkist.search.advice import Advice, Choice
from speelkist.search.budget import Budget, Cancelled

from .hints import hint
from .players import PLAYERS, Player, is_player, player
from .random_player import RandomPlayer
from .simple_player import SimplePlayer
from .strengths import STRENGTHS, CannotPlay, StrongPlayer, judge, notice

register_phrases("bots", __name__)

__all__ = [
    "PLAYERS",
    "STRENGTHS",
    "Advice",
    "Budget",
    "Cancelled",
    "CannotPlay",
    "Choice",
    "Player",
    "RandomPlayer",
    "SimplePlayer",
    "StrongPlayer",
    "hint",
    "is_player",
    "judge",
    "notice",
    "player",
]
