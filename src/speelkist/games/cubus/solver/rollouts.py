"""What builds lead to: the rest of the game played many times over on numbers of tiles alone, compiled.

All draw as the lots fall and build for the most points that the table of most boxes offers. Open lids that lie fixed
are not looked at: they rarely stand in the way of somebody who may lay everything else anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np
from numba import types
from numpy.typing import NDArray

from speelkist.compiled.contract import RNG_TYPE, RngState
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.compiled.rng import below, new_rng
from speelkist.games.cubus import CubusState
from speelkist.games.cubus.max_boxes import MaxBuild, most_boxes
from speelkist.search.budget import Clock
from speelkist.search.chunks import ChunkSizer

from .row_tables import BYTES_3, LONGS, NEVER, SIZE, Bytes, Longs

KINDS = 3  # lids, left sides, right sides: an open lid is a lid
# What a build comes to: its points, the boxes then shown, and what it adds of each kind.
POINTS, BOXES, ADDED, BUILD = 0, 1, 2, 5

compiled = kernel_compiler(__file__)


@cache
def _most() -> Bytes:
    most = np.full((SIZE, SIZE, SIZE), NEVER, np.int8)
    for lids, left, right in product(range(SIZE), repeat=3):
        boxes = most_boxes(lids, left, right)
        if boxes is not None:
            most[lids, left, right] = boxes
    return most


@inline_jit
def _best(most: Bytes, lying: Longs, boxes: int, hand: Longs, young: int, build: Longs) -> None:
    """The build of most points, with the fewest tiles of equal ones; no points if there is none."""
    build[POINTS] = 0
    fewest = 0
    for lids in range(hand[0] + 1):
        for left in range(hand[1] + 1):
            for right in range(hand[2] + 1):
                shown = np.int64(most[lying[0] + lids, lying[1] + left, lying[2] + right])
                if shown > boxes:
                    added = lids + left + right
                    points = shown - boxes if young else 3 * (shown - boxes) - added
                    if points > build[POINTS] or (points == build[POINTS] and points > 0 and added < fewest):
                        fewest = added
                        build[POINTS] = points
                        build[BOXES] = shown
                        build[ADDED] = lids
                        build[ADDED + 1] = left
                        build[ADDED + 2] = right


LONGS_2 = types.int64[:, ::1]


@inline_jit
def _play_on(
    most: Bytes, lying: Longs, boxes: int, hands: Longs, stock: Longs, scores: Longs, turn: int, young: int
) -> None:
    players, drawn, passes = len(scores), 0, 0
    build = np.zeros(BUILD, np.int64)
    while passes < players:
        hand = hands[turn]
        if drawn < len(stock):
            hand[stock[drawn]] += 1
            drawn += 1
        _best(most, lying, boxes, hand, young, build)
        if build[POINTS] > 0:
            scores[turn] += build[POINTS]
            boxes = build[BOXES]
            for kind in range(KINDS):
                lying[kind] += build[ADDED + kind]
                hand[kind] -= build[ADDED + kind]
            passes = 0
        elif drawn == len(stock):
            passes += 1
        turn = (turn + 1) % players


@compiled(
    types.void(
        *(BYTES_3, LONGS, LONGS_2, LONGS, LONGS, LONGS_2, types.int64, types.int64, types.int64, types.int64),
        *(types.int64, RNG_TYPE, types.float64[::1]),
    )
)
def play_out(
    most: Bytes,
    lying: Longs,
    hands: Longs,
    stock: Longs,
    scores: Longs,
    builds: Longs,
    player: int,
    owner: int,
    turn: int,
    young: int,
    times: int,
    rng: RngState,
    shares: NDArray[np.float64],
) -> None:
    """Add to ``shares`` what the player gets of all points after each build, the same draws for all of them.

    The tiles come from the hand of ``owner``; ``turn`` is on next.
    """
    for _ in range(times):
        for place in range(len(stock) - 1, 0, -1):
            other = below(rng, place + 1)
            stock[place], stock[other] = stock[other], stock[place]
        for index in range(len(builds)):
            build = builds[index]
            now, held, points = lying.copy(), hands.copy(), scores.copy()
            points[player] += build[POINTS]
            for kind in range(KINDS):
                now[kind] += build[ADDED + kind]
                held[owner, kind] -= build[ADDED + kind]
            _play_on(most, now, build[BOXES], held, stock, points, turn, young)
            total = points.sum()
            shares[index] += points[player] / total if total > 0 else 1 / len(points)


def shares_after(state: CubusState, builds: Sequence[MaxBuild | None], clock: Clock, seed: int) -> list[float]:
    """The share of all points that the player on turn may expect after each of these builds; None is to pass.

    The clock's simulations are games played on after each of them.
    """
    owner = state.passer if state.phase == "show" and state.passer is not None else state.player
    left, right, closed, opened = state.site().lying
    lying = np.array([closed + opened, left, right], np.int64)
    hands = np.array([_by_kind(hand) for hand in state.hands], np.int64)
    stock = np.repeat(np.arange(KINDS), _by_kind(state.stock))
    scores = np.array(state.scores, np.int64)
    listed = [
        (0, state.pile.boxes, 0, 0, 0)
        if offer is None
        else (offer.points, offer.boxes, offer.added[2] + offer.added[3], offer.added[0], offer.added[1])
        for offer in builds
    ]
    table = np.array(listed, np.int64)
    shares, fortune, sizer = np.zeros(len(listed)), new_rng(seed), ChunkSizer(clock)
    turn, young, done = (owner + 1) % len(state.hands), int(state.game.young), 0
    while (times := max(sizer.chunk(), not done)) > 0:  # once at least
        play_out(_most(), lying, hands, stock, scores, table, state.player, owner, turn, young, times, fortune, shares)
        sizer.done(times)
        done += times
    return [float(share) / done for share in shares]


def _by_kind(counts: tuple[int, int, int, int]) -> tuple[int, int, int]:
    return counts[2] + counts[3], counts[0], counts[1]
