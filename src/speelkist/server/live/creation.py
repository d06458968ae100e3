"""Making tables: as somebody wants them, or for the same people once more."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable

from speelkist.bots.factory import table_bots
from speelkist.server.logging import describe_error, log_alias
from speelkist.server.settings import Settings
from speelkist.server.storage import queries
from speelkist.server.storage.deletion import delete_tables
from speelkist.server.storage.errors import Conflict
from speelkist.server.storage.event_store import EventStore
from speelkist.server.storage.stored_event import number_events
from speelkist.server.timestamps import now_ms
from speelkist.table import commands
from speelkist.table.creation import Allowed, NewTable, TableRequest, plan_rematch, plan_table
from speelkist.table.errors import Refused
from speelkist.table.identity import new_table_id

from .commands import CommandRunner, owner_rows
from .registry import TableRegistry

log = logging.getLogger("speelkist.creation")


class TableCreator:
    """Makes tables."""

    def __init__(
        self,
        store: EventStore,
        registry: TableRegistry,
        runner: CommandRunner,
        counters: Counter[str],
        settings: Settings,
    ) -> None:
        self._store = store
        self._registry = registry
        self._runner = runner
        self._counters = counters
        self._allowed = Allowed(table_bots(), settings.scripted, settings.hints, settings.bot_tables)

    async def create(self, request: TableRequest, owner: str) -> str:
        """Make a new table; its id."""
        return await self._store_new(plan_table(request, owner, self._allowed))

    async def _store_new(self, new: NewTable) -> str:
        """Store a new table with those who sit down at once, all together."""
        if self._runner.closing:
            raise Refused("server.closing")
        table_id = new_table_id()
        at = now_ms()
        pending = new.events(table_id, at)
        stored = number_events(pending, 0, at)
        rows = [queries.table_row(table_id, new.created.game, at), *owner_rows(table_id, pending)]
        try:
            await self._store.append(table_id, stored, rows)
        except Conflict:
            if (await self._registry.get(table_id)).table.created == new.created:
                return table_id  # it is ours: the database went away when it had just been stored
            return await self._store_new(new)  # that id is in use: take another
        except Exception as error:
            self._store.failures.error("a new table could not be stored: %s", describe_error(error))
            raise Refused("server.store.failed") from error
        self._counters["tables"] += 1
        log.info("table created", extra={"table": log_alias(table_id), "game": new.created.game})
        self._registry.add(table_id, stored)
        return table_id

    async def rematch(
        self, table_id: str, owner: str, request: str, another: bool, check_new: Callable[[], None]
    ) -> int:
        """The same people at a new table, everybody one side further; all who watch are led there.

        With ``another`` on another board, where it is made from a number. ``check_new`` may refuse a new table. The
        version with the rematch.
        """
        live = await self._registry.get(table_id)
        table = live.table
        async with live.rematch_lock:
            if table.rematch is not None and table.seats_of(owner):
                return table.rematch_version
            new, by = plan_rematch(table, owner, another)
            check_new()
            next_table = await self._store_new(new)
            try:
                return await self._runner.run(
                    table_id, owner, request, lambda live: commands.rematch(live.table, next_table, by)
                )
            except Refused as refused:  # another process was first, or it could not be stored
                if refused.phrase.key != "server.store.unsure":  # then nobody will come to this one
                    self._registry.tables.pop(next_table, None)
                    await delete_tables(self._store, [next_table])
                raise
