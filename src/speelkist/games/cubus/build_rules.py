"""What makes a build: a sound picture, no tile lost, open lids untouched, at least one point."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from speelkist.core import Phrase, Refusal

from .board import KINDS, Pile, Place, draw, read, shows_itself, tile_counts

Item = TypeVar("Item")
Counts = tuple[int, int, int, int]  # by KINDS

ALL_TILES: Counts = (16, 16, 12, 4)
NO_TILES: Counts = (0, 0, 0, 0)


def picture_counts(pile: Pile, open_lids: int) -> Counts:
    """How many tiles of each kind lie in the picture of a sound pile."""
    left, right, lids = tile_counts(pile.heights)
    return left, right, lids - open_lids, open_lids


def add(first: Counts, second: Counts) -> Counts:
    """Both together."""
    return first[0] + second[0], first[1] + second[1], first[2] + second[2], first[3] + second[3]


def common(first: Counts, second: Counts) -> Counts:
    """What is in both."""
    return min(first[0], second[0]), min(first[1], second[1]), min(first[2], second[2]), min(first[3], second[3])


def less(first: Counts, second: Counts) -> Counts:
    """The first without the second."""
    return first[0] - second[0], first[1] - second[1], first[2] - second[2], first[3] - second[3]


def with_item(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """The same items but for the one at ``index``."""
    return (*items[:index], item, *items[index + 1 :])


def soundness(pile: Pile) -> Refusal | None:
    """Why the picture of a pile is not sound; None if it is."""
    if not pile.columns or shows_itself(pile.heights):
        return None
    picture = draw(pile)
    if isinstance(picture, Refusal):
        return picture
    reading = read(picture)
    if reading.why is not None:
        return reading.why
    return Refusal("cubus.picture.other", pile=str(reading.pile))


@dataclass(frozen=True)
class CheckedBuild:
    """A legal build, worked out: where everything lies, which tiles the hand gives, what it scores."""

    pile: Pile
    open: tuple[Place, ...]
    added: Counts
    points: int


@dataclass(frozen=True)
class BuildContext:
    """Where somebody builds: the pile, its open lids, the tiles at hand, and how boxes are counted."""

    pile: Pile
    open: tuple[Place, ...]
    hand: Counts
    young: bool

    @cached_property
    def lying(self) -> Counts:
        """The tiles of the picture."""
        return picture_counts(self.pile, len(self.open))

    @cached_property
    def limits(self) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
        """Between how many left sides, right sides and lids a build may show: those that lie there, those at hand."""
        left, right, lids, open_lids = self.lying
        more = self.hand
        lids += open_lids
        return (left, left + more[0]), (right, right + more[1]), (lids, lids + more[2] + more[3])

    @cached_property
    def boxes(self) -> int:
        """The boxes before the build."""
        return self.pile.boxes

    def points(self, boxes: int, added: int) -> int:
        """What a build to so many boxes with so many new tiles scores."""
        new = boxes - self.boxes
        return new if self.young else 3 * new - added

    def place(self, pile: Pile, lids: tuple[Place, ...]) -> tuple[Pile, tuple[Place, ...]]:
        """A build as it is written: with no open lid lying there yet, the pile's corner goes to 0,0."""
        if self.open:
            return pile, tuple(sorted(lids))
        x0, y0 = pile.corner
        return pile.moved(-x0, -y0), tuple(sorted((a - x0, b - y0) for a, b in lids))

    def judge(self, pile: Pile, lids: tuple[Place, ...]) -> CheckedBuild | Refusal:
        """A build as written, worked out, or the rule that it breaks."""
        pile, lids = self.place(pile, lids)
        if max(tile_counts(pile.heights)) > sum(ALL_TILES):  # such a pile would only take long to draw
            return Refusal("cubus.build.too_big", n=sum(ALL_TILES))
        return soundness(pile) or self.deal(pile, lids)

    def deal(self, pile: Pile, lids: tuple[Place, ...]) -> CheckedBuild | Refusal:
        """The same for a pile that is known to be sound, in its place."""
        left, right, columns = tile_counts(pile.heights)
        added = less((left, right, columns - len(lids), len(lids)), self.lying)
        deal = CheckedBuild(pile, lids, added, self.points(pile.boxes, sum(added)))
        return self._open_lids(pile, lids) or self._tiles(added) or self._worth(deal)

    def _open_lids(self, pile: Pile, lids: tuple[Place, ...]) -> Refusal | None:
        """Open lids stay where they are, uncovered."""
        seen = set(pile.lids().values())
        for a, b in self.open:
            if (a, b) not in seen:
                return Refusal("cubus.open.moved", a=a, b=b)
            if (a, b) not in lids:
                return Refusal("cubus.open.named", a=a, b=b)
        for a, b in lids:
            if (a, b) not in seen:
                return Refusal("cubus.open.no_lid", a=a, b=b)
        return None

    def _tiles(self, added: Counts) -> Refusal | None:
        """Every tile of the picture is used again, and the hand has what comes on top."""
        for kind, count, held in zip(KINDS, added, self.hand, strict=True):
            if count > held:
                return Refusal("cubus.build.tiles", kind=Phrase(f"cubus.tile.{kind}"), n=count, held=held)
        for kind, count in zip(KINDS, added, strict=True):
            if count < 0:
                return Refusal("cubus.build.left_over", kind=Phrase(f"cubus.tile.{kind}"), n=-count)
        return None

    def _worth(self, deal: CheckedBuild) -> CheckedBuild | Refusal:
        if deal.points >= 1:
            return deal
        boxes = deal.pile.boxes - self.boxes
        if self.young:
            return Refusal("cubus.score.young", boxes=boxes)
        return Refusal("cubus.score.worth", boxes=boxes, tiles=sum(deal.added), points=deal.points)
