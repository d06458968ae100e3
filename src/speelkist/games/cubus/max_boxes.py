"""The most boxes that numbers of tiles can show, and the best builds that follow from them.

With no open lid in the picture everything may be laid anew, so only the numbers of lids (T), left sides (L) and right
sides (R) count. One open lid binds no more than that: any pile can be laid so that one of its lids comes to lie there.
``max_boxes.txt`` is computed, and proved, by ``benchmarks/cubus_table.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product

from .board import Pile, Place
from .build_rules import BuildContext, CheckedBuild, Counts
from .notation import read_pile

FREE_LIDS = 1  # so many open lids in the picture bind nothing

_SIZE = 17  # no more than 16 tiles of a kind, open lids being lids


@dataclass(frozen=True)
class MaxBuild:
    """What the tiles of the picture and some of the hand would show at best, all used."""

    points: int
    boxes: int
    added: Counts
    lids: int
    left: int
    right: int

    @property
    def pile(self) -> Pile:
        """A pile that shows it."""
        pile = best_pile(self.lids, self.left, self.right)
        assert pile is not None
        return pile


def most_boxes(lids: int, left: int, right: int) -> int | None:
    """The most boxes that so many tiles show, all used; None if no sound picture uses just these."""
    boxes, _ = _table()
    return boxes.get((lids, left, right))


def best_pile(lids: int, left: int, right: int) -> Pile | None:
    """A pile of that many boxes, its corner at 0,0."""
    _, piles = _table()
    if left > right:
        mirrored = best_pile(lids, right, left)
        return None if mirrored is None else Pile.of({(y, x): height for x, y, height in mirrored.columns})
    text = piles.get((lids, left, right))
    return None if text is None else read_pile(f"{text}@0,0")


@cache
def _table() -> tuple[dict[tuple[int, int, int], int], dict[tuple[int, int, int], str]]:
    boxes: dict[tuple[int, int, int], int] = {}
    piles: dict[tuple[int, int, int], str] = {}
    for line in (files(__package__) / "max_boxes.txt").read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            lids, left, right, most, pile = line.split()
            place = int(lids), int(left), int(right)
            boxes[place] = boxes[place[0], place[2], place[1]] = int(most)
            piles[place] = pile
    return boxes, piles


def offers(site: BuildContext) -> list[MaxBuild]:
    """What a build may score with each choice of tiles, best first; with more open lids it may be less than that.

    Of equal ones those come first that use fewer open lids, then fewer tiles, for what is kept may serve later.
    """
    listed = list(_offers(site))
    listed.sort(key=lambda offer: (-offer.points, offer.added[3], sum(offer.added), offer.added))
    return listed


def _offers(site: BuildContext) -> Iterator[MaxBuild]:
    boxes, _ = _table()
    left, right, closed, opened = site.lying
    more_left, more_right, more_closed, more_open = site.hand
    lids = closed + opened
    for new_left, new_right, new in product(
        range(more_left + 1), range(more_right + 1), range(more_closed + more_open + 1)
    ):
        most = boxes.get((lids + new, left + new_left, right + new_right), 0)
        if most > site.boxes:
            points = site.points(most, new_left + new_right + new)
            if points >= 1:
                spent = max(0, new - more_closed)  # closed lids first
                yield MaxBuild(
                    points,
                    most,
                    (new_left, new_right, new - spent, spent),
                    lids + new,
                    left + new_left,
                    right + new_right,
                )


def best_points(site: BuildContext) -> int:
    """The most that any build here can score, or 0; exact unless more than ``FREE_LIDS`` open lids lie there."""
    return max((offer.points for offer in _offers(site)), default=0)


def laid(site: BuildContext, offer: MaxBuild) -> CheckedBuild | None:
    """The build that makes good on an offer; None if the table's pile does not fit the open lids that lie there."""
    for pile in _fitted(site, offer.pile):
        deal = site.deal(*site.place(pile, chosen_lids(pile, site.open, offer.added[3])))
        if isinstance(deal, CheckedBuild):
            return deal
    return None


def _fitted(site: BuildContext, pile: Pile) -> Iterator[Pile]:
    """The pile wherever its lids cover all open ones; the open lid at the back of the highest columns first."""
    if not site.open:
        yield pile
        return
    (a, b), *others = site.open
    for x, y, height in _highest(pile):
        moved = pile.moved(a - (x - height + 1), b - (y - height + 1))
        if not others or set(others) <= set(moved.lids().values()):
            yield moved


def chosen_lids(pile: Pile, lying: tuple[Place, ...], new: int) -> tuple[Place, ...]:
    """The places of all open lids when ``new`` ones are laid: near the others, where most piles have lids too."""
    places = pile.lids()
    lids = list(lying)
    for _ in range(new):
        free = [places[x, y] for x, y, _ in _highest(pile) if places[x, y] not in lids]
        lids.append(min(free, key=lambda place: _far(place, lids)))
    return tuple(sorted(lids))


def _far(place: Place, lids: list[Place]) -> int:
    return sum(abs(place[0] - a) + abs(place[1] - b) for a, b in lids)


def _highest(pile: Pile) -> list[tuple[int, int, int]]:
    return sorted(pile.columns, key=lambda column: (-column[2], column[0], column[1]))
