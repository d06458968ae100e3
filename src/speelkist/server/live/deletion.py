"""Deleting tables: by a player, where the others agree or it takes nothing away from them, and by the host."""

from __future__ import annotations

import contextlib
import logging

from speelkist.server.logging import log_alias
from speelkist.server.settings import Settings
from speelkist.server.storage.deletion import delete_tables
from speelkist.server.storage.event_store import EventStore
from speelkist.server.timestamps import DAY_MS, now_ms
from speelkist.table import deletion
from speelkist.table.errors import Refused
from speelkist.table.table import Table

from .commands import CommandRunner
from .registry import TableRegistry
from .updates import TableUpdates

log = logging.getLogger("speelkist.deletion")

ABANDONED_DAYS = 7  # a game without an event for so long may be deleted by any of its players


class TableDeletion:
    """Deletes tables with everything in them."""

    def __init__(
        self,
        store: EventStore,
        registry: TableRegistry,
        runner: CommandRunner,
        updates: TableUpdates,
        settings: Settings,
    ) -> None:
        self._store = store
        self._registry = registry
        self._runner = runner
        self._updates = updates
        self._settings = settings

    async def delete(self, table_id: str, owner: str) -> bool:
        """Delete a table for good, as one of its players; where others play, these are asked. Whether it is gone."""
        if await self._delete(table_id, owner):
            return True
        await self._runner.run(table_id, owner, None, lambda live: deletion.ask(live.table, owner))
        return await self._delete(table_id, owner)  # the last of the others may have asked at the same moment

    async def _delete(self, table_id: str, owner: str) -> bool:
        """Delete a table, if this player may without asking the others."""
        live = await self._registry.acquire(table_id)
        try:
            if not live.table.seats_of(owner):
                raise Refused("table.seat.not_yours")
            if not self._is_deletable(live.table, owner):
                return False
            with self._registry.reachable():
                await delete_tables(self._store, [table_id])
            self._updates.drop(live)
        finally:
            live.lock.release()
        log.info("table deleted by a player", extra={"table": log_alias(table_id)})
        return True

    def _is_deletable(self, table: Table, owner: str) -> bool:
        """Whether nobody who plays it loses a game against their will."""
        return (
            self._settings.delete_playing
            or table.status != "playing"
            or now_ms() >= table.at + ABANDONED_DAYS * DAY_MS
            or deletion.is_agreed(table, owner)
        )

    async def delete_for_host(self, table_id: str) -> None:
        """Delete a table for good, whoever plays there; it need not even be readable."""
        live = self._registry.tables.get(table_id)
        async with contextlib.nullcontext() if live is None else live.lock:
            with self._registry.reachable():
                await delete_tables(self._store, [table_id])
            if live is not None:
                self._updates.drop(live)
