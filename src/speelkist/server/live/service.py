"""The live tables of one process, put together: what HTTP and WebSocket sessions use."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable

from speelkist.bots.worker_pool import WorkerPool
from speelkist.server.cluster.presence import ClusterPresence
from speelkist.server.live.resync import Resync
from speelkist.server.settings import Settings
from speelkist.server.storage.event_store import EventStore, RemoteHandlers
from speelkist.server.ws.protocol import CompileStatusData

from .analysis import Analyst
from .bot_runner import FIRST_LOOK, BotRunner
from .clock import TableClock
from .commands import CommandRunner
from .creation import TableCreator
from .deletion import TableDeletion
from .device_codes import DeviceCodes
from .presence import presence_changed
from .registry import LiveTable, TableRegistry
from .replay_thread import ReplayThread
from .subscriptions import Subscriptions
from .table_lists import TableLists
from .tasks import BackgroundTasks
from .updates import TableUpdates
from .words import TableWords

CLOSE_TIMEOUT = 10.0  # seconds that closing waits for what is being done


class LiveService:
    """All parts, and what connects them."""

    def __init__(
        self,
        store: EventStore,
        pool: WorkerPool,
        settings: Settings,
        on_rules_changed: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.store = store
        self.settings = settings
        self._on_rules_changed = on_rules_changed  # called when another process has decided about a network
        self.counters: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()  # by the key of the reason
        self.compile_status = CompileStatusData(ready=[])  # how far the kernels are compiled
        self.tasks = BackgroundTasks(self.counters)
        self.replays = ReplayThread()
        self.registry = TableRegistry(
            store, self.replays, self.tasks, self._on_load, self._cancel_scheduled, settings.events_per_table
        )
        self.cluster = ClusterPresence(store, self.registry.tables, self._on_remote_presence)
        self.updates = TableUpdates(
            self.registry, self.counters, self._on_presence, self._schedule_next, self._cancel_scheduled
        )
        self.resync = Resync(store, self.registry, self.updates, self.cluster, self.tasks)
        self.commands = CommandRunner(store, self.registry, self.updates, self.resync, self.counters)
        self.subscriptions = Subscriptions(store, self.registry, self.resync, self._on_presence)
        first_look = 0.0 if settings.scripted else FIRST_LOOK
        self.bots = BotRunner(self.commands, pool, self.tasks, self.counters, self._is_compiled, first_look)
        self.clock = TableClock(self.commands, self.tasks, store.shared)
        self.creation = TableCreator(store, self.registry, self.commands, self.counters, settings)
        self.deletion = TableDeletion(store, self.registry, self.commands, self.updates, settings)
        self.device_codes = DeviceCodes(store, self.registry, self.commands, self.counters)
        self.lists = TableLists(store, self.registry)
        self.words = TableWords(self.registry, store)
        self.analyst = Analyst(self.bots)

    async def open(self) -> None:
        """Open the store, and begin to tell other processes who is connected here, if there may be any."""
        handlers = RemoteHandlers(
            self.resync.on_remote_event,
            self.resync.on_table_deleted,
            self._on_table_changed,
            self._on_remote_rules,
            self.cluster.on_remote_message,
            self.words.on_remote_word,
            self.resync.on_reconnect,
        )
        await self.store.open(handlers)
        if self.store.shared:
            self.tasks.spawn(self.cluster.heartbeat(self.resync.resync_stale))

    async def close(self) -> None:
        """Finish what is being written; take on nothing new."""
        self.commands.closing = True
        lives = list(self.registry.tables.values())
        for live in lives:
            self._cancel_scheduled(live)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                for live in lives:
                    async with live.lock:
                        pass
        await self.tasks.cancel_all(CLOSE_TIMEOUT)
        self.replays.close()

    # --- for maintenance --------------------------------------------------------------------------------------------

    def table_ids(self) -> list[str]:
        """The tables in memory."""
        return list(self.registry.tables)

    def evict_idle(self, seconds: float) -> None:
        """Drop the tables that nobody has used for so long."""
        self.registry.evict_idle(seconds)

    def on_table_deleted(self, table_id: str) -> None:
        """A table was deleted: drop it and tell whoever watches it."""
        self.resync.on_table_deleted(table_id)

    async def reload(self, table_id: str) -> None:
        """A table was archived or opened again: show it so to whoever watches it."""
        live = self.registry.tables.get(table_id)
        if live is not None:
            async with live.lock:
                await self.updates.rebuild_from_log(live, live.version)

    # --- what connects the parts ------------------------------------------------------------------------------------

    def _on_table_changed(self, table_id: str) -> None:
        self.tasks.spawn(self.reload(table_id))

    def _on_remote_rules(self) -> None:
        if self._on_rules_changed is not None:
            self.tasks.spawn(self._reload_rules(self._on_rules_changed))

    async def _reload_rules(self, reload: Callable[[], Awaitable[None]]) -> None:
        await reload()

    def _on_load(self, live: LiveTable) -> None:
        self.cluster.query(live.table.id)
        self._schedule_next(live, True)

    def _on_presence(self, live: LiveTable) -> None:
        presence_changed(live, self.cluster.announce)
        if not self.commands.closing:
            self.bots.schedule(live, True)  # bots alone play while somebody watches

    def _on_remote_presence(self, table_id: str) -> None:
        self._on_presence(self.registry.tables[table_id])

    def _schedule_next(self, live: LiveTable, local: bool) -> None:
        """After every change: let a bot think, and the clock run."""
        if not self.commands.closing:
            self.bots.schedule(live, local)
            self.clock.schedule(live)

    def _cancel_scheduled(self, live: LiveTable) -> None:
        self.bots.cancel(live)
        self.clock.cancel(live)

    def _is_compiled(self, game: str) -> bool:
        return game in self.compile_status.ready
