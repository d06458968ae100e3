"""Writing events to a SQLite file: one thread that writes, two that read.

Not with an asynchronous driver, which goes through its thread once a statement: while the event loop is busy, each time
may wait 5 ms for Python's lock. Here a whole batch goes to the thread in one call.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from .stored_event import EventRow
from .writers import SideRow

_INSERT = "insert into events (table_id, version, at, data, secret, request) values (?, ?, ?, ?, ?, ?)"


class SqliteWriter:
    """Writes to a SQLite file."""

    backend_pid = 0

    def __init__(self, url: str) -> None:
        self.durability: dict[str, str] = {}
        plain = sa.make_url(url).set(drivername="sqlite")
        self._engine = sa.create_engine(plain, hide_parameters=True, poolclass=sa.NullPool)
        self._read_engine = sa.create_engine(plain, hide_parameters=True)
        for engine in (self._engine, self._read_engine):
            sa.event.listen(engine, "connect", configure_sqlite)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="event writer")
        self._read_threads = ThreadPoolExecutor(2, thread_name_prefix="event reader")
        self._connection: sa.Connection | None = None

    async def open(self) -> None:
        """Connect."""
        await self._in_thread(self._connect)

    async def write(self, rows: Sequence[EventRow], side_rows: Sequence[SideRow], notifications: Sequence[str]) -> None:
        """Store a batch. There are no other processes to notify."""
        await self._in_thread(self._write, rows, side_rows)

    async def read(self, statement: sa.Executable, values: Mapping[str, Any]) -> Sequence[sa.Row[Any]]:
        """The rows of a query."""
        return await asyncio.get_running_loop().run_in_executor(self._read_threads, self._read, statement, values)

    async def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            await self._in_thread(self._disconnect)
        self._thread.shutdown()
        self._read_threads.shutdown()
        self._read_engine.dispose()

    async def _in_thread(self, function: Callable[..., Any], *arguments: Any) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, function, *arguments)

    def _read(self, statement: sa.Executable, values: Mapping[str, Any]) -> Sequence[sa.Row[Any]]:
        with self._read_engine.connect() as connection:
            return connection.execute(statement, values).all()

    def _connect(self) -> sa.Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
            for name in ("synchronous", "journal_mode"):
                self.durability[name] = str(self._connection.scalar(sa.text(f"pragma {name}")))
            self._connection.rollback()
        return self._connection

    def _write(self, rows: Sequence[EventRow], side_rows: Sequence[SideRow]) -> None:
        connection = self._connect()
        try:
            with connection.begin():
                connection.exec_driver_sql(_INSERT, list(rows))
                for table, values in side_rows:
                    connection.execute(sqlite.insert(table).on_conflict_do_nothing(), values)
        except Exception:
            self._disconnect()  # whatever went wrong, a new connection has nothing of it
            raise

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.close()


def configure_sqlite(connection: Any, _record: Any) -> None:
    """Every connection to a SQLite file: nothing counts as written before it is on the disk."""
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode=wal")
    cursor.execute("pragma synchronous=full")
    cursor.execute("pragma busy_timeout=5000")
    cursor.execute("pragma foreign_keys=on")
    cursor.close()
