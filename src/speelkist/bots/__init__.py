"""Players that are programs. They sit at the table like any other and see what everybody sees."""

from .advice import Advice
from .players import PLAYERS, Player, player
from .random_player import RandomPlayer
from .simple import SimplePlayer

__all__ = ["PLAYERS", "Advice", "Player", "RandomPlayer", "SimplePlayer", "player"]
