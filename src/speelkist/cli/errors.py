"""The two ways a command ends early."""

from __future__ import annotations

from speelkist.core import SpeelkistError


class Problem(SpeelkistError):
    """Something the person can fix: one sentence on stderr, exit code 2."""


class Leave(Exception):
    """The person leaves: end of input, Ctrl-C, or ``quit``."""
