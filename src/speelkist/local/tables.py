"""The tables of one page: loaded from their events, changed in one way (decide, store, apply, show).

Several pages may share a store. Whoever stores first wins; the others take that in and decide anew.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from speelkist.bots.factory import BOTS
from speelkist.table import commands
from speelkist.table.creation import Allowed, TableRequest, plan_rematch, plan_table
from speelkist.table.errors import Refused
from speelkist.table.identity import is_table_id, new_table_id, request_digest
from speelkist.table.replay import replay
from speelkist.table.table import PendingEvent, Table
from speelkist.table.updates import (
    UpdateFields,
    seat_fields,
    seats_changed,
    snapshot_fields,
    table_data,
    update_fields,
)

from .store import Conflict, KeptEvent, Store, number_events

Decide = Callable[[Table], list[PendingEvent]]

# What comes of events that a newer version of the program has stored, or that are damaged.
UNREADABLE = (LookupError, ValueError, TypeError, AttributeError)


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Watcher(Protocol):
    """Whoever is shown a table."""

    owner: str

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        ...


class FirstEvents(Protocol):
    """A table that is not stored yet."""

    def events(self, table_id: str, at: int) -> list[PendingEvent]:
        """The events with which it begins."""
        ...


@dataclass(eq=False, slots=True)
class OpenTable:
    """A table in memory, with whoever is shown it."""

    table: Table
    board_key: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    loaded_at: int = field(default_factory=now_ms)
    bot_turn: tuple[int, int, str] | None = None  # the move a bot thinks about: position version, seat, bot
    bot_task: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None

    def present(self) -> list[bool]:
        """Which seats have their owner, or a bot, at the table."""
        owners = {watcher.owner for watcher in self.watchers}
        return [seat.bot is not None or seat.owner in owners for seat in self.table.seats]


class LocalTables:
    """All tables of a page."""

    def __init__(self, store: Store, scripted: bool = False) -> None:
        self.store = store
        self.on_change: list[Callable[[OpenTable], None]] = []  # after every change: bots and the clock go on
        self._open: dict[str, OpenTable] = {}
        self._allowed = Allowed(BOTS, scripted)

    async def get(self, table_id: str) -> OpenTable:
        """A table, loaded if it is not in memory.

        :raises Refused: there is no such table, or this version of the program cannot read it.
        """
        opened = self._open.get(table_id)
        if opened is None:
            events = await self.store.events_after(table_id, 0) if is_table_id(table_id) else []
            if not events:
                raise Refused("server.table.unknown")
            try:
                table = replay(table_id, events)
            except UNREADABLE as error:
                raise Refused("server.table.unreadable") from error
            opened = OpenTable(table, table.view_module.board(table.state)["key"])
            opened = self._open.setdefault(table_id, opened)  # it may have been loaded twice at once
        return opened

    async def run(self, table_id: str, owner: str, request: str | None, decide: Decide) -> int:
        """Run a command; the version of the table with its first event.

        The same request of the same owner again gives the same version and changes nothing.

        :raises Refused: ``decide`` refused.
        """
        digest = None if request is None else request_digest(owner, request)
        opened = await self.get(table_id)
        async with opened.lock:
            while True:
                table = opened.table
                if digest in table.requests:
                    return table.requests[digest]  # it was done before, and its answer did not arrive
                pending = decide(table)
                table.require_capacity(pending)
                events = number_events(pending, table.version, now_ms(), digest)
                try:
                    await self.store.append(table_id, events)
                except Conflict:
                    await self._catch_up(opened)
                    continue
                await self._apply(opened, events, pending)
                return events[0].version

    async def catch_up(self, table_id: str) -> None:
        """Another page may have changed a table: take in what it has stored."""
        opened = self._open.get(table_id)
        if opened is not None:
            async with opened.lock:
                await self._catch_up(opened)

    async def _catch_up(self, opened: OpenTable) -> None:
        table = opened.table
        events = await self.store.events_after(table.id, table.version)
        if events:
            await self._apply(opened, events, [PendingEvent(event.event, event.secret) for event in events])
        elif not await self.store.events_after(table.id, 0):
            self._drop(opened)
            raise Refused("server.table.unknown")

    async def _apply(self, opened: OpenTable, events: Sequence[KeptEvent], pending: Sequence[PendingEvent]) -> None:
        table = opened.table
        status = table.status
        changes = [
            table.apply(decided, event.version, event.at, event.request)
            for event, decided in zip(events, pending, strict=True)
        ]
        kinds = [type(decided.event) for decided in pending]
        self._show(opened, events, kinds, update_fields(table, kinds, changes, status, opened.board_key))
        await self.summarise(table)
        for call in self.on_change:
            call(opened)

    def _show(
        self, opened: OpenTable, events: Sequence[KeptEvent], kinds: Sequence[type], fields: UpdateFields
    ) -> None:
        table = opened.table
        opened.board_key = fields["view"]["board"]
        update = {"say": "update", "events": _numbered(events), **without_defaults(fields)}
        reseated = seats_changed(kinds)
        if reseated:
            update["seats"] = _seats(opened)
        for watcher in opened.watchers:
            watcher.send({**update, "yours": table.seats_of(watcher.owner)} if reseated else update)

    async def summarise(self, table: Table) -> None:
        """Remember what a list shows of a table."""
        owner = next((seat.owner for seat in table.seats if seat.owner is not None), "")
        await self.store.summarise(table.id, table_data(table, owner))

    # --- watching -----------------------------------------------------------------------------------------------------

    async def watch(self, watcher: Watcher, table_id: str, seen: int | None) -> int:
        """Show a table from now on, with the events behind version ``seen``, None for all; its version."""
        opened = await self.get(table_id)
        async with opened.lock:
            await self._catch_up(opened)
            table = opened.table
            if seen is None:
                seen = table.version
            elif not 0 <= seen <= table.version:  # whatever was seen, it was not this log
                seen = 0
            events = await self.store.events_after(table_id, seen)
            is_new = watcher not in opened.watchers
            opened.watchers.add(watcher)
            fields = without_defaults(snapshot_fields(table))
            numbered = _numbered([event for event in events if event.version <= table.version])
            seats = {"seats": _seats(opened), "yours": table.seats_of(watcher.owner)}
            watcher.send({"say": "snapshot", "events": numbered, **seats, **fields})
            if is_new:
                self._announce(opened)
            version = table.version
        for call in self.on_change:
            call(opened)
        return version

    def unwatch(self, watcher: Watcher, table_id: str) -> None:
        """Somebody no longer watches."""
        opened = self._open.get(table_id)
        if opened is not None:
            opened.watchers.discard(watcher)
            for call in self.on_change:
                call(opened)

    def _announce(self, opened: OpenTable) -> None:
        owners = {seat.owner for seat in opened.table.seats}
        spectators = sum(watcher.owner not in owners for watcher in opened.watchers)
        for watcher in opened.watchers:
            watcher.send(
                {"say": "presence", "table": opened.table.id, "present": opened.present(), "watchers": spectators}
            )

    # --- making and deleting ------------------------------------------------------------------------------------------

    async def create(self, request: TableRequest, owner: str) -> Table:
        """Make a new table."""
        return await self.add(plan_table(request, owner, self._allowed))

    async def rematch(self, table_id: str, owner: str, request: str, another: bool) -> int:
        """The same people at a new table, everybody one side further; the version with the rematch."""
        table = (await self.get(table_id)).table
        if table.rematch is not None and table.seats_of(owner):
            return table.rematch_version
        new, by = plan_rematch(table, owner, another)
        following = await self.add(new)
        try:
            return await self.run(table_id, owner, request, lambda now: commands.rematch(now, following.id, by))
        except Refused:  # another page was first
            await self.store.delete(following.id)
            self._open.pop(following.id, None)
            raise

    async def add(self, new: FirstEvents) -> Table:
        """Keep a table that is not stored yet."""
        table_id = new_table_id()
        at = now_ms()
        await self.store.append(table_id, number_events(new.events(table_id, at), 0, at))
        table = (await self.get(table_id)).table
        await self.summarise(table)
        return table

    async def delete(self, table_id: str, owner: str) -> None:
        """A player deletes a table, with everything in it.

        :raises Refused: they have no seat there.
        """
        opened = await self.get(table_id)
        if not opened.table.seats_of(owner):
            raise Refused("table.seat.not_yours")
        await self.store.delete(table_id)
        self._drop(opened)

    def _drop(self, opened: OpenTable) -> None:
        table_id = opened.table.id
        self._open.pop(table_id, None)
        watchers, opened.watchers = opened.watchers, set()
        for watcher in watchers:
            watcher.send({"say": "table_deleted", "table": table_id})
        for call in self.on_change:
            call(opened)


def without_defaults(fields: Any) -> dict[str, Any]:
    """The fields of a message, without those that say nothing."""
    optional = ("deadline", "clock", "board", "state", "parts")
    return {name: value for name, value in fields.items() if name not in optional or value not in (None, "", [])}


def _seats(opened: OpenTable) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in seat.items() if name == "side" or value}
        for seat in seat_fields(opened.table, opened.present())
    ]


def _numbered(events: Sequence[KeptEvent]) -> list[dict[str, Any]]:
    return [{"version": event.version, "at": event.at, "event": json.loads(event.data)} for event in events]
