"""Why a move is good, in words: what a build gives, what it leaves to the next player, what it keeps for later.

A reason states what holds in the position, never an opinion: so no two reasons can contradict each other. With more
than ``FREE_LIDS`` open lids in the picture the table of most boxes is only what a build can reach at best.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from speelkist.core import Move, Phrase, State

from .board import Pile
from .build_rules import BuildContext, CheckedBuild, Counts
from .max_boxes import FREE_LIDS, best_points
from .notation import NO, Build, Take
from .rules import CubusState

AGAINST = frozenset({"cubus.insight.knock_wrong", "cubus.insight.unseen"})


def why(before: State, move: Move) -> Phrase:
    """The most telling reason for a legal move of a player."""
    state = cast("CubusState", before)
    if isinstance(move, Build):
        deal = state.site().judge(move.pile, move.open)
        assert isinstance(deal, CheckedBuild)
        return next(_reasons(state, deal))
    if isinstance(move, Take):
        return _why_take(state, move)
    if state.phase == "knock":
        return _why_answer(state, move)
    nothing = best_points(state.site()) == 0
    if state.phase == "show":
        return Phrase("cubus.insight.give_up.nothing") if nothing else _wrong_knock(state, "give_up")
    return Phrase("cubus.insight.nothing" if nothing else "cubus.insight.unseen")


def _reasons(state: CubusState, deal: CheckedBuild) -> Iterator[Phrase]:
    """All that can be said for a build; the last can always be said."""
    site = state.site()
    new = Phrase("cubus.insight.boxes", n=deal.pile.boxes - site.boxes)
    layers = layers_under(site.pile, deal.pile)
    if layers:
        yield Phrase("cubus.insight.layer", n=layers, boxes=new)
    if not any(deal.added):
        yield Phrase("cubus.insight.free", boxes=new)
    if state.phase == "build":
        yield from _for_later(state, deal)
    if deal.points == best_points(site):
        yield Phrase("cubus.insight.best", n=deal.points)
    kept = sum(site.hand) - sum(deal.added)
    if state.phase == "build" and kept:
        yield Phrase("cubus.insight.keeps", n=kept, boxes=new, tiles=Phrase("cubus.insight.tiles", n=sum(deal.added)))
    yield Phrase("cubus.insight.build", n=sum(deal.added), boxes=new)


def _for_later(state: CubusState, deal: CheckedBuild) -> Iterator[Phrase]:
    """What it leaves to the next player, and what it keeps."""
    new = Phrase("cubus.insight.boxes", n=deal.pile.boxes - state.pile.boxes)
    following = (state.player + 1) % len(state.hands)
    theirs = state.hands[following]
    if any(theirs) and len(state.open) <= FREE_LIDS and _best_after(state, deal, theirs) == 0:
        if best_points(BuildContext(state.pile, state.open, theirs, state.game.young)) > 0:
            name = state.game.side_name(following)
            yield Phrase("cubus.insight.leaves_nothing", n=deal.points, player=name)
    if state.hands[state.player][3] and not deal.added[3]:
        yield Phrase("cubus.insight.keeps_open", n=sum(deal.added), boxes=new)


def _best_after(state: CubusState, deal: CheckedBuild, hand: Counts) -> int:
    return best_points(BuildContext(deal.pile, deal.open, hand, state.game.young))


def layers_under(before: Pile, after: Pile) -> int:
    """How many layers were put under a pile that otherwise stands as it stood; 0 if it does not."""
    x0, y0 = before.corner
    x1, y1 = after.corner
    lower, upper = before.moved(-x0, -y0).heights, after.moved(-x1, -y1).heights
    raised = {upper.get(place, 0) - height for place, height in lower.items()}
    return max(0, raised.pop()) if len(raised) == 1 and len(upper) == len(lower) else 0


def _why_answer(state: CubusState, move: Move) -> Phrase:
    assert state.passer is not None
    points = best_points(BuildContext(state.pile, state.open, state.hands[state.passer], state.game.young))
    passer = state.game.side_name(state.passer)
    if move == NO:
        return Phrase("cubus.insight.no", passer=passer) if points == 0 else _wrong_knock(state, "no_unseen")
    if points == 0:
        return Phrase("cubus.insight.knock_wrong", passer=passer)
    key = "knock" if len(state.open) <= FREE_LIDS else "knock_unseen"
    return Phrase(f"cubus.insight.{key}", n=points, passer=passer)


def _wrong_knock(state: CubusState, name: str) -> Phrase:
    """What it gives to the others: of two, who that is."""
    passer = state.game.side_name(state.passer or 0)
    return Phrase(f"cubus.insight.{name}", n=len(state.hands) - 1, passer=passer)


def _why_take(state: CubusState, move: Take) -> Phrase:
    after = cast("CubusState", state.play(move))
    won = _won(state, after)
    if after.outcome is None and not any(_won(after, cast("CubusState", after.play(reply))) for reply in after.takes()):
        return Phrase("cubus.insight.take_last", n=won)
    return Phrase("cubus.insight.take", n=won)


def _won(before: CubusState, after: CubusState) -> int:
    return sum(after.demolition_scores) - sum(before.demolition_scores)
