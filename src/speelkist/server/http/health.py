"""Is the server well? Whether events can be stored, bots think and the disk has room."""

from __future__ import annotations

import asyncio
import shutil
import time
from typing import Any

import speelkist
from speelkist.bots.worker_pool import WorkerPool
from speelkist.server.logging import describe_error
from speelkist.server.storage import queries
from speelkist.server.storage.event_store import EventStore

LEAST_FREE = 20 << 20  # bytes on the disk
REMEMBERED_SECONDS = 1.0
SECONDS = 5.0  # a database that takes longer to answer is not well


class Health:
    """Looks at the parts that can fail while the server goes on."""

    def __init__(self, store: EventStore, workers: WorkerPool) -> None:
        self._store = store
        self._workers = workers
        self._lock = asyncio.Lock()
        self._last: dict[str, Any] = {}
        self._until = 0.0

    async def report(self) -> dict[str, Any]:
        """``ok`` says whether games can be played; the rest, what is wrong if anything is.

        It is looked at once a second at most, however often it is asked for: it writes to the disk.
        """
        async with self._lock:
            if time.monotonic() >= self._until:
                self._last = await self._look()
                self._until = time.monotonic() + REMEMBERED_SECONDS
            return self._last

    async def _look(self) -> dict[str, Any]:
        storage = await self._storage()
        free = free_bytes(self._store)
        return {
            "ok": storage == "ok" and (free is None or free >= LEAST_FREE),
            "version": speelkist.__version__,
            "storage": storage,
            "disk_free_mb": None if free is None else free >> 20,
            "workers": "failing" if self._workers.failing else "ok",
        }

    async def _storage(self) -> str:
        try:
            async with asyncio.timeout(SECONDS):
                await queries.ping(self._store)
                await self._store.probe()
        except Exception as error:  # noqa: BLE001  (whatever it is, this is where it is told)
            self._store.failures.error("events cannot be stored: %s", describe_error(error))
            return "failing"
        return "ok"


def free_bytes(store: EventStore) -> int | None:
    """The room on the disk where the database file is; None if the database is on a server of its own."""
    if store.file is None:
        return None
    try:
        return shutil.disk_usage(store.file.parent).free
    except OSError:
        return 0
