"""The puzzles of Cubus: the build that scores most, proved, and more than what is plain to see."""

from __future__ import annotations

from collections.abc import Sequence

from speelkist.core import Move
from speelkist.search.budget import Budget

from .board import Pile
from .rules import CubusState

SEARCHED = 200_000  # positions of the search with open lids
LEAST = 3  # points that a puzzle is worth
PLAIN = "family"


def kind(_state: CubusState, _move: Move) -> str | None:
    """They are all about building."""
    return "build"


def best_points(state: CubusState) -> tuple[str, int, int] | None:
    """The best build, its points, and the points of the build that anybody sees; None where nothing is proved."""
    from .bots.strengths import ranked
    from .solver.solve import solve

    if state.phase != "build" or state.round < 2:
        return None
    solution = solve(state, Budget(SEARCHED))
    if not solution.proven or solution.points < LEAST:
        return None
    seen = ranked(state, PLAIN, 0)[0].move
    after = state.after(seen).points()
    assert after is not None
    plain = after[state.player] - state.scores[state.player]
    return solution.move.text, solution.points, plain


def twins(state: CubusState) -> Sequence[str]:
    """Seen in a mirror, left sides are right sides."""
    pile: Pile = state.pile
    rows = str(pile).partition("@")[0].split("/")
    heights = [row.split(",") for row in rows]
    mirrored = "/".join(",".join(column) for column in zip(*heights, strict=True))
    left, right, closed, opened = state.hands[state.player]
    lids = sorted(state.open)
    return (
        f"{'/'.join(rows)} {left} {right} {closed} {opened} {lids}",
        f"{mirrored} {right} {left} {closed} {opened} {sorted((b, a) for a, b in lids)}",
    )
