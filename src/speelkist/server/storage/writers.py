"""What every writer of events has in common: the connection that stores batches, and reads of a few rows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

import sqlalchemy as sa

from . import schema
from .stored_event import EventRow

# A row for another table than the events, inserted in the same transaction unless it is there already.
SideRow = tuple[sa.Table, dict[str, Any]]


def select_versions(table_ids: Collection[str]) -> sa.Select[tuple[str, int]]:
    """The last version of each of these tables; those that are gone are left out."""
    e = schema.events.c
    last = sa.func.max(e.version).label("last")
    return sa.select(e.table_id, last).where(e.table_id.in_(table_ids)).group_by(e.table_id)


class EventWriter(Protocol):
    """Writes batches of events, each in a transaction of its own."""

    durability: dict[str, str]  # the settings of the writing connection that decide whether a commit is on disk
    backend_pid: int  # PostgreSQL's number of the writing connection; 0 if there is none

    async def open(self) -> None:
        """Connect."""
        ...

    async def write(self, rows: Sequence[EventRow], side_rows: Sequence[SideRow], notifications: Sequence[str]) -> None:
        """Store all or nothing: what goes wrong is raised, and nothing stays.

        ``notifications`` are for the other processes.
        """
        ...

    async def read(self, statement: sa.Executable, values: Mapping[str, Any]) -> Sequence[sa.Row[Any]]:
        """The rows of a query, by a connection that only reads."""
        ...

    async def probe(self) -> None:
        """Raise whatever keeps events from being stored."""
        ...

    async def size(self) -> int:
        """The size of the database in bytes."""
        ...

    async def close(self) -> None:
        """Close the connections."""
        ...
