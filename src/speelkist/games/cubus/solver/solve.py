"""The best build at Cubus, and whether it is proved to be the best.

With up to one open lid in the picture the table of most boxes tells (``games/cubus/best.py``). With more, the table is
what a build can reach at best; from there the search goes down point by point until a pile is found that leaves the
open lids where they lie. The first that is found is the best, and if it comes down to what was known, that is.
"""

from __future__ import annotations

from dataclasses import dataclass

from speelkist.core import Move
from speelkist.games.cubus import CubusState, Pile
from speelkist.games.cubus.build_generator import good_builds
from speelkist.games.cubus.build_rules import BuildContext, CheckedBuild
from speelkist.games.cubus.max_boxes import FREE_LIDS, MaxBuild, chosen_lids, laid, offers
from speelkist.games.cubus.notation import Build
from speelkist.search.budget import Budget
from speelkist.search.chunks import ChunkSizer

from .lid_search import GOES_ON, SOLVED, Chains


@dataclass(frozen=True)
class Solution:
    """A build, or the way out if none scores; what it scores, the boxes then shown, and whether nothing is better."""

    move: Move
    points: int
    boxes: int
    proven: bool


@dataclass(frozen=True)
class Answer:
    """The best deal found at a site, if any scores, and whether nothing is better."""

    deal: CheckedBuild | None
    proven: bool

    @property
    def points(self) -> int:
        """What it scores."""
        return 0 if self.deal is None else self.deal.points


def solve(state: CubusState, budget: Budget) -> Solution:
    """The best build for whoever may build at ``state``. The budget's simulations are positions of the search."""
    site = state.site()
    answer = solve_site(site, budget)
    if answer.deal is None:
        return Solution(state.way_out(), 0, site.boxes, answer.proven)
    deal = answer.deal
    return Solution(Build(deal.pile, deal.open), deal.points, deal.pile.boxes, answer.proven)


def solve_site(site: BuildContext, budget: Budget) -> Answer:
    """The same for any tiles at hand."""
    candidates = offers(site)
    known = next((deal for deal in (laid(site, offer) for offer in candidates) if deal is not None), None)
    if not candidates or len(site.open) <= FREE_LIDS or (known is not None and known.points == candidates[0].points):
        return Answer(known, proven=True)
    return _search(site, candidates, known, budget)


def _search(site: BuildContext, candidates: list[MaxBuild], known: CheckedBuild | None, budget: Budget) -> Answer:
    """Go down from the best that the table offers to what is known."""
    sizer = ChunkSizer(budget.clock())
    chains = Chains(site.open)
    lowest = 0 if known is None else known.points
    for points in range(candidates[0].points, lowest, -1):
        for offer in candidates:
            if offer.points < points:
                break
            chains.look_for(offer.lids, offer.left, offer.right, boxes_for(site, offer, points))
            result = _looked(chains, sizer)
            if result == SOLVED:
                return Answer(_deal(site, chains, offer), proven=True)
            if result == GOES_ON:  # the budget is used up
                return Answer(_better(known, site), proven=False)
    return Answer(known, proven=True)


def boxes_for(site: BuildContext, offer: MaxBuild, points: int) -> int:
    """How many boxes a build with the offer's tiles must show to score so many points."""
    if site.young:
        return site.boxes + points
    return site.boxes - (-(points + sum(offer.added)) // 3)


def _looked(chains: Chains, sizer: ChunkSizer) -> int:
    result = GOES_ON
    while result == GOES_ON:
        chunk = sizer.chunk()
        if chunk == 0:
            return GOES_ON
        result = chains.go_on(chunk)
        sizer.done(chains.looked_at)
    return result


def _deal(site: BuildContext, chains: Chains, offer: MaxBuild) -> CheckedBuild:
    pile = Pile.of(chains.heights())
    deal = site.deal(pile, chosen_lids(pile, site.open, offer.added[3]))
    assert isinstance(deal, CheckedBuild)
    return deal


def _better(known: CheckedBuild | None, site: BuildContext) -> CheckedBuild | None:
    """What is known, or a better build by small steps from the pile as it stands."""
    near = good_builds(site)[:1]
    if near and (known is None or near[0].points > known.points):
        return near[0]
    return known
