"""What a box is called in a sentence. The board's edge names the tiles: columns a to d, rows 1 to 4 from the top."""

from __future__ import annotations

from functools import cache
from typing import Final

from speelkist.core import Phrase

from .board import TILE_DATA, Labyrinth
from .boxes import CORNERS, FIRST_INSIDE, GATES, LETTERS, NAMES, SIZE

COLUMNS: Final = "abcd"
_SIDES: Final = ("top", "right", "bottom", "left")  # clockwise, as a tile is turned


def tile_place(index: int) -> str:
    """``b3``: the tile in the second column, in the third row from the top."""
    row, column = divmod(index, SIZE)
    return f"{COLUMNS[column]}{row + 1}"


def place(maze: Labyrinth, box: int) -> Phrase:
    """Where a box is: ``gate 7``, ``the Avenue between b2 and b3``, ``the top Alley of b3``."""
    if box < FIRST_INSIDE:
        return avenue_place(box)
    index, letter = divmod(box - FIRST_INSIDE, len(LETTERS))
    return inner_place(maze.tile_set, maze.tiles[index], index, LETTERS[letter])


@cache
def avenue_place(box: int) -> Phrase:
    """A gate by its number; a crossing by the tiles that it joins."""
    if box < GATES:
        return Phrase("krabcek.place.gate", gate=box + 1)
    row, column = int(NAMES[box][1]), int(NAMES[box][2])
    above_or_left = (row, (column - 1) % SIZE) if NAMES[box][0] == "V" else ((row - 1) % SIZE, column)
    tile, other = (tile_place(SIZE * r + c) for r, c in (above_or_left, (row, column)))
    return Phrase("krabcek.place.avenue", tile=tile, other=other)


@cache
def inner_place(tile_set: str, token: str, index: int, letter: str) -> Phrase:
    """A Street is the only one of its tile; an Alley lies in the middle or along a side."""
    kind, corner = token.split("-")
    box = TILE_DATA["sets"][tile_set][kind]["boxes"][letter]
    tile = tile_place(index)
    if box["kind"] == "street":
        return Phrase("krabcek.place.street", tile=tile)
    across = sum(x for x, _ in box["polygon"]) / len(box["polygon"]) - 0.5
    down = sum(y for _, y in box["polygon"]) / len(box["polygon"]) - 0.5
    if max(abs(across), abs(down)) < 0.2:
        return Phrase("krabcek.place.alley.middle", tile=tile)
    side = (0 if down < 0 else 2) if abs(down) > abs(across) else (1 if across > 0 else 3)
    return Phrase(f"krabcek.place.alley.{_SIDES[(side + CORNERS.index(corner)) % 4]}", tile=tile)
