"""What every writer of events has in common: the connection that stores batches, and quick reads of single values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import sqlalchemy as sa

# A row for another table than the events, inserted in the same transaction unless it is there already.
SideRow = tuple[sa.Table, dict[str, Any]]

INSERT_EVENTS = "insert into events (table_id, version, at, data, secret, request) "


class EventWriter(Protocol):
    """Writes batches of events, each in a transaction of its own."""

    select_events: sa.TextClause  # the events of :table_id behind :version, as one JSON list of lists
    durability: dict[str, str]  # the settings of the writing connection that decide whether a commit is on disk
    backend_pid: int  # PostgreSQL's number of the writing connection; 0 if there is none

    async def open(self) -> None:
        """Connect."""
        ...

    async def write(self, rows: str, side_rows: Sequence[SideRow], notifications: Sequence[str]) -> None:
        """Store all or nothing: what goes wrong is raised, and nothing stays.

        ``rows`` is a JSON list of [table_id, version, at, data, secret, request] for every event; ``notifications``
        are for the other processes.
        """
        ...

    async def read(self, statement: sa.Executable, values: Mapping[str, Any]) -> Any:
        """The first value of a query, by a connection that only reads."""
        ...

    async def close(self) -> None:
        """Close the connections."""
        ...
