"""The event log on disk: SQLite by default, PostgreSQL where several processes share the tables.

Nobody hears of an event before it is stored. All that is to be written while a commit is under way goes together into
the next one, so that many moves share one trip to the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from . import schema
from .events import AnyEvent, decode_event, encode_event

CHANNEL = "speelkist"


class Row(NamedTuple):
    """A stored event."""

    number: int
    at: int
    event: AnyEvent
    secret: str | None
    request: str | None


class Conflict(Exception):
    """Another process has stored an event with that number first."""


@dataclass(slots=True)
class Writing:
    """The events of one table that belong together, waiting for the disk."""

    table: str
    rows: list[dict[str, Any]]
    done: asyncio.Future[None]
    others: list[tuple[sa.Table, dict[str, Any]]] = field(default_factory=list)


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """The log of all tables. ``open`` it, ``close`` it; in between append and read."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.sqlite = url.startswith("sqlite")
        self.engine: AsyncEngine = create_async_engine(url, **({} if self.sqlite else {"pool_size": 8}))
        if self.sqlite:
            sa.event.listen(self.engine.sync_engine, "connect", _safe_sqlite)
        self.commits = 0
        self.written = 0
        self.heard: Callable[[str, int], None] | None = None  # another process stored events of a table
        self._waiting: list[Writing] = []
        self._wake = asyncio.Event()
        self._busy = asyncio.Lock()  # only one at a time may use the writing connection
        self._writer: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None
        self._listener: Any = None

    async def open(self) -> None:
        """Connect and begin to write."""
        self._connection = await self.engine.connect()
        if not self.sqlite:
            await self._listen()
        self._writer = asyncio.create_task(self._write_for_ever(), name="log writer")

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        if self._writer is not None:
            while self._waiting:
                await asyncio.sleep(0.005)
            async with self._busy:  # the last commit may be under way
                self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        if self._listener is not None:
            await self._listener.close()
        if self._connection is not None:
            await self._connection.close()
        await self.engine.dispose()

    # --- writing ----------------------------------------------------------------------------------------------------

    def append(
        self,
        table: str,
        after: int,
        events: Sequence[tuple[AnyEvent, str | None]],
        at: int,
        request: str | None = None,
        others: list[tuple[sa.Table, dict[str, Any]]] | None = None,
    ) -> asyncio.Future[None]:
        """Store events behind number ``after``. The future is done when they are on disk, all or none of them.

        It fails with Conflict if somebody else was first, and with whatever the database says otherwise.
        """
        rows = [
            {
                "table_id": table,
                "number": after + index,
                "at": at,
                "data": encode_event(event).decode(),
                "secret": secret,
                "request": request if index == 1 else None,
            }
            for index, (event, secret) in enumerate(events, 1)
        ]
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Writing(table, rows, done, others or []))
        self._wake.set()
        return done

    async def _write_for_ever(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            group, self._waiting = self._waiting, []
            async with self._busy:
                await self._write(group)

    async def _write(self, group: list[Writing]) -> None:
        """All in one transaction; if that fails, each by itself, so that one cannot spoil the others."""
        try:
            await self._commit(group)
        except Exception as error:  # noqa: BLE001  (whatever the database says is told to those who wait)
            if len(group) > 1:
                for one in group:
                    await self._write([one])
            else:
                problem = Conflict() if isinstance(error, IntegrityError) else error
                _settle(group[0].done, problem)
        else:
            for one in group:
                _settle(one.done, None)

    async def _commit(self, group: list[Writing]) -> None:
        connection = self._connection
        assert connection is not None
        try:
            await connection.execute(_INSERT, [row for one in group for row in one.rows])
            for one in group:
                for into, values in one.others:
                    await connection.execute(_insert_once(into, self.sqlite), values)
            if not self.sqlite:
                for text in _nudges(group):
                    await connection.execute(_NOTIFY, {"text": text})
            await connection.commit()
        except BaseException:
            await self._begin_anew()
            raise
        self.commits += 1
        self.written += sum(len(one.rows) for one in group)

    async def _begin_anew(self) -> None:
        """Nothing of a failed transaction may stay; a broken connection is replaced."""
        assert self._connection is not None
        try:
            await self._connection.rollback()
            await self._connection.execute(sa.text("select 1"))
            await self._connection.rollback()
        except Exception:  # noqa: BLE001  (the connection itself is gone)
            with contextlib.suppress(Exception):
                await self._connection.invalidate()
            with contextlib.suppress(Exception):
                await self._connection.close()
            self._connection = await self.engine.connect()

    # --- reading ----------------------------------------------------------------------------------------------------

    async def events_after(self, table: str, number: int) -> list[Row]:
        """What was stored for a table behind event ``number``."""
        e = schema.events.c
        query = (
            sa.select(e.number, e.at, e.data, e.secret, e.request)
            .where(e.table_id == table, e.number > number)
            .order_by(e.number)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Row(row.number, row.at, decode_event(row.data), row.secret, row.request) for row in rows]

    async def archived(self, table: str) -> bool:
        """Whether a table is closed for good."""
        t = schema.tables.c
        async with self.engine.connect() as connection:
            found = await connection.scalar(sa.select(t.archived_at).where(t.id == table))
        return found is not None

    async def tables_of(self, holder: str) -> list[str]:
        """The addresses of the tables where a browser has a chair, the newest first."""
        h, t = schema.holders.c, schema.tables.c
        query = sa.select(t.id).join(schema.holders, h.table_id == t.id).where(h.holder == holder)
        async with self.engine.connect() as connection:
            return list(await connection.scalars(query.order_by(t.created_at.desc()).limit(200)))

    async def run(self, *statements: sa.Executable) -> list[Any]:
        """Some statements in a transaction of their own: for codes, archiving, deleting."""
        async with self.engine.begin() as connection:
            return [await connection.execute(statement) for statement in statements]

    async def column(self, statement: sa.Select[Any]) -> list[Any]:
        """The first column of a query."""
        async with self.engine.connect() as connection:
            return list(await connection.scalars(statement))

    async def scalar(self, statement: sa.Select[Any]) -> Any:
        """The first value of a query."""
        async with self.engine.connect() as connection:
            return await connection.scalar(statement)

    async def synchronous(self) -> str:
        """How careful the writing connection is: 2 is FULL on SQLite; PostgreSQL says ``on``."""
        assert self._connection is not None
        asked = "pragma synchronous" if self.sqlite else "show synchronous_commit"
        async with self._busy:  # a rollback in the middle of a commit would take its events along
            found = await self._connection.scalar(sa.text(asked))
            await self._connection.rollback()
        return str(found)

    # --- several processes ------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        """PostgreSQL nudges us when another process stores something; the log itself stays the truth."""
        import asyncpg

        plain = self.url.replace("postgresql+asyncpg://", "postgresql://")
        self._listener = await asyncpg.connect(plain)
        await self._listener.add_listener(CHANNEL, self._nudged)

    def _nudged(self, _connection: Any, _process: int, _channel: str, text: str) -> None:
        if self.heard is not None:
            for item in text.split():
                table, _, number = item.partition(":")
                self.heard(table, int(number))


_INSERT = sa.insert(schema.events)
_NOTIFY = sa.text(f"select pg_notify('{CHANNEL}', :text)")


def _insert_once(into: sa.Table, sqlite: bool) -> Any:
    """An insert that does nothing when the row is there already."""
    if sqlite:
        from sqlalchemy.dialects.sqlite import insert
    else:
        from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment]
    return insert(into).on_conflict_do_nothing()


def _nudges(group: list[Writing]) -> list[str]:
    """Which tables have news, in texts short enough for NOTIFY."""
    items = [f"{one.table}:{one.rows[-1]['number']}" for one in group if one.rows]
    return [" ".join(items[start : start + 200]) for start in range(0, len(items), 200)]


def _settle(done: asyncio.Future[None], problem: BaseException | None) -> None:
    if done.done():  # whoever waited has gone
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)


def _safe_sqlite(connection: Any, _record: Any) -> None:
    """Every connection: nothing counts as written before it is on the disk."""
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode=wal")
    cursor.execute("pragma synchronous=full")
    cursor.execute("pragma busy_timeout=5000")
    cursor.execute("pragma foreign_keys=on")
    cursor.close()
