"""``speelkist print``: a game as a PDF file, to cut out and play at a table of wood."""

from __future__ import annotations

import argparse
from typing import Any

from speelkist.cli.files import path_of, write_file
from speelkist.cli.terminal import Screen
from speelkist.core.registry import game_class
from speelkist.core.sheet import PAPERS
from speelkist.i18n.phrases import Phrase
from speelkist.paper import sheets_of
from speelkist.paper.pdf import pdf


def add_parser(commands: Any, common: argparse.ArgumentParser) -> None:
    """The command and its arguments."""
    parser = commands.add_parser("print", parents=[common], help="write a game as a PDF file, to cut out and play")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("file", metavar="FILE", nargs="?", help="otherwise GAME-PAPER.pdf here")
    parser.add_argument("--paper", choices=list(PAPERS), default="a4", help="the size of the paper (a4)")
    parser.set_defaults(run=run)


def run(screen: Screen, given: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    sheets = sheets_of(given.game, given.paper, screen.lang)
    path = path_of(given.file or f"{given.game}-{given.paper}.pdf")
    write_file(path, pdf(sheets, game_class(given.game).info.name[screen.lang]))
    screen.print(Phrase("paper.file", path=str(path), count=len(sheets)).say(screen.lang))
    return 0
