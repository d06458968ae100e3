"""The table of best piles, and the solver with open lids, against brute force and an independent exact model."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import product

import pytest

from speelkist.games.cubus import CubusState, Pile
from speelkist.games.cubus.board import Place, shows_itself, tile_counts
from speelkist.games.cubus.build_rules import CheckedBuild
from speelkist.games.cubus.max_boxes import best_pile, best_points, laid, most_boxes, offers
from speelkist.games.cubus.notation import Build
from speelkist.search.budget import Budget, Cancelled
from tests.support.samples import sample

from . import exact_model, oracle
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
    begun = time.thread_time()
    for lids, left, right in COUNTS:
        most_boxes(lids, left, right)
    for side in range(1, 17):
        best_pile(side, side, side)
    assert time.thread_time() - begun < 0.001 * len(COUNTS)


# --- builds by the table ---


def test_the_booklets_new_layer_is_found() -> None:
    """A 3x3 floor with a tower of three behind; one left and one right side are at hand."""
    state = position("3,1,1/1,1,1/1,1,1@0,0", ("LR", ""))
    best = offers(state.site())[0]
    deal = laid(state.site(), best)
    assert isinstance(deal, CheckedBuild)
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
        assert isinstance(deal, CheckedBuild)
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


# --- with open lids fixed ---

MUCH = Budget(simulations=1_000_000)


def _settings(count: int, sides: int, hands: tuple[str, ...]) -> Iterator[CubusState]:
    """Positions with two or three open lids on piles of up to four columns, few enough to look at all builds."""
    rng = random.Random(7)
    piles = [pile for pile in _sound_piles(4, 3) if len(pile.columns) > 1]
    while count:
        pile, hand = rng.choice(piles), rng.choice(hands)
        left, right, lids = tile_counts(pile.heights)
        if lids + hand.count("T") <= 4 and min(left + hand.count("L"), right + hand.count("R")) <= sides:
            places = rng.sample(sorted(pile.lids().values()), rng.randint(2, min(3, lids)))
            yield position(str(pile), (hand, ""), open=[list(place) for place in places])
            count -= 1


def _sound_piles(columns: int, height: int) -> list[Pile]:
    piles = []
    for shape in _shapes(columns):
        for heights in product(range(1, height + 1), repeat=len(shape)):
            pile = Pile.of(dict(zip(sorted(shape), heights, strict=True)))
            if shows_itself(pile.heights):
                piles.append(pile)
    return piles


def test_the_solver_agrees_with_all_builds_there_are() -> None:
    cubus = pytest.importorskip("speelkist.games.cubus.solver.solve")
    every = _sound_piles(4, 4)
    scored = 0
    count = sample(12, slow=40)
    for state in _settings(count, 4, ("L", "R", "LR", "LRT", "RT", "LT", "LLR", "")):
        solution = cubus.solve(state, MUCH)
        assert solution.proven
        assert solution.points == max((_worth(state, pile) for pile in every), default=0)
        if solution.points:
            scored += 1
            after = play(state, solution.move.text)
            assert after.scores[0] == solution.points
            assert after.pile.boxes == solution.boxes
    assert scored > count / 4


def _worth(state: CubusState, pile: Pile) -> int:
    """The most that this pile scores wherever it is laid, judged by the rules."""
    a, b = state.open[0]
    best = 0
    if pile.boxes <= state.pile.boxes:
        return 0
    for i, j in pile.lids().values():
        deal = state.site().deal(pile.moved(a - i, b - j), state.open)
        if isinstance(deal, CheckedBuild):
            best = max(best, deal.points)
    return best


@pytest.mark.parametrize("tiles", [(3, 3, 3), (4, 4, 4), (4, 3, 5), (3, 4, 5), (2, 5, 2), (4, 6, 3), (4, 2, 3)])
def test_the_table_agrees_with_an_independent_model(tiles: tuple[int, int, int]) -> None:
    assert exact_model.most_boxes(*tiles) == most_boxes(*tiles)


@pytest.mark.slow
def test_the_table_agrees_with_an_independent_model_on_more_tiles() -> None:
    for lids, left, right in product(range(1, 5), range(1, 7), range(1, 7)):
        if left <= right:
            assert exact_model.most_boxes(lids, left, right) == most_boxes(lids, left, right), (lids, left, right)


def test_the_solver_agrees_with_an_independent_model() -> None:
    cubus = pytest.importorskip("speelkist.games.cubus.solver.solve")
    for state in _settings(6, 3, ("LR", "LRT", "R", "L")):
        (left, right, lids), site = state.site().limits, state.site()
        worth = exact_model.most_worth(lids, left, right, list(state.open))
        points = 0 if worth is None else worth - 3 * site.boxes + sum(site.lying)
        assert cubus.solve(state, MUCH).points == max(points, 0)


def test_a_small_budget_still_gives_a_build() -> None:
    cubus = pytest.importorskip("speelkist.games.cubus.solver.solve")
    state = position("3,3,2/3,2,2/2,2,1@0,0", ("LLRRTTT", ""), open=[[2, 2], [-2, -2], [1, 0], [-1, -2]])
    little, much = cubus.solve(state, Budget(simulations=1)), cubus.solve(state, MUCH)
    assert not little.proven
    assert much.proven
    assert 1 <= little.points <= much.points
    assert play(state, little.move.text).scores[0] == little.points
    with pytest.raises(Cancelled):
        cubus.solve(state, Budget(simulations=1000, cancelled=lambda: True))


def test_nothing_to_build_is_proved_too() -> None:
    cubus = pytest.importorskip("speelkist.games.cubus.solver.solve")
    solution = cubus.solve(position("1@0,0"), MUCH)
    assert (solution.move.text, solution.points, solution.boxes, solution.proven) == ("--", 0, 1, True)
