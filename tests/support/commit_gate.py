"""Holds back what the server commits to its database."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import sqlalchemy as sa

from speelkist.server.storage.event_store import EventStore
from tests.support.timeout import TIMEOUT


class CommitGate:
    """Blocks every commit of the writer's connection until it is opened."""

    def __init__(self, store: EventStore) -> None:
        writer: Any = store._writer
        self._engine: sa.Engine = writer._engine
        self._loop = asyncio.get_running_loop()
        self._open = threading.Event()
        self.reached = asyncio.Event()
        sa.event.listen(self._engine, "commit", self._commit)

    def _commit(self, _connection: sa.Connection) -> None:
        """Called in the writer's own thread, when everything is in the transaction."""
        self._loop.call_soon_threadsafe(self.reached.set)
        self._open.wait(TIMEOUT)

    def open(self) -> None:
        """Let this commit and all others through."""
        self._open.set()
