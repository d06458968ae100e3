"""Soaks: a thousand kills in turn, and two undisturbed hours. Only with ``--slow``; shorter by the environment.

SOAK_KILLS=30 SOAK_TABLES=24 SOAK_SECONDS=480 python -m pytest --slow -n 0 tests/server/test_soak.py
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import re
import signal
import statistics
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.support.disturbed_games import create_tables, play_disturbed
from tests.support.http_request import http_request
from tests.support.postgres import PostgresServer
from tests.support.server_process import ServerProcess, ServerStarter
from tests.support.stored_events import assert_same_logs, read_stored_events, verify_records

KILLS = int(os.environ.get("SOAK_KILLS", "1000"))
TABLES = int(os.environ.get("SOAK_TABLES", "200"))
SECONDS = float(os.environ.get("SOAK_SECONDS", "7200"))
MEMORY_TABLES = 40  # tables that are played at the same time in the undisturbed hours

pytestmark = pytest.mark.slow


async def kill_worker(server: ServerProcess, killed: Counter[str]) -> None:
    """End a process in which bots think, if there is one."""
    for pid in server.children()[:1]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            killed["worker"] += 1


def test_nothing_is_lost_when_servers_workers_and_database_are_killed(postgres: PostgresServer, tmp_path: Path) -> None:
    db = postgres.new_database("soak")
    killed: Counter[str] = Counter()

    async def work() -> None:
        async with (
            ServerStarter(db, tmp_path / "log", REVEAL_SECONDS="3600") as starter,
            ServerProcess(starter) as first,
            ServerProcess(starter) as second,
        ):
            servers = (first, second)

            async def kill_server(server: ServerProcess) -> None:
                await server.kill_and_restart()
                killed["server"] += 1

            async def kill_database() -> None:
                await asyncio.to_thread(postgres.kill_and_restart)
                killed["database"] += 1

            kinds: list[Callable[[], Awaitable[None]]] = [
                lambda: kill_server(first),
                lambda: kill_worker(second, killed),
                kill_database,
                lambda: kill_server(second),
                lambda: kill_worker(first, killed),
                kill_database,
            ]
            turns = itertools.cycle(kinds)

            async def kill_next() -> None:
                await next(turns)()

            browsers = await play_disturbed(
                lambda: create_tables(TABLES, lambda which: servers[which % 2].address),
                kill_next,
                KILLS,
                11,
                acknowledged=(1, 60),
            )
            events = await read_stored_events(db)
            assert_same_logs(browsers, events)
            assert await verify_records(first.address, events) > 0
            for server in servers:
                assert '"ok":true' in (await http_request(server.address, "/health")).replace(" ", "")
        acknowledged = sum(len(browser.acknowledged) for browser in browsers)
        print(
            f"{dict(killed)} killed, {acknowledged} moves acknowledged, {sum(map(len, events.values()))} events stored"
        )
        assert set(killed) == {"server", "worker", "database"}

    asyncio.run(work())


def memory_of(pid: int) -> float:
    """What a process holds, in MB."""
    match = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    assert match is not None
    return int(match[1]) / 1024


def test_the_memory_stays_where_it_is_for_two_hours(tmp_path: Path) -> None:
    end = time.monotonic() + SECONDS
    samples: list[tuple[float, float]] = []
    idle = str(max(1, int(SECONDS / 60)))  # seconds after which tables leave the memory: long before a quarter is over

    async def watch(server: ServerProcess) -> None:
        while True:
            samples.append((time.monotonic(), memory_of(server.pid)))
            await asyncio.sleep(SECONDS / 1000)

    async def work() -> None:
        starter = ServerStarter(str(tmp_path / "tables.db"), tmp_path / "log", SPEELKIST_IDLE_SECONDS=idle)
        async with starter, ServerProcess(starter) as server:
            watching = asyncio.create_task(watch(server))
            while time.monotonic() < end:
                browsers = await create_tables(MEMORY_TABLES, lambda _: server.address)
                await asyncio.gather(*(browser.play() for browser in browsers))
            watching.cancel()
            assert server.starts == 1

    asyncio.run(work())
    begun = end - SECONDS
    quarters = [
        statistics.median(used for at, used in samples if quarter <= 4 * (at - begun) / SECONDS < quarter + 1)
        for quarter in range(4)
    ]
    print(f"MB by quarter: {[round(used, 1) for used in quarters]}")
    assert abs(quarters[3] - quarters[1]) <= 0.1 * quarters[1], quarters
    assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")
