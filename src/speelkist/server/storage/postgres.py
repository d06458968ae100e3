"""PostgreSQL: writing events, and the connection that listens to what other processes have written."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from speelkist.server.cluster.pubsub import CHANNEL, pack_notifications
from speelkist.server.logging import ThrottledLog, describe_error

from .errors import NotStored, Unsure
from .stored_event import EventRow
from .writers import SideRow

# A database that does not answer is given up, and one that was restarted is connected to again.
ENGINE_OPTIONS: dict[str, Any] = {
    "pool_size": 8,
    "pool_pre_ping": True,
    "connect_args": {"timeout": 10, "command_timeout": 20, "server_settings": {"synchronous_commit": "on"}},
}

# One statement for a whole batch: every trip to the database and back costs as much as several moves.
_INSERT_AND_NOTIFY = f"""
with stored as (
    insert into events (table_id, version, at, data, secret, request)
    select * from unnest($1::text[], $2::integer[], $3::bigint[], $4::text[], $5::text[], $6::text[])
)
select count(pg_notify('{CHANNEL}', text)) from unnest($7::text[]) as text
"""


class PostgresWriter:
    """Writes to PostgreSQL and notifies the other processes in the same transaction."""

    def __init__(self, engine: AsyncEngine, failures: ThrottledLog) -> None:
        self._failures = failures
        self.durability: dict[str, str] = {}
        self.backend_pid = 0
        self._engine = engine
        self._read_engine = engine.execution_options(isolation_level="AUTOCOMMIT")  # one query needs no transaction
        self._connection: AsyncConnection | None = None

    async def open(self) -> None:
        """Connect."""
        await self._connect()

    async def write(self, rows: Sequence[EventRow], side_rows: Sequence[SideRow], notifications: Sequence[str]) -> None:
        """Store a batch."""
        committing = False
        try:
            connection = await self._connect()
            columns = zip(*rows, strict=True)
            await connection.exec_driver_sql(_INSERT_AND_NOTIFY, (*columns, pack_notifications(notifications)))
            for table, values in side_rows:
                await connection.execute(postgresql.insert(table).on_conflict_do_nothing(), values)
            committing = True
            await connection.commit()
        except IntegrityError:
            await self._roll_back()
            raise
        except Exception as error:
            # Without an answer to the commit nobody knows whether it happened. If the commit was not sent yet and the
            # connection still works, nothing was kept.
            if await self._roll_back() and not committing:
                raise
            self._failures.error("the database went away: %s", describe_error(error))
            raise (Unsure if committing else NotStored) from error

    async def read(self, statement: sa.Executable, values: Mapping[str, Any]) -> Sequence[sa.Row[Any]]:
        """The rows of a query."""
        async with self._read_engine.connect() as connection:
            return (await connection.execute(statement, values)).all()

    async def probe(self) -> None:
        """Commit a transaction that changes nothing; its number goes to the database's own log."""
        async with self._engine.begin() as connection:
            await connection.execute(sa.text("select txid_current()"))

    async def size(self) -> int:
        """The size of the database."""
        rows = await self.read(sa.text("select pg_database_size(current_database())"), {})
        return int(rows[0][0])

    async def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def _connect(self) -> AsyncConnection:
        """The connection; a new one if the last one was lost."""
        if self._connection is None:
            connection = await self._engine.connect()
            for name in ("synchronous_commit", "fsync"):
                self.durability[name] = str(await connection.scalar(sa.text(f"show {name}")))
            self.backend_pid = await connection.scalar(sa.text("select pg_backend_pid()")) or 0
            await connection.rollback()
            self._connection = connection
        return self._connection

    async def _roll_back(self) -> bool:
        """Nothing of a failed transaction may stay. False if the connection is lost, and with it the transaction."""
        connection = self._connection
        if connection is None:
            return False
        try:
            if connection.invalidated:  # it would reconnect by itself, and look as if nothing had happened
                raise ConnectionResetError
            await connection.rollback()
            await connection.execute(sa.text("select 1"))
            await connection.rollback()
        except Exception:  # noqa: BLE001  (the connection itself is gone)
            self._connection = None
            self.backend_pid = 0
            with contextlib.suppress(Exception):
                await connection.invalidate()
            with contextlib.suppress(Exception):
                await connection.close()
            return False
        return True


class ListenConnection:
    """A connection that listens on the channel and can notify; when it breaks a new one is opened in its place."""

    def __init__(self, connection: AsyncConnection, driver_connection: Any) -> None:
        self._connection = connection
        self._driver = driver_connection  # asyncpg's own connection: only it can LISTEN

    @classmethod
    async def open(
        cls, engine: AsyncEngine, on_notification: Callable[[int, str], None], on_closed: Callable[[], None]
    ) -> ListenConnection:
        """Connect and listen. ``on_notification`` gets the sender's backend pid and the text."""
        connection = await engine.connect()
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        opened = cls(connection, driver)
        try:
            driver.add_termination_listener(lambda _: on_closed())
            await driver.add_listener(CHANNEL, lambda _connection, pid, _channel, text: on_notification(pid, text))
        except BaseException:
            await opened.close()
            raise
        return opened

    async def notify(self, text: str) -> None:
        """Send a text; an empty one only shows that the connection still works."""
        await self._driver.execute("select pg_notify($1, $2) where $2 <> ''", CHANNEL, text)

    @property
    def backend_pid(self) -> int:
        """PostgreSQL's number of this connection."""
        return int(self._driver.get_server_pid())

    async def close(self) -> None:
        """Close it for good: a pooled connection that listens must not reach anybody else."""
        with contextlib.suppress(Exception):
            await self._connection.invalidate()
        with contextlib.suppress(Exception):
            await self._connection.close()
