"""Commands for a host beside the running server: back up the database, delete tables."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

from speelkist.core import SpeelkistError
from speelkist.server.settings import Settings

from .database import HEAD, BadDatabase, check, copy_sqlite, file_of, reason
from .deletion import delete_tables, purge_unused
from .event_store import EventStore
from .queries import last_versions, unused_tables

_COPY = re.compile(r"tables-[0-9]{8}-[0-9]{6}\.db")  # a copy in a folder of copies; nothing else there is touched


def backup(settings: Settings, to: Path) -> int:
    """Copy the database to a file, also while the server runs; the size of the copy in bytes."""
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
            verdict = str(copy.execute("pragma quick_check").fetchone()[0])
    except (sqlite3.Error, OSError) as error:
        raise BadDatabase("server.backup.failed", name=str(to), why=reason(error)) from None
    if verdict != "ok":
        raise BadDatabase("server.backup.damaged", name=str(file), why=verdict[:120])
    return to.stat().st_size


def rotating_backup(settings: Settings, folder: Path, keep: int) -> tuple[Path, int]:
    """Copy the database into a folder under the name of this moment, and keep only the newest copies; file and size."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    to = folder / f"tables-{moment}.db"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadDatabase("server.backup.failed", name=str(to), why=reason(error)) from None
    size = backup(settings, to)
    copies = sorted(path for path in folder.iterdir() if _COPY.fullmatch(path.name))
    for old in copies[:-keep]:
        old.unlink()
    return to, size


def purge(settings: Settings, days: int, really: bool) -> int:
    """Delete the tables without a move for so many days, also while the server runs; how many, or how many it would."""

    async def work() -> int:
        async with opened(settings) as store:
            return len(await purge_unused(store, days) if really else await unused_tables(store, days))

    return asyncio.run(work())


def delete(settings: Settings, table_ids: list[str], really: bool) -> int:
    """Delete these tables, whoever sits at them; how many there were."""

    async def work() -> int:
        async with opened(settings) as store:
            existing = list(await last_versions(store, table_ids))
            if really and existing:
                await delete_tables(store, existing)
            return len(existing)

    return asyncio.run(work())


@contextlib.asynccontextmanager
async def opened(settings: Settings, listen: bool = True) -> AsyncIterator[EventStore]:
    """The database, if it exists and has the current schema; an older one is refused, not migrated.

    Without ``listen`` whoever uses it opens the store.
    """
    file, name = file_of(settings), settings.shown_database
    if file is not None and not file.exists():
        raise BadDatabase("server.backup.nothing", name=name)
    try:
        store = EventStore(settings.url)
    except ModuleNotFoundError:
        raise BadDatabase("server.database.driver") from None
    try:
        if listen:
            await store.open()
        async with store.engine.connect() as connection:
            revision = await connection.run_sync(check, name)
        if revision != HEAD:
            raise BadDatabase("server.backup.older", name=name)
        yield store
    except SpeelkistError:
        raise
    except Exception as error:  # drivers have errors of their own
        raise BadDatabase("server.database.failed", name=name, why=reason(error)) from error
    finally:
        await store.close()
