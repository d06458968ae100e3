"""Deleting tables with everything that belongs to them, so that nothing of it can be read from the file any more."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from speelkist.server.cluster.messages import TableDeleted
from speelkist.server.timestamps import now_ms

from . import schema
from .event_store import EventStore
from .queries import select_unused, unused_tables

CHUNK = 200  # tables in one transaction


async def delete_tables(store: EventStore, table_ids: list[str]) -> None:
    """Delete these tables, all or none, and tell the other processes."""
    async with store.engine.begin() as connection:
        await _delete(store, connection, table_ids)
    for table_id in table_ids:
        store.publish(TableDeleted(table_id))


async def _delete(store: EventStore, connection: AsyncConnection, table_ids: list[str]) -> None:
    if store.sqlite:
        await connection.exec_driver_sql("pragma secure_delete=on")  # deleted rows are overwritten with zeros
    for table in (schema.device_codes, schema.owners, schema.events, schema.tables):
        await connection.execute(sa.delete(table).where(table.c.table_id.in_(table_ids)))


async def purge_unused(store: EventStore, days: int) -> list[str]:
    """Delete the tables without an event for so many days, and tell the other processes; which."""
    deleted: list[str] = []
    candidates = await unused_tables(store, days)
    for start in range(0, len(candidates), CHUNK):
        gone = await _delete_unused(store, candidates[start : start + CHUNK], days)
        for table_id in gone:
            store.publish(TableDeleted(table_id))
        deleted += gone
    return deleted


async def _delete_unused(store: EventStore, table_ids: list[str], days: int) -> list[str]:
    """Delete those that are still unused: somebody may have moved just now."""
    t, c = schema.tables.c, schema.device_codes.c
    async with store.engine.begin() as connection:
        if store.sqlite:  # the first write keeps other writers out
            await connection.execute(sa.delete(schema.device_codes).where(c.expires_at < now_ms()))
        else:  # no event can be stored at these tables until this transaction ends
            rows = sa.select(t.table_id).where(t.table_id.in_(table_ids)).order_by(t.table_id)
            await connection.execute(rows.with_for_update())
        still_unused = select_unused(days).where(schema.events.c.table_id.in_(table_ids))
        gone = list(await connection.scalars(still_unused))
        await _delete(store, connection, gone)
    return gone
