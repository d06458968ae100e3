"""Who is connected to a table through another server process.

Without it a player who is connected to one process would be away for the other, and their seat could be given to a bot.
With SQLite there is one process only, and nothing is published.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from speelkist.server.timestamps import now_ms

from .messages import ClusterMessage, PresenceMessage, PresenceQuery, PresenceReport

HEARTBEAT_SECONDS = 20.0
SILENT_MS = 45_000  # a process that was silent for so long is gone, and with it everybody who was connected to it


@dataclass(frozen=True, slots=True)
class RemotePresence:
    """Who is connected to a table through another process."""

    seats: frozenset[int]
    spectators: int
    at: int  # when that process said so


class PresenceTarget(Protocol):
    """A table in memory, as far as presence is concerned."""

    subscribers: set[Any]
    remote: dict[str, RemotePresence]  # by process
    last_announced: PresenceReport | None  # what the other processes were last told

    def local_seats(self) -> set[int]:
        """The seats whose owner is connected to this process."""
        ...

    def local_spectators(self) -> int:
        """How many spectators are connected to this process."""
        ...


class Publisher(Protocol):
    """What sends messages to the other processes: the event store."""

    process: str

    @property
    def shared(self) -> bool:
        """Whether there may be other processes at all."""
        ...

    def publish(self, message: ClusterMessage) -> None:
        """Send a message."""
        ...


class ClusterPresence:
    """Tells the other processes who is connected to this one, and remembers what they tell."""

    def __init__(
        self, publisher: Publisher, tables: Mapping[str, PresenceTarget], on_change: Callable[[str], None]
    ) -> None:
        self._publisher = publisher
        self._tables = tables
        self._on_change = on_change  # called with a table id when somebody came or went at another process

    def query(self, table_id: str) -> None:
        """Ask the other processes who is connected to a table."""
        self._publisher.publish(PresenceQuery(self._publisher.process, table_id))

    def announce(self, table_id: str, force: bool = False) -> None:
        """Tell the other processes who is connected here, if that has changed since it was last told."""
        table = self._tables.get(table_id)
        if table is None or not self._publisher.shared:
            return
        seats = tuple(sorted(table.local_seats()))
        report = PresenceReport(self._publisher.process, table_id, seats, table.local_spectators())
        if force or report != table.last_announced:
            table.last_announced = report
            self._publisher.publish(report)

    def on_remote_message(self, message: PresenceMessage) -> None:
        """Take in what a process asks or tells; our own messages come back too."""
        table = self._tables.get(message.table_id)
        if table is None or message.process == self._publisher.process:
            return
        if isinstance(message, PresenceQuery):
            self.announce(message.table_id, force=True)
            return
        table.remote.pop(message.process, None)
        if message.seats or message.spectators:
            presence = RemotePresence(frozenset(message.seats), message.spectators, now_ms())
            table.remote[message.process] = presence
        self._on_change(message.table_id)

    def drop_silent(self) -> None:
        """Forget who was connected to processes that have been silent for too long."""
        limit = now_ms() - SILENT_MS
        for table_id, table in list(self._tables.items()):
            silent = [process for process, presence in table.remote.items() if presence.at < limit]
            for process in silent:
                del table.remote[process]
            if silent:
                self._on_change(table_id)

    async def heartbeat(self, resync_stale: Callable[[], None]) -> None:
        """For ever: tell who is connected here, and read tables again that may have missed events."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self.drop_silent()
            for table_id, table in list(self._tables.items()):
                if table.subscribers:
                    self.announce(table_id, force=True)
            resync_stale()
