"""A table made again from its log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from . import events as ev
from .table import PendingEvent, Table


class LoggedEvent(Protocol):
    """An event with what the log knows of it."""

    @property
    def version(self) -> int:
        """Its number."""

    @property
    def at(self) -> int:
        """When it was stored."""

    @property
    def event(self) -> ev.AnyEvent:
        """What happened."""

    @property
    def secret(self) -> str | None:
        """What only the server knows of it."""

    @property
    def request(self) -> str | None:
        """The request that it answers."""


def replay(table_id: str, log: Sequence[LoggedEvent], archived: bool = False) -> Table:
    """The table that its events make. Moves that were taken back cost nothing, however many there were."""
    table = Table(table_id)
    table.archived = archived
    undone = undone_moves(logged.event for logged in log)
    for place, logged in enumerate(log):
        pending = PendingEvent(logged.event, logged.secret)
        table.apply(pending, logged.version, logged.at, logged.request, undone=place in undone)
    return table


def undone_moves(events: Iterable[ev.AnyEvent]) -> set[int]:
    """The places in the log of the moves and throws that were taken back later."""
    undone: set[int] = set()
    standing: list[int] = []
    for place, event in enumerate(events):
        if isinstance(event, (ev.Moved, ev.Thrown)):
            standing.append(place)
        elif isinstance(event, ev.Undone):
            undone.update(standing[event.actions :])
            del standing[event.actions :]
    return undone
