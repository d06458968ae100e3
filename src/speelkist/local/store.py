"""Where tables are kept: the browser's database, or the memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from speelkist.table.events import AnyEvent
from speelkist.table.table import PendingEvent

from .codec import decode_event, encode


class KeptEvent(NamedTuple):
    """An event as it is kept."""

    version: int
    at: int
    data: str  # the event as JSON
    secret: str | None
    request: str | None

    @property
    def event(self) -> AnyEvent:
        """What happened."""
        return decode_event(self.data)


class Conflict(Exception):
    """Another page has stored an event of this table first."""


class Store(Protocol):
    """Keeps the events of tables, and of each what a list shows of it."""

    async def append(self, table_id: str, events: Sequence[KeptEvent]) -> None:
        """Keep events that follow those of a table, all or none.

        :raises Conflict: there are such events already.
        """
        ...

    async def events_after(self, table_id: str, version: int) -> list[KeptEvent]:
        """The events of a table behind a version, in order."""
        ...

    async def table_ids(self) -> list[str]:
        """All tables."""
        ...

    async def summarise(self, table_id: str, summary: dict[str, Any]) -> None:
        """Remember what a list shows of a table."""
        ...

    async def delete(self, table_id: str) -> None:
        """Forget a table with all its events."""
        ...


class MemoryStore:
    """Keeps tables as long as the program runs."""

    def __init__(self) -> None:
        self._events: dict[str, list[KeptEvent]] = {}
        self.summaries: dict[str, dict[str, Any]] = {}

    async def append(self, table_id: str, events: Sequence[KeptEvent]) -> None:
        """Keep events that follow those of a table, all or none."""
        known = self._events.setdefault(table_id, [])
        if events and events[0].version != len(known) + 1:
            raise Conflict
        known.extend(events)

    async def events_after(self, table_id: str, version: int) -> list[KeptEvent]:
        """The events of a table behind a version, in order."""
        return self._events.get(table_id, [])[version:]

    async def table_ids(self) -> list[str]:
        """All tables."""
        return list(self._events)

    async def summarise(self, table_id: str, summary: dict[str, Any]) -> None:
        """Remember what a list shows of a table."""
        self.summaries[table_id] = summary

    async def delete(self, table_id: str) -> None:
        """Forget a table with all its events."""
        self._events.pop(table_id, None)
        self.summaries.pop(table_id, None)


def number_events(pending: Sequence[PendingEvent], after: int, at: int, request: str | None = None) -> list[KeptEvent]:
    """Events as they will be kept behind version ``after``; the request belongs to the first."""
    return [
        KeptEvent(version, at, encode(event.event), event.secret, request if version == after + 1 else None)
        for version, event in enumerate(pending, after + 1)
    ]
