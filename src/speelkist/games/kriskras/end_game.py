"""How a game of Kris-kras ends: by its musketeers, or by the points when nobody can or does go on."""

from __future__ import annotations

from speelkist.core import Outcome

from .board import BLACK, FAR_RANK, MUSKETEERS, WHITE, Armies, Army, rank_of
from .legal import far_soldiers, mobile

IDLE_LIMIT = 200  # turns without capture, trade or arrival, after which the points decide
SOLDIER_POINTS = 2
MUSKETEER_POINTS = 4


def judge(turn: int, armies: Armies, idle: int) -> Outcome | None:
    """How a game that is over as the turn of ``turn`` begins has ended; None if it cannot be over.

    Where nobody can move but a trade is open, the game is over only if the player says so.
    """
    wins = decided(armies)
    if wins:
        return wins[0]
    if idle >= IDLE_LIMIT:
        return by_points(armies, "idle")
    return None if mobile(turn, armies) else by_points(armies, "stuck")


def decided(armies: Armies) -> list[Outcome]:
    """The wins by musketeers that a position shows; in a game there is never more than one."""
    wins: list[Outcome] = []
    for player in WHITE, BLACK:
        musketeers = armies[player].musketeers
        if not musketeers:
            wins.append(Outcome((1 - player,), "musketeers_lost"))
        elif len(musketeers) == MUSKETEERS and rank_of(musketeers[0]) == FAR_RANK[player] == rank_of(musketeers[-1]):
            wins.append(Outcome((player,), "musketeers_home"))  # they are in order: if both ends are there, all are
    return wins


def points(player: int, army: Army) -> int:
    """What the fighters in the far zone count."""
    musketeers = sum(rank_of(square) == FAR_RANK[player] for square in army.musketeers)
    return MUSKETEER_POINTS * musketeers + SOLDIER_POINTS * len(far_soldiers(player, army))


def by_points(armies: Armies, reason: str) -> Outcome:
    """More points win; with equal points whoever alone still has fighters outside the far zone."""
    white, black = (points(player, armies[player]) for player in (WHITE, BLACK))
    if white == black:
        in_field = [
            any(rank_of(square) != FAR_RANK[player] for squares in armies[player] for square in squares)
            for player in (WHITE, BLACK)
        ]
        winners = (in_field.index(True),) if in_field.count(True) == 1 else ()
    else:
        winners = (WHITE,) if white > black else (BLACK,)
    return Outcome(winners, reason, (white, black))
