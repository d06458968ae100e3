"""Preparing the database: a new one is created, an older one backed up and migrated, a newer one refused."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import sqlite3
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import filelock
import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine

from speelkist.core import SpeelkistError
from speelkist.core.atomic_file import atomic_path
from speelkist.server.settings import Settings

log = logging.getLogger("speelkist.database")

HEAD = "0003"  # the newest revision in migrations/
MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATION_LOCK = 0x5BEE1_0001  # the advisory lock of PostgreSQL that a migrating process holds


class BadDatabase(SpeelkistError):
    """The database cannot be used, for a reason the host can mend."""


def file_of(settings: Settings) -> Path | None:
    """The database's file; None on PostgreSQL."""
    return settings.database.file


def lock_file(file: Path) -> Path:
    """The file that a server which uses this database holds a lock on."""
    return file.with_name(file.name + ".lock")


def is_held(file: Path) -> bool:
    """Whether a server uses this database."""
    if not lock_file(file).exists():
        return False
    lock = filelock.FileLock(lock_file(file), thread_local=False)
    try:
        lock.acquire(timeout=0)
    except (filelock.Timeout, OSError):
        return True
    lock.release()
    return False


def hand_over(made: Path, file: Path) -> None:
    """Give a file that root made to the owner of the database, or of its folder: the service must be able to use it."""
    if sys.platform != "win32" and os.geteuid() == 0:
        status = (file if file.exists() else file.parent).stat()
        os.chown(made, status.st_uid, status.st_gid)


@contextlib.contextmanager
def held(settings: Settings) -> Iterator[None]:
    """Lock the database's file: two servers on one file would not be told of each other's moves."""
    file = file_of(settings)
    if file is None:
        yield
        return
    _make_folder(file)
    lock = filelock.FileLock(lock_file(file), mode=0o600, thread_local=False)
    try:
        lock.acquire(timeout=0)
        hand_over(lock_file(file), file)
    except filelock.Timeout:
        raise BadDatabase("server.database.held", file=str(file)) from None
    except OSError as error:
        raise BadDatabase("server.database.failed", name=str(file), why=reason(error)) from None
    try:
        yield
    finally:
        lock.release()


def prepare(settings: Settings) -> None:
    """Make sure that the database exists and has the newest revision.

    :raises BadDatabase: that cannot be.
    """
    file = file_of(settings)
    if file is None:
        asyncio.run(_prepare_postgres(settings))
        return
    try:
        _make_folder(file)
        _prepare_sqlite(file)
    except (sa.exc.DBAPIError, sqlite3.Error, OSError) as error:
        raise BadDatabase("server.database.failed", name=str(file), why=reason(error)) from error


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadDatabase("server.database.failed", name=str(file), why=reason(error)) from None


def _prepare_sqlite(file: Path) -> None:
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))  # private: seeds of running games are in it
    engine = sa.create_engine(URL.create("sqlite", database=str(file)), poolclass=sa.NullPool)
    sa.event.listen(engine, "begin", _begin)
    with engine.connect() as connection:
        revision = check(connection, str(file))
        if revision != HEAD:
            connection.rollback()
            if revision is not None:
                copy = _unused_name(file, revision)
                copy_sqlite(file, copy)
                log.info("database copied before it is migrated", extra={"copy": copy.name})
            migrate(connection)
            connection.commit()
            _log_migration(revision)
    engine.dispose()


def _begin(connection: sa.Connection) -> None:
    """Python's driver begins no transaction before it creates or alters tables; half a migration could stay."""
    connection.exec_driver_sql("begin immediate")


async def _prepare_postgres(settings: Settings) -> None:
    """All in one transaction, one process at a time."""
    name = settings.shown_database
    try:
        engine = create_async_engine(settings.url, poolclass=sa.NullPool)
    except ModuleNotFoundError:
        raise BadDatabase("server.database.driver") from None
    try:
        async with asyncio.timeout(30), engine.begin() as connection:
            await connection.execute(sa.text(f"select pg_advisory_xact_lock({_MIGRATION_LOCK})"))
            revision = await connection.run_sync(check, name)
            if revision != HEAD:
                await connection.run_sync(migrate)
                _log_migration(revision)
    except SpeelkistError:
        raise
    except Exception as error:
        raise BadDatabase("server.database.failed", name=name, why=reason(error)) from error
    finally:
        await engine.dispose()


def _log_migration(before: str | None) -> None:
    log.info("database created" if before is None else "database migrated", extra={"version": HEAD})


def check(connection: sa.Connection, name: str) -> str | None:
    """The revision of the database; None if it is empty.

    :raises BadDatabase: it is newer than this program, or not ours.
    """
    tables = sa.inspect(connection).get_table_names()
    if "alembic_version" not in tables:
        if tables:
            raise BadDatabase("server.database.foreign", name=name)
        return None
    revision = str(connection.scalar(sa.text("select version_num from alembic_version")))
    if revision != HEAD and revision not in known_revisions():
        raise BadDatabase("server.database.newer", name=name, found=revision, known=HEAD)
    return revision


def known_revisions() -> list[str]:
    """All revisions of the database that there were, the newest first."""
    from alembic.script import ScriptDirectory

    return [script.revision for script in ScriptDirectory(MIGRATIONS).walk_revisions()]


def migrate(connection: sa.Connection) -> None:
    """Bring a database to the newest revision, in the transaction that the connection is in."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _unused_name(file: Path, revision: str) -> Path:
    """Where the copy of an older database goes."""
    day = datetime.now(UTC).strftime("%Y%m%d")
    name = f"{file.name}.backup-{revision}-{day}"
    names = itertools.chain([name], (f"{name}-{number}" for number in itertools.count(2)))
    return next(path for path in map(file.with_name, names) if not path.exists())


def copy_sqlite(file: Path, to: Path) -> None:
    """Copy a database that may be in use: complete, as it was at one moment, and on the disk when this returns."""
    with (
        atomic_path(to) as beside,
        contextlib.closing(sqlite3.connect(file)) as source,
        contextlib.closing(sqlite3.connect(beside)) as target,  # closed before its file takes its place
    ):
        source.execute("pragma busy_timeout=5000")
        source.backup(target)
        target.execute("pragma journal_mode=delete")  # then the copy is a single file


def reason(error: BaseException) -> str:
    """What the database says is wrong, in its own words and without our statements."""
    original = getattr(error, "orig", None) or error
    text = getattr(original, "strerror", None) or str(original) or type(original).__name__
    return text.strip().splitlines()[0].rstrip(".")
