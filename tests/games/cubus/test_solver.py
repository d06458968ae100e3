"""The table of best piles, and the solver with open lids, against brute force and an independent exact model."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product

import pytest

from speelkist.games.cubus import Pile
from speelkist.games.cubus.best import best_pile, best_points, laid, most_boxes, offers
from speelkist.games.cubus.board import Place, shows_itself, tile_counts
from speelkist.games.cubus.building import Deal
from speelkist.games.cubus.notation import Build

from . import oracle
from .setting import play, position

COUNTS = tuple(product(range(1, 17), repeat=3))


@pytest.mark.parametrize(
    ("tiles", "boxes"),
    [((1, 1, 1), 1), ((4, 4, 4), 8), ((5, 5, 5), 9), ((3, 6, 6), 9), ((9, 6, 6), 18), ((16, 16, 16), 64)],
)
def test_known_numbers(tiles: tuple[int, int, int], boxes: int) -> None:
    assert most_boxes(*tiles) == boxes


@pytest.mark.parametrize("tiles", [(1, 1, 2), (2, 1, 1), (0, 1, 1), (5, 1, 1), (1, 17, 17), (2, 5, 2)])
def test_some_numbers_cannot_all_be_used(tiles: tuple[int, int, int]) -> None:
    assert most_boxes(*tiles) is None
    assert best_pile(*tiles) is None


def test_every_pile_of_the_table_shows_what_it_says() -> None:
    listed = 0
    for lids, left, right in COUNTS:
        pile = best_pile(lids, left, right)
        if pile is not None:
            listed += 1
            assert shows_itself(pile.heights)
            assert tile_counts(pile.heights) == (left, right, lids)
            assert pile.boxes == most_boxes(lids, left, right)
            assert pile.corner == (0, 0)
    assert listed == 3154


def test_no_small_pile_shows_more_than_the_table() -> None:
    """All piles of up to four columns, judged by the oracle; those with columns over 3 need 4 sides of both kinds."""
    assert _agrees(oracle.is_sound, columns=4, height=3) == 75


@pytest.mark.slow
def test_no_larger_pile_shows_more_than_the_table() -> None:
    assert _agrees(lambda pile: shows_itself(pile.heights), columns=6, height=3) == 167


def _agrees(is_sound: object, columns: int, height: int) -> int:
    """Compare with all piles of so many columns where these are all that count; tell how many entries that are."""
    assert callable(is_sound)
    best: dict[tuple[int, int, int], int] = {}
    for shape in _shapes(columns):
        for heights in product(range(1, height + 1), repeat=len(shape)):
            pile = Pile.of(dict(zip(sorted(shape), heights, strict=True)))
            left, right, lids = tile_counts(pile.heights)
            if max(left, right, lids) <= 16 and best.get((lids, left, right), 0) < pile.boxes and is_sound(pile):
                best[lids, left, right] = pile.boxes
    for lids, left, right in COUNTS:
        if lids <= columns and min(left, right) <= height:  # no column is higher than the sides that are seen
            assert best.get((lids, left, right)) == most_boxes(lids, left, right), (lids, left, right)
    return sum(min(left, right) <= height for _, left, right in best)


def _shapes(most: int) -> Iterator[frozenset[Place]]:
    """All floors of up to ``most`` places that touch, corners included, each once but for where it lies."""
    shapes = {frozenset({(0, 0)})}
    for size in range(1, most + 1):
        yield from shapes
        if size < most:
            shapes = {_at_corner(shape | {place}) for shape in shapes for place in _around(shape)}


def _around(shape: frozenset[Place]) -> set[Place]:
    return {(x + i, y + j) for x, y in shape for i in (-1, 0, 1) for j in (-1, 0, 1)} - shape


def _at_corner(shape: frozenset[Place]) -> frozenset[Place]:
    x0, y0 = min(x for x, _ in shape), min(y for _, y in shape)
    return frozenset((x - x0, y - y0) for x, y in shape)


def test_the_table_answers_within_a_millisecond() -> None:
    most_boxes(1, 1, 1)
    begun = time.perf_counter()
    for lids, left, right in COUNTS:
        most_boxes(lids, left, right)
    for side in range(1, 17):
        best_pile(side, side, side)
    assert time.perf_counter() - begun < 0.001 * len(COUNTS)


# --- builds by the table ---


def test_the_booklets_new_layer_is_found() -> None:
    """A 3x3 floor with a tower of three behind; one left and one right side are at hand."""
    state = position("3,1,1/1,1,1/1,1,1@0,0", ("LR", ""))
    best = offers(state.site())[0]
    deal = laid(state.site(), best)
    assert isinstance(deal, Deal)
    assert (best.points, deal.points, deal.pile.boxes) == (19, 19, 18)
    assert play(state, Build(deal.pile, deal.open).text).scores == (19, 0)


def test_offers_keep_open_lids_and_tiles_for_later() -> None:
    best = offers(position("2@0,0", ("TRO", "")).site())[0]
    assert best.added == (0, 1, 1, 0)
    assert best_points(position("2@0,0", ("TRO", "")).site()) == best.points


def test_one_open_lid_binds_nothing() -> None:
    state = position("1,1,1/1,1,1/1,1,1@0,0", ("LLRR", ""), open=[[2, 2]])
    for offer in offers(state.site()):
        deal = laid(state.site(), offer)
        assert isinstance(deal, Deal)
        assert deal.points == offer.points
        assert state.why_not(Build(deal.pile, deal.open).text) is None


def test_a_new_open_lid_goes_near_the_others() -> None:
    state = position("2,2/2,2@0,0", ("OLLRR", ""), open=[[-1, -1]])
    deals = [laid(state.site(), offer) for offer in offers(state.site()) if offer.added[3]]
    assert deals
    for deal in deals:
        assert deal is not None
        assert state.why_not(Build(deal.pile, deal.open).text) is None
        (a, b), (c, d) = deal.open
        assert abs(a - c) + abs(b - d) <= 3
