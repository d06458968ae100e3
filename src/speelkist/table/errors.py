"""What is refused at a table."""

from __future__ import annotations

from speelkist.core import SpeelkistError, register_phrases

register_phrases("table", "speelkist.table")


class Refused(SpeelkistError):
    """What somebody asked for is not done, for a reason that they can read."""
