"""``speelkist puzzles``: the puzzles of a game at the terminal."""

from __future__ import annotations

import argparse
from typing import Any

from speelkist.cli.errors import Leave, Problem
from speelkist.cli.terminal import YES, Screen
from speelkist.learn.puzzles import PREFIX, Puzzle, puzzle_of, puzzle_of_the_day, puzzles_of, today

from .learn import take_steps
from .play import play_on

PLAY = ("play", "speel")  # on from where the puzzle begins


def add_parser(commands: Any, common: argparse.ArgumentParser) -> None:
    """The command and its arguments."""
    parser = commands.add_parser("puzzles", parents=[common], help="find the best move; one a day, and many more")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("number", metavar="NUMBER", nargs="?", help="the puzzle with this number; otherwise today's")
    parser.add_argument("--list", action="store_true", help="all puzzles: what they ask, and who finds it")
    parser.set_defaults(run=run)


def run(screen: Screen, given: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    puzzles = puzzles_of(given.game)
    todays = puzzle_of_the_day(given.game, today())
    if todays is None:
        screen.say("learn.puzzles.none", game=given.game)
        return 0
    if given.list:
        if given.number is not None:
            raise Problem("cli.learn.puzzles.list")
        for puzzle in puzzles:
            _print_row(screen, puzzle, len(str(len(puzzles))))
        return 0
    puzzle = todays if given.number is None else puzzle_of(given.game, f"{PREFIX}{given.number}")
    while True:
        lesson = puzzle.lesson()
        take_steps(screen, lesson, lesson.title[screen.lang])
        if _goes_on_playing(screen, puzzle):
            return 0
        puzzle = puzzles[puzzle.number % len(puzzles)]


def _print_row(screen: Screen, puzzle: Puzzle, width: int) -> None:
    task = puzzle.task().say(screen.lang)
    screen.print(f"{puzzle.number:>{width}}  {task}  {screen.paint(puzzle.rating().say(screen.lang), 'dim')}")


def _goes_on_playing(screen: Screen, puzzle: Puzzle) -> bool:
    """What comes after a puzzle: a game from there, or the next one."""
    line = screen.ask(screen.word("learn.another") + " ").lower()
    if line in PLAY:
        play_on(screen, puzzle.state)
        return True
    if line not in YES:
        raise Leave
    return False
