"""Small databases for tests of storage: prepared, with rows put in by hand."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from speelkist.server.settings import Settings
from speelkist.server.storage.database import prepare
from speelkist.server.storage.event_store import EventStore, RemoteHandlers

FIRST, SECOND, THIRD = "abcd2345", "bcde2345", "cdef2345"  # table ids
ANS, BOB = "a" * 64, "b" * 64  # owners


def new_database(folder: Path) -> Settings:
    """Settings with an empty database."""
    settings = Settings(db=str(folder / "tables.db"))
    prepare(settings)
    return settings


@contextlib.asynccontextmanager
async def open_store(settings: Settings, handlers: RemoteHandlers | None = None) -> AsyncIterator[EventStore]:
    """The event store on a database."""
    store = EventStore(settings.url)
    await store.open(handlers)
    try:
        yield store
    finally:
        await store.close()


def run_sql(settings: Settings, statement: str, *values: Any) -> list[Any]:
    """A statement on the file, beside the store."""
    with contextlib.closing(sqlite3.connect(settings.db)) as database, database:
        return database.execute(statement, values).fetchall()


def add_table(settings: Settings, table_id: str, created_at: int = 1, last_event_at: int = 1, events: int = 1) -> None:
    """A table with some events, the last of them at that time."""
    run_sql(settings, "insert into tables values (?, 'knopf', ?, null)", table_id, created_at)
    for version in range(1, events + 1):
        row = (table_id, version, last_event_at, "{}", f"request {version}")
        run_sql(settings, "insert into events values (?, ?, ?, ?, null, ?)", *row)


def count_rows(settings: Settings, table_id: str) -> int:
    """How many rows of all kinds a table has."""
    names = ("tables", "events", "owners", "device_codes")
    return sum(run_sql(settings, f"select count(*) from {name} where table_id = ?", table_id)[0][0] for name in names)
