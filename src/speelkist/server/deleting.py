"""Deleting tables with everything that belongs to them."""

from __future__ import annotations

import sqlalchemy as sa

from . import schema
from .store import Store


async def delete_tables(store: Store, addresses: list[str]) -> None:
    """Delete tables with everything that belongs to them, all or nothing."""
    await store.run(
        sa.delete(schema.codes).where(schema.codes.c.table_id.in_(addresses)),
        sa.delete(schema.holders).where(schema.holders.c.table_id.in_(addresses)),
        sa.delete(schema.events).where(schema.events.c.table_id.in_(addresses)),
        sa.delete(schema.tables).where(schema.tables.c.id.in_(addresses)),
    )
