"""Watching a table: a snapshot first, then every update, until one leaves."""

from __future__ import annotations

from collections.abc import Callable

from speelkist.server.live.resync import Resync
from speelkist.server.storage import queries
from speelkist.server.storage.event_store import EventStore
from speelkist.server.timestamps import now_ms

from .registry import LiveTable, Subscriber, TableRegistry
from .updates import snapshot

SENT_PER_MOVE = 200  # events; read and sent, they cost about as much as one move


class Subscriptions:
    """Lets sessions watch tables."""

    def __init__(
        self, store: EventStore, registry: TableRegistry, resync: Resync, on_presence: Callable[[LiveTable], None]
    ) -> None:
        self._store = store
        self._registry = registry
        self._resync = resync
        self._on_presence = on_presence

    async def watch(
        self,
        subscriber: Subscriber,
        table_id: str,
        seen: int | None,
        count_work: Callable[[float], None] | None = None,
    ) -> int:
        """Show a table from now on, with the events behind version ``seen``, None for all; its version.

        ``count_work`` is told what the events cost, in moves.

        :raises Refused: ``count_work`` finds it too much.
        """
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
            if count_work is not None:
                count_work((version - seen) / SENT_PER_MOVE)
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
