"""The one connection that writes: a group of events in one statement, all its rows as one JSON text; and reading so.

SQLite is written in a thread of its own, a group in one call. Whenever SQLite has made a row its thread has to wait for
Python's lock, up to 5 ms while the event loop is busy: row by row, a group of 250 moves took 400 ms. Reading likewise.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from speelkist.server.cluster.pubsub import CHANNEL, pack_notifications

log = logging.getLogger("speelkist.pens")

SideRow = tuple[sa.Table, dict[str, Any]]  # a row for another table than the events, if it is not there yet


class Unsure(Exception):
    """The database went away during the commit: what was written may be there or not."""


class NotStored(Exception):
    """The database cannot be reached, or is being left: nothing was written."""


class EventWriter(Protocol):
    """What writes groups of events, each in a transaction of its own."""

    durability: dict[str, str]  # what the writing connection says about itself
    backend: int  # PostgreSQL's number for it; 0 if there is none

    async def open(self) -> None:
        """Connect."""
        ...

    async def write(self, rows: str, extras: Sequence[SideRow], news: Sequence[str]) -> None:
        """Store all or nothing: what goes wrong is raised, and nothing stays. ``news`` is for other processes.

        ``rows`` is a JSON list of table_id, number, at, data, secret, request for every event.
        """
        ...

    async def read(self, statement: sa.Executable, values: Mapping[str, Any]) -> Any:
        """The first value of a query, by a connection that only reads."""
        ...

    async def close(self) -> None:
        """Let go of the connection."""
        ...


class SqliteWriter:
    """Writes to a SQLite file."""

    backend = 0

    def __init__(self, url: str) -> None:
        self.durability: dict[str, str] = {}
        plain = sa.make_url(url).set(drivername="sqlite")
        self._engine = sa.create_engine(plain, hide_parameters=True, poolclass=sa.NullPool)
        self._reading = sa.create_engine(plain, hide_parameters=True)
        for engine in (self._engine, self._reading):
            sa.event.listen(engine, "connect", configure_sqlite)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pen")
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self._connection: sa.Connection | None = None

    async def open(self) -> None:
        """Connect."""
        await self._in_thread(self._ready)

    async def write(self, rows: str, extras: Sequence[SideRow], news: Sequence[str]) -> None:
        """Store a group; nobody else listens."""
        await self._in_thread(self._write, rows, extras)

    async def read(self, statement: sa.Executable, values: Mapping[str, Any]) -> Any:
        """The first value of a query."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, statement, values)

    async def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            await self._in_thread(self._let_go)
        self._thread.shutdown()
        self._readers.shutdown()
        self._reading.dispose()

    async def _in_thread(self, do: Callable[..., Any], *given: Any) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, do, *given)

    def _read(self, statement: sa.Executable, values: Mapping[str, Any]) -> Any:
        with self._reading.connect() as connection:
            return connection.scalar(statement, values)

    def _ready(self) -> sa.Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
            for name in ("synchronous", "journal_mode"):
                self.durability[name] = str(self._connection.scalar(sa.text(f"pragma {name}")))
            self._connection.rollback()
        return self._connection

    def _write(self, rows: str, extras: Sequence[SideRow]) -> None:
        connection = self._ready()
        try:
            with connection.begin():
                connection.exec_driver_sql(_INTO_SQLITE, (rows,))
                for table, values in extras:
                    connection.execute(sqlite.insert(table).on_conflict_do_nothing(), values)
        except Exception:
            self._let_go()  # whatever it was, a connection made anew has nothing of it
            raise

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.close()


class PostgresWriter:
    """Writes to PostgreSQL and nudges the other processes in the same transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.durability: dict[str, str] = {}
        self.backend = 0
        self._engine = engine
        self._reading = engine.execution_options(isolation_level="AUTOCOMMIT")  # one query needs no transaction
        self._connection: AsyncConnection | None = None

    async def open(self) -> None:
        """Connect."""
        await self._ready()

    async def write(self, rows: str, extras: Sequence[SideRow], news: Sequence[str]) -> None:
        """Store a group."""
        committing = False
        try:
            connection = await self._ready()
            await connection.execute(_INTO_POSTGRES, {"rows": rows})
            for table, values in extras:
                await connection.execute(postgresql.insert(table).on_conflict_do_nothing(), values)
            await connection.execute(_NOTIFY, {"texts": pack_notifications(news)})
            committing = True
            await connection.commit()
        except IntegrityError:
            await self._roll_back()
            raise
        except Exception as error:
            # without an answer to the commit nobody knows; a connection that still works has kept nothing else
            if await self._roll_back() and not committing:
                raise
            log.warning("the database went away: %s", getattr(error, "orig", error))
            raise (Unsure if committing else NotStored) from error

    async def read(self, statement: sa.Executable, values: Mapping[str, Any]) -> Any:
        """The first value of a query."""
        async with self._reading.connect() as connection:
            return await connection.scalar(statement, values)

    async def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def _ready(self) -> AsyncConnection:
        """The connection, made anew if the last one was lost."""
        if self._connection is None:
            connection = await self._engine.connect()
            for name in ("synchronous_commit", "fsync"):
                self.durability[name] = str(await connection.scalar(sa.text(f"show {name}")))
            self.backend = await connection.scalar(sa.text("select pg_backend_pid()")) or 0
            await connection.rollback()
            self._connection = connection
        return self._connection

    async def _roll_back(self) -> bool:
        """Nothing of a failed transaction may stay. False if the connection is lost, and with it the transaction."""
        connection = self._connection
        if connection is None:
            return False
        try:
            if connection.invalidated:  # it would connect anew by itself, and look as if nothing had happened
                raise ConnectionResetError
            await connection.rollback()
            await connection.execute(sa.text("select 1"))
            await connection.rollback()
        except Exception:  # noqa: BLE001  (the connection itself is gone)
            self._connection = None
            self.backend = 0
            with contextlib.suppress(Exception):
                await connection.invalidate()
            with contextlib.suppress(Exception):
                await connection.close()
            return False
        return True


def configure_sqlite(connection: Any, _record: Any) -> None:
    """Every connection to a SQLite file: nothing counts as written before it is on the disk."""
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode=wal")
    cursor.execute("pragma synchronous=full")
    cursor.execute("pragma busy_timeout=5000")
    cursor.execute("pragma foreign_keys=on")
    cursor.close()


_INTO = "insert into events (table_id, number, at, data, secret, request) "
_INTO_SQLITE = (
    _INTO
    + "select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), "
    + "json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]') from json_each(?)"
)
_INTO_POSTGRES = sa.text(
    _INTO
    + "select value->>0, cast(value->>1 as integer), cast(value->>2 as bigint), value->>3, value->>4, value->>5 "
    + "from json_array_elements(cast(:rows as json))"
)
_NOTIFY = sa.text(f"select pg_notify('{CHANNEL}', text) from unnest(cast(:texts as text[])) as text")
