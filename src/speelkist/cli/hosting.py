"""The commands for a host: serve."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import Any

from speelkist.core import Phrase
from speelkist.server.settings import Settings, read_settings

from .screen import Screen


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """Tell the parser about them."""
    one = commands.add_parser("serve", parents=[common], help="run the server, for browsers to sit at its tables")
    _add_settings(one)


def _add_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", help="a TOML file with settings")
    for one in fields(Settings):
        flag = "--" + one.name.replace("_", "-")
        about = Phrase(f"cli.setting.{one.name}").say().replace("%", "%%")
        if isinstance(one.default, bool):
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=None, help=about)
        else:
            kind = "N" if isinstance(one.default, int) else "TEXT"
            parser.add_argument(flag, metavar=kind, help=f"{about} (default: {one.default})")


def _settings(given: argparse.Namespace) -> tuple[Settings, dict[str, str]]:
    named = {one.name: getattr(given, one.name, None) for one in fields(Settings)}
    return read_settings(named, file=None if given.config is None else Path(given.config))


def host_serve(screen: Screen, given: argparse.Namespace) -> int:
    """Run the server until it is told to stop."""
    from speelkist.server.serve import serve

    settings, _ = _settings(given)
    return serve(settings, screen.tell)
