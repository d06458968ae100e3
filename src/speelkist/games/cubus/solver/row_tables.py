"""The rows of a sound pile, how they follow on each other, and the most boxes that can still come after a row.

A row is the columns with the same x. Sound piles are chains of rows, and nothing else:

1. Where a column's face is seen, the line of sight that leaves through it meets no other box: it would leave that one,
   or the last one after it, through a second face that is seen at the same place, and tiles do not overlap.
2. So of two columns side by side the one behind is at least as high: a line of sight through the lid of a lower one
   would run into the other.
3. And if (x, y) and (x+1, y+1) are columns, so are (x+1, y) and (x, y+1): with one of them empty, the lowest side of
   (x, y) that looks there is seen, and a line of sight through it runs into the lowest box of (x+1, y+1).
4. By 3 a run of columns along y on line x, and one on line x+1 that overlaps it, go like this: the one in front neither
   begins nor ends at a greater y. So it overlaps no second run behind it, and no two in front overlap the same.
5. Tiles that meet along an edge in the picture meet there in space. Faces of different runs that do so belong to runs
   that overlap as in 4, or share an upright edge over an empty place (x, y) with columns at (x+1, y) and (x, y+1): the
   run in front ends just before the other begins ("hung"). A run cannot have one of each, for those would be one run.
6. The picture hangs together, so there is one run on each of consecutive lines: the rows, each of falling heights.

Tiles are counted row by row. A row takes as many lids as it has columns, as many left sides as its first column is
high, and as many right sides as it has boxes without one behind them. Hence a row of a pile with 16 right sides has no
more than 16 boxes (each is seen from the right, itself or through one in front of it), and there are 914 such rows.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from speelkist.compiled.jit import kernel_compiler

MOST: Final = 16  # tiles of a kind, open lids being lids
SIZE: Final = MOST + 1
NEVER: Final = -1  # no rows take just these tiles

Bytes: TypeAlias = NDArray[np.int8]
Words: TypeAlias = NDArray[np.int16]
Longs: TypeAlias = NDArray[np.int64]

BYTES = types.int8[::1]
BYTES_2 = types.int8[:, ::1]
BYTES_3 = types.int8[:, :, ::1]
BYTES_4 = types.int8[:, :, :, ::1]
WORDS = types.int16[::1]
LONGS = types.int64[::1]

compiled = kernel_compiler(__file__)


@dataclass(frozen=True)
class Rows:
    """All rows, and which may stand in front of which.

    Row i has ``length[i]`` columns of ``heights[i]``, the first ``head[i]`` high, ``boxes[i]`` in all. What may stand
    in front of it is listed from ``start[i]`` to ``start[i + 1]``: ``front``, how much earlier it begins (``shift``),
    and how many of its boxes have one behind them (``behind``). Any row may be hung before any.
    """

    heights: Bytes
    length: Words
    head: Words
    boxes: Words
    start: Longs
    front: Words
    shift: Bytes
    behind: Bytes


def falling(boxes: int, most: int) -> Iterator[tuple[int, ...]]:
    """All rows of so many boxes whose first column is at most ``most`` high."""
    if boxes == 0:
        yield ()
    for head in range(min(boxes, most), 0, -1):
        for others in falling(boxes - head, head):
            yield head, *others


@cache
def rows() -> Rows:
    """All rows of at most 16 boxes and what may stand in front of them."""
    listed = [row for boxes in range(1, SIZE) for row in falling(boxes, boxes)]
    heights = np.zeros((len(listed), SIZE), np.int8)
    for index, row in enumerate(listed):
        heights[index, : len(row)] = row
    length = np.array([len(row) for row in listed], np.int16)
    boxes = np.array([sum(row) for row in listed], np.int16)
    start = np.zeros(len(listed) + 1, np.int64)
    nothing, none = np.zeros(0, np.int16), np.zeros(0, np.int8)
    count = list_fronts(heights, length, boxes, start, nothing, none, none)
    front, shift, behind = np.zeros(count, np.int16), np.zeros(count, np.int8), np.zeros(count, np.int8)
    list_fronts(heights, length, boxes, start, front, shift, behind)
    head = np.array([row[0] for row in listed], np.int16)
    return Rows(heights, length, head, boxes, start, front, shift, behind)


@compiled(types.int64(BYTES_2, WORDS, WORDS, LONGS, WORDS, BYTES, BYTES))
def list_fronts(
    heights: Bytes, length: Words, boxes: Words, start: Longs, front: Words, shift: Bytes, behind: Bytes
) -> int:
    """Count the pairs of rows that overlap, and write them where there is room."""
    index = 0
    for back in range(len(length)):
        start[back] = index
        for row in range(len(length)):
            covered = boxes[row]
            for earlier in range(length[row]):
                if earlier > 0:
                    covered -= heights[row, earlier - 1]
                both = length[row] - earlier
                fits = both <= length[back]
                for place in range(both):
                    if not fits:
                        break
                    fits = heights[row, earlier + place] <= heights[back, place]
                if fits:
                    if index < len(front):
                        front[index] = row
                        shift[index] = earlier
                        behind[index] = covered
                    index += 1
    start[len(length)] = index
    return index


@compiled(types.void(LONGS, WORDS, BYTES, WORDS, WORDS, WORDS, BYTES_3, BYTES_4))
def count_boxes(
    start: Longs, front: Words, behind: Bytes, length: Words, head: Words, boxes: Words, most: Bytes, rest: Bytes
) -> None:
    """Fill ``most[t, l, r]`` and ``rest[row, t, l, r]``; a row takes a lid at least, so fewer lids come first."""
    for row in range(len(length)):
        rest[row, 0, 0, 0] = 0
    for lids in range(1, SIZE):
        for row in range(len(length)):
            if length[row] <= lids:
                left = lids - length[row]
                for left_sides in range(head[row], SIZE):
                    for right_sides in range(boxes[row], SIZE):
                        more = rest[row, left, left_sides - head[row], right_sides - boxes[row]]
                        if more != NEVER and more + boxes[row] > most[lids, left_sides, right_sides]:
                            most[lids, left_sides, right_sides] = more + boxes[row]
        for back in range(len(length)):
            rest[back, lids] = most[lids]  # hung: as if nothing were there
            for index in range(start[back], start[back + 1]):
                row = front[index]
                if length[row] <= lids:
                    left, seen = lids - length[row], boxes[row] - behind[index]
                    for left_sides in range(head[row], SIZE):
                        for right_sides in range(seen, SIZE):
                            more = rest[row, left, left_sides - head[row], right_sides - seen]
                            if more != NEVER and more + boxes[row] > rest[back, lids, left_sides, right_sides]:
                                rest[back, lids, left_sides, right_sides] = more + boxes[row]


def counted() -> tuple[Bytes, Bytes]:
    """The most boxes of (T, L, R) tiles, all used, and of what may follow each row. It takes some ten seconds."""
    every = rows()
    most = np.full((SIZE, SIZE, SIZE), NEVER, np.int8)
    rest = np.full((len(every.length), SIZE, SIZE, SIZE), NEVER, np.int8)
    count_boxes(every.start, every.front, every.behind, every.length, every.head, every.boxes, most, rest)
    return most, rest


def packed(rest: Bytes) -> bytes:
    """What follows the rows, as it is shipped."""
    return lzma.compress(rest.tobytes(), preset=9)


@cache
def after_rows() -> Bytes:
    """The most boxes that may follow each row with exactly (T, L, R) tiles, as shipped."""
    data = lzma.decompress((files(__package__) / "max_boxes_rows.xz").read_bytes())
    return np.frombuffer(bytearray(data), np.int8).reshape(-1, SIZE, SIZE, SIZE)
