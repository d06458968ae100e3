"""Players that are programs. They sit at the table like any other and see what everybody sees."""

from speelkist.core import register_words

from .advice import Advice, Choice
from .budget import Budget, Cancelled
from .players import PLAYERS, Player, player
from .random_player import RandomPlayer
from .simple import SimplePlayer

register_words("bots", __name__)

__all__ = [
    "PLAYERS",
    "Advice",
    "Budget",
    "Cancelled",
    "Choice",
    "Player",
    "RandomPlayer",
    "SimplePlayer",
    "player",
]
