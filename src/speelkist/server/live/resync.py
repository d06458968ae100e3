"""Catching up with what other processes have stored. What they say is only a hint; the log is the truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from speelkist.server.cluster.presence import ClusterPresence
from speelkist.server.live.registry import LiveTable, TableRegistry
from speelkist.server.live.tasks import BackgroundTasks
from speelkist.server.logging import describe_error
from speelkist.server.storage import queries
from speelkist.server.storage.event_store import EventStore
from speelkist.server.storage.stored_event import StoredEvent
from speelkist.table.errors import Refused

CHUNK = 500  # tables asked for in one query


class RemoteUpdates(Protocol):
    """What shows a table's changes to whoever watches it."""

    async def apply_remote(self, live: LiveTable, stored: Sequence[StoredEvent]) -> None:
        """Take in events that another process has stored."""
        ...

    def forward(self, live: LiveTable, stored: Sequence[StoredEvent], update: bytes) -> None:
        """Send an update on that another process has made of events that it has stored."""
        ...

    def drop(self, live: LiveTable) -> None:
        """The table was deleted."""
        ...


class Resync:
    """Keeps the tables in memory as far as the log is."""

    def __init__(
        self,
        store: EventStore,
        registry: TableRegistry,
        updates: RemoteUpdates,
        presence: ClusterPresence,
        tasks: BackgroundTasks,
    ) -> None:
        self._store = store
        self._registry = registry
        self._updates = updates
        self._presence = presence
        self._tasks = tasks

    async def catch_up(self, live: LiveTable) -> bool:
        """Read and apply what the log holds more, with the table's lock held; whether there was anything."""
        live.stale = True
        try:
            events = await self._store.events_after(live.table.id, live.table.version)
        except Exception as error:
            self._store.failures.error("tables cannot be read: %s", describe_error(error))
            raise Refused("server.store.failed") from error
        live.stale = False
        if events:
            await self._updates.apply_remote(live, events)
        return bool(events)

    def on_remote_event(self, table_id: str, version: int, events: Sequence[StoredEvent], update: bytes = b"") -> None:
        """Another process has stored events; perhaps it sent them along, and the update for those who watch."""
        live = self._registry.tables.get(table_id)
        if live is None:
            self._registry.note_change(table_id)
        elif live.version >= version:
            pass  # known already
        elif update and events and events[0].version == live.version + 1 and not (live.stale or live.lock.locked()):
            self._updates.forward(live, events, update)
        else:
            self._tasks.spawn(self._sync_table(live, version, events))

    def on_table_deleted(self, table_id: str) -> None:
        """A table was deleted, here or by another process."""
        live = self._registry.tables.get(table_id)
        if live is None:
            self._registry.note_change(table_id)
        else:
            self._updates.drop(live)

    async def _sync_table(self, live: LiveTable, version: int, events: Sequence[StoredEvent]) -> None:
        async with live.lock:
            live.apply_unapplied()
            if live.table.version >= version:
                return
            if events and events[0].version == live.table.version + 1:
                await self._updates.apply_remote(live, events)
            else:
                await self.catch_up(live)

    def on_reconnect(self) -> None:
        """For a while nothing was received: ask and tell who is connected, and read all tables again."""
        self._registry.note_change()
        for table_id, live in self._registry.tables.items():
            live.stale = True
            self._presence.query(table_id)
            self._presence.announce(table_id, force=True)
        self.resync_stale()

    def resync_stale(self) -> None:
        """Read the tables again that may have missed something."""
        stale = [table_id for table_id, live in self._registry.tables.items() if live.stale]
        if stale:
            self._tasks.spawn(self._resync_many(stale))

    async def _resync_many(self, table_ids: list[str]) -> None:
        for start in range(0, len(table_ids), CHUNK):
            chunk = table_ids[start : start + CHUNK]
            with self._registry.reachable():
                versions = await queries.last_versions(self._store, chunk)
            for table_id in chunk:
                live = self._registry.tables.get(table_id)
                if live is not None and versions.get(table_id) == live.version:
                    live.stale = False
                if table_id in versions:
                    self.on_remote_event(table_id, versions[table_id], [])
                else:
                    self.on_table_deleted(table_id)
