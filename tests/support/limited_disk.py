"""A disk that is full when a test says so."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from speelkist.server.storage.event_store import EventStore


class LimitedDisk:
    """A disk that can be full: SQLite itself then says so, because its file may not grow."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._pages = 1_000_000
        writer: Any = store._writer
        sa.event.listen(writer._engine, "connect", self._limit)

    def _limit(self, connection: Any, _record: Any) -> None:
        connection.execute(f"pragma max_page_count={self._pages}")

    async def fill_up(self) -> None:
        """From now on there is only the space that is left in the last page."""
        async with self._store.engine.connect() as connection:
            self._pages = await connection.scalar(sa.text("pragma page_count")) or 0
        await self._reconnect()

    async def free_space(self) -> None:
        """From now on there is space enough."""
        self._pages = 1_000_000
        await self._reconnect()

    async def _reconnect(self) -> None:
        writer: Any = self._store._writer
        await writer._in_thread(writer._disconnect)
