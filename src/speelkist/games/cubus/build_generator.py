"""Builds worth making, found by small steps from the pile as it stands.

All builds are far too many to list. The generator begins with the pile itself and with one or two layers put under it,
and walks on from each of these by

- adding a box: a column one higher (a corner flip where that takes no tile), or a new column beside the others, as
  high as those in front of it demand;
- taking one down: a column one lower, or a whole column away, so that its tiles can be laid elsewhere.

After each of ``STEPS`` steps it keeps the ``WIDTH`` most promising piles of each walk. Columns under an open lid only
rise with a whole layer. Every pile on the way that the tiles at hand can lay, with no tile left over, and that scores
a point is a build; the best ``MOST`` of them, by points and then by notation, are given.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from .board import Pile, Place, shows_itself, tile_counts
from .build_rules import BuildContext, CheckedBuild

MOST = 64
STEPS = 7
WIDTH = 6
LAYERS = 2
TOO_MANY = 8  # a layer that needs so many tiles too many is not looked at
KEPT = 64  # so many places are remembered with their builds: a state is asked for them again and again

Heights = dict[Place, int]
Candidate = tuple[int, Heights, int]  # points, heights, layers put under


class Walked(NamedTuple):
    """A pile on the way from which small steps are made."""

    heights: Heights
    counts: tuple[int, int, int]  # left sides, right sides, lids
    boxes: int
    layers: int  # put under
    key: int  # the heights as one number


class Step(NamedTuple):
    """A small step: one column of a pile gets another height. The pile itself is made only where it is wanted."""

    promise: int  # what the pile scores, less for tiles that lack or are left over
    before: Walked
    place: Place
    height: int
    counts: tuple[int, int, int]
    boxes: int
    key: int
    fits: bool  # whether the tiles at hand lay it, with none left over


class Ground(NamedTuple):
    """What all piles of a walk have in common."""

    site: BuildContext
    fixed: set[Place]  # columns under an open lid
    weights: Weights


class Weights(dict[Place, int]):
    """What a box on a place adds to the key of a pile: each place has bits of its own, enough for any height."""

    def __missing__(self, place: Place) -> int:
        weight = self[place] = 1 << 8 * len(self)
        return weight


@lru_cache(KEPT)
def good_builds(site: BuildContext) -> tuple[CheckedBuild, ...]:
    """At most ``MOST`` builds, the best first."""
    candidates = sorted(_candidates(site), key=itemgetter(0), reverse=True)
    deals: dict[tuple[Pile, tuple[Place, ...]], CheckedBuild] = {}
    for _, heights, layers in candidates:
        if len(deals) == MOST:
            break
        deal = _checked(site, heights, layers)
        if deal is not None:
            deals[deal.pile, deal.open] = deal
    return tuple(sorted(deals.values(), key=lambda deal: (-deal.points, str(deal.pile), deal.open)))


def knows_build(site: BuildContext) -> bool:
    """Whether ``good_builds`` has any; it stops at the first that it comes across."""
    return any(_checked(site, heights, layers) is not None for _, heights, layers in _candidates(site))


def _candidates(site: BuildContext) -> Iterator[Candidate]:
    ground = Ground(site, _under_open_lids(site), Weights())
    for start in _layers(ground):
        yield from _walk(ground, start)


def _walk(ground: Ground, start: Walked) -> Iterator[Candidate]:
    """Small steps from a pile, the most promising first, and all that can be built on the way."""
    site = ground.site
    seen = {start.key}
    if _misfit(site, start.counts) == (0, 0):
        yield from _scoring(site, start)
    beam = [start]
    for _ in range(STEPS):
        steps: list[Step] = []
        for walked in beam:
            for step in _small_steps(ground, walked):
                if step.key not in seen:
                    seen.add(step.key)
                    steps.append(step)
                    if step.fits and step.boxes > site.boxes:
                        yield from _scoring(site, _walked(step))
        steps.sort(key=itemgetter(0), reverse=True)
        beam = [_walked(step) for step in steps[:WIDTH]]


def _checked(site: BuildContext, heights: Heights, layers: int) -> CheckedBuild | None:
    """The build, if it is sound: the steps judge by the faces alone, so the picture is looked at here."""
    if not shows_itself(heights):
        return None
    pile = Pile.of(heights).moved(layers, layers)
    deal = site.deal(*site.place(pile, _lids(site, pile)))
    return deal if isinstance(deal, CheckedBuild) else None


def _lids(site: BuildContext, pile: Pile) -> tuple[Place, ...]:
    """The open lids of a build: those that lie there, and ones from the hand where closed lids run short.

    New ones go on the highest columns, at the back: there they hinder least.
    """
    places = pile.lids()
    short = len(places) - len(site.open) - site.lying[2] - site.hand[2]
    lids = set(site.open)
    for x, y, _ in sorted(pile.columns, key=lambda column: (-column[2], column[0], column[1])):
        if short > 0 and places[x, y] not in lids:
            lids.add(places[x, y])
            short -= 1
    return tuple(lids)


def _layers(ground: Ground) -> Iterator[Walked]:
    heights = ground.site.pile.heights
    for layers in range(LAYERS + 1):
        raised = {place: height + layers for place, height in heights.items()}
        counts = tile_counts(raised)
        if _misfit(ground.site, counts)[1] < TOO_MANY:
            key = sum(height * ground.weights[place] for place, height in raised.items())
            yield Walked(raised, counts, sum(raised.values()), layers, key)


def _small_steps(ground: Ground, walked: Walked) -> Iterator[Step]:
    """All piles with one box more or less on a column, and those with one new column."""
    heights, fixed = walked.heights, ground.fixed
    get = heights.get
    beside: dict[Place, None] = {}
    for (x, y), height in heights.items():
        if (x, y) not in fixed:
            # nothing behind may be hidden by a higher column, nothing in front may hide a lower one
            if get((x - 1, y), 99) > height and get((x, y - 1), 99) > height:
                yield _changed(ground, walked, (x, y), height + 1)
            if get((x + 1, y), 0) < height and get((x, y + 1), 0) < height and len(heights) + height > 2:
                yield _changed(ground, walked, (x, y), height - 1)
            elif len(heights) > 1:
                yield _changed(ground, walked, (x, y), 0)
        for place in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)):
            if place not in heights:
                beside[place] = None
    for x, y in beside:
        height = max(get((x + 1, y), 1), get((x, y + 1), 1))
        if get((x - 1, y), 99) >= height and get((x, y - 1), 99) >= height:
            yield _changed(ground, walked, (x, y), height)


def _under_open_lids(site: BuildContext) -> set[Place]:
    if not site.open:
        return set()
    return {place for place, lid in site.pile.lids().items() if lid in site.open}


def _changed(ground: Ground, walked: Walked, place: Place, height: int) -> Step:
    """The pile with one column changed; the tiles are counted from the columns around it."""
    heights, (left, right, lids), boxes, _, key = walked
    x, y = place
    get = heights.get
    before = get(place, 0)
    left += _sides(before, height, get((x, y + 1), 0), get((x, y - 1), 0))
    right += _sides(before, height, get((x + 1, y), 0), get((x - 1, y), 0))
    lids += (not before) - (not height)
    more = height - before
    boxes += more
    counts = left, right, lids
    short, over = _misfit(ground.site, counts)
    promise = 3 * boxes - left - right - lids - 3 * short - 4 * over
    return Step(promise, walked, place, height, counts, boxes, key + more * ground.weights[place], not (short or over))


def _walked(step: Step) -> Walked:
    """The pile that a step leads to."""
    heights = step.before.heights.copy()
    if step.height:
        heights[step.place] = step.height
    else:
        del heights[step.place]
    return Walked(heights, step.counts, step.boxes, step.before.layers, step.key)


def _sides(before: int, height: int, front: int, back: int) -> int:
    """How many more sides are seen between a column and those in front of and behind it when its height changes."""
    more = (height - front if height > front else 0) - (before - front if before > front else 0)
    return more + (back - height if back > height else 0) - (back - before if back > before else 0)


def _misfit(site: BuildContext, counts: tuple[int, int, int]) -> tuple[int, int]:
    """How many tiles of the picture are not used, and how many are needed beyond the hand."""
    short = over = 0
    for count, (low, high) in zip(counts, site.limits):  # noqa: B905  (three of each; `strict` costs time here)
        if count < low:
            short += low - count
        elif count > high:
            over += count - high
    return short, over


def _scoring(site: BuildContext, walked: Walked) -> Iterator[Candidate]:
    """The pile, which the tiles at hand lay, if it scores."""
    if walked.boxes > site.boxes:
        points = site.points(walked.boxes, sum(walked.counts) - sum(site.lying))
        if points >= 1:
            yield points, walked.heights, walked.layers
