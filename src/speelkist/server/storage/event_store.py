"""The event log on disk: SQLite by default, PostgreSQL where several processes share the tables.

Nobody hears of an event before it is stored. All that is to be written while a commit is under way goes together into
the next one, so that many moves share one trip to the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from speelkist.server.cluster.pubsub import PostgresPubSub
from speelkist.server.live.events import AnyEvent, decode_event, encode_event

from . import schema
from .writers import EventWriter, NotStored, PostgresWriter, SideRow, SqliteWriter, configure_sqlite
from .writers import Unsure as Unsure  # noqa: PLC0414  (those who append must know it)

# What is wrong with the database, not with one of those who write: smaller groups would only wait for it again.
DATABASE_DOWN = (Unsure, NotStored, OperationalError, TimeoutError)
MAX_INLINE_EVENTS = 2000  # letters of events that are brought along to other processes
BATCH_DELAY = 0.002  # seconds in which more comes together for one commit, where many were waiting for the last
BATCH_THRESHOLD = 16  # fewer are written at once: nobody waits longer than he must
LAST_WRITES = 10.0  # seconds a closing store waits for the disk

# A database that does not answer is given up, and one that was restarted is found again.
POSTGRES: dict[str, Any] = {
    "pool_size": 8,
    "pool_pre_ping": True,
    "connect_args": {"timeout": 10, "command_timeout": 20, "server_settings": {"synchronous_commit": "on"}},
}


class StoredEvent(NamedTuple):
    """A stored event."""

    number: int
    at: int
    event: AnyEvent
    secret: str | None
    request: str | None


class Heard(Protocol):
    """Whoever listens to other processes: the number of the last event of a table, or 0 if the table was deleted.

    ``news`` may bring the events themselves; see ``read_news``.
    """

    def __call__(self, table: str, number: int, news: str = "", /) -> None:
        """Another process has stored something."""
        ...


class Conflict(Exception):
    """Another process has stored an event with that number first."""


class WriteFuture(asyncio.Future[None]):
    """Done when something is on disk. Whoever waits for it may be cancelled; he is told so when it is there or not."""

    def cancel(self, msg: Any | None = None) -> bool:
        """What is being written is written."""
        return False


@dataclass(slots=True)
class PendingWrite:
    """The events of one table that belong together, waiting for the disk."""

    table: str
    rows: list[tuple[str, int, int, str, str | None, str | None]]  # as the pens write them
    done: asyncio.Future[None]
    others: list[SideRow] = field(default_factory=list)


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class EventStore:
    """The log of all tables. ``open`` it, ``close`` it; in between append and read."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.sqlite = url.startswith("sqlite")
        # an error that is logged must not show what was to be written: seeds and keys are in it
        self.engine: AsyncEngine = create_async_engine(url, hide_parameters=True, **({} if self.sqlite else POSTGRES))
        if self.sqlite:
            sa.event.listen(self.engine.sync_engine, "connect", configure_sqlite)
        self.process = secrets.token_hex(4)  # this process among those that share the database
        self.commits = 0
        self.written = 0
        self.on_remote_event: Heard = _nobody  # another process stored events of a table
        self.on_remote_message: Callable[[str], None] = _nobody  # another process says something else
        self.on_reconnect: Callable[[], None] = _nobody  # for a while nothing was heard
        self._waiting: list[PendingWrite] = []
        self._wake = asyncio.Event()
        self._write_task: asyncio.Task[None] | None = None
        self._closing = False
        self._writer: EventWriter = SqliteWriter(url) if self.sqlite else PostgresWriter(self.engine)
        self._pubsub = None if self.sqlite else PostgresPubSub(self.engine, self._hear, self._hear_again, self._is_ours)

    @property
    def durability(self) -> dict[str, str]:
        """What the writing connection says about itself."""
        return self._writer.durability

    @property
    def shared(self) -> bool:
        """Whether other processes may use the same tables."""
        return self._pubsub is not None

    async def open(self) -> None:
        """Connect and begin to write."""
        await self._writer.open()
        if self._pubsub is not None:
            await self._pubsub.open()
        self._write_task = asyncio.create_task(self._write_for_ever(), name="log writer")

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        self._closing = True
        if self._write_task is not None:
            self._wake.set()
            await asyncio.wait([self._write_task], timeout=LAST_WRITES)
            self._write_task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._write_task
            self._write_task = None
        for one in self._waiting:
            _settle(one.done, NotStored())
        if self._pubsub is not None:
            await self._pubsub.close()
        await self._writer.close()
        await self.engine.dispose()

    # --- writing ----------------------------------------------------------------------------------------------------

    def append(
        self,
        table: str,
        after: int,
        events: Sequence[tuple[AnyEvent, str | None]],
        at: int,
        request: str | None = None,
        others: list[SideRow] | None = None,
    ) -> WriteFuture:
        """Store events behind number ``after``. The future is done when they are on disk, all or none of them.

        It fails with Conflict if somebody else was first, with Unsure if nobody knows, and else with whatever the
        database says.
        """
        rows = [
            (table, after + index, at, encode_event(event).decode(), secret, request if index == 1 else None)
            for index, (event, secret) in enumerate(events, 1)
        ]
        done = WriteFuture()
        if self._closing:
            done.set_exception(NotStored())
        else:
            self._waiting.append(PendingWrite(table, rows, done, others or []))
            self._wake.set()
        return done

    async def _write_for_ever(self) -> None:
        group: list[PendingWrite] = []
        while not self._closing or self._waiting:
            await self._wake.wait()
            if len(group) > BATCH_THRESHOLD and not self._closing:
                await asyncio.sleep(BATCH_DELAY)
            self._wake.clear()
            group, self._waiting = self._waiting, []
            # in one order everywhere, or two processes could wait for each other
            group.sort(key=lambda one: one.table)
            try:
                await self._write(group)
            except asyncio.CancelledError:
                for one in group:
                    _settle(one.done, Unsure())
                raise

    async def _write(self, group: list[PendingWrite]) -> None:
        """All in one transaction; if they cannot be, in halves, so that one cannot spoil the others."""
        problem = await self._commit(group)
        if isinstance(problem, (Unsure, NotStored)):  # the connection broke: perhaps the database was restarted
            before, problem = problem, await self._commit(group)
            if isinstance(problem, NotStored):
                problem = before
        if problem is None or isinstance(problem, DATABASE_DOWN) or len(group) == 1:
            for one in group:
                _settle(one.done, problem)
            return
        half = len(group) // 2
        await self._write(group[:half])
        await self._write(group[half:])

    async def _commit(self, group: list[PendingWrite]) -> Exception | None:
        """One transaction: what went wrong, if anything did."""
        if not group:
            return None
        rows = _encode([row for one in group for row in one.rows]).decode()
        extras = [extra for one in group for extra in one.others]
        news = [_news(one) for one in group] if self.shared else []
        try:
            await self._writer.write(rows, extras, news)
        except IntegrityError:
            return Conflict()
        except Exception as error:  # noqa: BLE001  (whatever the database says is told to those who wait)
            return error
        self.commits += 1
        self.written += sum(len(one.rows) for one in group)
        return None

    # --- reading ----------------------------------------------------------------------------------------------------

    async def events_after(self, table: str, number: int) -> list[StoredEvent]:
        """What was stored for a table behind event ``number``."""
        text = await self._writer.read(_EVENTS_SQLITE if self.sqlite else _EVENTS, {"table": table, "number": number})
        rows = sorted(_decode_rows(text or "[]"))
        return [
            StoredEvent(number, at, decode_event(data), secret, request) for number, at, data, secret, request in rows
        ]

    async def archived(self, table: str) -> bool:
        """Whether a table is closed for good."""
        return await self._writer.read(_ARCHIVED, {"table": table}) is not None

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

    async def last_versions(self, tables: list[str]) -> dict[str, int]:
        """The number of the last event of each of these tables; those that are gone are left out."""
        e = schema.events.c
        query = (
            sa.select(e.table_id, sa.func.max(e.number).label("last"))
            .where(e.table_id.in_(tables))
            .group_by(e.table_id)
        )
        async with self.engine.connect() as connection:
            return {row.table_id: row.last for row in await connection.execute(query)}

    # --- several processes ------------------------------------------------------------------------------------------

    def publish(self, item: str) -> None:
        """Tell the other processes something that is no event; an item holds no space and no colon."""
        if self._pubsub is not None:
            self._pubsub.publish(item)

    def _hear(self, item: str) -> None:
        table, colon, rest = item.partition(":")
        number, _, news = rest.partition(":")
        if not colon:
            self.on_remote_message(item)
        elif number.isdecimal():
            self.on_remote_event(table, int(number), news)

    def _is_ours(self, backend: int) -> bool:
        return backend == self._writer.backend

    def _hear_again(self) -> None:
        self.on_reconnect()


def _nobody(*_: Any) -> None:
    """Nobody listens yet."""


_encode = msgspec.json.Encoder().encode
_decode_rows = msgspec.json.Decoder(list[tuple[int, int, str, str | None, str | None]]).decode

_decode_news = msgspec.json.Decoder(list[tuple[int, int, str, str | None]]).decode

# All rows as one value; a value a row would take longer, see pens.py.
_EVENTS = sa.text(
    "select cast(json_agg(json_build_array(number, at, data, secret, request)) as text) "
    "from events where table_id = :table and number > :number"
)
_EVENTS_SQLITE = sa.text(
    "select json_group_array(json_array(number, at, data, secret, request)) "
    "from events where table_id = :table and number > :number"
)
_ARCHIVED = sa.text("select archived_at from tables where id = :table")


def _news(one: PendingWrite) -> str:
    """What the other processes are told: how far a table is now; and the events, so that they need not read them.

    Not if there is a secret in them, or much else: then everybody reads the log.
    """
    nudge = f"{one.table}:{one.rows[-1][1]}"
    if any(secret is not None for *_, secret, _ in one.rows):
        return nudge
    text = _encode([(number, at, data, request) for _, number, at, data, _, request in one.rows]).decode()
    return nudge if len(text) > MAX_INLINE_EVENTS else f"{nudge}:{text}"


def read_news(news: str) -> list[StoredEvent]:
    """The events that another process brought along; none if it did not, or speaks of things we do not know."""
    try:
        rows = _decode_news(news) if news else []
        return [StoredEvent(number, at, decode_event(data), None, request) for number, at, data, request in rows]
    except msgspec.DecodeError:
        return []


def _settle(done: asyncio.Future[None], problem: BaseException | None) -> None:
    if done.done():  # whoever waited has gone
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)
