"""Watching a table: a snapshot first, then every update, until one leaves."""

from __future__ import annotations

from collections.abc import Callable

from speelkist.server.live.resync import Resync
from speelkist.server.storage import queries
from speelkist.server.storage.event_store import EventStore
from speelkist.server.timestamps import now_ms

from .registry import LiveTable, Subscriber, TableRegistry
from .updates import snapshot


class Subscriptions:
    """Lets sessions watch tables."""

    def __init__(
        self, store: EventStore, registry: TableRegistry, resync: Resync, on_presence: Callable[[LiveTable], None]
    ) -> None:
        self._store = store
        self._registry = registry
        self._resync = resync
        self._on_presence = on_presence

    async def watch(self, subscriber: Subscriber, table_id: str, seen: int | None) -> int:
        """Show a table from now on, with the events behind version ``seen``, None for all; its version."""
        live = await self._registry.acquire(table_id)
        try:
            if live.stale or (seen is not None and seen > live.table.version):  # another process was faster to tell
                await self._resync.catch_up(live)
            table = live.table
            if table.archived and table.ended is None and table.seats_of(subscriber.owner):
                with self._registry.reachable():
                    await queries.reopen(self._store, table_id)  # whoever has a seat there plays on
                table.archived = False
            version = table.version
            if seen is None:
                seen = version
            elif not 0 <= seen <= version:  # whatever was seen, it was not this log
                seen = 0
            events = live.opening_after(seen) if seen < version else []
            if events is None:
                with self._registry.reachable():
                    events = await self._store.events_after(table_id, seen)
            is_new = subscriber not in live.subscribers
            live.subscribers.add(subscriber)
            subscriber.send(snapshot(live, subscriber.owner, events))
            if is_new:  # else nobody has come
                self._on_presence(live)
            return version
        finally:
            live.lock.release()

    def unwatch(self, subscriber: Subscriber, table_id: str) -> None:
        """Somebody no longer watches."""
        live = self._registry.tables.get(table_id)
        if live is not None and subscriber in live.subscribers:
            live.subscribers.discard(subscriber)
            live.used_at = now_ms()
            self._on_presence(live)
