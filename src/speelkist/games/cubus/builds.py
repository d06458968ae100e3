"""Builds worth making, found by small steps from the pile as it stands.

All builds are far too many to list. The generator walks from pile to pile by

- adding a box: a column one higher (a corner flip where that takes no tile), or a new column beside the others, as
  high as those in front of it demand;
- taking one down: a column one lower, so that its tiles can be laid elsewhere (small re-layings);
- putting a layer under everything;

and keeps, after each of ``STEPS`` steps, the ``WIDTH`` most promising piles. Columns under an open lid only rise
with a whole layer. Every pile on the way that the tiles at hand can lay, with no tile left over, and that scores a
point is a build; the best ``MOST`` of them, by points and then by notation, are given.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from .board import Pile, Place, tile_counts
from .building import Deal, Site, soundness

MOST = 64
STEPS = 7
WIDTH = 12
LAYERS = 2

Heights = dict[Place, int]
# A pile on the way: promise, heights, (left sides, right sides, lids), boxes, layers put under.
Step = tuple[int, Heights, tuple[int, int, int], int, int]


def good_builds(site: Site) -> list[Deal]:
    """At most ``MOST`` builds, the best first."""
    found: list[tuple[int, Heights, int]] = []
    seen: set[frozenset[tuple[Place, int]]] = set()
    beam = list(_layers(site))
    for step in beam:
        seen.add(frozenset(step[1].items()))
        _note(site, step, found)
    for _ in range(STEPS):
        steps: list[Step] = []
        for step in beam:
            for after in _small_steps(site, step):
                key = frozenset(after[1].items())
                if key not in seen:
                    seen.add(key)
                    _note(site, after, found)
                    steps.append(after)
        steps.sort(key=itemgetter(0), reverse=True)
        beam = steps[:WIDTH]
    return _best(site, found)


def _best(site: Site, found: list[tuple[int, Heights, int]]) -> list[Deal]:
    """The best that are sound: the steps judge by the faces alone, so the picture is looked at here."""
    found.sort(key=itemgetter(0), reverse=True)
    deals: dict[tuple[Pile, tuple[Place, ...]], Deal] = {}
    for _, heights, layers in found:
        if len(deals) == MOST:
            break
        pile = Pile.of(heights).moved(layers, layers)
        if soundness(pile) is None:
            deal = site.judge(*site.place(pile, _lids(site, pile)))
            if isinstance(deal, Deal):
                deals[deal.pile, deal.open] = deal
    return sorted(deals.values(), key=lambda deal: (-deal.points, str(deal.pile), deal.open))


def _lids(site: Site, pile: Pile) -> tuple[Place, ...]:
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


def _layers(site: Site) -> Iterator[Step]:
    heights = site.pile.heights
    for layers in range(LAYERS + 1):
        raised = {place: height + layers for place, height in heights.items()}
        yield _step(site, raised, tile_counts(raised), sum(raised.values()), layers)


def _small_steps(site: Site, step: Step) -> Iterator[Step]:
    """All piles with one box more or less on a column, and those with one new column."""
    _, heights, _, _, layers = step
    get = heights.get
    fixed = _under_open_lids(site, layers)
    beside: dict[Place, None] = {}
    for (x, y), height in heights.items():
        if (x, y) not in fixed:
            # nothing behind may be hidden by a higher column, nothing in front may hide a lower one
            if get((x - 1, y), 99) > height and get((x, y - 1), 99) > height:
                yield _changed(site, step, (x, y), height + 1)
            if get((x + 1, y), 0) < height and get((x, y + 1), 0) < height:
                yield _changed(site, step, (x, y), height - 1)
        for place in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)):
            if place not in heights:
                beside[place] = None
    for x, y in beside:
        height = max(get((x + 1, y), 1), get((x, y + 1), 1))
        if get((x - 1, y), 99) >= height and get((x, y - 1), 99) >= height:
            yield _changed(site, step, (x, y), height)


def _under_open_lids(site: Site, layers: int) -> set[Place]:
    if not site.open:
        return set()
    return {place for place, lid in site.pile.lids().items() if lid in site.open}


def _changed(site: Site, step: Step, place: Place, height: int) -> Step:
    """The pile with one column changed; the tiles are counted from the columns around it."""
    _, heights, (left, right, lids), boxes, layers = step
    x, y = place
    before = heights.get(place, 0)
    front_left, front_right = heights.get((x, y + 1), 0), heights.get((x + 1, y), 0)
    behind_left, behind_right = heights.get((x, y - 1), 0), heights.get((x - 1, y), 0)
    left += max(0, height - front_left) - max(0, before - front_left)
    left += max(0, behind_left - height) - max(0, behind_left - before)
    right += max(0, height - front_right) - max(0, before - front_right)
    right += max(0, behind_right - height) - max(0, behind_right - before)
    after = heights.copy()
    if height:
        after[place] = height
    else:
        del after[place]
    counts = left, right, lids + (not before) - (not height)
    return _step(site, after, counts, boxes + height - before, layers)


def _step(site: Site, heights: Heights, counts: tuple[int, int, int], boxes: int, layers: int) -> Step:
    """A pile with its promise: what it scores, less for tiles that lack or are left over."""
    short, over = _misfit(site, counts)
    return 3 * boxes - sum(counts) - 3 * short - 2 * over, heights, counts, boxes, layers


def _misfit(site: Site, counts: tuple[int, int, int]) -> tuple[int, int]:
    """How many tiles of the picture are not used, and how many are needed beyond the hand."""
    lying, hand = site.lying, site.hand
    short = over = 0
    for count, low, more in (
        (counts[0], lying[0], hand[0]),
        (counts[1], lying[1], hand[1]),
        (counts[2], lying[2] + lying[3], hand[2] + hand[3]),
    ):
        if count < low:
            short += low - count
        elif count > low + more:
            over += count - low - more
    return short, over


def _note(site: Site, step: Step, found: list[tuple[int, Heights, int]]) -> None:
    _, heights, counts, boxes, layers = step
    if boxes > site.boxes and _misfit(site, counts) == (0, 0):
        points = site.points(boxes, sum(counts) - sum(site.lying))
        if points >= 1:
            found.append((points, heights, layers))
