"""The field of 17 x 17 squares, and every line on it that a die can send a fighter along.

      q17 = 288    squares are numbered from a1 = 0 along the ranks: number = file + 17 * rank
    17 ░░░ ... ░░░  the zone behind black's lines: black's own zone, white's far zone
    16  .  ...  .
    .. white goes up the ranks, black goes down
     2  .  ...  .
     1 ░░░ ... ░░░  the zone behind white's lines: white's own zone, black's far zone
        a  ...  q

Sets of squares are whole numbers with bit n for square n: one "and" tells whether a line is free.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeAlias, TypeVar

SIZE = 17
SQUARES = SIZE * SIZE
FILES = "abcdefghijklmnopq"
NAMES = tuple(f"{FILES[number % SIZE]}{number // SIZE + 1}" for number in range(SQUARES))
NUMBERS = {name: number for number, name in enumerate(NAMES)}
BITS = tuple(1 << number for number in range(SQUARES))

WHITE, BLACK = 0, 1
FORWARD = (1, -1)  # the direction of a player's green moves, in ranks

LAST_RANK = SIZE - 1
OWN_RANK = (0, LAST_RANK)
FAR_RANK = (LAST_RANK, 0)
RANK_SETS = tuple(sum(BITS[rank * SIZE : (rank + 1) * SIZE]) for rank in range(SIZE))
ZONES = RANK_SETS[0] | RANK_SETS[LAST_RANK]

MUSKETEERS = 3
SOLDIERS = 8
PRICE = 2  # so many soldiers in the far zone pay for a lost musketeer


class _Fighters(NamedTuple):
    musketeers: tuple[int, ...]
    soldiers: tuple[int, ...]


class Army(_Fighters):
    """The fighters of one player that are in the game, each list in order of squares."""

    @cached_property
    def squares(self) -> int:
        """All squares on which it stands; kept, since every throw and every move looks at both armies."""
        bits = 0
        for square in self.musketeers:
            bits |= BITS[square]
        for square in self.soldiers:
            bits |= BITS[square]
        return bits


Armies: TypeAlias = tuple[Army, Army]  # white's and black's

# Plain tuples: Python unpacks them faster than named ones, and every move of every game goes through them.
# A way for the red die: its end, all its squares, which must be empty, and whether it is a retreat into the own zone.
RedLine: TypeAlias = tuple[int, int, bool]
# A way for the green die, as far as the board goes: its end, None if the die goes further, and its squares.
GreenLine: TypeAlias = tuple[int | None, int]

# Lines by [square][die - 1]; a fighter in its far zone has none.
RedTable: TypeAlias = tuple[tuple[tuple[RedLine, ...], ...], ...]
GreenTable: TypeAlias = tuple[tuple[tuple[GreenLine, ...], ...], ...]

# A way for a throw, seen from the fighter: a red line, and the green lines from its end. Seen so it is the same from
# most squares, and few of them are in memory: at hundreds of tables it is fetching them that takes the time.
ThrowLine: TypeAlias = tuple[int, int, bool, tuple[GreenLine, ...]]
ORIGIN = 7 * SIZE  # the bit of the fighter's own square; no way leads further back than 6 ranks and 12 files


def rank_of(square: int) -> int:
    """The rank of a square, 0 to 16."""
    return square // SIZE


def file_of(square: int) -> int:
    """The file of a square, 0 to 16."""
    return square % SIZE


def zone_squares(rank: int) -> range:
    """The squares of a rank, from file a to file q."""
    return range(rank * SIZE, (rank + 1) * SIZE)


def walk_way(square: int, files: int, ranks: int, steps: int) -> list[int]:
    """The squares passed on a straight way, as far as the board goes."""
    way: list[int] = []
    file, rank = file_of(square), rank_of(square)
    for _ in range(steps):
        file, rank = file + files, rank + ranks
        if not (0 <= file < SIZE and 0 <= rank < SIZE):
            break
        way.append(file + rank * SIZE)
    return way


def red_directions(player: int, musketeer: bool) -> list[tuple[int, int]]:
    """Sideways to a, sideways to q, straight back; for a musketeer also back to a, back to q."""
    back = -FORWARD[player]
    diagonals = [(-1, back), (1, back)] if musketeer else []
    return [(-1, 0), (1, 0), (0, back), *diagonals]


def green_directions(player: int, musketeer: bool) -> list[tuple[int, int]]:
    """Straight forward; for a musketeer also forward to a, forward to q."""
    forward = FORWARD[player]
    diagonals = [(-1, forward), (1, forward)] if musketeer else []
    return [(0, forward), *diagonals]


@cache
def red_lines(player: int, musketeer: bool) -> RedTable:
    """The red lines of a kind of fighter, in the order of ``red_directions``."""

    def lines(square: int, red: int) -> tuple[RedLine, ...]:
        if rank_of(square) == FAR_RANK[player]:
            return ()
        outside = rank_of(square) != OWN_RANK[player]
        ways = [walk_way(square, *direction, red) for direction in red_directions(player, musketeer)]
        return tuple(
            (way[-1], _set(way), outside and rank_of(way[-1]) == OWN_RANK[player]) for way in ways if len(way) == red
        )

    return tuple(tuple(lines(square, red) for red in range(1, 7)) for square in range(SQUARES))


@cache
def green_lines(player: int, musketeer: bool) -> GreenTable:
    """The green lines of a kind of fighter, in the order of ``green_directions``."""

    def lines(square: int, green: int) -> tuple[GreenLine, ...]:
        ways = [walk_way(square, *direction, green) for direction in green_directions(player, musketeer)]
        return tuple((way[-1] if len(way) == green else None, _set(way)) for way in ways if way)

    return tuple(tuple(lines(square, green) for green in range(1, 7)) for square in range(SQUARES))


@cache
def throw_lines(player: int, musketeer: bool, red: int, green: int) -> tuple[tuple[ThrowLine, ...], ...]:
    """The ways of one throw for a kind of fighter, by the square it stands on, and relative to that."""

    def lines(start: int) -> tuple[ThrowLine, ...]:
        return _shared(
            tuple(
                _shared((middle - start, _around(passed, start), retreat, greens(start, middle)))
                for middle, passed, retreat in red_lines(player, musketeer)[start][red - 1]
            )
        )

    def greens(start: int, middle: int) -> tuple[GreenLine, ...]:
        return _shared(
            tuple(
                _shared((None if end is None else end - start, _around(ahead, start)))
                for end, ahead in green_lines(player, musketeer)[middle][green - 1]
            )
        )

    return tuple(map(lines, range(SQUARES)))


def _around(squares: int, start: int) -> int:
    return _shared(squares << ORIGIN >> start)


_Kept = TypeVar("_Kept", bound=Hashable)
_kept: dict[Any, Any] = {}


def _shared(value: _Kept) -> _Kept:
    """The first of all equal values."""
    kept: _Kept = _kept.setdefault(value, value)
    return kept


def _set(squares: list[int]) -> int:
    return sum(BITS[square] for square in squares)


def _start(musketeer_rank: int, soldier_rank: int) -> Army:
    return Army(
        tuple(FILES.index(file) + musketeer_rank * SIZE for file in "bip"),
        tuple(FILES.index(file) + soldier_rank * SIZE for file in "bdfhjlnp"),
    )


START = (_start(1, 2), _start(LAST_RANK - 1, LAST_RANK - 2))
