"""Drives the program for real: another process, its input and its output."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from speelkist import cli as _cli  # noqa: F401  (its phrases, which tests compare with what was printed)
from tests.support.commands import COMMAND, run_command

SEED = "07" * 32

# What would change the language or the colours from outside.
OUTSIDE = ("LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE", "NO_COLOR", "COLUMNS", "TERM")


@dataclass(frozen=True)
class Ran:
    """What a run of the program left behind."""

    code: int
    out: str
    err: str


def environ(**changes: str) -> dict[str, str]:
    """A plain environment with some changes."""
    plain = {name: value for name, value in os.environ.items() if name not in OUTSIDE}
    return {**plain, "PYTHONUTF8": "1", "LANG": "C.UTF-8", "TERM": "xterm", **changes}


def command(*arguments: str) -> list[str]:
    """How the program is started."""
    return [*COMMAND, *arguments]


def speelkist(*arguments: str, typed: str = "", env: Mapping[str, str] | None = None, code: int = 0) -> Ran:
    """Run the program to its end with something typed, and expect an exit code."""
    ended, out, err = run_command(arguments, environ(**(env or {})), typed.encode("utf-8", "surrogateescape"))
    ran = Ran(ended, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))
    assert "Traceback" not in ran.err, ran.err
    assert ran.code == code, ran
    return ran


def lines(*typed: str) -> str:
    """What a person types, line by line."""
    return "".join(f"{line}\n" for line in typed)
