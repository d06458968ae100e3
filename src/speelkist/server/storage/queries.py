"""Queries beside the event log: who has which tables, device codes, old tables. All SQL for the live server is here."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa

from speelkist.server.timestamps import DAY_MS, now_ms

from . import schema
from .event_store import EventStore
from .writers import SideRow, select_versions

MAX_LISTED = 200  # tables of one owner that are listed


def table_row(table_id: str, game: str, at: int) -> SideRow:
    """The row of a new table, to be stored with its first events."""
    return schema.tables, {"table_id": table_id, "game": game, "created_at": at, "archived_at": None}


def owner_row(owner: str, table_id: str) -> SideRow:
    """The row that lists a table for an owner, to be stored with the event that gives them a seat."""
    return schema.owners, {"owner": owner, "table_id": table_id}


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table of an owner, as far as is known without reading its events."""

    table_id: str
    version: int
    archived: bool


async def tables_of(store: EventStore, owner: str) -> list[ListedTable]:
    """The tables where an owner has a seat, the newest first."""
    o, t, e = schema.owners.c, schema.tables.c, schema.events.c
    last = sa.select(sa.func.max(e.version)).where(e.table_id == t.table_id).scalar_subquery().label("last")
    query = sa.select(t.table_id, t.archived_at, last).join(schema.owners, o.table_id == t.table_id)
    query = query.where(o.owner == owner).order_by(t.created_at.desc()).limit(MAX_LISTED)
    async with store.engine.connect() as connection:
        rows = (await connection.execute(query)).all()
    return [ListedTable(row.table_id, row.last or 0, row.archived_at is not None) for row in rows]


async def last_versions(store: EventStore, table_ids: Collection[str]) -> dict[str, int]:
    """The version of each of these tables; those that are gone are left out."""
    async with store.engine.connect() as connection:
        return {row.table_id: row.last for row in await connection.execute(select_versions(table_ids))}


async def existing_tables(store: EventStore, table_ids: Collection[str]) -> set[str]:
    """Which of these tables there are."""
    t = schema.tables.c
    async with store.engine.connect() as connection:
        return set(await connection.scalars(sa.select(t.table_id).where(t.table_id.in_(table_ids))))


async def version_of_request(store: EventStore, owner: str, request: str) -> tuple[str, int] | None:
    """The table of an owner, and its version, where a request with this digest was stored."""
    e, o = schema.events.c, schema.owners.c
    own_tables = sa.select(o.table_id).where(o.owner == owner)
    query = sa.select(e.table_id, e.version).where(e.table_id.in_(own_tables), e.request == request)
    async with store.engine.connect() as connection:
        row = (await connection.execute(query)).first()
    return None if row is None else (row.table_id, row.version)


async def save_device_code(store: EventStore, code_hash: str, table_id: str, seat: int, expires_at: int) -> None:
    """Keep a device code; the last one of that seat, and all that have expired, are deleted."""
    c = schema.device_codes.c
    useless = sa.or_(c.expires_at < now_ms(), sa.and_(c.table_id == table_id, c.seat == seat))
    row = {"code": code_hash, "table_id": table_id, "seat": seat, "expires_at": expires_at}
    async with store.engine.begin() as connection:
        await connection.execute(sa.delete(schema.device_codes).where(useless))
        await connection.execute(sa.insert(schema.device_codes).values(**row))


async def take_device_code(store: EventStore, code_hash: str) -> tuple[str, int] | None:
    """Delete a device code: the table and the seat it stood for; None if there is none or it has expired."""
    c = schema.device_codes.c
    taken = sa.delete(schema.device_codes).where(c.code == code_hash, c.expires_at >= now_ms())
    async with store.engine.begin() as connection:
        row = (await connection.execute(taken.returning(c.table_id, c.seat))).first()
    return None if row is None else (row.table_id, row.seat)


def select_unused(days: int) -> sa.Select[str]:
    """The tables without an event for so many days."""
    e = schema.events.c
    return sa.select(e.table_id).group_by(e.table_id).having(sa.func.max(e.at) < now_ms() - days * DAY_MS)


async def unused_tables(store: EventStore, days: int) -> list[str]:
    """The ids of the tables without an event for so many days."""
    async with store.engine.connect() as connection:
        return list(await connection.scalars(select_unused(days)))


async def archive_unused(store: EventStore, days: int) -> list[str]:
    """Close the tables without an event for so many days; which."""
    t = schema.tables.c
    unused = sa.update(schema.tables).where(t.archived_at.is_(None), t.table_id.in_(select_unused(days)))
    async with store.engine.begin() as connection:
        return list(await connection.scalars(unused.values(archived_at=now_ms()).returning(t.table_id)))


async def reopen(store: EventStore, table_id: str) -> None:
    """Let an archived table be played on."""
    t = schema.tables.c
    async with store.engine.begin() as connection:
        await connection.execute(sa.update(schema.tables).where(t.table_id == table_id).values(archived_at=None))


async def newest_event_at(store: EventStore, until: int | None = None) -> int | None:
    """When the newest event of all tables was stored, or the newest until then; None if there is none."""
    e = schema.events.c
    query = sa.select(sa.func.max(e.at))
    async with store.engine.connect() as connection:
        at: int | None = await connection.scalar(query if until is None else query.where(e.at <= until))
        return at


async def ping(store: EventStore) -> None:
    """Raise what the database says if it does not answer."""
    async with store.engine.connect() as connection:
        await connection.execute(sa.select(sa.literal(1)))
