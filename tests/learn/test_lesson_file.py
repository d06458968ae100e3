"""Reading lessons and examples: what they hold, and how a mistake in a file is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from speelkist.learn import lesson_file
from speelkist.learn.lesson_file import BadLesson, example_of, examples_of, lesson_of, lessons_of

TEXT = {"en": "Walk.", "nl": "Loop."}
STEP: dict[str, Any] = {"position": "start", "text": TEXT, "good": TEXT, "move": ["b2-c2", "*"]}


class Folder:
    """A game's folder in which a test writes lessons."""

    def __init__(self, path: Path) -> None:
        self.path = path
        (path / "lessons").mkdir()
        red, blue = ["d4", "e6"], ["g7"]
        position = {"holes": ["1" * 10] * 10, "target": 14, "groups": "fine", "phase": "move", "to_move": "red"}
        position |= {"red": red, "blue": blue, "taken": {"red": 13, "blue": 12}, "fines": [], "quiet": 0}
        self.example(start={"title": TEXT, "shows": ["N1"], "position": position})

    def example(self, **entries: Any) -> None:
        (self.path / "examples.json").write_text(json.dumps(entries), encoding="utf-8")

    def lesson(self, *steps: dict[str, Any], **fields: Any) -> None:
        lesson = {"title": TEXT, "aim": TEXT, "steps": list(steps), **fields}
        (self.path / "lessons" / "1-walking.json").write_text(json.dumps(lesson), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.setattr(lesson_file, "files", lambda package: tmp_path)
    monkeypatch.setattr(lesson_file, "examples_of", examples_of.__wrapped__)
    monkeypatch.setattr(lesson_file, "lessons_of", lessons_of.__wrapped__)
    return Folder(tmp_path)


def test_a_lesson_is_read_with_its_example(folder: Folder) -> None:
    folder.lesson(STEP, {**STEP, "position": {"like": "start", "quiet": 7}})
    lesson = lesson_of("knopf", "walking")
    assert lesson.title == TEXT and len(lesson.steps) == 2
    assert lesson.steps[0].state == example_of("knopf", "start").state
    assert lesson.steps[1].state.to_data()["quiet"] == 7


def test_a_step_goes_on_where_the_one_before_it_ended(folder: Folder) -> None:
    first = {**STEP, "move": ["d4-d3"], "then": ["g7-h8"]}
    folder.lesson(first, {**STEP, "position": "continue"})
    after = lesson_of("knopf", "walking").steps[1].state.to_data()
    assert after["red"] == ["d3", "e6"] and after["blue"] == ["h8"]


def test_a_game_without_files_has_no_lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lesson_file, "files", lambda package: tmp_path)
    assert lessons_of.__wrapped__("knopf") == ()
    assert examples_of.__wrapped__("knopf") == {}


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ({"text": {"en": "Walk."}}, "“steps[0].text” needs a text in nl."),
        ({"text": {"en": "Walk.", "nl": " "}}, "“steps[0].text” needs a text in nl."),
        ({"position": "gone"}, "There is no example “gone”; the examples are: start."),
        ({"position": {"like": "gone"}}, "There is no example “gone”; the examples are: start."),
        ({"position": "continue"}, "“steps[0].position” cannot go on"),
        ({"move": []}, "needs either a move, points or answers"),
        ({"points": 3}, "needs either a move, points or answers"),
        ({"hint": "x"}, "steps[0].hint"),
        ({"answers": [{"text": TEXT}]}, "steps[0].answers[0].remark"),
        ({"position": {"like": "start", "red": ["z9"]}}, "z9"),
    ],
    ids=str,
)
def test_a_mistake_is_named(folder: Folder, step: dict[str, Any], sentence: str) -> None:
    folder.lesson({**STEP, **step})
    with pytest.raises(BadLesson) as error:
        lesson_of("knopf", "walking")
    assert str(error.value).startswith("The file 1-walking.json of knopf: ")
    assert sentence in str(error.value)
    assert error.value.say("nl").startswith("Het bestand 1-walking.json van knopf: ")


def test_an_unknown_lesson_is_answered_with_those_that_exist(folder: Folder) -> None:
    folder.lesson(STEP)
    with pytest.raises(BadLesson, match="There is no lesson “flying” in knopf; the lessons are: walking"):
        lesson_of("knopf", "flying")
