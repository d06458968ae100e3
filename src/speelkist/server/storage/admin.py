"""What a host does beside the running server: keep a copy, and throw away what is old."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

from speelkist.core import SpeelkistError
from speelkist.server.settings import Settings

from .database import HEAD, BadDatabase, check, copy_sqlite, file_of, reason
from .deletion import delete_tables, purge_unused, unused_tables
from .event_store import EventStore


def backup(settings: Settings, to: Path) -> int:
    """Copy the database to a file, also while the server runs; how many bytes it takes."""
    file = file_of(settings)
    if file is None:
        raise BadDatabase("server.backup.postgres")
    if not file.exists():
        raise BadDatabase("server.backup.nothing", name=str(file))
    if to.exists():
        raise BadDatabase("server.backup.there", name=str(to))
    try:
        copy_sqlite(file, to)
        with contextlib.closing(sqlite3.connect(to)) as copy:
            found = str(copy.execute("pragma quick_check").fetchone()[0])
    except (sqlite3.Error, OSError) as error:
        raise BadDatabase("server.backup.failed", name=str(to), why=reason(error)) from None
    if found != "ok":
        raise BadDatabase("server.backup.damaged", name=str(file), why=found[:120])
    return to.stat().st_size


def purge(settings: Settings, days: int, really: bool) -> int:
    """Delete the tables without a move for so many days, also while the server runs; how many, or how many it would."""

    async def work() -> int:
        async with _opened(settings) as store:
            return await purge_unused(store, days) if really else len(await unused_tables(store, days))

    return asyncio.run(work())


def delete(settings: Settings, addresses: list[str], really: bool) -> int:
    """Delete these tables, whoever sits at them; how many there were."""

    async def work() -> int:
        async with _opened(settings) as store:
            found = list(await store.last_versions(addresses))
            if really and found:
                await delete_tables(store, found)
                for address in found:
                    store.publish(f"{address}:0")
            return len(found)

    return asyncio.run(work())


@contextlib.asynccontextmanager
async def _opened(settings: Settings) -> AsyncIterator[EventStore]:
    """The database, if it is there and of this version; it is not changed to be so."""
    file, name = file_of(settings), settings.shown_database
    if file is not None and not file.exists():
        raise BadDatabase("server.backup.nothing", name=name)
    try:
        store = EventStore(settings.url)
    except ModuleNotFoundError:
        raise BadDatabase("server.database.driver") from None
    try:
        await store.open()
        async with store.engine.connect() as connection:
            found = await connection.run_sync(check, name)
        if found != HEAD:
            raise BadDatabase("server.backup.older", name=name)
        yield store
    except SpeelkistError:
        raise
    except Exception as error:  # drivers have errors of their own
        raise BadDatabase("server.database.failed", name=name, why=reason(error)) from error
    finally:
        await store.close()
