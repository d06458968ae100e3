"""The tables in memory: loaded from their events when somebody comes, locked while they change, evicted when idle.

The log is the truth: a table that nobody watches can leave the memory at any moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from speelkist.bots.waiting_line import Priority
from speelkist.server.cluster.messages import PresenceReport
from speelkist.server.cluster.presence import RemotePresence
from speelkist.server.logging import describe_error, log_alias
from speelkist.server.storage.event_store import EventStore
from speelkist.server.storage.stored_event import StoredEvent
from speelkist.server.timestamps import now_ms
from speelkist.server.token_bucket import TokenBucket
from speelkist.table.errors import Refused
from speelkist.table.identity import is_table_id
from speelkist.table.replay import replay
from speelkist.table.table import MAX_EVENTS, PendingEvent, Table

from .replay_thread import ReplayThread
from .tasks import BackgroundTasks

log = logging.getLogger("speelkist.registry")

MAX_OPENING = 16  # events; a game by link begins with eight or nine

# What comes of events that a newer version of the program has stored, or that are damaged.
UNREADABLE = (msgspec.DecodeError, LookupError, ValueError, TypeError, AttributeError)


class Subscriber(Protocol):
    """Whoever watches a table: a session."""

    owner: str
    network: str  # by which its address is counted

    def send(self, message: bytes) -> None:
        """Send this as soon as possible, without waiting."""
        ...


@dataclass(eq=False, slots=True)
class LiveTable:
    """A table in memory with its subscribers."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while the table changes
    rematch_lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # so that two requests make one next table
    subscribers: set[Subscriber] = field(default_factory=set)
    away: dict[int, int] = field(default_factory=dict)  # seat -> since when nobody with its key is connected
    remote: dict[str, RemotePresence] = field(default_factory=dict)  # who is connected to another process
    last_announced: PresenceReport | None = None  # who is connected here, as the other processes were last told
    bot_turn: tuple[int, int, str] | None = None  # the move a bot thinks about: position version, seat, bot
    bot_task: asyncio.Task[None] | None = None
    bot_priority: Priority = Priority.BACKGROUND
    bot_begin: float = 0.0  # when that bot begins, in the time of the event loop
    words: dict[int, TokenBucket] = field(default_factory=dict)  # seat -> what it may still say
    clock: asyncio.TimerHandle | None = None
    used_at: int = field(default_factory=now_ms)
    loaded_at: int = field(default_factory=now_ms)
    board_key: str = ""  # the board that the subscribers have
    stale: bool = False  # the log may hold more than this table has taken in
    unapplied: list[StoredEvent] = field(default_factory=list)  # sent on to the subscribers, not yet applied
    opening: list[StoredEvent] | None = None  # all events while there are few: people come then, and nothing is read

    @property
    def version(self) -> int:
        """The version that the subscribers have."""
        return self.unapplied[-1].version if self.unapplied else self.table.version

    def note_stored(self, events: Sequence[StoredEvent]) -> None:
        """Keep events that follow on those of the opening, until it is over."""
        if self.opening is not None:
            self.opening += events
            if len(self.opening) > MAX_OPENING:
                self.opening = None

    def opening_after(self, version: int) -> list[StoredEvent] | None:
        """The events behind a version; None if the log must be asked."""
        if self.opening is None or len(self.opening) != self.version:
            return None
        return self.opening[version:]

    def apply_unapplied(self) -> None:
        """Apply what another process has stored and this one has only sent on."""
        events, self.unapplied = self.unapplied, []
        try:
            for event in events:
                self.table.apply(PendingEvent(event.event), event.version, event.at, event.request)
        except Exception:
            log.exception("events of table %s cannot be applied; they are read again", log_alias(self.table.id))
            self.stale = True

    def present(self) -> list[bool]:
        """Which seats have their owner, or a bot, at the table."""
        seats = self.local_seats().union(*(presence.seats for presence in self.remote.values()))
        return [seat.bot is not None or index in seats for index, seat in enumerate(self.table.seats)]

    def local_seats(self) -> set[int]:
        """The seats whose owner is connected to this process."""
        owners = {subscriber.owner for subscriber in self.subscribers}
        return {index for index, seat in enumerate(self.table.seats) if seat.owner in owners}

    def local_spectators(self) -> int:
        """How many without a seat are connected to this process."""
        owners = {seat.owner for seat in self.table.seats}
        return sum(subscriber.owner not in owners for subscriber in self.subscribers)

    def send_all(self, message: bytes) -> None:
        """Send a message to everybody who watches."""
        for subscriber in self.subscribers:
            subscriber.send(message)


class TableRegistry:
    """All live tables of this process."""

    def __init__(
        self,
        store: EventStore,
        replays: ReplayThread,
        tasks: BackgroundTasks,
        on_load: Callable[[LiveTable], None],
        on_evict: Callable[[LiveTable], None],
        max_events: int = MAX_EVENTS,
    ) -> None:
        self.tables: dict[str, LiveTable] = {}
        self._store = store
        self._replays = replays
        self._tasks = tasks
        self._on_load = on_load
        self._on_evict = on_evict
        self._max_events = max_events
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._changed_while_loading: set[str] = set()

    async def get(self, table_id: str) -> LiveTable:
        """The table, loaded from its events if it is not in memory."""
        live = self.tables.get(table_id)
        if live is None:
            if not is_table_id(table_id):
                raise Refused("server.table.unknown")
            loading = self._loading.get(table_id)
            if loading is None or loading.done():  # done: and what it loaded was evicted at once
                loading = self._loading[table_id] = self._tasks.spawn(self._load(table_id))
                loading.add_done_callback(lambda done: self._loaded(table_id, done))
            live = await asyncio.shield(loading)
        if live.unapplied:
            live.apply_unapplied()
        live.used_at = now_ms()
        return live

    async def acquire(self, table_id: str) -> LiveTable:
        """The table with its lock held; the caller releases it."""
        while True:
            live = self.tables.get(table_id) or await self.get(table_id)
            await live.lock.acquire()
            if self.tables.get(table_id) is live:
                if live.unapplied:
                    live.apply_unapplied()
                live.used_at = now_ms()
                return live
            live.lock.release()  # it was evicted while we waited for the lock

    async def _load(self, table_id: str) -> LiveTable:
        table, events = await self.read(table_id)
        return self._enter(table, events, table_id in self._changed_while_loading)

    def add(self, table_id: str, events: Sequence[StoredEvent]) -> LiveTable:
        """Take in a new table that this process has just stored with these events."""
        table = replay(table_id, events)
        table.max_events = self._max_events
        return self._enter(table, events)

    def _enter(self, table: Table, events: Sequence[StoredEvent], stale: bool = False) -> LiveTable:
        live = LiveTable(table, stale=stale)
        live.opening = list(events) if len(events) <= MAX_OPENING else None
        live.board_key = table.view_module.board(table.state)["key"]
        now = now_ms()
        live.away = {index: now for index, seat in enumerate(table.seats) if seat.owner is not None}
        self.tables[table.id] = live
        self._on_load(live)
        return live

    def _loaded(self, table_id: str, loading: asyncio.Task[LiveTable]) -> None:
        if self._loading.get(table_id) is loading:
            del self._loading[table_id]
            self._changed_while_loading.discard(table_id)

    async def read(self, table_id: str) -> tuple[Table, list[StoredEvent]]:
        """A table as its events make it, and these.

        :raises Refused: there is no such table, it cannot be read now, or this version of the program cannot read it.
        """
        try:
            with self.reachable():
                events = await self._store.events_after(table_id, 0)
                archived = await self._store.is_archived(table_id)
            if events:
                table = await self._replays.run(replay, table_id, events, archived)
                table.max_events = self._max_events
                return table, events
        except Refused:
            raise
        except UNREADABLE as error:
            log.error("table %s cannot be read: %s", log_alias(table_id), describe_error(error))
            raise Refused("server.table.unreadable") from error
        raise Refused("server.table.unknown")

    @contextlib.contextmanager
    def reachable(self) -> Iterator[None]:
        """Refuse what needs the database while it is away; the log says so once a second, not once a browser."""
        try:
            yield
        except (Refused, *UNREADABLE):
            raise
        except Exception as error:
            self._store.failures.error("tables cannot be read: %s", describe_error(error))
            raise Refused("server.store.failed") from error

    def note_change(self, table_id: str | None = None) -> None:
        """Another process may have changed a table, or any table, that is just being loaded."""
        if table_id is None:
            self._changed_while_loading.update(self._loading)
        elif table_id in self._loading:
            self._changed_while_loading.add(table_id)

    def evict(self, live: LiveTable) -> None:
        """Let a table leave the memory."""
        self._on_evict(live)
        if self.tables.get(live.table.id) is live:
            del self.tables[live.table.id]

    def evict_idle(self, seconds: float) -> None:
        """Evict tables that nobody watches and that nobody has used for so long."""
        limit = now_ms() - int(1000 * seconds)
        for live in list(self.tables.values()):
            if not live.subscribers and live.used_at < limit and not live.lock.locked():
                self.evict(live)
