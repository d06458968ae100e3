"""``speelkist puzzles``: the puzzles of a game at the terminal."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from typing import Any

from speelkist.cli.errors import Leave
from speelkist.cli.terminal import Screen
from speelkist.learn.puzzles import PREFIX, puzzle_of, puzzle_of_the_day, puzzles_of

from .learn import take_steps


def add_parser(commands: Any, common: argparse.ArgumentParser) -> None:
    """The command and its arguments."""
    parser = commands.add_parser("puzzles", parents=[common], help="find the best move; one a day, and many more")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("number", metavar="NUMBER", nargs="?", help="the puzzle with this number; otherwise today's")
    parser.set_defaults(run=run)


def run(screen: Screen, given: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    puzzles = puzzles_of(given.game)
    today = puzzle_of_the_day(given.game, datetime.now(UTC).date())
    if today is None:
        screen.say("learn.puzzles.none", game=given.game)
        return 0
    puzzle = today if given.number is None else puzzle_of(given.game, f"{PREFIX}{given.number}")
    while True:
        lesson = puzzle.lesson()
        take_steps(screen, lesson, lesson.title[screen.lang])
        if puzzle.number == len(puzzles) or not screen.yes("learn.another"):
            raise Leave
        puzzle = puzzles[puzzle.number]
