"""Making the database ready: a new one is made, an older one copied and brought up to date, a newer one refused."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import filelock
import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine

from speelkist.core import SpeelkistError
from speelkist.server.settings import Settings

from .urls import sqlite_file

log = logging.getLogger("speelkist.database")

HEAD = "0001"  # the newest step in migrations/
MIGRATIONS = Path(__file__).parent / "migrations"
_ONE_AT_A_TIME = 0x5BEE1_0001  # PostgreSQL's name for the lock that migrating takes


class BadDatabase(SpeelkistError):
    """The database cannot be used, for a reason the host can mend."""


def file_of(settings: Settings) -> Path | None:
    """The database's file; None on PostgreSQL."""
    return sqlite_file(settings.database)


@contextlib.contextmanager
def held(settings: Settings) -> Iterator[None]:
    """Keep the database's file to this process: two servers on one file would not hear of each other's moves."""
    file = file_of(settings)
    if file is None:
        yield
        return
    _make_folder(file)
    lock = filelock.FileLock(file.with_name(file.name + ".lock"), mode=0o600, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        raise BadDatabase("server.database.held", file=str(file)) from None
    except OSError as error:
        raise BadDatabase("server.database.failed", name=str(file), why=reason(error)) from None
    try:
        yield
    finally:
        lock.release()


def prepare(settings: Settings) -> None:
    """Make sure that the database is there and of this version."""
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
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))  # the seeds of running games are nobody else's business
    engine = sa.create_engine(URL.create("sqlite", database=str(file)), poolclass=sa.NullPool)
    sa.event.listen(engine, "begin", _really_begin)
    with engine.connect() as connection:
        found = check(connection, str(file))
        if found != HEAD:
            connection.rollback()
            if found is not None:
                copy = _free_name(file, found)
                copy_sqlite(file, copy)
                log.info("database copied before it is changed", extra={"copy": copy.name})
            migrate(connection)
            connection.commit()
            _tell(found)
    engine.dispose()


def _really_begin(connection: sa.Connection) -> None:
    """Python's own way begins no transaction for making or changing tables, and half a step could stay."""
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
            await connection.execute(sa.text(f"select pg_advisory_xact_lock({_ONE_AT_A_TIME})"))
            found = await connection.run_sync(check, name)
            if found != HEAD:
                await connection.run_sync(migrate)
                _tell(found)
    except SpeelkistError:
        raise
    except Exception as error:
        raise BadDatabase("server.database.failed", name=name, why=reason(error)) from error
    finally:
        await engine.dispose()


def _tell(before: str | None) -> None:
    log.info("database made" if before is None else "database brought up to date", extra={"version": HEAD})


def check(connection: sa.Connection, name: str) -> str | None:
    """Which version the database is of; None if it is empty. Anything but an older one of ours is refused."""
    tables = sa.inspect(connection).get_table_names()
    if "alembic_version" not in tables:
        if tables:
            raise BadDatabase("server.database.foreign", name=name)
        return None
    found = str(connection.scalar(sa.text("select version_num from alembic_version")))
    if found != HEAD and found not in known_versions():
        raise BadDatabase("server.database.newer", name=name, found=found, known=HEAD)
    return found


def known_versions() -> list[str]:
    """All versions of the database that there were, the newest first."""
    from alembic.script import ScriptDirectory

    return [script.revision for script in ScriptDirectory(MIGRATIONS).walk_revisions()]


def migrate(connection: sa.Connection) -> None:
    """Bring a database to the newest version, in the transaction that the connection is in."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _free_name(file: Path, version: str) -> Path:
    """Where the copy of an older database goes."""
    day = datetime.now(UTC).strftime("%Y%m%d")
    name = f"{file.name}.backup-{version}-{day}"
    number = 1
    while (found := file.with_name(name if number == 1 else f"{name}-{number}")).exists():
        number += 1
    return found


def copy_sqlite(file: Path, to: Path) -> None:
    """A copy of a database that may be in use: whole, as it was at one moment, and on the disk when this returns."""
    beside = to.with_name(f".{to.name}.{os.getpid()}.tmp")
    try:
        os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with contextlib.closing(sqlite3.connect(file)) as source, contextlib.closing(sqlite3.connect(beside)) as target:
            source.execute("pragma busy_timeout=5000")
            source.backup(target)
            target.execute("pragma journal_mode=delete")  # one file, that can be carried about
        _sync(beside, os.O_RDWR)
        beside.replace(to)
        if os.name == "posix":  # elsewhere a folder cannot be opened
            _sync(to.parent, os.O_RDONLY)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _sync(path: Path, how: int) -> None:
    file = os.open(path, how)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def reason(error: BaseException) -> str:
    """What the database says is wrong, in its own words and without our statements."""
    original = getattr(error, "orig", None) or error
    text = getattr(original, "strerror", None) or str(original) or type(original).__name__
    return text.strip().splitlines()[0].rstrip(".")
