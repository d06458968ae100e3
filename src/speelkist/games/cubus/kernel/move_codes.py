"""The numbers of moves at the level of counts: in the compiled rules, and as ids for programs that learn."""

from __future__ import annotations

MOST_ADDED = 15  # of each kind, open and closed lids together: all that the starting box leaves
BUILDS = (MOST_ADDED + 1) ** 3  # 256 x lids + 16 x left sides + right sides
PASSES, SAYS_NO, KNOCKS, GIVES_UP = range(BUILDS, BUILDS + 4)
NUM_ACTIONS = BUILDS + 4
MOST_MOVES = BUILDS + 1

FIRST_DRAW = 6  # of chance: who begins, then the tile drawn
NUM_CHANCE = FIRST_DRAW + 4


def build_code(left: int, right: int, lids: int) -> int:
    """The number of a build by what it adds."""
    return lids << 8 | left << 4 | right


def added_by(code: int) -> tuple[int, int, int]:
    """And back: left sides, right sides, lids."""
    return code >> 4 & 15, code & 15, code >> 8
