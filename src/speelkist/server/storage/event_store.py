"""The event log: SQLite by default, PostgreSQL where several processes share the tables.

Nobody is told of an event before it is stored.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from speelkist.server.cluster.messages import (
    ClusterMessage,
    EventsStored,
    NetworkRulesChanged,
    PresenceMessage,
    TableChanged,
    TableDeleted,
    WordPublished,
)
from speelkist.server.cluster.pubsub import PostgresPubSub
from speelkist.server.codec import decode_event
from speelkist.server.logging import ThrottledLog
from speelkist.server.timings import Histogram

from .batch_writer import BatchWriter, PendingWrite, WriteFuture
from .postgres import ENGINE_OPTIONS, ListenConnection, PostgresWriter
from .sqlite import SqliteWriter, configure_sqlite
from .stored_event import StoredEvent, read_inline_events
from .writers import EventWriter, SideRow

log = logging.getLogger("speelkist.storage")

_SELECT_EVENTS = sa.text(
    "select version, at, data, secret, request from events "
    "where table_id = :table_id and version > :version order by version"
)
_SELECT_ARCHIVED = sa.text("select 1 from tables where table_id = :table_id and archived_at is not null")


MANY_ROWS = 200  # more are decoded beside the event loop


def _decode_rows(rows: Sequence[sa.Row[Any]]) -> list[StoredEvent]:
    return [StoredEvent(row.version, row.at, decode_event(row.data), row.data, row.secret, row.request) for row in rows]


def _ignore(*_: Any) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class RemoteHandlers:
    """What to call when another process on the same database has done something."""

    # table id, version, and if sent along the events and the update for those who watch
    on_remote_event: Callable[[str, int, list[StoredEvent], bytes], None] = _ignore
    on_table_deleted: Callable[[str], None] = _ignore  # table id
    on_table_changed: Callable[[str], None] = _ignore  # table id
    on_rules_changed: Callable[[], None] = _ignore  # about networks
    on_remote_message: Callable[[PresenceMessage], None] = _ignore
    on_remote_word: Callable[[WordPublished], None] = _ignore
    on_reconnect: Callable[[], None] = _ignore  # for a while nothing was received


class EventStore:
    """The log of all tables. ``open`` it, ``close`` it; in between append and read. More queries are in queries.py."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.sqlite = url.startswith("sqlite")
        # an error that is logged must not show the values of its statement: seeds and keys are in them
        options = {} if self.sqlite else ENGINE_OPTIONS
        self.engine: AsyncEngine = create_async_engine(url, hide_parameters=True, **options)
        if self.sqlite:
            sa.event.listen(self.engine.sync_engine, "connect", configure_sqlite)
        self.process = secrets.token_hex(4)  # the name of this process among those that share the database
        self.failures = ThrottledLog(log)  # one for all who notice that the database is away
        self._handlers = RemoteHandlers()
        self._writer: EventWriter = SqliteWriter(url) if self.sqlite else PostgresWriter(self.engine, self.failures)
        self._batches = BatchWriter(self._writer, announce=not self.sqlite)
        self._pubsub: PostgresPubSub | None = None
        if not self.sqlite:
            connect = functools.partial(ListenConnection.open, self.engine)
            self._pubsub = PostgresPubSub(connect, self._receive, self._reconnected, self._is_own_writer)

    @property
    def durability(self) -> dict[str, str]:
        """The settings of the writing connection that decide whether a commit is on disk."""
        return self._writer.durability

    @property
    def shared(self) -> bool:
        """Whether other processes may use the same tables."""
        return self._pubsub is not None

    @property
    def commits(self) -> int:
        """How many transactions wrote events."""
        return self._batches.commits

    @property
    def written(self) -> int:
        """How many events were written."""
        return self._batches.written

    @property
    def commit_seconds(self) -> Histogram:
        """How long transactions took."""
        return self._batches.seconds

    async def open(self, handlers: RemoteHandlers | None = None) -> None:
        """Connect and begin to write."""
        self._handlers = handlers or self._handlers
        await self._writer.open()
        if self._pubsub is not None:
            await self._pubsub.open()
        self._batches.open()

    async def close(self) -> None:
        """Write what is waiting, then close the database."""
        await self._batches.close()
        if self._pubsub is not None:
            await self._pubsub.close()
        await self._writer.close()
        await self.engine.dispose()

    def append(
        self,
        table_id: str,
        events: Sequence[StoredEvent],
        side_rows: list[SideRow] | None = None,
        update: bytes = b"",
    ) -> WriteFuture:
        """Store events, all or none, under the versions they have. The future is done when they are on disk.

        ``update`` is what those who watch will be sent, if that is known: other processes send it on.

        It fails with Conflict if another process was first, with Unsure if nobody knows, and else with whatever the
        database says.
        """
        rows = [(table_id, event.version, event.at, event.data, event.secret, event.request) for event in events]
        return self._batches.add(PendingWrite(table_id, rows, side_rows or [], update))

    async def events_after(self, table_id: str, version: int) -> list[StoredEvent]:
        """The events of a table behind a version."""
        rows = await self._writer.read(_SELECT_EVENTS, {"table_id": table_id, "version": version})
        return _decode_rows(rows) if len(rows) <= MANY_ROWS else await asyncio.to_thread(_decode_rows, rows)

    async def probe(self) -> None:
        """Raise whatever keeps events from being stored."""
        await self._writer.probe()

    @property
    def file(self) -> Path | None:
        """The database's file; None on PostgreSQL."""
        return self._writer.file if isinstance(self._writer, SqliteWriter) else None

    async def size(self) -> int:
        """The size of the database in bytes."""
        return await self._writer.size()

    async def is_archived(self, table_id: str) -> bool:
        """Whether a table was put away, until one of its players opens it again."""
        return bool(await self._writer.read(_SELECT_ARCHIVED, {"table_id": table_id}))

    def publish(self, message: ClusterMessage) -> None:
        """Send a message to the other processes, if there may be any."""
        if self._pubsub is not None:
            self._pubsub.publish(message)

    def _receive(self, message: ClusterMessage) -> None:
        match message:
            case EventsStored():
                events = read_inline_events(message.events)
                self._handlers.on_remote_event(message.table_id, message.version, events, bytes(message.update))
            case TableDeleted():
                self._handlers.on_table_deleted(message.table_id)
            case TableChanged():
                self._handlers.on_table_changed(message.table_id)
            case NetworkRulesChanged():
                self._handlers.on_rules_changed()
            case WordPublished():
                self._handlers.on_remote_word(message)
            case _:
                self._handlers.on_remote_message(message)

    def _reconnected(self) -> None:
        self._handlers.on_reconnect()

    def _is_own_writer(self, backend_pid: int) -> bool:
        return backend_pid == self._writer.backend_pid
