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

from .commands.arena import add_arena, arena
from .commands.play import play
from .commands.show import show_games, show_perft, show_replay, show_rules, verify
from .commands.train import add_train, train
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

    play = commands.add_parser("play", parents=[common], help="play a game, or take up a saved one")
    play.add_argument("what", metavar="GAME|FILE", help="a game (see `speelkist games`) or a saved record")
    play.add_argument(
        "--seats",
        "--seat",
        action="append",
        default=[],
        metavar="SIDE=WHO,...",
        help="who sits where: me, a person's name, or a bot: child, family, friend, club, master, simple, random",
    )
    _add_options(play)
    play.add_argument("--seed", metavar="HEX", help="the dice's seed, 64 hexadecimal digits; otherwise a fresh one")
    play.add_argument("--position", metavar="JSON|FILE", help="begin at this position")

    replay = commands.add_parser("replay", parents=[common], help="show a recorded game state by state")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--values", action="store_true", help="with every value of every state")
    replay.add_argument("--step", action="store_true", help="wait for Enter before each move")

    verify = commands.add_parser("verify", parents=[common], help="recompute every throw of a record")
    verify.add_argument("file", metavar="RECORD")
    verify.add_argument("--seed", metavar="HEX", help="the seed; otherwise the one in the record")

    perft = commands.add_parser("perft", parents=[common], help="count the sequences of actions")
    perft.add_argument("game", metavar="GAME")
    perft.add_argument("--depth", type=int, required=True, metavar="N")
    perft.add_argument("--position", metavar="JSON|FILE", help="from this position")
    _add_options(perft)
    perft.add_argument("--divide", action="store_true", help="the count behind each first action")

    rules = commands.add_parser("rules", parents=[common], help="show the rules of a game")
    rules.add_argument("game", metavar="GAME")

    commands.add_parser("games", parents=[common], help="list the games and their options")
    add_arena(commands, common)
    add_train(commands, common)
    if server_is_installed():
        from .commands.admin import add_commands

        add_commands(commands, common)
    else:
        add_missing_commands(commands)
    return parser


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game (see `speelkist games`)",
    )


def run(screen: Screen, given: argparse.Namespace) -> int:
    """The command that was asked for; its exit code."""
    match given.command:
        case "play":
            play(screen, given.what, given.seats, given.option, given.seed, given.position)
        case "replay":
            show_replay(screen, given.file, given.values, given.step)
        case "verify":
            return verify(screen, given.file, given.seed)
        case "perft":
            show_perft(screen, given.game, given.depth, given.position, given.option, given.divide)
        case "rules":
            show_rules(screen, given.game)
        case "games":
            show_games(screen)
        case "serve" | "config" | "backup" | "purge":
            require_server()
            from .commands.admin import run_hosting

            return run_hosting(screen, given)
        case "arena":
            return arena(screen, given)
        case "train":
            return train(screen, given)
        case "menu":
            menu(screen)
        case _:
            require_server()
            return open_table(screen, browser=not given.no_browser)
    return 0


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
