"""Every puzzle of every game: solved by its move and by no other, without twins, with words in both languages."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from importlib.resources import files

import pytest

import speelkist
from speelkist.core.registry import package_of
from speelkist.learn.judge import judge_move
from speelkist.learn.lesson_file import BadLesson
from speelkist.learn.puzzles import STRENGTHS, lesson_named, puzzle_of, puzzle_of_the_day, puzzles_of
from tests.support.samples import sample

GAMES = [game for game in speelkist.games() if puzzles_of(game)]
LEAD = 0.08
MANY, FEW = 120, 10
ASKED_FOR = {
    "krabcek": {"win", "save", "block", "best"},
    "knopf": {"save", "take_two", "best"},
    "cubus": {"build"},
    "kriskras": {"win", "save", "trade", "best"},
}


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_a_solution(game: str) -> None:
    for puzzle in puzzles_of(game):
        (step,) = puzzle.lesson().steps
        assert judge_move(step, puzzle.moves[0]).right, puzzle.id
        assert step.solution().text == puzzle.moves[0], puzzle.id  # what is shown to whoever asks for it
        assert set(step.text) == set(step.good) == {"en", "nl"}
        assert not {"{", "}"} & set("".join([*step.text.values(), *step.good.values()])), step


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_can_be_got_wrong(game: str) -> None:
    takes_long = any(puzzle.points is not None for puzzle in puzzles_of(game))
    for puzzle in puzzles_of(game)[:: sample(20, slow=1) if takes_long else 1]:
        (step,) = puzzle.lesson().steps
        wrong = judge_move(step, next(move.text for move in puzzle.state.legal() if not step.accepts(move)))
        assert not wrong.right and wrong.text == step.wrong


@pytest.mark.parametrize("game", GAMES)
def test_a_lead_is_as_large_as_was_asked_for(game: str) -> None:
    for puzzle in puzzles_of(game):
        assert puzzle.lead > (LEAD if puzzle.points is None else 0), puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_only_the_right_move_of_a_win_wins(game: str) -> None:
    for puzzle in puzzles_of(game):
        if puzzle.kind == "win":
            state = puzzle.state
            ends = {move.text: state.after(move).outcome for move in state.legal()}
            winning = {text for text, end in ends.items() if end is not None and end.winners == (state.player,)}
            assert winning == set(puzzle.moves), puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_no_build_that_the_table_knows_scores_more(game: str) -> None:
    for puzzle in [puzzle for puzzle in puzzles_of(game) if puzzle.points is not None][:: sample(20, slow=1)]:
        gains = [puzzle.state.after(move).points() for move in puzzle.state.legal()]
        before = puzzle.state.points()
        assert before is not None
        most = max(after[puzzle.state.player] - before[puzzle.state.player] for after in gains if after)
        assert puzzle.points is not None and most <= puzzle.points, puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_many_puzzles_and_of_no_kind_only_a_few(game: str) -> None:
    kinds = Counter(puzzle.kind for puzzle in puzzles_of(game))
    assert kinds.total() >= MANY and min(kinds.values()) >= FEW, kinds
    assert set(kinds) >= ASKED_FOR.get(game, set())


@pytest.mark.needs("numba")
@pytest.mark.parametrize("game", GAMES)
def test_the_command_makes_as_many_as_are_in_the_file_from_the_same_seed(game: str) -> None:
    from tools.puzzles import SEED, WANTED

    package = package_of(game)
    head = json.loads((files(package.folder) / "puzzles.json").read_text(encoding="utf-8"))
    assert package.puzzles is not None
    rare: dict[str, int] = getattr(package.puzzles(), "RARE", {})
    assert (head["seed"], head["count"]) == (SEED, WANTED)
    assert len(head["puzzles"]) == WANTED + sum(rare.values())


@pytest.mark.parametrize("game", GAMES)
def test_no_puzzle_is_there_twice(game: str) -> None:
    module = package_of(game).puzzles
    assert module is not None
    twins = Counter(form for puzzle in puzzles_of(game) for form in set(module().twins(puzzle.state)))
    assert max(twins.values()) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_easy_ones_come_first(game: str) -> None:
    weakest = [STRENGTHS.index(next(iter(puzzle.solved_by))) if puzzle.solved_by else 5 for puzzle in puzzles_of(game)]
    assert weakest == sorted(weakest)


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
