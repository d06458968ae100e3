"""Housekeeping: tables that nobody uses leave the memory, are closed, and in the end deleted."""

from __future__ import annotations

import asyncio
import logging

import sqlalchemy as sa

from . import schema
from .deleting import delete_tables
from .house import House
from .settings import Settings
from .store import Store, now_ms

log = logging.getLogger("speelkist.keeper")

DAY = 86_400_000


def keep_house(house: House, store: Store, settings: Settings) -> asyncio.Task[None]:
    """A task that looks after the tables until it is cancelled."""
    return asyncio.create_task(_keep(house, store, settings), name="keeper")


async def _keep(house: House, store: Store, settings: Settings) -> None:
    rounds = 0
    while True:
        house.forget_idle(settings.idle_seconds)
        if rounds % 60 == 0:  # every hour, and at the start
            try:
                await archive(store, settings.archive_days)
                if settings.keep_days:
                    await purge(store, settings.keep_days)
            except Exception:
                log.exception("housekeeping failed; it is tried again in an hour")
        rounds += 1
        await asyncio.sleep(60)


def _unused_since(days: int) -> sa.Select[tuple[str]]:
    e = schema.events.c
    return sa.select(e.table_id).group_by(e.table_id).having(sa.func.max(e.at) < now_ms() - days * DAY)


async def archive(store: Store, days: int) -> int:
    """Close tables without an event for so many days; how many."""
    if not days:
        return 0
    t = schema.tables.c
    closed = await store.run(
        sa.update(schema.tables)
        .where(t.archived_at.is_(None), t.id.in_(_unused_since(days)))
        .values(archived_at=now_ms())
    )
    return int(closed[0].rowcount)


async def purge(store: Store, days: int) -> int:
    """Delete tables without an event for so many days; how many."""
    unused = _unused_since(days).subquery()
    found = list(await store.column(sa.select(unused.c.table_id)))
    for start in range(0, len(found), 200):
        await delete_tables(store, found[start : start + 200])
    return len(found)
