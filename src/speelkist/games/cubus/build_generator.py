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
from operator import itemgetter

from .board import Pile, Place, shows_itself, tile_counts
from .build_rules import BuildContext, CheckedBuild

MOST = 64
STEPS = 7
WIDTH = 6
LAYERS = 2
TOO_MANY = 8  # a layer that needs so many tiles too many is not looked at

Heights = dict[Place, int]
# A pile on the way: promise, heights, (left sides, right sides, lids), boxes, layers put under, whether the tiles fit.
Step = tuple[int, Heights, tuple[int, int, int], int, int, bool]
Candidate = tuple[int, Heights, int]  # points, heights, layers put under


def good_builds(site: BuildContext) -> list[CheckedBuild]:
    """At most ``MOST`` builds, the best first."""
    candidates = sorted(_candidates(site), key=itemgetter(0), reverse=True)
    deals: dict[tuple[Pile, tuple[Place, ...]], CheckedBuild] = {}
    for _, heights, layers in candidates:
        if len(deals) == MOST:
            break
        deal = _checked(site, heights, layers)
        if deal is not None:
            deals[deal.pile, deal.open] = deal
    return sorted(deals.values(), key=lambda deal: (-deal.points, str(deal.pile), deal.open))


def knows_build(site: BuildContext) -> bool:
    """Whether ``good_builds`` has any; it stops at the first that it comes across."""
    return any(_checked(site, heights, layers) is not None for _, heights, layers in _candidates(site))


def _candidates(site: BuildContext) -> Iterator[Candidate]:
    for start in _layers(site):
        yield from _walk(site, start)


def _walk(site: BuildContext, start: Step) -> Iterator[Candidate]:
    """Small steps from a pile, the most promising first, and all that can be built on the way."""
    seen = {frozenset(start[1].items())}
    yield from _scoring(site, start)
    beam = [start]
    for _ in range(STEPS):
        steps: list[Step] = []
        for step in beam:
            for after in _small_steps(site, step):
                key = frozenset(after[1].items())
                if key not in seen:
                    seen.add(key)
                    yield from _scoring(site, after)
                    steps.append(after)
        steps.sort(key=itemgetter(0), reverse=True)
        beam = steps[:WIDTH]


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


def _layers(site: BuildContext) -> Iterator[Step]:
    heights = site.pile.heights
    for layers in range(LAYERS + 1):
        raised = {place: height + layers for place, height in heights.items()}
        counts = tile_counts(raised)
        if _misfit(site, counts)[1] < TOO_MANY:
            yield _step(site, raised, counts, sum(raised.values()), layers)


def _small_steps(site: BuildContext, step: Step) -> Iterator[Step]:
    """All piles with one box more or less on a column, and those with one new column."""
    heights = step[1]
    get = heights.get
    fixed = _under_open_lids(site)
    beside: dict[Place, None] = {}
    for (x, y), height in heights.items():
        if (x, y) not in fixed:
            # nothing behind may be hidden by a higher column, nothing in front may hide a lower one
            if get((x - 1, y), 99) > height and get((x, y - 1), 99) > height:
                yield _changed(site, step, (x, y), height + 1)
            if get((x + 1, y), 0) < height and get((x, y + 1), 0) < height and len(heights) + height > 2:
                yield _changed(site, step, (x, y), height - 1)
            elif len(heights) > 1:
                yield _changed(site, step, (x, y), 0)
        for place in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)):
            if place not in heights:
                beside[place] = None
    for x, y in beside:
        height = max(get((x + 1, y), 1), get((x, y + 1), 1))
        if get((x - 1, y), 99) >= height and get((x, y - 1), 99) >= height:
            yield _changed(site, step, (x, y), height)


def _under_open_lids(site: BuildContext) -> set[Place]:
    if not site.open:
        return set()
    return {place for place, lid in site.pile.lids().items() if lid in site.open}


def _changed(site: BuildContext, step: Step, place: Place, height: int) -> Step:
    """The pile with one column changed; the tiles are counted from the columns around it."""
    _, heights, (left, right, lids), boxes, layers, _ = step
    x, y = place
    get = heights.get
    before = get(place, 0)
    left += _sides(before, height, get((x, y + 1), 0), get((x, y - 1), 0))
    right += _sides(before, height, get((x + 1, y), 0), get((x - 1, y), 0))
    after = heights.copy()
    if height:
        after[place] = height
    else:
        del after[place]
    counts = left, right, lids + (not before) - (not height)
    return _step(site, after, counts, boxes + height - before, layers)


def _sides(before: int, height: int, front: int, back: int) -> int:
    """How many more sides are seen between a column and those in front of and behind it when its height changes."""
    more = (height - front if height > front else 0) - (before - front if before > front else 0)
    return more + (back - height if back > height else 0) - (back - before if back > before else 0)


def _step(site: BuildContext, heights: Heights, counts: tuple[int, int, int], boxes: int, layers: int) -> Step:
    """A pile with its promise: what it scores, less for tiles that lack or are left over."""
    short, over = _misfit(site, counts)
    promise = 3 * boxes - counts[0] - counts[1] - counts[2] - 3 * short - 4 * over
    return promise, heights, counts, boxes, layers, not (short or over)


def _misfit(site: BuildContext, counts: tuple[int, int, int]) -> tuple[int, int]:
    """How many tiles of the picture are not used, and how many are needed beyond the hand."""
    short = over = 0
    for count, (low, high) in zip(counts, site.limits, strict=True):
        if count < low:
            short += low - count
        elif count > high:
            over += count - high
    return short, over


def _scoring(site: BuildContext, step: Step) -> Iterator[Candidate]:
    """The pile of a step, if the tiles at hand lay it and it scores."""
    _, heights, counts, boxes, layers, fits = step
    if fits and boxes > site.boxes:
        points = site.points(boxes, sum(counts) - sum(site.lying))
        if points >= 1:
            yield points, heights, layers
