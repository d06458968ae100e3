"""``speelkist learn``: lessons at the terminal, from the first step to the last."""

from __future__ import annotations

import pytest

from speelkist.learn.lesson import Lesson
from speelkist.learn.lesson_file import lesson_of, lessons_of

from .runner import lines, speelkist


def answers(lesson: Lesson) -> list[str]:
    """What is typed to get through a lesson."""
    return [
        str(1 + [answer.right for answer in step.answers].index(True)) if step.answers else step.solution().text
        for step in lesson.steps
    ]


def test_a_lesson_is_walked_through() -> None:
    lesson = lesson_of("krabcek", "men")
    out = speelkist("learn", "krabcek", "men", typed=lines(*answers(lesson)), env={"COLUMNS": "400"}).out
    assert all(step.text["en"] in out or len(step.text["en"]) > 90 for step in lesson.steps)
    assert "Step 5 of 5" in out and out.rstrip().endswith("That is the end of this lesson.")


def test_remarks_refusals_orders_and_wrong_numbers_are_answered_in_dutch() -> None:
    typed = lines("V01-V99", "zetten", "S@G2", "V01-T01e", "9", "1", "toon", "V01-H01", "1", "toon", "stop")
    out = speelkist("learn", "krabcek", "men", "--lang", "nl", typed=typed).out
    assert "Dat brengt een nieuw mannetje in het spel" in out
    assert "Typ het nummer van een antwoord: 1 tot en met 3." in out
    assert "Elk veld naast hem is te smal." in out
    assert "dus hij loopt nooit" in " ".join(out.split())


def test_all_lessons_follow_each_other_until_one_has_enough() -> None:
    first, second = lessons_of("krabcek")[:2]
    out = speelkist("learn", "krabcek", typed=lines(*answers(first), "y", *answers(second), "n")).out
    assert f"1. {first.title['en']}" in out and f"2. {second.title['en']}" in out
    assert lessons_of("krabcek")[2].title["en"] not in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "chess"),
        (("krabcek", "flying"), "There is no lesson “flying” in krabcek; the lessons are: men, edge"),
    ],
)
def test_what_is_not_there_is_answered_in_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in speelkist("learn", *arguments, code=2).err
