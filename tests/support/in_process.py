"""A server in the test's own event loop, so that a test can hold back its commits and read its memory."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from speelkist.bots.worker_pool import WorkerPool
from speelkist.server.http.app import App
from speelkist.server.live.service import LiveService
from speelkist.server.main import Server, open_port
from speelkist.server.settings import Settings
from speelkist.server.storage.event_store import EventStore
from tests.support.empty_database import prepare_quickly
from tests.support.timeout import TIMEOUT


def settings_for(db: Path | str, **given: Any) -> Settings:
    """Settings without limits."""
    return Settings(
        db=str(db), **{"port": 0, "admin_port": -1, "rate": 0, "tables_per_hour": 0, "sockets_per_address": 0, **given}
    )


@contextlib.asynccontextmanager
async def open_live_service(db: Path | str, **given: Any) -> AsyncIterator[LiveService]:
    """The live tables of a process without HTTP, with their store and their bots."""
    settings = settings_for(db, **given)
    await asyncio.to_thread(prepare_quickly, settings)
    store, pool = EventStore(settings.url), WorkerPool(1)
    live = LiveService(store, pool, settings)
    await live.open()
    try:
        yield live
    finally:
        await live.close()
        pool.close()
        await store.close()


@contextlib.asynccontextmanager
async def serve_in_process(db: Path, **given: Any) -> AsyncIterator[tuple[App, str]]:
    """A complete server, and its URL."""
    settings = settings_for(db, **given)
    listening = open_port(settings)
    await asyncio.to_thread(prepare_quickly, settings)
    app = App(settings)
    ready = asyncio.Event()
    server = Server(app, listening, lambda _: ready.set())
    running = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        async with asyncio.timeout(TIMEOUT):
            await ready.wait()
        yield app, server.url
    finally:
        server.should_exit = True
        await running
        listening.close()
