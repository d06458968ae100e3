"""``speelkist learn``: the lessons of a game at the terminal."""

from __future__ import annotations

import argparse
from textwrap import wrap
from typing import Any

from speelkist.cli.errors import Leave
from speelkist.cli.move_input import move_list
from speelkist.cli.terminal import Screen, clean
from speelkist.core import Phrase, game_class
from speelkist.core.story import story_of
from speelkist.core.view import read_phrase
from speelkist.i18n.phrases import Person, Refusal
from speelkist.learn.judge import Verdict, judge_answer, judge_move
from speelkist.learn.lesson import Lesson, Step, Text
from speelkist.learn.lesson_file import lesson_of, lessons_of

# What can be typed besides a move or an answer.
QUIT, SHOW, MOVES = ("quit", "exit", "stop", "q"), ("show", "toon"), ("moves", "zetten")
HELP, BOARD = ("?", "help"), ("board", "bord")


def add_parser(commands: Any, common: argparse.ArgumentParser) -> None:
    """The command and its arguments."""
    parser = commands.add_parser("learn", parents=[common], help="learn a game by doing, in short lessons")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("lesson", metavar="LESSON", nargs="?", help="one lesson; otherwise all, in their order")
    parser.set_defaults(run=run)


def run(screen: Screen, given: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    game_class(given.game)
    lessons = lessons_of(given.game) if given.lesson is None else (lesson_of(given.game, given.lesson),)
    if not lessons:
        screen.say("learn.none", game=given.game)
    for number, lesson in enumerate(lessons, 1):
        if number > 1 and not screen.yes("learn.on"):
            raise Leave
        teach(screen, lesson, number)
    return 0


def teach(screen: Screen, lesson: Lesson, number: int) -> None:
    """A lesson from its first step to its last."""
    take_steps(screen, lesson, f"{number}. {lesson.title[screen.lang]}")
    screen.say("learn.done", "bold")


def take_steps(screen: Screen, lesson: Lesson, title: str) -> None:
    """Show and ask, step by step."""
    screen.print("\n" + screen.paint(title, "bold"))
    screen.print(lesson.aim[screen.lang])
    for place, step in enumerate(lesson.steps, 1):
        _draw(screen, step)
        if len(lesson.steps) > 1:
            screen.say("learn.step", "dim", n=place, of=len(lesson.steps))
        _print_task(screen, step)
        while not _tried(screen, step):
            pass


def _draw(screen: Screen, step: Step) -> None:
    screen.print("\n" + step.state.draw(screen.colour, screen.lang) + "\n")


def _print_task(screen: Screen, step: Step) -> None:
    _print(screen, step.typed or step.text)
    if step.look:
        screen.say("learn.look", "dim", cells=", ".join(step.look))
    if not step.answers:
        _print_route(screen, step)
    for number, answer in enumerate(step.answers, 1):
        screen.print("\n".join(wrap(f"  {number} {answer.text[screen.lang]}", screen.width, subsequent_indent="    ")))


def _print_route(screen: Screen, step: Step) -> None:
    if step.route:
        screen.say("learn.route", "dim", cells=" - ".join(step.route))


def _tried(screen: Screen, step: Step) -> bool:
    """One line from the learner; whether the step is done."""
    line = screen.ask(screen.word("learn.answer" if step.answers else "learn.move"))
    order = line.lower()
    if order in QUIT:
        raise Leave
    if order in HELP:
        _help(screen, step)
    elif order in BOARD:
        _draw(screen, step)
        _print_task(screen, step)
    elif order in MOVES and not step.answers:
        for row in move_list(step.state.legal(), screen.width):
            screen.print(row)
    else:
        return _judge(screen, step, line)
    return False


def _help(screen: Screen, step: Step) -> None:
    if not step.answers:
        screen.wrapped(Phrase(f"{step.state.game.info.id}.help"))
    screen.wrapped(Phrase("cli.learn.help.answer" if step.answers else "cli.learn.help"))


def _judge(screen: Screen, step: Step, line: str) -> bool:
    if line.lower() in SHOW:
        line = _way(step)
        screen.print(line)
    verdict = _judged(step, line)
    if verdict is None:
        screen.say("learn.number", n=len(step.answers))
        return False
    _tell(screen, step, verdict)
    return verdict.right


def _way(step: Step) -> str:
    if step.answers:
        return str(1 + next(index for index, answer in enumerate(step.answers) if answer.right))
    return step.solution().text


def _judged(step: Step, line: str) -> Verdict | None:
    if not step.answers:
        return judge_move(step, _by_number(step, line))
    if not (line.isdecimal() and line.isascii() and 1 <= int(line[:4]) <= len(step.answers)):
        return None
    return judge_answer(step, int(line) - 1)


def _by_number(step: Step, line: str) -> str:
    """A move that was typed by its number in the list is meant by its notation."""
    if isinstance(step.state.resolve(line), Refusal) and line.isdecimal() and line.isascii():
        legal = step.state.legal()
        if 1 <= int(line[:5]) <= len(legal):
            return legal[int(line[:5]) - 1].text
    return line


def _tell(screen: Screen, step: Step, verdict: Verdict) -> None:
    if isinstance(verdict.why, Refusal):
        screen.print(clean(verdict.why.say(screen.lang)))
    if verdict.right:
        if step.answers:
            _print_route(screen, step)
        state = step.state
        for move in step.played(verdict.move):
            resolved = state.resolve(move)
            assert not isinstance(resolved, Refusal)
            after = state.after(resolved)
            story = [read_phrase(data) for data in story_of(state, resolved, after)]
            screen.print(" ".join(phrase.say(screen.lang, _people(screen, step.learner)) for phrase in story))
            state = after
    if verdict.text is not None:
        _print(screen, verdict.text)


def _people(screen: Screen, learner: int) -> Any:
    return lambda seat: Person(screen.word("you"), True) if seat == learner else None


def _print(screen: Screen, text: Text) -> None:
    screen.print("\n".join(wrap(text[screen.lang], screen.width)))
