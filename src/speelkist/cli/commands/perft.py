"""``speelkist perft``: count the sequences of actions from a position."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from speelkist.cli.errors import Problem
from speelkist.cli.files import read_position
from speelkist.cli.game_options import add_options, read_options
from speelkist.cli.terminal import Screen
from speelkist.core import load, perft

DEEPEST = 100


def add_parser(commands: Any, common: argparse.ArgumentParser) -> None:
    """The command and its arguments."""
    parser = commands.add_parser("perft", parents=[common], help="count the sequences of actions")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--depth", type=int, required=True, metavar="N")
    parser.add_argument("--position", metavar="JSON|FILE", help="from this position")
    add_options(parser)
    parser.add_argument("--divide", action="store_true", help="the count behind each first action")
    parser.set_defaults(run=run)


def run(screen: Screen, given: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    show_perft(screen, given.game, given.depth, given.position, given.option, given.divide)
    return 0


def show_perft(screen: Screen, id: str, depth: int, position: str | None, options: Sequence[str], divide: bool) -> None:
    """How many sequences of actions there are, depth by depth."""
    if not 0 <= depth <= DEEPEST:
        raise Problem("cli.perft.depth", n=DEEPEST)
    state = load(id, **read_options(id, options)).start()
    if position is not None:
        if options:
            raise Problem("cli.play.position")
        state = state.game.from_json(read_position(position))
    if divide and depth > 0:
        total = 0
        for move in state.legal():
            count = perft(state.play(move), depth - 1)
            total += count
            screen.print(f"{move}: {count}")
        screen.print(f"{depth}: {total}")
        return
    for reached in range(1, depth + 1):
        screen.print(f"{reached}: {perft(state, reached)}")
    if depth == 0:
        screen.print("0: 1")
