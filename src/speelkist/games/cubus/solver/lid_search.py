"""Whether tiles can show so many boxes with the open lids where they lie: a search over chains of rows, compiled.

A lid at the point (a, b) of the picture can only be that of a column (x, x - a + b) of height x - a + 1. From row to
row that place moves to greater y, where rows never end later, and columns there never grow: so for each row it is plain
whether the lid lies on it, may lie on one further in front, or can lie nowhere any more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numba import types

from speelkist.compiled.jit import inline_jit, kernel_compiler

from .row_tables import BYTES, BYTES_2, BYTES_4, LONGS, SIZE, WORDS, Bytes, Longs, Words, after_rows, rows

GOES_ON: Final = 0
SOLVED: Final = 1
NONE: Final = 2

# A frame: a row in its place, the lids that lie on it and on those behind it, the tiles and boxes still to come, and
# the next thing to try in front of it.
ROW, LINE, BEGIN, PLACED, LIDS, LEFT, RIGHT, MISSING, NEXT, FRAME = range(10)
# Where the search stands: how many frames there are, the first row being tried with its line and its end, and how many
# positions were looked at since it was asked.
DEPTH, FIRST_LINE, FIRST_END, FIRST_ROW, DONE = range(5)

MEMORY: Final = 1 << 18  # positions remembered from which it cannot be done
NOWHERE: Final = -1  # in place of the lids placed: one of them cannot be reached any more

compiled = kernel_compiler(__file__)


@inline_jit
def place_lids(points: Words, placed: int, row: int, line: int, begin: int, heights: Bytes, length: Words) -> int:
    """Which open lids lie on the rows up to this one; NOWHERE if one of them can lie on none."""
    end = begin + length[row] - 1
    for lid in range(len(points) // 2):
        if not placed >> lid & 1:
            y = line - points[2 * lid] + points[2 * lid + 1]
            if y > end:
                return NOWHERE
            if y >= begin:
                height, due = heights[row, y - begin], line - points[2 * lid] + 1
                if height < due:
                    return NOWHERE
                if height == due:
                    placed |= 1 << lid
                    continue
            if y == end:
                return NOWHERE  # in the next row it would lie beyond the end
    return placed


@inline_jit
def out_of_reach(points: Words, placed: int, line: int, begin: int, lids: int, left: int) -> bool:
    """Whether too few tiles are left for a lid that must still come.

    A row is a line further, and begins earlier by no more than its length; no column is higher than its left sides.
    """
    for lid in range(len(points) // 2):
        if not placed >> lid & 1:
            y = line - points[2 * lid] + points[2 * lid + 1]
            if lids == 0 or begin - y > 2 * lids or line - points[2 * lid] + 2 > left:
                return True
    return False


@inline_jit
def _slot(frame: Longs) -> tuple[int, int]:
    """A position as one number, and where it is remembered."""
    key = frame[ROW]
    key = key << 6 | (frame[LINE] & 63)
    key = key << 7 | (frame[BEGIN] & 127)
    key = key << 4 | frame[PLACED]
    key = key << 5 | frame[LIDS]
    key = key << 5 | frame[LEFT]
    key = key << 5 | frame[RIGHT]
    mixed = (key ^ key >> 17) * 0x9E3779B97F4A7C1
    return key, (mixed >> 24) & (MEMORY - 1)


@inline_jit
def _push(
    row: int, line: int, begin: int, placed: int, lids: int, left: int, right: int, missing: int, frame: Longs
) -> None:
    frame[ROW] = row
    frame[LINE] = line
    frame[BEGIN] = begin
    frame[PLACED] = placed
    frame[LIDS] = lids
    frame[LEFT] = left
    frame[RIGHT] = right
    frame[MISSING] = missing
    frame[NEXT] = 0


@compiled(
    types.int64(
        *(WORDS, LONGS, LONGS, LONGS, types.int64[:, ::1], LONGS, BYTES),
        *(BYTES_2, WORDS, WORDS, WORDS, LONGS, WORDS, BYTES, BYTES, BYTES_4, types.int64),
    )
)
def go_on(
    points: Words,
    wanted: Longs,
    bounds: Longs,
    where: Longs,
    frames: Longs,
    known: Longs,
    failed: Bytes,
    heights: Bytes,
    length: Words,
    head: Words,
    boxes: Words,
    start: Longs,
    front: Words,
    shift: Bytes,
    behind: Bytes,
    rest: Bytes,
    most: int,
) -> int:
    """Look at up to ``most`` positions; SOLVED leaves the rows in ``frames``. Where it stopped it goes on next time."""
    all_lids = (1 << (len(points) // 2)) - 1
    where[DONE] = 0
    while where[DONE] < most:
        depth = where[DEPTH]
        if depth == 0:
            row = where[FIRST_ROW]
            if row == len(length):
                where[FIRST_ROW] = 0
                where[FIRST_END] += 1
                if where[FIRST_END] > bounds[3]:
                    where[FIRST_END] = bounds[2]
                    where[FIRST_LINE] += 1
                    if where[FIRST_LINE] > bounds[1]:
                        return NONE
                continue
            where[FIRST_ROW] += 1
            lids, left, right = wanted[0] - length[row], wanted[1] - head[row], wanted[2] - boxes[row]
            missing = wanted[3] - boxes[row]
            if lids < 0 or left < 0 or right < 0:
                continue
            more = rest[row, lids, left, right]
            if more < 0 or more < missing:
                continue
            line, begin = where[FIRST_LINE], where[FIRST_END] - length[row] + 1
            placed = place_lids(points, 0, row, line, begin, heights, length)
            if placed == NOWHERE or out_of_reach(points, placed, line, begin, lids, left):
                continue
            _push(row, line, begin, placed, lids, left, right, missing, frames[0])
            where[DEPTH] = 1
            where[DONE] += 1
            if lids == 0 and placed == all_lids:
                return SOLVED
            continue
        frame = frames[depth - 1]
        back, have_lids, have_left, have_right = frame[ROW], frame[LIDS], frame[LEFT], frame[RIGHT]
        first, last = start[back], start[back + 1]
        step = frame[NEXT]
        deeper = False
        while step < last - first + len(length):
            # the large rows first; then those that are hung
            if step < last - first:
                index = last - 1 - step
                row = np.int64(front[index])
                earlier = np.int64(shift[index])
                seen = np.int64(boxes[row]) - np.int64(behind[index])
            else:
                # nothing that is hung shows more than what may follow a row of one box
                if step == last - first and rest[0, have_lids, have_left, have_right] < frame[MISSING]:
                    step = last - first + len(length)
                    break
                row = last - first + len(length) - 1 - step
                earlier = np.int64(length[row])
                seen = np.int64(boxes[row])
            step += 1
            lids, left, right = have_lids - length[row], have_left - head[row], have_right - seen
            if lids < 0 or left < 0 or right < 0:
                continue
            missing = frame[MISSING] - boxes[row]
            more = rest[row, lids, left, right]
            if more < 0 or more < missing:
                continue
            line, begin = frame[LINE] + 1, frame[BEGIN] - earlier
            placed = place_lids(points, frame[PLACED], row, line, begin, heights, length)
            if placed == NOWHERE or out_of_reach(points, placed, line, begin, lids, left):
                continue
            new = frames[depth]
            _push(row, line, begin, placed, lids, left, right, missing, new)
            if lids == 0:
                if placed == all_lids:
                    where[DEPTH] = depth + 1
                    return SOLVED
                continue
            key, slot = _slot(new)
            if known[slot] == key and failed[slot] <= missing:
                continue
            deeper = True
            break
        frame[NEXT] = step
        where[DONE] += 1
        if deeper:
            where[DEPTH] = depth + 1
        else:
            key, slot = _slot(frame)
            known[slot] = key
            failed[slot] = max(frame[MISSING], -100)
            where[DEPTH] = depth - 1
    return GOES_ON


@dataclass
class Chains:
    """The search for one set of open lids; what it learns about where they cannot lie serves for any tiles."""

    lids: tuple[tuple[int, int], ...]
    _points: Words = field(init=False)
    _frames: Longs = field(init=False)
    _where: Longs = field(init=False)
    _bounds: Longs = field(init=False)
    _wanted: Longs = field(init=False)
    _known: Longs = field(init=False)
    _failed: Bytes = field(init=False)

    def __post_init__(self) -> None:
        self._points = np.array([number for lid in self.lids for number in lid], np.int16)
        self._frames = np.zeros((SIZE + 1, FRAME), np.int64)
        self._known = np.full(MEMORY, -1, np.int64)
        self._failed = np.zeros(MEMORY, np.int8)

    def look_for(self, lids: int, left: int, right: int, boxes: int) -> None:
        """Begin to look for a pile of at least so many boxes with just these tiles."""
        (a, b), high = self.lids[0], min(left, right)
        self._wanted = np.array([lids, left, right, boxes], np.int64)
        # The first lid lies on a row from a to a + high - 1, at a y from b to b + high - 1; others may lie behind it.
        self._bounds = np.array([a - lids + 1, a + high - 1, b, b + high + lids - 2], np.int64)
        self._where = np.array([0, self._bounds[0], self._bounds[2], 0, 0], np.int64)

    def go_on(self, most: int) -> int:
        """Look at up to ``most`` positions more: GOES_ON, SOLVED or NONE."""
        every = rows()
        return go_on(
            self._points,
            self._wanted,
            self._bounds,
            self._where,
            self._frames,
            self._known,
            self._failed,
            every.heights,
            every.length,
            every.head,
            every.boxes,
            every.start,
            every.front,
            every.shift,
            every.behind,
            after_rows(),
            most,
        )

    @property
    def looked_at(self) -> int:
        """How many positions the last call looked at."""
        return int(self._where[DONE])

    def heights(self) -> dict[tuple[int, int], int]:
        """The pile that was found."""
        every = rows()
        pile: dict[tuple[int, int], int] = {}
        for frame in self._frames[: self._where[DEPTH]]:
            row, line, begin = int(frame[ROW]), int(frame[LINE]), int(frame[BEGIN])
            for place in range(every.length[row]):
                pile[line, begin + place] = int(every.heights[row, place])
        return pile
