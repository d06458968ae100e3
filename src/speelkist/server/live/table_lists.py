"""The list of somebody's tables: without loading them, for they may have hundreds of long games."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from speelkist.core import SpeelkistError
from speelkist.server.logging import ThrottledLog, log_alias
from speelkist.server.storage import queries
from speelkist.server.storage.event_store import EventStore
from speelkist.server.storage.queries import ListedTable
from speelkist.table.seats import Seat
from speelkist.table.table import Table
from speelkist.table.updates import table_summary

from .registry import TableRegistry

MAX_KEPT = 5_000  # tables whose line in a list is kept, at about a kilobyte each
EVENTS_PER_MOVE = 50  # replayed, they cost about as much as one move

log = logging.getLogger("speelkist.lists")


@dataclass(frozen=True, slots=True)
class TableLine:
    """What a list says of a table, whoever asks."""

    version: int
    archived: bool
    seats: tuple[Seat, ...]
    data: dict[str, Any]

    @classmethod
    def of(cls, table: Table) -> TableLine:
        """The line of a table as it stands."""
        return cls(table.version, table.archived, tuple(table.seats), table_summary(table))

    def seats_of(self, owner: str) -> list[int]:
        """The seats that belong to a browser."""
        return [index for index, seat in enumerate(self.seats) if seat.belongs_to(owner)]


class TableLists:
    """Makes lists. What is said of a table is kept until it changes; what must be replayed is counted by its length."""

    def __init__(self, store: EventStore, registry: TableRegistry) -> None:
        self._store = store
        self._registry = registry
        self._kept: OrderedDict[str, TableLine] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._unlisted = ThrottledLog(log)

    async def tables_of(self, owner: str, count_work: Callable[[float], None]) -> list[dict[str, Any]]:
        """The tables where a browser has a seat, the newest first. ``count_work`` is told what it costs, in moves.

        :raises Refused: the database is away, or ``count_work`` finds it too much.
        """
        lock = self._locks.setdefault(owner, asyncio.Lock())
        async with lock:  # whoever asks twice at once has it made once
            with self._registry.reachable():
                listed = await queries.tables_of(self._store, owner)
            unknown = sum(each.version for each in listed if self._known(each) is None)
            count_work(unknown / EVENTS_PER_MOVE)
            lines = [line for each in listed if (line := await self._line(each)) is not None]
        # a seat may have moved to another device
        return [{**line.data, "yours": seats} for line in lines if (seats := line.seats_of(owner))]

    def _known(self, listed: ListedTable) -> TableLine | None:
        """What is known of a table without reading it."""
        live = self._registry.tables.get(listed.table_id)
        if live is not None:
            if live.unapplied:
                live.apply_unapplied()
            if live.table.version >= listed.version:
                return TableLine.of(live.table)
        kept = self._kept.get(listed.table_id)
        if kept is None or (kept.version, kept.archived) != (listed.version, listed.archived):
            return None
        self._kept.move_to_end(listed.table_id)
        return kept

    async def _line(self, listed: ListedTable) -> TableLine | None:
        """The line of a table; None if it cannot be read."""
        line = self._known(listed)
        if line is not None:
            return line
        try:
            table, _ = await self._registry.read(listed.table_id)
        except SpeelkistError as error:
            if error.phrase.key == "server.store.failed":
                raise
            # deleted just now, or of a game that is no longer here
            self._unlisted.error("table %s cannot be listed: %s", log_alias(listed.table_id), error)
            return None
        line = self._kept[listed.table_id] = TableLine.of(table)
        if len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        return line
