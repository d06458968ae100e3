"""Which wins by musketeers are still open to a side: told when that changes, since the points may have to decide.

Neither comes back once it is gone. Only captures take three musketeers home out of reach, for a trade takes two
soldiers for each musketeer that it brings; and whoever is home stays there, where nobody can capture them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from speelkist.core import Phrase

from .board import BLACK, FAR_RANK, MUSKETEERS, PRICE, WHITE, Armies, rank_of

if TYPE_CHECKING:
    from .rules import Kriskras


TRADE_FIRST, ONE_HOME = "kriskras.say.goal.trade", "kriskras.say.goal.home"
COUNTING = (TRADE_FIRST, ONE_HOME)  # they say how many musketeers are left, or that the first is home


class Goals(NamedTuple):
    """What a side may still win by, the points aside."""

    home: bool  # three musketeers home, those that soldiers can still bring back included
    capture: bool  # all of the enemy's musketeers captured


def goals(player: int, armies: Armies) -> Goals:
    """The wins by musketeers that are still open to a player."""
    mine, theirs = armies[player], armies[1 - player]
    home = len(mine.soldiers) >= PRICE * (MUSKETEERS - len(mine.musketeers))
    return Goals(home, all(rank_of(square) != FAR_RANK[1 - player] for square in theirs.musketeers))


def changed_goals(game: Kriskras, before: Armies, after: Armies) -> list[Phrase]:
    """What is told when a move has taken a way to win from a side, or made it longer."""
    sentences: list[Phrase] = []
    for player in WHITE, BLACK:
        side, left = game.side_name(player), goals(player, after)
        if left != goals(player, before):
            sentences.append(_goal(side, left))
        elif left.home and len(after[player].musketeers) < len(before[player].musketeers):
            sentences.append(Phrase(TRADE_FIRST, side=side, n=len(after[player].musketeers)))
    return sentences


def goals_in_words(game: Kriskras, armies: Armies) -> list[Phrase]:
    """For each side that has not all ways to win any more, those that it has; and when the points decide."""
    left = {player: goals(player, armies) for player in (WHITE, BLACK)}
    sentences = [_goal(game.side_name(player), goal) for player, goal in left.items() if not all(goal)]
    return [*sentences, game.phrase("view.goal_end")] if not all(goal.home for goal in left.values()) else sentences


def _goal(side: Phrase, left: Goals) -> Phrase:
    key = "home" if left.home else "capture" if left.capture else "points"
    return Phrase(f"kriskras.say.goal.{key}", side=side)
