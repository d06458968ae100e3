"""The live tables of two processes that share a database."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from speelkist.server.live.service import LiveService
from tests.support.in_process import open_live_service
from tests.support.timeout import TIMEOUT


@contextlib.asynccontextmanager
async def two_processes(db: str) -> AsyncIterator[tuple[LiveService, LiveService]]:
    """The live tables of two processes on the same database; in one event loop, to read the memory of both."""
    async with open_live_service(db, scripted=True) as first, open_live_service(db, scripted=True) as second:
        yield first, second


async def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until this is true."""
    async with asyncio.timeout(TIMEOUT):
        while not condition():
            await asyncio.sleep(0.005)
