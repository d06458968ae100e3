"""The board: ten by ten squares with buttonholes, and the tables that follow from them.

A square is one bit of a whole number, a set of squares is a number with several bits. The bit's place is
11 x rank + file, both counted from 0. The eleventh column does not exist: a step over the edge falls into it,
or off the board at either end, and so never comes out on the other side.

    rank 10 |  99 100 101 102 103 104 105 106 107 108 (109)
     ...    |  ...
    rank  2 |  11  12  13  14  15  16  17  18  19  20  (21)
    rank  1 |   0   1   2   3   4   5   6   7   8   9  (10)
               a   b   c   d   e   f   g   h   i   j
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from speelkist.core import Move, SeededRandom

SIZE = 10
ROW = SIZE + 1
FILES = "abcdefghij"

BUTTONS = 14  # a side
LEAST_GROUP = 3  # so many buttons that hang together are a group
MOST_GROUPS = BUTTONS // LEAST_GROUP

# The four lines through a square, each as the step towards the higher number: right, left up, up, right up.
LINES = (1, ROW - 1, ROW, ROW + 1)


def bit(file: int, rank: int) -> int:
    """The square in a column and row, both counted from 0."""
    return 1 << (ROW * rank + file)


SQUARES = tuple(bit(file, rank) for rank in range(SIZE) for file in range(SIZE))  # a1 b1 .. j1 a2 .. j10
NAME = {square: f"{FILES[index % SIZE]}{index // SIZE + 1}" for index, square in enumerate(SQUARES)}
SQUARE = {name: square for square, name in NAME.items()}
ALL = sum(SQUARES)

# The quarter a1..e5, rank 1 first; the rest follows by quarter turns.
STANDARD_QUARTER = ("43212", "11442", "43322", "31212", "13341")
RANDOM_QUARTER = "1" * 7 + "2" * 7 + "3" * 6 + "4" * 5


class Step(Move):
    """A button moved from one square to another."""

    __slots__ = ("end", "start")

    def __init__(self, start: int, end: int) -> None:
        super().__init__(f"{NAME[start]}-{NAME[end]}")
        self.start = start
        self.end = end


class Fine(Move):
    """A button taken out of an enemy group."""

    __slots__ = ("square",)

    def __init__(self, square: int) -> None:
        super().__init__(f"!{NAME[square]}")
        self.square = square


class Take(Move):
    """A threatened button taken off the board, where the player chooses what to take."""

    __slots__ = ("square",)

    def __init__(self, square: int) -> None:
        super().__init__(f"x{NAME[square]}")
        self.square = square


step = cache(Step)  # one object a move, shared by all boards and states
FINES = {square: Fine(square) for square in SQUARES}
TAKES = {square: Take(square) for square in SQUARES}
LET_BE = Move("!-")  # the group is not fined
ENOUGH = Move("x-")  # nothing more is taken


def squares(mask: int) -> list[int]:
    """The squares of a set, from a1 to j10."""
    lows = []
    while mask:
        lowest = mask & -mask
        lows.append(lowest)
        mask ^= lowest
    return lows


def names(mask: int) -> list[str]:
    """The names of the squares of a set, from a1 to j10."""
    return [NAME[square] for square in squares(mask)]


def turned(quarter: Sequence[str]) -> tuple[str, ...]:
    """The holes of the whole board, rank 1 first, when the quarter a1..e5 is turned round its centre."""
    holes = {}
    for rank in range(SIZE // 2):
        for file in range(SIZE // 2):
            at = file, rank
            for _ in range(4):
                holes[at] = quarter[rank][file]
                at = SIZE - 1 - at[1], at[0]
    return tuple("".join(holes[file, rank] for file in range(SIZE)) for rank in range(SIZE))


STANDARD = turned(STANDARD_QUARTER)


def random_holes(seed: int) -> tuple[str, ...]:
    """The board that a seed lays: a shuffled quarter, turned."""
    quarter = list(RANDOM_QUARTER)
    SeededRandom("knopf holes", seed).shuffle(quarter)
    half = SIZE // 2
    return turned(["".join(quarter[half * rank : half * (rank + 1)]) for rank in range(half)])


def start_buttons() -> tuple[int, int]:
    """Red's and blue's squares at the start: the second ring, by turns, b2 red."""
    sides = (1, SIZE - 2)
    inside = range(1, SIZE - 1)
    ring = [(file, rank) for rank in inside for file in inside if file in sides or rank in sides]
    red = sum(bit(file, rank) for file, rank in ring if (file + rank) % 2 == 0)
    return red, sum(bit(file, rank) for file, rank in ring) - red


class Board:
    """A lay-out of buttonholes with its tables. Ask ``board`` for one: equal lay-outs share it."""

    __slots__ = ("count", "holes", "lines", "steps")

    def __init__(self, holes: tuple[str, ...]) -> None:
        self.holes = holes  # ten rows of ten digits, rank 1 first
        self.count = {bit(file, rank): int(holes[rank][file]) for rank in range(SIZE) for file in range(SIZE)}
        # From each square: where a button may land if it is empty, with the move; from a1 to j10.
        self.steps = {
            square: tuple((end, step(square, end)) for end in squares(self._ends(square))) for square in SQUARES
        }
        # For each line: the pairs along it by their lower square, with what they reach ahead and behind.
        self.lines = tuple(
            (line, {low: self._reached(low, line) for low in SQUARES if low << line & ALL}) for line in LINES
        )

    def reach(self, first: int, second: int) -> int:
        """How far a pair on these squares threatens."""
        return self.count[first] + self.count[second]

    def _ends(self, square: int) -> int:
        holes = self.count[square]
        ends = 0
        for line in LINES:
            for way in (line, -line):
                path = _walk(square, way, holes)
                # four holes let a button stop anywhere on its path, fewer only at the full distance
                ends |= sum(path) if holes == 4 else sum(path[holes - 1 :])
        return ends

    def _reached(self, low: int, line: int) -> tuple[int, int]:
        high = low << line
        reach = self.reach(low, high)
        return sum(_walk(high, line, reach)), sum(_walk(low, -line, reach))


board = lru_cache(maxsize=64)(Board)


def _walk(square: int, way: int, most: int) -> list[int]:
    """The squares met from a square in one direction, at most so many, as far as the board goes."""
    path = []
    for _ in range(most):
        square = square << way if way > 0 else square >> -way
        if not square & ALL:
            break
        path.append(square)
    return path


def threatened(on: Board, own: int, enemy: int) -> int:
    """The enemy buttons that the pairs of ``own`` threaten: the first button either side of a pair counts."""
    occupied = own | enemy
    targets = 0
    for line, reached in on.lines:
        pairs = own & own >> line
        while pairs:
            low = pairs & -pairs
            pairs ^= low
            ahead, back = reached[low]
            ahead &= occupied
            targets |= ahead & -ahead
            back &= occupied
            if back:
                targets |= 1 << back.bit_length() - 1
    return targets & enemy


def beside(mask: int) -> int:
    """All squares that touch a square of the set by side or corner."""
    row = mask | mask << 1 | mask >> 1  # with the dead column at the edge, which ALL takes off again
    return (mask << 1 | mask >> 1 | row << ROW | row >> ROW) & ALL


def grouped(buttons: int) -> int:
    """The buttons that stand in groups of three or more, all groups together."""
    once = twice = 0  # squares that one button touches, that two or more touch
    for line in LINES:
        shifted = buttons << line
        twice |= once & shifted
        once |= shifted
        shifted = buttons >> line
        twice |= once & shifted
        once |= shifted
    members = buttons & twice  # every group of three or more has a button that touches two others
    while members:
        larger = members | beside(members) & buttons
        if larger == members:
            break
        members = larger
    return members


def groups(buttons: int) -> tuple[int, ...]:
    """The groups of three or more: largest first, among equals the one with the lowest square."""
    rest = grouped(buttons)
    if not rest:
        return ()
    all_groups = []
    while rest:
        group = rest & -rest
        while (larger := group | beside(group) & rest) != group:
            group = larger
        all_groups.append(group)
        rest ^= group
    return tuple(sorted(all_groups, key=lambda group: -group.bit_count()))  # sorting keeps the order of equals


def is_group(buttons: int) -> bool:
    """Whether these buttons, and no fewer of them, are a group; not if the taking has broken it up."""
    return groups(buttons) == (buttons,)


def grouping(buttons: int) -> int:
    """Where one more button would make a group of three or more; ``buttons`` itself must have none."""
    once = twice = 0
    for line in LINES:
        for shifted in (buttons << line, buttons >> line):
            twice |= once & shifted
            once |= shifted
    return (twice | beside(buttons & once)) & ALL
