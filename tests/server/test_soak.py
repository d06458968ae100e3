"""Soaks: a thousand kills in turn, and two undisturbed hours. Only with ``--slow``; shorter by the environment.

SOAK_KILLS=30 SOAK_TABLES=24 SOAK_SECONDS=480 python -m pytest --slow -n 0 tests/server/test_soak.py
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import math
import os
import re
import signal
import statistics
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.support.disturbed_games import create_tables, play_disturbed
from tests.support.http_request import http_request
from tests.support.postgres import PostgresServer
from tests.support.server_process import ServerProcess, ServerStarter
from tests.support.stored_events import assert_same_logs, read_stored_events, verify_records

KILLS = int(os.environ.get("SOAK_KILLS", "1000"))
TABLES = int(os.environ.get("SOAK_TABLES", "200"))
AT_ONCE = int(os.environ.get("SOAK_AT_ONCE", "40"))  # tables that are played at the same time while others die
KILL_SECONDS = float(os.environ.get("SOAK_KILL_SECONDS", "inf"))  # after which nothing is killed any more
SECONDS = float(os.environ.get("SOAK_SECONDS", "7200"))
MEMORY_TABLES = 40  # tables that are played at the same time in the undisturbed hours
BEAT = 20  # seconds from one such round to the next: what is in memory follows how many tables were played of late

pytestmark = pytest.mark.slow


class Killer:
    """Ends servers, workers and the database in turn, each with kill -9, and starts them again.

    What is next dies while a server still starts; only the database waits for that, for no server starts without it.
    """

    def __init__(self, postgres: PostgresServer, first: ServerProcess, second: ServerProcess) -> None:
        self.killed: Counter[str] = Counter()
        self._postgres = postgres
        self._servers = (first, second)
        self._starting: dict[ServerProcess, asyncio.Task[None]] = {}
        self._begun = time.monotonic()
        self._turns = itertools.cycle(
            [
                lambda: self._kill_server(first),
                self._kill_worker,
                lambda: self._kill_server(second),
                self._kill_database,
                self._kill_worker,
                self._kill_database,
            ]
        )

    async def kill_next(self) -> None:
        """The next in turn that lives: a worker is started when a bot is first asked."""
        while not await next(self._turns)():
            pass
        if self.killed.total() % 50 == 0:
            print(f"{dict(self.killed)} killed after {time.monotonic() - self._begun:.0f} s", flush=True)

    async def wait_for_servers(self) -> None:
        """Until both listen again."""
        await asyncio.gather(*self._starting.values())

    async def _kill_server(self, server: ServerProcess) -> bool:
        if server in self._starting:
            await self._starting[server]
        self._starting[server] = asyncio.create_task(server.kill_and_restart())
        self.killed["server"] += 1
        return True

    async def _kill_database(self) -> bool:
        await self.wait_for_servers()
        await asyncio.to_thread(self._postgres.kill_and_restart)
        self.killed["database"] += 1
        return True

    async def _kill_worker(self) -> bool:
        """A process in which bots think, if there is one."""
        for pid in (pid for server in self._servers for pid in server.children()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                self.killed["worker"] += 1
                return True
        return False


def test_nothing_is_lost_when_servers_workers_and_database_are_killed(postgres: PostgresServer, tmp_path: Path) -> None:
    db = postgres.new_database("soak")

    async def work() -> None:
        async with (
            ServerStarter(db, tmp_path / "log") as starter,
            ServerStarter(db, tmp_path / "log") as other_starter,  # so that both can start at the same time
            ServerProcess(starter) as first,
            ServerProcess(other_starter) as second,
        ):
            servers = (first, second)
            killer = Killer(postgres, first, second)
            browsers = await play_disturbed(
                lambda: create_tables(AT_ONCE, lambda which: servers[which % 2].address),
                killer.kill_next,
                KILLS,
                11,
                acknowledged=(1, 10),
                rounds=-(-TABLES // AT_ONCE),
                seconds=KILL_SECONDS,
            )
            await killer.wait_for_servers()
            events = await read_stored_events(db)
            assert_same_logs(browsers, events)
            assert await verify_records(first.address, events) > 0
            for server in servers:
                assert '"ok":true' in (await http_request(server.address, "/health")).replace(" ", "")
        acknowledged = sum(len(browser.acknowledged) for browser in browsers)
        print(
            f"{dict(killer.killed)} killed, {len(events)} tables, {acknowledged} moves acknowledged,"
            f" {sum(map(len, events.values()))} events stored, {sum(browser.reconnects for browser in browsers)}"
            f" times connected again, {sum(browser.freed for browser in browsers)} times seats freed"
        )
        assert killer.killed.total() == KILLS or math.inf > KILL_SECONDS
        assert set(killer.killed) == {"server", "worker", "database"}

    asyncio.run(work())


def memory_of(pid: int) -> float:
    """What a process holds, in MB."""
    match = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    assert match is not None
    return int(match[1]) / 1024


def test_the_memory_stays_where_it_is_for_two_hours(tmp_path: Path) -> None:
    begun = time.monotonic()
    end = begun + SECONDS
    samples: list[tuple[float, float]] = []
    rounds: list[float] = []  # when each was played
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
                rounds.append(time.monotonic())
                await asyncio.sleep(max(0, begun + BEAT * len(rounds) - rounds[-1]))
            watching.cancel()
            assert server.starts == 1

    asyncio.run(work())
    quarters = [
        statistics.median(used for at, used in samples if quarter <= 4 * (at - begun) / SECONDS < quarter + 1)
        for quarter in range(4)
    ]
    tables = [
        MEMORY_TABLES * sum(quarter <= 4 * (at - begun) / SECONDS < quarter + 1 for at in rounds)
        for quarter in range(4)
    ]
    print(f"MB by quarter: {[round(used, 1) for used in quarters]}, tables played: {tables}")
    assert abs(quarters[3] - quarters[1]) <= 0.1 * quarters[1], quarters
    assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")
