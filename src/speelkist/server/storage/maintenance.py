"""Maintenance: tables that nobody uses leave the memory, are archived, and in the end deleted."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from speelkist.server.logging import describe_error
from speelkist.server.settings import Settings
from speelkist.server.timestamps import DAY_MS, now_ms
from speelkist.server.wall_clock import WallClock

from .deletion import purge_unused
from .event_store import EventStore
from .queries import archive_unused, existing_tables, newest_event_at

log = logging.getLogger("speelkist.maintenance")

INTERVAL_SECONDS = 60
ROUNDS_PER_TIDY = 60  # every hour, and at the start
MAX_SILENT_DAYS = 30  # a server where nobody has played for longer has a wrong clock, or nothing to tidy
LEAST_SILENT_DAYS = 14  # where tables are deleted sooner than that, a silence up to so long is still nothing odd
BELIEVED_DAYS = 7  # what was played after such a silence counts as a sign that the clock is right after so long
CHUNK = 200  # tables asked for in one query


class LiveTables(Protocol):
    """The tables in memory, as far as maintenance is concerned."""

    def table_ids(self) -> list[str]:
        """The tables in memory."""
        ...

    def evict_idle(self, seconds: float) -> None:
        """Drop the tables that nobody has used for so long."""
        ...

    def on_table_deleted(self, table_id: str) -> None:
        """A table was deleted: drop it and tell whoever watches it."""
        ...

    async def reload(self, table_id: str) -> None:
        """A table was archived: show it so to whoever watches it."""
        ...


async def run_maintenance(live: LiveTables, store: EventStore, settings: Settings) -> None:
    """Look after the tables until cancelled."""
    clock = WallClock()
    rounds = 0
    while True:
        live.evict_idle(settings.idle_seconds)
        has_jumped = clock.has_jumped()
        try:
            await evict_deleted(live, store)
            if rounds % ROUNDS_PER_TIDY == 0:
                await tidy(live, store, settings, has_jumped)
        except Exception as error:  # noqa: BLE001  (mostly: the database is away)
            log.error("maintenance failed; it is tried again: %s", describe_error(error))
        rounds += 1
        await asyncio.sleep(INTERVAL_SECONDS)


async def evict_deleted(live: LiveTables, store: EventStore) -> None:
    """Drop tables from memory that a command beside the server has deleted."""
    table_ids = live.table_ids()
    for start in range(0, len(table_ids), CHUNK):
        chunk = table_ids[start : start + CHUNK]
        existing = await existing_tables(store, chunk)
        for table_id in chunk:
            if table_id not in existing:
                live.on_table_deleted(table_id)


async def tidy(live: LiveTables, store: EventStore, settings: Settings, has_jumped: bool = False) -> None:
    """Delete and archive tables that were not used for as long as the settings say; 0 days means never.

    Nothing is done while the clock cannot be believed: one start with a wrong clock must not close every game. What is
    played under a wrong clock proves nothing, so the log is also asked how long it was silent before the last week.
    """
    now = now_ms()
    newest, before = await newest_event_at(store), await newest_event_at(store, now - BELIEVED_DAYS * DAY_MS)
    ahead = newest is not None and newest > now + DAY_MS
    silent_days = 0.0 if before is None else (now - before) / DAY_MS
    # where even the newest tables would be deleted, for good, a shorter silence is doubted too
    most = min(MAX_SILENT_DAYS, max(settings.keep_days or MAX_SILENT_DAYS, LEAST_SILENT_DAYS))
    if has_jumped or ahead or silent_days > most:
        reason = "the clock was set" if has_jumped else "events lie ahead" if ahead else "nothing was played for long"
        log.warning("tables are left alone, for the clock may be wrong: %s", reason)
        return
    deleted = await purge_unused(store, settings.keep_days) if settings.keep_days else []
    for table_id in deleted:
        live.on_table_deleted(table_id)
    archived = await archive_unused(store, settings.archive_days) if settings.archive_days else []
    for table_id in archived:
        await live.reload(table_id)
    if archived or deleted:
        log.info("unused tables", extra={"archived": len(archived), "deleted": len(deleted)})
