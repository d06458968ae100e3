"""``speelkist learn``: lessons at the terminal, from the first step to the last."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

import pytest

import speelkist as library
from speelkist.cli.commands import learn
from speelkist.cli.terminal import Screen
from speelkist.core import LANGUAGES
from speelkist.learn.lesson import Lesson
from speelkist.learn.lesson_file import lesson_of, lessons_of

from .runner import lines, speelkist

GAMES = [game for game in library.games() if lessons_of(game)]
BROWSER_WORDS = re.compile(
    r"\b(tap|press|click|drag|pick it|red (dashed )?rings?|scissors|page|“\w[^”]*” (under|appears)"
    r"|tik|druk|klik|sleep|stippelring\w*|schaar|“\w[^”]*” (onder|verschijnt|tekent))\b",
    re.IGNORECASE,
)


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


class RecordingScreen(Screen):
    """A screen that keeps what is printed, and types what it is given."""

    def __init__(self, lang: str, typed: list[str]) -> None:
        super().__init__(lang, colour=False)
        self.width = 100
        self.printed: list[str] = []
        self.typed: Iterator[str] = iter(typed)

    def print(self, text: str = "") -> None:
        """Keep it."""
        self.printed.append(text)

    def ask(self, prompt: str) -> str:
        """Type the next line."""
        return next(self.typed)

    def yes(self, key: str, **values: object) -> bool:
        """On to the next lesson."""
        return True


def walk(game: str, lang: str) -> str:
    """All that is told in the lessons of a game to somebody who asks for help, and then does what is right."""
    typed = [line for lesson in lessons_of(game) for answer in answers(lesson) for line in ("?", answer)]
    screen = RecordingScreen(lang, typed)
    assert learn.run(screen, argparse.Namespace(game=game, lesson=None)) == 0
    assert next(screen.typed, None) is None
    return "\n".join(screen.printed)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_tells_at_the_terminal_what_its_steps_need(game: str, lang: str) -> None:
    printed = " ".join(walk(game, lang).split())
    for lesson in lessons_of(game):
        for step in lesson.steps:
            assert " ".join((step.typed or step.text)[lang].split()) in printed
            assert " ".join(step.good[lang].split()) in printed
            assert not step.look or f": {', '.join(step.look)}" in printed
            assert not step.route or f": {' - '.join(step.route)}" in printed


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_said_at_the_terminal_of_what_only_a_browser_has(game: str, lang: str) -> None:
    for lesson in lessons_of(game):
        for step in lesson.steps:
            said = [step.typed or step.text, step.good, step.wrong or {}, *(remark.text for remark in step.remarks)]
            said += [text for answer in step.answers for text in (answer.text, answer.remark or {})]
            browsers = [text[lang] for text in said if lang in text and BROWSER_WORDS.search(text[lang])]
            assert browsers == [], lesson.id


def test_help_tells_how_to_write_a_move_and_the_number_of_a_listed_move_plays_it() -> None:
    step = lesson_of("krabcek", "men").steps[0]
    number = [move.text for move in step.state.legal()].index(step.solution().text) + 1
    ran = speelkist("learn", "krabcek", "men", typed=lines("?", "moves", "board", str(number), "?", "quit"))
    out = " ".join(ran.out.split())
    assert "walk from T12e to V13" in out and "all moves with their numbers" in out
    assert out.count("Step 1 of 5") == 1 and out.count("walk your Skinnyboy one box") == 2
    assert "Step 2 of 5" in out and "an answer by its number" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "chess"),
        (("krabcek", "flying"), "There is no lesson “flying” in krabcek; the lessons are: men, edge"),
    ],
)
def test_what_is_not_there_is_answered_in_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in speelkist("learn", *arguments, code=2).err
