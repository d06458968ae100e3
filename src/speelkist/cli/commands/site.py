"""``speelkist site``: the chest as a folder of files for any web space."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from speelkist.cli.terminal import Screen


def add_parser(commands: Any, common: argparse.ArgumentParser) -> None:
    """The command and its arguments."""
    parser = commands.add_parser(
        "site", parents=[common], help="write the chest as files that play without a server, for any web space"
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="a new folder, or one that this command has written")
    parser.add_argument("--server", metavar="URL", default="", help="a server for games by link")
    parser.set_defaults(run=run)


def run(screen: Screen, given: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    from speelkist.local.site import write_site

    size = write_site(given.folder, given.server)
    screen.say("site.done", folder=str(given.folder), n=round(size / 1_000_000))
    return 0
