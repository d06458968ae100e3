"""The command without the extra ``server``: what needs it says in one sentence what to install."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from typing import Any

from .errors import Problem
from .terminal import Screen

# The extra ``server`` of pyproject.toml, but what a server only goes faster with.
PACKAGES = (
    "aiosqlite",
    "alembic",
    "filelock",
    "ifaddr",
    "msgspec",
    "platformdirs",
    "prometheus_client",
    "rich",
    "sqlalchemy",
    "starlette",
    "uvicorn",
    "websockets",
)


def server_is_installed() -> bool:
    """Whether everything that the server imports is there."""
    return all(find_spec(package) for package in PACKAGES)


def require_server() -> None:
    """Go on only where the server can run.

    :raises Problem: if it is not installed; the sentence says how to install it.
    """
    if not server_is_installed():
        raise Problem("cli.server.needed")


def add_missing_commands(commands: Any) -> None:
    """The commands for a host, which take any argument here only to say what is missing."""
    for name in ("serve", "config", "backup", "restore", "purge", "admin"):
        # no argument looks like an option of this parser, so that all of them are taken
        missing = commands.add_parser(name, help="needs the extra `server`", prefix_chars="\0", add_help=False)
        missing.add_argument("arguments", nargs="*")
        missing.set_defaults(run=_refuse)


def _refuse(_screen: Screen, _given: argparse.Namespace) -> int:
    raise Problem("cli.server.needed")
