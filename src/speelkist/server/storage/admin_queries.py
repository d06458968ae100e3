"""Queries for whoever runs the server: all tables with their size, rules about networks, running processes."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import sqlalchemy as sa

from speelkist.server.logging import log_alias
from speelkist.server.timestamps import DAY_MS, HOUR_MS, now_ms

from . import schema
from .event_store import EventStore

Order = Literal["running", "idle", "biggest", "busiest"]


class TableSummary(NamedTuple):
    """A table as a host sees it in a list."""

    table: str
    alias: str  # its name in the log
    game: str
    status: str  # open, over, archived
    events: int
    bytes: int
    last_hour: int  # events
    at: int  # of the last event


class NetworkRule(NamedTuple):
    """What a host has decided about a network."""

    network: str
    banned: bool = False
    sockets: int | None = None
    tables_per_hour: int | None = None
    rate: int | None = None  # messages a second of one connection
    expires_at: int | None = None
    note: str = ""


class Process(NamedTuple):
    """A running server process, as far as a host's commands are concerned."""

    process: str
    port: int
    token: str


async def table_summaries(
    store: EventStore, order: Order = "busiest", limit: int = 1, table_id: str | None = None
) -> list[TableSummary]:
    """Tables: those in play with the newest event first, or the longest idle, the biggest, the busiest of this hour."""
    t, e = schema.tables.c, schema.events.c
    now = now_ms()
    count, last = sa.func.count().label("events"), sa.func.max(e.at).label("at")
    size = sa.func.sum(sa.func.length(e.data)).label("bytes")
    recent = sa.func.sum(sa.case((e.at > now - HOUR_MS, 1), else_=0)).label("recent")
    ended = sa.func.max(sa.case((e.data.like('{"kind":"ended"%'), 1), else_=0)).label("ended")
    query = (
        sa.select(t.table_id, t.game, t.archived_at, count, size, recent, last, ended)
        .join(schema.events, e.table_id == t.table_id)
        .group_by(t.table_id, t.game, t.archived_at)
    )
    if table_id is not None:
        query = query.where(t.table_id == table_id)
    elif order in ("running", "idle"):
        query = query.where(t.archived_at.is_(None)).having(ended == 0)
        is_idle = last < now - DAY_MS
        query = query.having(is_idle if order == "idle" else sa.not_(is_idle))
    query = query.order_by(
        {"running": last.desc(), "idle": last, "biggest": size.desc(), "busiest": recent.desc()}[order]
    )
    async with store.engine.connect() as connection:
        rows = (await connection.execute(query.limit(limit))).all()
    return [_summary(row) for row in rows]


def _summary(row: sa.Row[Any]) -> TableSummary:
    status = "archived" if row.archived_at is not None else "over" if row.ended else "open"
    alias = log_alias(row.table_id)
    return TableSummary(row.table_id, alias, row.game, status, row.events, int(row.bytes), int(row.recent), row.at)


async def tables_with_alias(store: EventStore, alias: str) -> list[str]:
    """The tables that the log calls by this alias: one, or by chance two."""
    async with store.engine.connect() as connection:
        table_ids = await connection.stream_scalars(sa.select(schema.tables.c.table_id))
        return [table_id async for table_id in table_ids if log_alias(table_id) == alias]


async def archive(store: EventStore, table_id: str) -> None:
    """Put a table away."""
    t = schema.tables.c
    async with store.engine.begin() as connection:
        await connection.execute(sa.update(schema.tables).where(t.table_id == table_id).values(archived_at=now_ms()))


# --- networks ---------------------------------------------------------------------------------------------------------


async def network_rules(store: EventStore) -> list[NetworkRule]:
    """All rules that still hold."""
    n = schema.networks.c
    query = (
        sa.select(schema.networks).where(sa.or_(n.expires_at.is_(None), n.expires_at > now_ms())).order_by(n.network)
    )
    async with store.engine.connect() as connection:
        return [NetworkRule(**row) for row in (await connection.execute(query)).mappings()]


async def save_network_rule(store: EventStore, rule: NetworkRule) -> None:
    """Store a rule in the place of the last one about that network; those that no longer hold are deleted."""
    n = schema.networks.c
    useless = sa.or_(n.network == rule.network, n.expires_at <= now_ms())
    async with store.engine.begin() as connection:
        await connection.execute(sa.delete(schema.networks).where(useless))
        await connection.execute(sa.insert(schema.networks).values(rule._asdict()))


async def delete_network_rule(store: EventStore, network: str) -> bool:
    """Delete the rule about a network; whether there was one."""
    deleted = sa.delete(schema.networks).where(schema.networks.c.network == network)
    async with store.engine.begin() as connection:
        return bool((await connection.execute(deleted)).rowcount)


# --- processes --------------------------------------------------------------------------------------------------------


async def add_process(store: EventStore, process: Process) -> None:
    """Tell where this process takes a host's commands; on SQLite, where there is one process, others are gone."""
    async with store.engine.begin() as connection:
        if store.sqlite:
            await connection.execute(sa.delete(schema.processes))
        await connection.execute(sa.insert(schema.processes).values(process._asdict()))


async def remove_process(store: EventStore, process: str) -> None:
    """A process has stopped."""
    async with store.engine.begin() as connection:
        await connection.execute(sa.delete(schema.processes).where(schema.processes.c.process == process))


async def running_processes(store: EventStore) -> list[Process]:
    """The processes that have started and not stopped in order: some may be gone."""
    async with store.engine.connect() as connection:
        return [Process(*row) for row in await connection.execute(sa.select(schema.processes))]
