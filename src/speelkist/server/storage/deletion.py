"""Deleting tables with everything that belongs to them, so that nothing of it is left to be found."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .event_store import EventStore, now_ms

DAY = 86_400_000
SOME = 200  # tables in one transaction


async def delete_tables(store: EventStore, addresses: list[str]) -> None:
    """Delete these tables, all or none."""
    async with store.engine.begin() as connection:
        await _delete(store, connection, addresses)


async def _delete(store: EventStore, connection: AsyncConnection, addresses: list[str]) -> None:
    if store.sqlite:
        await connection.exec_driver_sql("pragma secure_delete=on")  # nothing may be read from the file's empty places
    for table, column in (
        (schema.codes, schema.codes.c.table_id),
        (schema.holders, schema.holders.c.table_id),
        (schema.events, schema.events.c.table_id),
        (schema.tables, schema.tables.c.id),
    ):
        await connection.execute(sa.delete(table).where(column.in_(addresses)))


def unused_for(days: int) -> sa.Select[str]:
    """The tables without an event for so many days."""
    e = schema.events.c
    return sa.select(e.table_id).group_by(e.table_id).having(sa.func.max(e.at) < now_ms() - days * DAY)


async def unused_tables(store: EventStore, days: int) -> list[str]:
    """Their addresses."""
    return list(await store.column(unused_for(days)))


async def purge_unused(store: EventStore, days: int) -> int:
    """Delete the tables without an event for so many days, and tell all processes; how many."""
    deleted = 0
    found = await unused_tables(store, days)
    for start in range(0, len(found), SOME):
        gone = await _delete_unused(store, found[start : start + SOME], days)
        for address in gone:
            store.on_remote_event(address, 0)
            store.publish(f"{address}:0")
        deleted += len(gone)
    return deleted


async def _delete_unused(store: EventStore, addresses: list[str], days: int) -> list[str]:
    """Delete those that are still unused: somebody may have moved just now."""
    t, c = schema.tables.c, schema.codes.c
    async with store.engine.begin() as connection:
        if store.sqlite:  # the first write keeps other writers out
            await connection.execute(sa.delete(schema.codes).where(c.expires_at < now_ms()))
        else:  # no event can be stored at these tables until we are done
            await connection.execute(sa.select(t.id).where(t.id.in_(addresses)).order_by(t.id).with_for_update())
        still = unused_for(days).where(schema.events.c.table_id.in_(addresses))
        gone = list(await connection.scalars(still))
        await _delete(store, connection, gone)
    return gone
