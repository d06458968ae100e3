"""Stored events become what everybody sees: applied to the table, sent to whoever watches it."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from speelkist.core.view import Board, Change
from speelkist.server.logging import log_alias
from speelkist.server.storage.stored_event import StoredEvent
from speelkist.server.ws.protocol import NumberedEvent, SeatView, Snapshot, TableDeleted, Update, encode
from speelkist.table.events import Moved
from speelkist.table.preview import preview
from speelkist.table.table import PendingEvent
from speelkist.table.updates import seat_fields, seats_changed, snapshot_fields, update_fields

from .presence import away_since
from .registry import LiveTable, TableRegistry

log = logging.getLogger("speelkist.updates")

MAX_BOARDS = 64  # drawings that are kept as JSON
MAX_UNAPPLIED = 64  # events of other processes at a table that nobody of this one plays at


class TableUpdates:
    """Applies events to live tables and broadcasts them."""

    def __init__(
        self,
        registry: TableRegistry,
        counters: Counter[str],
        on_presence: Callable[[LiveTable], None],
        schedule_next: Callable[[LiveTable, bool], None],
        cancel_scheduled: Callable[[LiveTable], None],
    ) -> None:
        self._registry = registry
        self._counters = counters
        self._on_presence = on_presence
        self._schedule_next = schedule_next  # what goes on by itself; False if another process goes on with it
        self._cancel_scheduled = cancel_scheduled

    def prepare(self, live: LiveTable, stored: Sequence[StoredEvent], pending: Sequence[PendingEvent]) -> bytes:
        """The update that will be sent when these moves are stored; empty where it cannot be known yet."""
        table = live.table
        seen = preview(table, pending)
        if seen is None or seen[0]["board"] != live.board_key:
            return b""
        view, last = seen
        changes = [event.changes or [] for event in pending]
        update = Update(
            table=table.id,
            version=stored[-1].version,
            events=_numbered(stored),
            changes=[change for made in changes for change in made],
            view=view,
            last=last,
            parts=[len(made) for made in changes],
        )
        return encode(update)

    async def apply_and_broadcast(
        self, live: LiveTable, stored: Sequence[StoredEvent], pending: Sequence[PendingEvent], ready: bytes = b""
    ) -> None:
        """Take in events that this process has stored. If that fails the table is rebuilt: its log is right."""
        await self._apply(live, stored, pending, True, ready)

    def forward(self, live: LiveTable, stored: Sequence[StoredEvent], update: bytes) -> None:
        """Send the update on that another process has made; its events are applied when the table is next asked for."""
        live.unapplied += stored
        live.note_stored(stored)
        self._count(stored)
        live.send_all(update)
        if len(live.unapplied) > MAX_UNAPPLIED:
            live.apply_unapplied()

    async def apply_remote(self, live: LiveTable, stored: Sequence[StoredEvent]) -> None:
        """The same with what another process has stored."""
        await self._apply(live, stored, [PendingEvent(event.event, event.secret) for event in stored], False)

    async def _apply(
        self,
        live: LiveTable,
        stored: Sequence[StoredEvent],
        pending: Sequence[PendingEvent],
        local: bool,
        ready: bytes = b"",
    ) -> None:
        before = live.table.version
        status = live.table.status if before else ""
        try:
            changes = [
                live.table.apply(decided, event.version, event.at, event.request)
                for event, decided in zip(stored, pending, strict=True)
            ]
            live.note_stored(stored)
            self._count(stored)
            if ready:
                live.send_all(ready)
            else:
                self._broadcast(live, stored, changes, status)
            self._schedule_next(live, local)
        except Exception:
            self._counters["tables_rebuilt"] += 1
            log.exception(
                "events of table %s could not be applied; it is rebuilt from its log", log_alias(live.table.id)
            )
            await self.rebuild_from_log(live, before)

    def _count(self, stored: Sequence[StoredEvent]) -> None:
        self._counters["events"] += len(stored)
        self._counters["moves"] += [type(event.event) for event in stored].count(Moved)

    def _broadcast(
        self, live: LiveTable, stored: Sequence[StoredEvent], changes: list[list[Change]], status: str
    ) -> None:
        table = live.table
        kinds = [type(event.event) for event in stored]
        reseated = seats_changed(kinds)
        if reseated:
            self._on_presence(live)
        fields = update_fields(table, kinds, changes, status, live.board_key)
        live.board_key = fields["view"]["board"]
        update = Update(events=_numbered(stored), seats=seat_views(live) if reseated else None, **fields)
        if reseated:
            for subscriber in live.subscribers:
                subscriber.send(encode(msgspec.structs.replace(update, yours=table.seats_of(subscriber.owner))))
        else:
            live.send_all(encode(update))
        if update.state == "over":
            log.info("game over", extra={"table": log_alias(table.id), "events": table.version})

    async def rebuild_from_log(self, live: LiveTable, seen: int) -> None:
        """Make the table anew, and show it to everybody who has seen it up to version ``seen``."""
        self._cancel_scheduled(live)
        try:
            live.table, events = await self._registry.read(live.table.id)
            live.unapplied.clear()
            live.opening = None
            unseen = [event for event in events if event.version > seen]
            snapshots = [(subscriber, snapshot(live, subscriber.owner, unseen)) for subscriber in live.subscribers]
        except Exception:
            log.exception("table %s cannot be rebuilt from its log", log_alias(live.table.id))
            self.drop(live)
            return
        for subscriber, message in snapshots:
            subscriber.send(message)
        self._schedule_next(live, True)

    def drop(self, live: LiveTable) -> None:
        """The table is gone: it leaves the memory, and everybody is told."""
        self._registry.evict(live)
        live.send_all(encode(TableDeleted(live.table.id)))


def snapshot(live: LiveTable, owner: str, events: Sequence[StoredEvent]) -> bytes:
    """The table as it stands for somebody, with events they have not seen."""
    table = live.table
    fields = snapshot_fields(table)
    fields["board"] = _encoded_board(table.created.game, fields["board"])
    return encode(
        Snapshot(
            events=_numbered([event for event in events if event.version <= table.version]),
            seats=seat_views(live),
            yours=table.seats_of(owner),
            away=away_since(live),
            **fields,
        )
    )


_boards: dict[tuple[str, str], msgspec.Raw] = {}  # by game and key


def _encoded_board(game: str, board: Board) -> Any:
    """A drawing as JSON. It is the largest part of a snapshot, and its key says what is drawn: many tables share it."""
    key = game, board["key"]
    encoded = _boards.get(key)
    if encoded is None:
        if len(_boards) >= MAX_BOARDS:
            _boards.clear()
        encoded = _boards[key] = msgspec.Raw(encode(board))
    return encoded


def seat_views(live: LiveTable) -> list[SeatView]:
    """The seats, as everybody may see them."""
    return [SeatView(**fields) for fields in seat_fields(live.table, live.present())]


def _numbered(events: Sequence[StoredEvent]) -> list[NumberedEvent]:
    return [NumberedEvent(event.version, event.at, msgspec.Raw(event.data)) for event in events]
