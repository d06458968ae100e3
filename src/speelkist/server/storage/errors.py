"""What can go wrong when events are stored, by what is known afterwards."""

from __future__ import annotations


class Conflict(Exception):
    """Another process has stored an event with that version first, or the table was deleted. Nothing was written."""


class Unsure(Exception):
    """The database went away during the commit: what was written may be there or not."""


class NotStored(Exception):
    """The database cannot be reached, or the store is closing: nothing was written."""
