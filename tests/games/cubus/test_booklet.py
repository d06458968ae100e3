"""Sentences of the booklet about points that no other test holds."""

from __future__ import annotations

from itertools import product

from .setting import play, position

POINTS_OF_A_BOX = {3: 0, 2: 1, 1: 2, 0: 3}  # by the tiles that it took


def test_a_box_with_one_tile_is_two_points() -> None:
    """A lid in the corner that three boxes leave free: the sides in front only move."""
    assert play(position("1,1/1,0@0,0", ("T", "")), "build 1,1/1,1@0,0").scores == (2, 0)


def test_the_sum_is_what_the_boxes_score_one_by_one() -> None:
    """Three for each new box less the tiles, however many of both there are."""
    site = position("2,2/2,2@0,0").site()
    for count in range(1, 5):
        for tiles in product(POINTS_OF_A_BOX, repeat=count):
            assert site.points(site.boxes + count, sum(tiles)) == sum(POINTS_OF_A_BOX[used] for used in tiles)
