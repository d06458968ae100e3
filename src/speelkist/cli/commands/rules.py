"""``speelkist rules``: the rules of a game."""

from __future__ import annotations

import argparse
from typing import Any

from speelkist.cli.rules_page import render
from speelkist.cli.terminal import Screen
from speelkist.core import game_class
from speelkist.core.rules_text import rules_page


def add_parser(commands: Any, common: argparse.ArgumentParser) -> None:
    """The command and its arguments."""
    parser = commands.add_parser("rules", parents=[common], help="show the rules of a game")
    parser.add_argument("game", metavar="GAME")
    parser.set_defaults(run=run)


def run(screen: Screen, given: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    show_rules(screen, given.game)
    return 0


def show_rules(screen: Screen, id: str) -> None:
    """The rules of a game."""
    game_class(id)
    for line in render(rules_page(id, screen.lang), screen.width, screen.colour):
        screen.print(line)
