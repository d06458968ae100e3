"""Where each number of a compiled state stands, and the tables that never change.

Boxes, kinds, phases and tiles have small numbers: those of ``boxes.py``, ``moves.py`` and ``notation.PHASES``; a tile's
code is 2 x (type - 1), plus 1 if it is turned the second of the two ways that fit there.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from speelkist.compiled.contract import SHARED
from speelkist.games.krabcek.board import TILE_DATA, TYPES
from speelkist.games.krabcek.boxes import GATES, NAMES, TILES, fitting_corners, place_box
from speelkist.games.krabcek.set_up import GATE_ORDER, PHASES, STOCK

BOXES: Final = len(NAMES)
LAYOUT, GATE_CHOICE, FIRST, THROWING, MOVING, ENDED = range(len(PHASES))
REASONS: Final = ("krabcek", "block", "idle")
BY_TOWER, BY_BLOCK, BY_IDLENESS = range(len(REASONS))

# The state. Whatever is not there yet is -1, an empty box is 0.
PHASE: Final = SHARED
TURN: Final = PHASE + 1  # whose turn it is, also while the die rolls
THROW: Final = TURN + 1
IDLE: Final = THROW + 1
LAID: Final = IDLE + 1  # how many tiles lie
CHOSEN: Final = LAID + 1  # how many gates have an owner
HANDS: Final = CHOSEN + 1  # of each player: Skinnyboys, Middlemen, Bigboys
TILE: Final = HANDS + 6  # the tiles' codes
OWNER: Final = TILE + TILES  # of each gate
GATE: Final = OWNER + GATES  # each player's four gates in the order chosen
PIECE: Final = GATE + GATES  # the boxes with pieces of each player in order, and -1 after the last
PLACES: Final = 8  # seven pieces and that -1
BOARD: Final = PIECE + 2 * PLACES  # who stands on each box: 1 + kind for Black, WHITE + kind for White
WHITE: Final = 7
NEAR: Final = BOARD + BOXES  # the boxes linked to each box, at most four, and -1 after the last
MOST_NEAR: Final = 4
STATE_SIZE: Final = NEAR + MOST_NEAR * BOXES

TILE_SETS: Final = tuple(TILE_DATA["sets"])

# What is done with a throw: the highest part of a move's number; then two boxes of 7 bits each.
WALK, ENTER, SWITCH, FLY = range(4)
# Seven pieces, in hand or on the board, each with at most all boxes to end on; every two of them; every flight.
MOST_MOVES: Final = 7 * 82 + 21 + 28

TYPE_1: Final = TYPES["1"]
TYPE_2: Final = TYPES["2"]
CODES: Final = 4
SKINNYBOYS, MIDDLEMEN, BIGBOYS = STOCK
CHOOSER: Final = np.array(GATE_ORDER, np.int16)
MOST_LINKS: Final = 8


def token_of(index: int, code: int) -> str:
    """A tile as it is written: ``2-SW``."""
    return f"{code // 2 + 1}-{fitting_corners(index)[code % 2]}"


def code_of(index: int, token: str) -> int:
    """And back."""
    kind, corner = token.split("-")
    return 2 * (int(kind) - 1) + fitting_corners(index).index(corner)


def _links() -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
    """By set, place and code of a tile: the pairs of boxes that it links; -1 after the last."""
    links = np.full((len(TILE_SETS), TILES, CODES, MOST_LINKS, 2), -1, np.int16)
    for number, tile_set in enumerate(TILE_SETS):
        for index in range(TILES):
            for code in range(CODES):
                kind, corner = token_of(index, code).split("-")
                for place, pair in enumerate(TILE_DATA["sets"][tile_set][kind]["links"]):
                    links[number, index, code, place] = [place_box(index, corner, name) for name in pair]
    return links


LINKS: Final = _links()
