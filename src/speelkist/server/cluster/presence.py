"""The other server processes that share our tables: what they have stored, and who sits there through them.

Said over the line (others.py): ``table?process`` asks who is there; ``table!process!seats!strangers`` answers, whenever
it changes and every ``HEARTBEAT_SECONDS``. Without it a player who is connected to one process would be away for the
other, and their seat could be given to the computer. SQLite has one process only and needs nothing of this.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from speelkist.server.storage.event_store import EventStore, now_ms

HEARTBEAT_SECONDS = 20.0
SILENT_MS = 45_000  # a process that was silent for so long is gone, with all who sat there


@dataclass(frozen=True, slots=True)
class RemotePresence:
    """Who is at a table through another process."""

    seats: frozenset[int]
    strangers: int
    at: int  # when it said so


class PresenceTarget(Protocol):
    """A room, as far as the neighbours are concerned."""

    watchers: set[Any]
    elsewhere: dict[str, RemotePresence]  # by process
    told: str  # what they were last told

    def seats_here(self) -> set[int]:
        """The chairs whose owner is connected to this process."""
        ...

    def strangers(self) -> int:
        """How many only look on through this process."""
        ...


class ClusterPresence:
    """Tells them who is here, and remembers what they say."""

    def __init__(self, store: EventStore, rooms: Mapping[str, PresenceTarget], changed: Callable[[str], None]) -> None:
        self._store = store
        self._tables = rooms
        self._changed = changed  # called with a table's address when somebody came or went elsewhere

    def ask(self, address: str) -> None:
        """Who is at this table, that we do not know of?"""
        self._store.publish(f"{address}?{self._store.process}")

    def tell(self, address: str, again: bool = False) -> None:
        """Who is here, if that has changed since it was told."""
        room = self._tables.get(address)
        if room is None or not self._store.shared:
            return
        seats = "".join(map(str, sorted(room.seats_here())))
        item = f"{address}!{self._store.process}!{seats}!{room.strangers()}"
        if again or item != room.told:
            room.told = item
            self._store.publish(item)

    def hear(self, item: str) -> None:
        """What another process asks or says; our own words come back too."""
        match item.replace("?", "!?!").split("!"):
            case [address, "?", process] if process != self._store.process:
                self.tell(address, again=True)
            case [address, process, seats, strangers] if process != self._store.process:
                room = self._tables.get(address)
                if room is not None:
                    room.elsewhere.pop(process, None)
                    if seats or strangers != "0":
                        room.elsewhere[process] = RemotePresence(frozenset(map(int, seats)), int(strangers), now_ms())
                    self._changed(address)

    def forget_silent(self) -> None:
        """Whoever sits at a process that says nothing any more is away."""
        limit = now_ms() - SILENT_MS
        for address, room in list(self._tables.items()):
            silent = [process for process, other in room.elsewhere.items() if other.at < limit]
            for process in silent:
                del room.elsewhere[process]
            if silent:
                self._changed(address)

    async def heartbeat(self, look_again: Callable[[], None]) -> None:
        """For ever: say who is here, and look again where something may have been missed."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self.forget_silent()
            for address, room in list(self._tables.items()):
                if room.watchers:
                    self.tell(address, again=True)
            look_again()
