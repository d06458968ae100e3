"""Housekeeping: tables that nobody uses leave the memory, are closed, and in the end deleted."""

from __future__ import annotations

import asyncio
import logging

import sqlalchemy as sa

from speelkist.server.live.house import House
from speelkist.server.settings import Settings

from . import schema
from .deletion import SOME, purge_unused, unused_for
from .event_store import EventStore, now_ms

log = logging.getLogger("speelkist.keeper")


def run_maintenance(house: House, store: EventStore, settings: Settings) -> asyncio.Task[None]:
    """A task that looks after the tables until it is cancelled."""
    return asyncio.create_task(_keep(house, store, settings), name="keeper")


async def _keep(house: House, store: EventStore, settings: Settings) -> None:
    rounds = 0
    while True:
        house.forget_idle(settings.idle_seconds)
        try:
            await evict_deleted(house, store)
            if rounds % 60 == 0:  # every hour, and at the start
                await _tidy(house, store, settings)
        except Exception:
            log.exception("housekeeping failed; it is tried again")
        rounds += 1
        await asyncio.sleep(60)


async def evict_deleted(house: House, store: EventStore) -> None:
    """Let go of tables that were deleted beside the server, by command."""
    t = schema.tables.c
    here = house.addresses()
    for start in range(0, len(here), SOME):
        some = here[start : start + SOME]
        there = set(await store.column(sa.select(t.id).where(t.id.in_(some))))
        for address in some:
            if address not in there:
                store.on_remote_event(address, 0)


async def _tidy(house: House, store: EventStore, settings: Settings) -> None:
    deleted = await purge_unused(store, settings.keep_days) if settings.keep_days else 0
    closed = await archive(store, settings.archive_days)
    for address in closed:
        await house.archived(address)
    if closed or deleted:
        log.info("tables that nobody used", extra={"closed": len(closed), "deleted": deleted})


async def archive(store: EventStore, days: int) -> list[str]:
    """Close tables without an event for so many days; which."""
    if not days:
        return []
    t = schema.tables.c
    closed = await store.run(
        sa.update(schema.tables)
        .where(t.archived_at.is_(None), t.id.in_(unused_for(days)))
        .values(archived_at=now_ms())
        .returning(t.id)
    )
    return list(closed[0].scalars())
