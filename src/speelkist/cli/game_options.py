"""Options of a game on the command line: ``--option name=value``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from speelkist.core import OptionValue, game_class, load

from .errors import Problem


def add_options(parser: argparse.ArgumentParser) -> None:
    """The argument for options of a game."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game (see `speelkist games`)",
    )


def read_options(id: str, given: Sequence[str]) -> dict[str, OptionValue]:
    """Options from ``name=value``, each read as its kind demands.

    :raises SpeelkistError: if there is no such option, or the value is wrong.
    """
    declared = {option.name: option for option in game_class(id).info.options}
    options: dict[str, OptionValue] = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise Problem("cli.option.form", text=text)
        if name not in declared:
            load(id, **{name: value})  # says which options there are
        else:
            options[name] = declared[name].read_text(value)
    return options
