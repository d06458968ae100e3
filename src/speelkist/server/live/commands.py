"""The one way in which a table changes: decide, store, apply, broadcast."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence

from speelkist.server.live.resync import Resync
from speelkist.server.logging import describe_error
from speelkist.server.storage import queries
from speelkist.server.storage.errors import Conflict, Unsure
from speelkist.server.storage.event_store import EventStore
from speelkist.server.storage.stored_event import number_events
from speelkist.server.storage.writers import SideRow
from speelkist.server.timestamps import now_ms
from speelkist.server.timings import Histogram
from speelkist.table.errors import Refused
from speelkist.table.events import Seated, SeatTransferred
from speelkist.table.identity import request_digest
from speelkist.table.table import PendingEvent

from .registry import LiveTable, TableRegistry
from .updates import TableUpdates

Decide = Callable[[LiveTable], list[PendingEvent]]


class CommandRunner:
    """Runs commands, at each table one after the other."""

    def __init__(
        self, store: EventStore, registry: TableRegistry, updates: TableUpdates, resync: Resync, counters: Counter[str]
    ) -> None:
        self.closing = False
        self.move_seconds = Histogram("move", "From a command's arrival until its events are stored and sent.")
        self._store = store
        self._registry = registry
        self._updates = updates
        self._resync = resync
        self._counters = counters

    async def run(self, table_id: str, owner: str, request: str | None, decide: Decide) -> int:
        """Run a command; the version of the table with its first event.

        The same request of the same owner again gives the same version and changes nothing. Nobody sees an event
        before it is on disk.

        :raises Refused: ``decide`` refused, or it could not be stored.
        """
        if self.closing:
            raise Refused("server.closing")
        begun = time.perf_counter()
        digest = None if request is None else request_digest(owner, request)
        live = await self._registry.acquire(table_id)
        try:
            if live.stale:
                await self._resync.catch_up(live)
            while True:
                if digest in live.table.requests:
                    return live.table.requests[digest]  # it was done before, and its answer did not arrive
                pending = decide(live)
                live.table.require_capacity(pending)
                stored = number_events(pending, live.table.version, now_ms(), digest)
                ready = self._updates.prepare(live, stored, pending) if self._store.shared else b""
                writing = self._store.append(table_id, stored, owner_rows(table_id, pending), ready)
                try:
                    await writing
                except Conflict:
                    await self._after_conflict(live)
                    continue  # another process was first: decide anew
                except asyncio.CancelledError:
                    if writing.exception() is None:  # it is on disk, whoever has gone meanwhile
                        await self._updates.apply_and_broadcast(live, stored, pending, ready)
                    raise
                except Exception as error:
                    raise self._not_stored(live, error) from error
                await self._updates.apply_and_broadcast(live, stored, pending, ready)
                self.move_seconds.observe(time.perf_counter() - begun)
                return stored[0].version
        finally:
            live.lock.release()

    async def _after_conflict(self, live: LiveTable) -> None:
        """Take in what another process has stored. If it has stored nothing, the table was deleted."""
        self._counters["conflicts"] += 1
        if await self._resync.catch_up(live):
            return
        with self._registry.reachable():
            exists = await queries.last_versions(self._store, [live.table.id])
        if exists:
            raise Refused("server.store.failed")
        self._updates.drop(live)
        raise Refused("server.table.unknown")

    def _not_stored(self, live: LiveTable, error: Exception) -> Refused:
        self._counters["failed_writes"] += 1
        self._store.failures.error("events could not be stored: %s", describe_error(error))
        if isinstance(error, Unsure):
            live.stale = True  # it may be in the log all the same
            return Refused("server.store.unsure")
        return Refused("server.store.failed")


def owner_rows(table_id: str, pending: Sequence[PendingEvent]) -> list[SideRow]:
    """The rows that list the table for those who get a seat at it."""
    return [
        queries.owner_row(event.secret, table_id)
        for event in pending
        if isinstance(event.event, (Seated, SeatTransferred)) and event.secret is not None
    ]
