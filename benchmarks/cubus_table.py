"""Compute the most boxes that any numbers of lids, left sides and right sides can show, all used, with a pile for each.

    python benchmarks/cubus_table.py [--check]

It writes ``max_boxes.txt`` and ``solver/max_boxes_rows.xz`` in the folder of Cubus (or, with --check, tells whether
they are as they should be). It takes half a minute. Why it is exact:

- No pile is left out. ``speelkist/bots/search/cubus_rows.py`` proves that every sound pile is a chain of rows, each in
  front of or hung before the last, and that the tiles are counted row by row. The table is the maximum over all such
  chains, by dynamic programming over the lids that are left.
- No pile is too good. With every number goes a pile that shows it, and each of these is drawn, read and counted here by
  the reference rules.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from speelkist.games.cubus import Pile
from speelkist.games.cubus.board import Place, tile_counts
from speelkist.games.cubus.build_rules import soundness
from speelkist.games.cubus.solver.row_tables import NEVER, SIZE, Bytes, counted, packed, rows

FOLDER = Path(str(files("speelkist.games.cubus")))
HEAD = """\
# The most boxes that lids, left sides and right sides can show, all used, and a pile that shows them.
# Left and right sides may change places (mirror the pile); what is not listed cannot be laid.
# lids left right boxes pile
"""


def main() -> int:
    """Write or check the files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only compare with the files")
    check = parser.parse_args().check
    most, rest = counted()
    made = {"max_boxes.txt": table(most, rest).encode(), "solver/max_boxes_rows.xz": packed(rest)}
    for name, data in made.items():
        if not check:
            (FOLDER / name).write_bytes(data)
        elif (FOLDER / name).read_bytes() != data:
            print(f"{name} is not what the program computes")
            return 1
        print(f"{name}: {len(data):,} bytes")
    return 0


def table(most: Bytes, rest: Bytes) -> str:
    """The file's text."""
    lines = []
    for lids in range(1, SIZE):
        for left in range(1, SIZE):
            for right in range(left, SIZE):
                boxes = int(most[lids, left, right])
                if boxes != most[lids, right, left]:
                    raise AssertionError("left and right are not alike")
                if boxes != NEVER:
                    pile = a_pile(rest, boxes, lids, left, right)
                    lines.append(f"{lids} {left} {right} {boxes} {str(pile).partition('@')[0]}\n")
    return HEAD + "".join(lines)


def a_pile(rest: Bytes, boxes: int, lids: int, left: int, right: int) -> Pile:
    """A sound pile of so many boxes that takes just these tiles."""
    heights: dict[Place, int] = {}
    x = begin = 0
    last: int | None = None
    missing = boxes, lids, left, right
    every = rows()
    while missing[0]:
        for row, shift, seen in fronts(last):
            takes = int(every.boxes[row]), int(every.length[row]), int(every.head[row]), seen
            after = tuple(have - take for have, take in zip(missing, takes, strict=True))
            if min(after) >= 0 and rest[row, *after[1:]] == after[0]:
                begin -= shift
                heights |= {(x, begin + place): int(every.heights[row, place]) for place in range(takes[1])}
                x, last, missing = x + 1, row, (after[0], after[1], after[2], after[3])
                break
        else:
            raise AssertionError("no row goes on as the table says")
    pile = Pile.of(heights)
    if soundness(pile) is not None or tile_counts(heights) != (left, right, lids) or pile.boxes != boxes:
        raise AssertionError(f"{pile} is not what it should be")
    return pile


def fronts(back: int | None) -> Iterator[tuple[int, int, int]]:
    """Rows that may come next, their shift and the right sides they take: large ones in line first, hung ones last."""
    every = rows()
    if back is not None:
        listed = range(int(every.start[back]), int(every.start[back + 1]))
        for index in sorted(listed, key=lambda index: (every.shift[index], -every.boxes[every.front[index]])):
            row = int(every.front[index])
            yield row, int(every.shift[index]), int(every.boxes[row] - every.behind[index])
    for row in range(len(every.length)):
        yield row, int(every.length[row]), int(every.boxes[row])


if __name__ == "__main__":
    sys.exit(main())
