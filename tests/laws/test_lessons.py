"""Every lesson and example of every game: solvable, reachable in all its remarks, short, in both languages."""

from __future__ import annotations

import dataclasses
import json

import pytest

import speelkist
from speelkist.core.view import view_of
from speelkist.learn.check import problems
from speelkist.learn.lesson import Lesson, Remark
from speelkist.learn.lesson_file import examples_of, lesson_of, lessons_of

GAMES = [game for game in speelkist.games() if lessons_of(game)]
LESSONS = [(game, lesson.id) for game in GAMES for lesson in lessons_of(game)]


@pytest.mark.parametrize(("game", "id"), LESSONS)
def test_a_lesson_is_good(game: str, id: str) -> None:
    assert problems(lesson_of(game, id)) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_six_to_nine_lessons_of_different_names(game: str) -> None:
    ids = [lesson.id for lesson in lessons_of(game)]
    assert 6 <= len(ids) <= 9 and len(set(ids)) == len(ids)


@pytest.mark.parametrize("game", GAMES)
def test_every_example_can_be_drawn_and_played_on_from(game: str) -> None:
    for example in examples_of(game).values():
        assert example.state.outcome is None, example.id
        assert view_of(game).board(example.state)["cells"], example.id
        assert speelkist.load(game).from_json(json.dumps(example.state.to_data())) == example.state, example.id


def first() -> Lesson:
    return lesson_of("krabcek", "men")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"moves": ("G1-G2",)}, "no legal move is G1-G2"),
        (
            {"remarks": (Remark(("G1-*",), {}),), "wrong": {"en": "", "nl": ""}},
            "no move leads to the remark about G1-*",
        ),
        ({"remarks": ()}, "nothing is said of"),
        ({"wrong": {"en": "x", "nl": "x"}}, "no move is left that is wrong"),
        ({"then": ("7",)}, "what follows is not legal"),
        ({"look": ("Z1",)}, "there is no cell Z1"),
        ({"route": ("G1", "Z1")}, "there is no cell Z1 on the way"),
        ({"route": ("G1",)}, "a way has two cells or more"),
        ({"text": {"en": "x" * 301, "nl": "x"}}, "text in en is long"),
        ({"text": {"en": "Go. " * 5, "nl": "x"}}, "text in en has 5 sentences"),
        ({"typed": {"en": "x", "nl": "Ga. " * 5}}, "typed in nl has 5 sentences"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_bad_step_is_noticed(change: dict[str, object], problem: str) -> None:
    lesson = first()
    bad = dataclasses.replace(lesson.steps[0], **change)  # type: ignore[arg-type]
    listed = problems(dataclasses.replace(lesson, steps=(bad, *lesson.steps[1:])))
    assert any(problem in line for line in listed), listed


def test_a_question_without_one_right_answer_is_noticed() -> None:
    lesson = first()
    question = next(step for step in lesson.steps if step.answers)
    bad = dataclasses.replace(question, answers=tuple(answer for answer in question.answers if not answer.right))
    assert problems(dataclasses.replace(lesson, steps=(lesson.steps[0], bad))) != []


def test_a_lesson_of_one_step_is_noticed() -> None:
    lesson = first()
    assert "1 steps" in problems(dataclasses.replace(lesson, steps=lesson.steps[:1]))
