"""The boxes of the labyrinth: their numbers, their names, and which of them a tile touches.

Tile (row, column), the vertices at its corners, the crossings on its sides:

    vertex (r,c) ──── H rc ──── vertex (r,c+1)        gates stand on the vertices with r + c odd:
         │                          │
       V rc         T rc         V r(c+1)                   .   7   .   8   .
         │                          │                       6   .   2   .   6
    vertex (r+1,c) ── H(r+1)c ─ vertex (r+1,c+1)            .   1   .   3   .
                                                            5   .   4   .   5
    Rows and columns run 0..3 and count round.              .   7   .   8   .

Boxes have numbers, the same in every layout: gates G1..G8 are 0..7, crossings H00..H33 8..23 and V00..V33 24..39,
and box x of tile t (0..15, row by row) is 40 + 4t + (0, 1, 2, 3 for x = e, y, r, t). A set of boxes is one integer
with a bit a box, so that "is this route free" is a single ``&``.
"""

from __future__ import annotations

from typing import Final

SIZE: Final = 4
TILES: Final = SIZE * SIZE
GATES: Final = 8
GATE_BOXES: Final = (1 << GATES) - 1  # the gates as a set
LETTERS: Final = "eyrt"
CORNERS: Final = ("NW", "NE", "SE", "SW")  # clockwise: where the open corner lies after 0, 1, 2, 3 quarter turns
SIDES: Final = "NESW"

GATE_VERTEX: Final = ((2, 1), (1, 2), (2, 3), (3, 2), (3, 0), (1, 0), (0, 1), (0, 3))
GATE_AT: Final = {vertex: gate for gate, vertex in enumerate(GATE_VERTEX)}

NAMES: Final = (
    *(f"G{gate}" for gate in range(1, GATES + 1)),
    *(f"H{row}{column}" for row in range(SIZE) for column in range(SIZE)),
    *(f"V{row}{column}" for row in range(SIZE) for column in range(SIZE)),
    *(f"T{row}{column}{letter}" for row in range(SIZE) for column in range(SIZE) for letter in LETTERS),
)
BOX: Final = {name: box for box, name in enumerate(NAMES)}
FIRST_INSIDE: Final = BOX["T00e"]  # boxes below this number are Avenues in every layout


def tile_name(index: int) -> str:
    """``T12``: the tile in row 1, column 2."""
    return "T{}{}".format(*divmod(index, SIZE))


def fitting_corners(index: int) -> tuple[str, str]:
    """Where a tile's open corner may lie so that orange meets orange: two ways, half a turn apart."""
    return ("NW", "SE") if sum(divmod(index, SIZE)) % 2 else ("NE", "SW")


def place_box(index: int, corner: str, name: str) -> int:
    """The box that a tile calls ``G``, ``N``, ``E``, ``S``, ``W`` or by a letter, when its open corner lies there."""
    row, column = divmod(index, SIZE)
    if name == "G":
        return GATE_AT[(row + ("S" in corner)) % SIZE, (column + ("E" in corner)) % SIZE]
    if name not in SIDES:
        return BOX[tile_name(index) + name]
    side = SIDES[(SIDES.index(name) + CORNERS.index(corner)) % 4]
    if side in "NS":
        return BOX[f"H{(row + (side == 'S')) % SIZE}{column}"]
    return BOX[f"V{row}{(column + (side == 'E')) % SIZE}"]
