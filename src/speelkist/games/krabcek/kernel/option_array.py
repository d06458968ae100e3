"""The options as the kernel reads them: which number stands where, and the array of a game."""

from __future__ import annotations

from typing import Final, cast

import numpy as np

from speelkist.compiled.contract import OptionArray
from speelkist.core import Game
from speelkist.games.krabcek.boxes import TILES
from speelkist.games.krabcek.rules import KrabcekState

from .layout import TILE_SETS, code_of

# The set of tiles, after how many idle turns it is a draw, whether the tiles lie from the start, and then how.
TILE_SET, IDLE_LIMIT, GIVEN, LAYOUT_GIVEN = range(4)
SIZE: Final = LAYOUT_GIVEN + TILES


def options_of(game: Game) -> OptionArray:
    """The option array of a game."""
    first = cast("KrabcekState", game.start())
    options = np.zeros(SIZE, np.int32)
    options[TILE_SET] = TILE_SETS.index(first.maze.tile_set)
    options[IDLE_LIMIT] = game.number("idle_limit")
    options[GIVEN] = bool(first.maze.tiles)
    options[LAYOUT_GIVEN:] = -1
    for index, token in enumerate(first.maze.tiles):
        options[LAYOUT_GIVEN + index] = code_of(index, token)
    return options
