"""One-time codes with which another device takes over a seat."""

from __future__ import annotations

from collections import Counter

from speelkist.server.storage import queries
from speelkist.server.storage.event_store import EventStore
from speelkist.server.timestamps import now_ms
from speelkist.table import commands
from speelkist.table.errors import Refused
from speelkist.table.identity import code_hash, new_code, request_digest

from .commands import CommandRunner
from .registry import TableRegistry

CODE_MINUTES = 10


class DeviceCodes:
    """Gives out codes and takes them."""

    def __init__(
        self, store: EventStore, registry: TableRegistry, runner: CommandRunner, counters: Counter[str]
    ) -> None:
        self._store = store
        self._registry = registry
        self._runner = runner
        self._counters = counters

    async def create(self, table_id: str, owner: str, seat: int) -> str:
        """A code for one's own seat in a game that is not over; it works once."""
        table = (await self._registry.get(table_id)).table
        table.require_owner(owner, seat)
        table.require_not_over()
        code = new_code()
        expires_at = now_ms() + CODE_MINUTES * 60_000
        with self._registry.reachable():
            await queries.save_device_code(self._store, code_hash(code), table_id, seat, expires_at)
        return code

    async def claim(self, code: str, owner: str, request: str) -> tuple[str, int]:
        """Take over the seat that a code stands for: the table's id and version."""
        with self._registry.reachable():
            taken = await queries.take_device_code(self._store, code_hash(code))
            if taken is None:
                done = await queries.version_of_request(self._store, owner, request_digest(owner, request))
        if taken is None:
            if done is not None:
                return done  # the same request once more: its answer did not arrive
            self._counters["wrong_codes"] += 1
            raise Refused("server.code.wrong")
        table_id, seat = taken
        version = await self._runner.run(
            table_id, owner, request, lambda live: commands.transfer(live.table, seat, owner)
        )
        return table_id, version
