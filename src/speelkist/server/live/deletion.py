"""Deleting tables: by a player, where it takes nothing away from others, and by the host."""

from __future__ import annotations

import contextlib
import logging

from speelkist.server.logging import log_alias
from speelkist.server.settings import Settings
from speelkist.server.storage.deletion import delete_tables
from speelkist.server.storage.event_store import EventStore
from speelkist.server.storage.queries import DAY_MS
from speelkist.server.timestamps import now_ms
from speelkist.table.errors import Refused
from speelkist.table.table import Table

from .registry import TableRegistry
from .updates import TableUpdates

log = logging.getLogger("speelkist.deletion")

ABANDONED_DAYS = 7  # a game without an event for so long may be deleted by any of its players


class TableDeletion:
    """Deletes tables with everything in them."""

    def __init__(self, store: EventStore, registry: TableRegistry, updates: TableUpdates, settings: Settings) -> None:
        self._store = store
        self._registry = registry
        self._updates = updates
        self._settings = settings

    async def delete(self, table_id: str, owner: str) -> None:
        """Delete a table for good; one of its players may, unless others are playing there."""
        live = await self._registry.acquire(table_id)
        try:
            if not live.table.seats_of(owner):
                raise Refused("table.seat.not_yours")
            self._require_deletable(live.table, owner)
            await delete_tables(self._store, [table_id])
            self._updates.drop(live)
        finally:
            live.lock.release()
        log.info("table deleted by a player", extra={"table": log_alias(table_id)})

    def _require_deletable(self, table: Table, owner: str) -> None:
        """Refuse to take a game away from others while it is played: nobody escapes a loss together with its record."""
        if self._settings.delete_playing or table.status != "playing":
            return
        is_shared = any(seat.owner not in (None, owner) for seat in table.seats)
        if is_shared and now_ms() < table.at + ABANDONED_DAYS * DAY_MS:
            raise Refused("server.delete.playing", n=ABANDONED_DAYS)

    async def delete_for_host(self, table_id: str) -> None:
        """Delete a table for good, whoever plays there; it need not even be readable."""
        live = self._registry.tables.get(table_id)
        async with contextlib.nullcontext() if live is None else live.lock:
            await delete_tables(self._store, [table_id])
            if live is not None:
                self._updates.drop(live)
