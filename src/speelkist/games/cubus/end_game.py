"""What comes after the last build of Cubus: the leftovers, the demolition, and whoever has most points."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from speelkist.core import OVER, PASS, Move, Outcome

from .board import Pile, Place
from .build_rules import BuildContext, CheckedBuild, less, picture_counts, soundness, with_item
from .max_boxes import best_points
from .notation import NO, Build, Take

if TYPE_CHECKING:
    from .rules import CubusState


def end_building(state: CubusState) -> CubusState:
    """Nobody builds any more: what follows depends on the options."""
    state = replace(state, passer=None, knocker=None)
    leftovers = state.game.options["leftovers"]
    if leftovers == "none":
        return _after_leftovers(state)
    order = state.in_order()
    turn = min(order, key=lambda player: state.scores[player]) if leftovers == "lowest" else order[0]
    return replace(state, phase="leftovers", turn=turn, player=turn)


def foregone(state: CubusState) -> str | None:
    """A pass, or no knock, where it is certain that nothing can be built any more, with whosever tiles."""
    if any(state.stock) or state.phase not in ("build", "knock", "leftovers"):
        return None
    hands = [state.site().hand] if state.phase == "leftovers" else state.hands
    sites = (BuildContext(state.pile, state.open, hand, state.game.young) for hand in hands)
    if any(best_points(site) for site in sites):
        return None
    return NO.text if state.phase == "knock" else PASS.text


# --- the leftovers ------------------------------------------------------------------------------------------------


def use_leftovers(state: CubusState, move: Move) -> CubusState:
    """A build with the leftovers, or a pass: made at once by the lowest, shown where the best one is made."""
    assert state.turn is not None
    if state.game.options["leftovers"] == "lowest":
        after = state.with_build(move, by=state.turn) if isinstance(move, Build) else state
        return _after_leftovers(after)
    after = replace(state, shown=(*state.shown, move.text))
    order = state.in_order()
    if len(after.shown) < len(order):
        turn = order[len(after.shown)]
        return replace(after, turn=turn, player=turn)
    return _after_leftovers(_make_best_shown(after))


def _make_best_shown(state: CubusState) -> CubusState:
    """The shown build with the most points is made; among equals the first in turn order."""
    best: tuple[int, int, Build] | None = None
    for player, text in zip(state.in_order(), state.shown, strict=True):
        build = state.resolve(text)
        if isinstance(build, Build):
            deal = state.site().judge(build.pile, build.open)
            assert isinstance(deal, CheckedBuild)
            if best is None or deal.points > best[0]:
                best = deal.points, player, build
    return state if best is None else state.with_build(best[2], by=best[1])


def _after_leftovers(state: CubusState) -> CubusState:
    state = replace(state, shown=())
    if not state.game.options["demolition"]:
        return _over(state)
    begins = state.first if state.last_builder is None else state.left_of(state.last_builder)
    assert begins is not None
    return over_if_nothing_to_take(replace(state, phase="demolish", turn=begins, player=begins))


# --- the demolition -----------------------------------------------------------------------------------------------


def list_takes(state: CubusState) -> list[Take]:
    """The boxes that may be taken: those without an open lid first of all."""
    lids = state.pile.lids()
    can = [place for place in lids if _without(state, place) is not None]
    closed = [place for place in can if lids[place] not in state.open]
    return [Take(place) for place in closed or can]


def _without(state: CubusState, place: Place) -> Pile | None:
    """The pile without the top box of a column, if its picture is sound and takes no tile that is not there."""
    heights = state.pile.heights
    heights[place] -= 1
    pile = Pile.of(heights)
    # Open lids go with their columns here, so only the sum of the lids counts, and that never grows.
    freed = less(picture_counts(state.pile, 0), picture_counts(pile, 0))
    return pile if min(freed) >= 0 and soundness(pile) is None else None


def take_box(state: CubusState, place: Place) -> CubusState:
    """The top box of a column goes; the tiles that come free are points of whoever is on."""
    assert state.turn is not None
    pile = _without(state, place)
    assert pile is not None
    before, after = state.pile.lids(), pile.lids()
    lids = tuple(sorted(after[where] for where, lid in before.items() if lid in state.open and where in after))
    freed = sum(picture_counts(state.pile, 0)) - sum(picture_counts(pile, 0))
    scores = with_item(state.demolition_scores, state.turn, state.demolition_scores[state.turn] + freed)
    turn = state.left_of(state.turn)
    return over_if_nothing_to_take(
        replace(state, pile=pile, open=lids, demolition_scores=scores, turn=turn, player=turn)
    )


def over_if_nothing_to_take(state: CubusState) -> CubusState:
    """A position of the demolition, ended where no box may be taken."""
    return state if state.takes() else _over(state)


# --- the outcome --------------------------------------------------------------------------------------------------


def _over(state: CubusState) -> CubusState:
    return replace(state, phase="over", player=OVER, outcome=state.result())


def result(state: CubusState) -> Outcome:
    """The outcome as the points stand: of the building, or of the demolition with the building beside it."""
    building = _most(state.scores, "points")
    return _most(state.demolition_scores, "demolition", building) if state.game.options["demolition"] else building


def _most(points: tuple[int, ...], reason: str, earlier: Outcome | None = None) -> Outcome:
    winners = tuple(player for player, own in enumerate(points) if own == max(points))
    return Outcome(winners, reason, points, earlier)
