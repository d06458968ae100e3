"""Every puzzle of every game: solved by its move and by no other, without twins, with words in both languages."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest

import speelkist
from speelkist.core import Move
from speelkist.core.registry import package_of
from speelkist.learn.judge import judge_move
from speelkist.learn.lesson_file import BadLesson
from speelkist.learn.puzzles import lesson_named, puzzle_of, puzzle_of_the_day, puzzles_of

GAMES = [game for game in speelkist.games() if puzzles_of(game)]
LEAD = 0.08


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_a_solution_and_a_wrong_try(game: str) -> None:
    for puzzle in puzzles_of(game):
        (step,) = puzzle.lesson().steps
        right = judge_move(step, puzzle.moves[0])
        assert right.right, puzzle.id
        others = [move for move in puzzle.state.legal() if not step.accepts(move)]
        assert others, puzzle.id
        wrong = judge_move(step, others[0].text)
        assert not wrong.right and wrong.text == step.wrong
        assert set(step.text) == set(step.good) == {"en", "nl"}
        assert not {"{", "}"} & set("".join([*step.text.values(), *step.good.values()])), step


@pytest.mark.parametrize("game", GAMES)
def test_a_lead_is_as_large_as_was_asked_for(game: str) -> None:
    for puzzle in puzzles_of(game):
        if puzzle.points is None:
            assert puzzle.lead > LEAD, puzzle.id
            if puzzle.kind == "win":
                move = puzzle.state.resolve(puzzle.moves[0])
                assert isinstance(move, Move)
                outcome = puzzle.state.after(move).outcome
                assert outcome is not None and outcome.winners == (puzzle.state.player,)
        else:
            gains = [puzzle.state.after(move).points() for move in puzzle.state.legal()]
            before = puzzle.state.points()
            assert before is not None
            most = max(after[puzzle.state.player] - before[puzzle.state.player] for after in gains if after)
            assert most <= puzzle.points, puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_no_puzzle_is_there_twice(game: str) -> None:
    module = package_of(game).puzzles
    assert module is not None
    twins = Counter(form for puzzle in puzzles_of(game) for form in set(module().twins(puzzle.state)))
    assert max(twins.values()) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_easy_ones_come_first(game: str) -> None:
    solvers = [len(puzzle.solved_by) for puzzle in puzzles_of(game)]
    assert solvers == sorted(solvers, reverse=True)


@pytest.mark.parametrize("game", GAMES)
def test_the_puzzle_of_the_day_is_one_for_everybody_and_changes(game: str) -> None:
    days = [date(2026, 11, 17) + timedelta(days=n) for n in range(30)]
    chosen = [puzzle_of_the_day(game, day) for day in days]
    assert chosen == [puzzle_of_the_day(game, day) for day in days]
    assert len({puzzle.id for puzzle in chosen if puzzle is not None}) > 10


@pytest.mark.parametrize("name", ["puzzle-0", "puzzle-9999", "puzzle-", "puzzle-²", "puzzle-1x", "puzzle-" + "1" * 500])
def test_a_puzzle_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(BadLesson):
        lesson_named(GAMES[0], name)


def test_a_puzzle_knows_its_number() -> None:
    for puzzle in puzzles_of(GAMES[0])[:3]:
        assert puzzle_of(GAMES[0], puzzle.id) is puzzle
