"""The command ``speelkist``: what it takes, and how every problem becomes one sentence."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

import speelkist
from speelkist.core import LANGUAGES, SpeelkistError

from .commands import arena, games, learn, paper, perft, play, puzzles, replay, rules, site, train, verify
from .errors import Leave, Problem
from .files import reason
from .menu import menu
from .no_server import add_missing_commands, require_server, server_is_installed
from .open_browser import open_table
from .terminal import Screen, clean, language, prepare_streams, wants_colour

INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One sentence instead of the usage: `--help` shows that to those who ask."""
        raise Problem("cli.usage", message=message, program=self.prog)


def make_parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    # Both before and after the command's name; without a default, so that the one does not undo the other.
    common = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--lang", choices=LANGUAGES, help="language; otherwise that of the environment")
    common.add_argument("--no-colour", "--no-color", action="store_true", help="never use colour")

    parser = _Parser(
        prog="speelkist",
        description="Board games that are out of print. Without a command: the table, in the browser.",
        parents=[common],
    )
    parser.add_argument("--version", action="version", version=f"speelkist {speelkist.__version__}")
    parser.add_argument("--no-browser", action="store_true", help="only tell the address of the table")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)

    commands.add_parser("menu", parents=[common], help="the menu of games in the terminal")
    for command in (play, learn, puzzles, replay, verify, perft, rules, paper, site, games, arena, train):
        command.add_parser(commands, common)
    if server_is_installed():
        from .commands import host

        host.add_parsers(commands, common)
    else:
        add_missing_commands(commands)
    return parser


def run(screen: Screen, given: argparse.Namespace) -> int:
    """The command that was asked for; its exit code."""
    if given.command == "menu":
        menu(screen)
        return 0
    if given.command is None:
        require_server()
        return open_table(screen, browser=not given.no_browser)
    return int(given.run(screen, given))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, 1 for a record whose dice are wrong, 2 for a problem."""
    lang = language(None, os.environ)
    try:
        prepare_streams(colour=wants_colour(False, os.environ))
        given = make_parser().parse_args(arguments)
        lang = language(getattr(given, "lang", None), os.environ)
        screen = Screen(lang, wants_colour(getattr(given, "no_colour", False), os.environ))
        code = run(screen, given)
        sys.stdout.flush()
        return code
    except Leave:
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except SpeelkistError as error:
        return _complain(error.say(lang))
    except BrokenPipeError:  # the reader has seen enough
        _silence()
        return 0
    except OSError as error:
        _silence()
        return _complain(f"{reason(error)}.")


def _complain(sentence: str) -> int:
    with suppress(OSError):  # the reader of a pipe may be gone
        print(clean(sentence), file=sys.stderr, flush=True)
    return 2


def _silence() -> None:
    """Nothing more can be written, also not by Python itself when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
