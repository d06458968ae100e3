"""The search for puzzles: the shipped files come out again, and rollouts are what they say."""

from __future__ import annotations

import json
from importlib.resources import files
from itertools import islice
from typing import Any

import numpy as np
import pytest

import speelkist
from speelkist.core import Move
from speelkist.core.registry import package_of

pytestmark = [pytest.mark.slow, pytest.mark.needs("numba")]


def shipped(game: str) -> dict[str, Any]:
    file: dict[str, Any] = json.loads((files(package_of(game).folder) / "puzzles.json").read_text(encoding="utf-8"))
    return file


GAMES = [game for game in speelkist.games() if (files(package_of(game).folder) / "puzzles.json").is_file()]
AT_CHANCE = [game for game in GAMES if any(puzzle["by"] == "rollouts" for puzzle in shipped(game)["puzzles"])]


def without_rating(puzzle: dict[str, Any]) -> dict[str, Any]:
    """Who solves it depends on the strengths of the day."""
    return {name: value for name, value in puzzle.items() if name != "solved_by"}


@pytest.mark.parametrize("game", GAMES)
def test_the_first_puzzles_that_are_found_are_in_the_file(game: str) -> None:
    from speelkist.bots.puzzles.search import find_puzzles
    from tools.puzzles import net_of

    file = shipped(game)
    if file["net"] != net_of(game):
        pytest.skip(f"made with the net {file['net']}")
    known = [without_rating(puzzle) for puzzle in file["puzzles"]]
    for puzzle in islice(find_puzzles(game, len(known), file["seed"]), 2):
        assert json.loads(json.dumps(without_rating(puzzle.to_data()))) in known


@pytest.mark.parametrize("game", AT_CHANCE)
def test_shipped_moves_lead_in_other_games_too(game: str) -> None:
    from speelkist.bots.puzzles.look import look_of
    from speelkist.bots.puzzles.rollouts import Rollouts
    from speelkist.learn.puzzles import puzzles_of

    rollouts = Rollouts(game)
    for puzzle in [puzzle for puzzle in puzzles_of(game) if puzzle.by == "rollouts"][::40]:
        best = puzzle.state.resolve(puzzle.moves[0])
        other = next(seen.text for seen in look_of(game).look(puzzle.state) if seen.text not in puzzle.moves)
        second = puzzle.state.resolve(other)
        assert isinstance(best, Move) and isinstance(second, Move)
        results = [rollouts.after(puzzle.state, move, 200, seed=7).mean() for move in (best, second)]
        assert results[0] > results[1], puzzle.id


def test_rollouts_have_the_same_throws_for_every_candidate() -> None:
    from speelkist.bots.puzzles.rollouts import Rollouts

    rollouts = Rollouts("kriskras")
    state = speelkist.load("kriskras").start().play("white").play("r1g1")
    move = state.legal()[0]
    first = rollouts.after(state, move, 40, 1)
    assert np.array_equal(first, rollouts.after(state, move, 40, 1))
    assert np.array_equal(first[10:], rollouts.after(state, move, 30, 1, begin=10))
    assert not np.array_equal(first, rollouts.after(state, move, 40, 2))
    assert set(first) <= {0.0, 0.5, 1.0}


def test_a_first_sample_says_how_many_games_a_proof_takes() -> None:
    from speelkist.bots.puzzles.proof import FEWEST_GAMES, MOST_GAMES, games_needed

    clear, close = np.array([1.0] * 90 + [-1.0] * 10), np.array([1.0] * 35 + [0.0] * 40 + [-1.0] * 25)
    assert games_needed(clear) == FEWEST_GAMES
    assert games_needed(close) > MOST_GAMES
