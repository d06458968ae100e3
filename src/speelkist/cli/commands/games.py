"""``speelkist games``: the games, with what can be chosen in each."""

from __future__ import annotations

import argparse
from textwrap import wrap
from typing import Any

from speelkist.cli.terminal import Screen
from speelkist.core import Info, Phrase, game_class, games


def add_parser(commands: Any, common: argparse.ArgumentParser) -> None:
    """The command and its arguments."""
    commands.add_parser("games", parents=[common], help="list the games and their options").set_defaults(run=run)


def run(screen: Screen, given: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    show_games(screen)
    return 0


def show_games(screen: Screen) -> None:
    """The games, with what can be chosen in each."""
    for number, name in enumerate(games()):
        if number:
            screen.print()
        _show_game(screen, game_class(name).info)


def _show_game(screen: Screen, info: Info) -> None:
    lang = screen.lang
    screen.print(f"{screen.paint(info.name[lang], 'bold')}  ({info.id})")
    for line in wrap(Phrase(f"{info.id}.about").say(lang), screen.width - 2):
        screen.print("  " + line)
    fewest, most = info.players
    players = str(fewest) if fewest == most else f"{fewest}-{most}"
    screen.print("  " + screen.word("games.made", designer=info.designer, published=info.published))
    screen.print("  " + screen.word("games.players", players=players))
    for option in info.options:
        default = option.default if not isinstance(option.default, bool) else str(option.default).lower()
        taken = option.range if isinstance(option.range, str) else option.range.say(lang)
        screen.print(f"    {option.name}={default}  ({taken})")
        for line in wrap(option.help(info).say(lang), screen.width - 8):
            screen.print("        " + line)
