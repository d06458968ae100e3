"""How a command reaches the servers that use a database; where none runs, it is done here."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from speelkist.bots.worker_pool import WorkerPool
from speelkist.core import SpeelkistError
from speelkist.core.view import read_phrase
from speelkist.server.live.service import LiveService
from speelkist.server.settings import Settings
from speelkist.server.storage.admin import opened
from speelkist.server.storage.admin_queries import Process, running_processes
from speelkist.server.storage.database import BadDatabase, file_of, held, is_held

from . import protocol
from .service import AdminService

SECONDS = 20.0
LOCAL = "127.0.0.1"


def ask(settings: Settings, request: protocol.AdminRequest) -> list[dict[str, Any]]:
    """The answers to a request: of a running process, of all where each knows something of its own, or done here.

    :raises SpeelkistError: it cannot be done.
    """
    answers: list[dict[str, Any]] = []
    for process in reachable(settings):
        answers.append(_post(process, request))
        if not isinstance(request, protocol.ListAddresses):
            return answers
    return answers or [_run_here(settings, request)]


def reachable(settings: Settings) -> list[Process]:
    """The processes on this machine that use the database and take commands."""

    async def listed() -> list[Process]:
        async with opened(settings) as store:
            return await running_processes(store)

    alive = [process for process in asyncio.run(listed()) if _is_alive(process)]
    file = file_of(settings)
    if not alive and file is not None and is_held(file):
        raise BadDatabase("server.admin.unreachable", name=str(file))
    return alive


def _is_alive(process: Process) -> bool:
    """Whether it is still there, and still the same: another program may have its port now."""
    try:
        _post(process, protocol.ListNetworks())
    except (OSError, http.client.HTTPException, ValueError):
        return False
    return True


def _post(process: Process, request: protocol.AdminRequest) -> dict[str, Any]:
    with contextlib.closing(http.client.HTTPConnection(LOCAL, process.port, timeout=SECONDS)) as connection:
        connection.request("POST", "/api", protocol.encode(request), {"Authorization": f"Bearer {process.token}"})
        reply = connection.getresponse()
        data = json.loads(reply.read())
    if reply.status != 200:
        raise SpeelkistError(read_phrase(msgspec.convert(data["why"], dict)))
    return dict(data)


def _run_here(settings: Settings, request: protocol.AdminRequest) -> dict[str, Any]:
    async def work() -> dict[str, Any]:
        async with _local_service(settings) as service:
            return await service.run(request)

    with held(settings):
        return asyncio.run(work())


@contextlib.asynccontextmanager
async def _local_service(settings: Settings) -> AsyncIterator[AdminService]:
    async def ignore() -> None:
        """Nobody is connected here."""

    async with opened(settings, listen=False) as store:
        pool = WorkerPool(1)
        live = LiveService(store, pool, settings)
        live.bots.enabled = False  # nothing is to be thought about in a moment like this
        await live.open()
        try:
            yield AdminService(live, ignore)
        finally:
            await live.close()
            pool.close()
