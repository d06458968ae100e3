"""The compiled law where it is most easily wrong: lines of bits, trades, ends; and its playouts and features."""

from __future__ import annotations

import numpy as np
import pytest

from speelkist.compiled.rng import new_rng
from speelkist.games.kriskras import Kriskras
from speelkist.games.kriskras.board import NUMBERS, SQUARES, walk_way
from speelkist.games.kriskras.hint_reasons import captures
from speelkist.games.kriskras.kernel.features import (
    END_POINTS,
    FEATURES,
    FILES,
    HIT_ANYBODY,
    HIT_MUSKETEER,
    HOME_MUSKETEER,
    NOBODY_OUT,
    POINTS,
    REACH,
    SIDE_FEATURES,
    WINS,
    evaluate,
    features,
    side,
)
from speelkist.games.kriskras.kernel.kernel import KERNEL
from speelkist.games.kriskras.kernel.rays import ARMIES, MOST_MOVES, lay_lines, nearest
from speelkist.games.kriskras.legal import walks

from .examples import POSITIONS, mirrored, position, read, swapped
from .special import kind_of

COMPASS = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (1, -1), (-1, 1)]
WEIGHTS = np.random.default_rng(1).normal(0, 0.3, 8 * (FEATURES + 2) + 1).astype(np.float32)


def seen(text: str) -> np.ndarray:
    """The features of a position."""
    out = np.ones(FEATURES, np.float32)
    features(*KERNEL.pack(read(text)), out)
    return out


@pytest.mark.parametrize("name", POSITIONS)
def test_the_nearest_thing_is_what_a_walk_meets(name: str) -> None:
    state = read(POSITIONS[name])
    lines = lay_lines(KERNEL.pack(state)[1])
    occupied = state.armies[0].squares | state.armies[1].squares
    for square in range(SQUARES):
        for direction, (files, ranks) in enumerate(COMPASS):
            way = walk_way(square, files, ranks, 6)
            free = next((far for far, passed in enumerate(way) if occupied >> passed & 1), len(way))
            assert nearest(lines, square, direction) == free + 1


def test_no_position_has_more_moves_than_there_is_room_for() -> None:
    open_field = position(("e6 i6 m6", "a8 b9 c8 d9 n8 o9 p8 q9"), ("a17 q17", ""), "r1g1")
    assert len(read(open_field).legal()) > 60
    assert KERNEL.most_moves == MOST_MOVES == 86


def test_a_playout_goes_on_from_any_position() -> None:
    for name, text in POSITIONS.items():
        for seed in range(20):
            options, array = KERNEL.pack(read(text))
            assert KERNEL.playout(options, array, new_rng(seed)) > 0, name
            end = KERNEL.unpack(Kriskras(), options, array)
            assert end.outcome is not None
            assert np.array_equal(KERNEL.pack(end)[1], array)


def test_a_playout_s_first_move_is_drawn_evenly_from_all_legal_ones() -> None:
    """White's only musketeer in the field wins with some throws at once: how often must be the share of such moves."""
    text = position(("a17 q17 h16", ""), ("a2 q2", "i9"), phase="throw", idle=199)
    state = read(text)
    expected = 0.0
    for throw in state.legal():
        moves = state.play(throw).legal()
        expected += sum(state.play(throw).play(move).outcome.reason == "musketeers_home" for move in moves) / len(moves)  # type: ignore[union-attr]
    times, won = 20_000, 0
    for seed in range(times):
        options, array = KERNEL.pack(state)
        assert KERNEL.playout(options, array, new_rng(seed << 20)) == 1
        won += KERNEL.reasons[array[2]] == "musketeers_home"
    chance = expected / 36
    assert abs(won / times - chance) < 5 * np.sqrt(chance * (1 - chance) / times)


def test_a_playout_lets_a_throw_lapse_as_often_as_it_retreats() -> None:
    """The soldier a2 can do nothing but retreat with red 1 and most greens: the lapse is a move like the retreat."""
    state = read(position(("a17", "a2 a3"), ("b3", "b2"), phase="throw", idle=199))
    expected = 0.0
    for throw in state.legal():
        moves = [move.text for move in state.play(throw).legal()]
        expected += moves.count("a2-a1") / len(moves)
    times, retreated = 20_000, 0
    for seed in range(times):
        options, array = KERNEL.pack(state)
        assert KERNEL.playout(options, array, new_rng(seed << 20)) == 1
        retreated += NUMBERS["a1"] in array[ARMIES:]
    chance = expected / 36
    assert 0.05 < chance < 0.1
    assert abs(retreated / times - chance) < 5 * np.sqrt(chance * (1 - chance) / times)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_features_count_the_throws_that_the_rules_give(name: str) -> None:
    state = read(POSITIONS[name])
    out = seen(POSITIONS[name])
    for number, player in enumerate((state.turn, 1 - state.turn)):
        part = out[number * SIDE_FEATURES + REACH :]
        hits = captures(player, state.armies)
        musketeers = anybody = home = 0
        for square, throws in hits.items():
            anybody |= throws
            if square in state.armies[1 - player].musketeers:
                musketeers |= throws
        for red in range(1, 7):
            for green in range(1, 7):
                home += any(
                    move.start in state.armies[player].musketeers and move.end // 17 == (16, 0)[player]
                    for move in walks(player, state.armies, red, green)
                )
        assert part[HIT_MUSKETEER] == pytest.approx(musketeers.bit_count() / 36)
        assert part[HIT_ANYBODY] == pytest.approx(anybody.bit_count() / 36)
        assert part[HOME_MUSKETEER] == pytest.approx(home / 36)


def test_a_win_in_reach_is_a_feature() -> None:
    assert seen(POSITIONS["white's third musketeer is one square from home"])[REACH + WINS] > 0
    assert seen(POSITIONS["black can capture white's last musketeer"])[REACH + WINS] > 0
    assert seen(POSITIONS["the first turn"])[REACH + WINS] == 0


@pytest.mark.parametrize("name", POSITIONS)
def test_the_judgement_is_the_same_from_both_sides_of_the_table(name: str) -> None:
    state = read(POSITIONS[name])
    chance = evaluate(*KERNEL.pack(state), WEIGHTS)
    assert 0 < chance < 1 or kind_of(state) == "stuck"
    other = swapped(state)
    assert evaluate(*KERNEL.pack(other), WEIGHTS) == pytest.approx(1 - chance)
    assert side(*KERNEL.pack(other)) == 1 - side(*KERNEL.pack(state))
    assert evaluate(*KERNEL.pack(mirrored(state)), WEIGHTS) == pytest.approx(chance)


def test_who_is_stuck_and_may_end_the_game_has_at_least_what_that_brings() -> None:
    assert evaluate(*KERNEL.pack(read(POSITIONS["white is stuck, and may trade or end the game"])), WEIGHTS) == 1.0
    equal = read(position(("a17 b17", "c17 d17"), ("a1 b1", "c1 d1"), phase="trade"))
    assert evaluate(*KERNEL.pack(equal), WEIGHTS) >= 0.5
    losing = read(position(("a17", "c17 d17"), ("a1 b1 h9", "c1 d1"), phase="trade"))
    assert 0 < evaluate(*KERNEL.pack(losing), WEIGHTS) < 1


def test_soldiers_that_are_owed_count_as_lost() -> None:
    owed = seen(POSITIONS["white names two of four soldiers"])
    paid = seen(read(POSITIONS["white names two of four soldiers"]).play("-c17").play("-d17").to_json())
    assert np.array_equal(owed[:FILES], paid[:FILES])
    assert owed[POINTS] == paid[POINTS]


def test_who_has_nobody_left_to_move_is_told_with_the_points() -> None:
    stuck = seen(POSITIONS["white is stuck, and may trade or end the game"])
    assert (stuck[REACH + NOBODY_OUT], stuck[SIDE_FEATURES + REACH + NOBODY_OUT], stuck[END_POINTS]) == (1, 0, 1)
    assert seen(POSITIONS["black is stuck when white has moved"])[END_POINTS] == -1
    assert seen(POSITIONS["black may trade twice"])[END_POINTS] == 0


def test_an_end_is_judged_as_it_is_and_the_lots_favour_nobody() -> None:
    assert evaluate(*KERNEL.pack(Kriskras().start()), WEIGHTS) == 0.5
    won = read(POSITIONS["white's third musketeer is one square from home"]).play("h16-g16-g17")
    assert evaluate(*KERNEL.pack(won), WEIGHTS) == 1.0
    lost = read(POSITIONS["black can capture white's last musketeer"]).play("i10-h10xh8")
    assert evaluate(*KERNEL.pack(lost), WEIGHTS) == 0.0
