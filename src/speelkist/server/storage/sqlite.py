"""Writing events to a SQLite file: one thread that writes, two that read.

Not with an asynchronous driver, which goes through its thread once a statement: while the event loop is busy, each time
may wait 5 ms for Python's lock. Here a whole batch goes to the thread in one call.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from .errors import NotStored
from .stored_event import EventRow
from .writers import SideRow

# Many rows a statement, for after each the thread waits for Python's lock, which the event loop holds; and few
# different statements, which SQLite then has to read once.
_ROWS = (256, 64, 16, 4, 1)
CHECKPOINT_PAGES = 4000  # of 4 kB: so much is written beside the file before it goes into it; SQLite's default is 1000
_COLUMNS = "table_id, version, at, data, secret, request"
_INSERTS = {
    count: f"insert into events ({_COLUMNS}) values {', '.join(['(?, ?, ?, ?, ?, ?)'] * count)}" for count in _ROWS
}


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
        self.file = Path(str(plain.database))
        self._log_file = self.file.with_name(self.file.name + "-wal")
        self._identity: tuple[int, int] | None = None  # of the file that was opened first
        self._log_identity: tuple[int, int] | None = None  # of the write-ahead log of this connection

    async def open(self) -> None:
        """Connect."""
        await self._in_thread(self._connect)

    async def probe(self) -> None:
        """Write to the file without changing anything that is read."""
        await self._in_thread(self._probe)

    async def write(self, rows: Sequence[EventRow], side_rows: Sequence[SideRow], notifications: Sequence[str]) -> None:
        """Store a batch. There are no other processes to notify."""
        await self._in_thread(self._write, rows, side_rows)

    async def read(self, statement: sa.Executable, values: Mapping[str, Any]) -> Sequence[sa.Row[Any]]:
        """The rows of a query."""
        return await asyncio.get_running_loop().run_in_executor(self._read_threads, self._read, statement, values)

    async def size(self) -> int:
        """The size of the file and of what waits beside it."""
        return sum(path.stat().st_size for path in (self.file, self._log_file) if path.exists())

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
        self._check_file()
        if self._connection is None:
            self._connection = self._engine.connect()
            for name in ("synchronous", "journal_mode"):
                self.durability[name] = str(self._connection.scalar(sa.text(f"pragma {name}")))
            self._connection.rollback()
            self._check_file()
        return self._connection

    def _check_file(self) -> None:
        """Refuse to write where nobody would ever find it: in a file that was removed, or in another one.

        :raises NotStored: the file is gone or another one.
        """
        identity = _identity_of(self.file)
        if self._identity is None:
            self._identity = identity  # None: it is made by the first connection
        elif identity is None:
            raise NotStored("the database file is gone")
        elif identity != self._identity:
            raise NotStored("there is another database file in the place of ours")

    def _check_log(self) -> None:
        """The same for the write-ahead log, which SQLite keeps as long as a connection is open.

        The connection stays open: when the server is stopped, SQLite puts what is in the removed log into the database.

        :raises NotStored: it was removed.
        """
        identity = _identity_of(self._log_file)
        if self._log_identity is None:
            self._log_identity = identity
        elif identity != self._log_identity:
            raise NotStored("the database file has lost its -wal file: stop the server, which saves what was in it")

    def _probe(self) -> None:
        connection = self._connect()
        self._check_log()
        try:
            with connection.begin():
                version = connection.scalar(sa.text("pragma user_version"))
                connection.exec_driver_sql(f"pragma user_version = {int(version or 0)}")
        except Exception:
            self._disconnect()
            raise

    def _write(self, rows: Sequence[EventRow], side_rows: Sequence[SideRow]) -> None:
        connection = self._connect()
        self._check_log()
        try:
            with connection.begin():
                for statement, parameters in _insertions(rows):
                    connection.exec_driver_sql(statement, parameters)
                for table, values in side_rows:
                    connection.execute(sqlite.insert(table).on_conflict_do_nothing(), values)
        except Exception:
            self._disconnect()  # whatever went wrong, a new connection has nothing of it
            raise

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        self._log_identity = None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.close()


def _identity_of(file: Path) -> tuple[int, int] | None:
    """Which file that is; None if there is none."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _insertions(rows: Sequence[EventRow]) -> Iterator[tuple[str, tuple[object, ...]]]:
    """The statements that insert these rows, each with its values."""
    begin = 0
    for count in _ROWS:
        while len(rows) - begin >= count:
            yield _INSERTS[count], tuple(chain.from_iterable(rows[begin : begin + count]))
            begin += count


def configure_sqlite(connection: Any, _record: Any) -> None:
    """Every connection to a SQLite file: nothing counts as written before it is on the disk."""
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode=wal")
    cursor.execute("pragma synchronous=full")
    cursor.execute(f"pragma wal_autocheckpoint={CHECKPOINT_PAGES}")
    cursor.execute("pragma busy_timeout=5000")
    cursor.execute("pragma foreign_keys=on")
    cursor.close()
