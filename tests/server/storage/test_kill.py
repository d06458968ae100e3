"""kill -9: games go on through twenty deaths of the server, and nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.support.disturbed_games import create_tables, play_disturbed
from tests.support.http_request import http_request
from tests.support.samples import sample
from tests.support.server_process import ServerProcess, ServerStarter, wait_until_ended
from tests.support.stored_events import assert_same_logs, read_stored_events, verify_records

pytestmark = pytest.mark.long

TABLES = sample(12, slow=50)  # at least every game in every way to play
MOST_BETWEEN = sample(30, slow=60)  # things that are acknowledged between two kills
KILLS = 20


async def live_through(db: str, log: Path, tables: int, kills: int, seed: int) -> None:
    """Play at many tables while the server is killed again and again; then compare what was sent and what is stored."""
    async with ServerStarter(db, log) as starter, ServerProcess(starter) as server:
        workers: set[int] = set()

        async def kill() -> None:
            workers.update(server.children())
            await server.kill_and_restart()

        browsers = await play_disturbed(
            lambda: create_tables(tables, lambda _: server.address), kill, kills, seed, acknowledged=(1, MOST_BETWEEN)
        )
        assert server.starts == kills + 1
        assert workers, "no program was thinking when the server was killed"
        events = await read_stored_events(db)
        # if the games were over too soon, others followed: more than once as many tables
        assert {browser.table for browser in browsers} == events.keys() and len(events) % tables == 0
        assert_same_logs(browsers, events)
        assert await verify_records(server.address, events) > 0
        assert "speelkist_failed_tasks_total 0.0\n" in await http_request(server.address, "/metrics")
        workers.update(server.children())
        server.kill()
        await wait_until_ended(workers, orphans=True)
    assert "Traceback" not in log.read_text()


def test_nothing_is_lost_when_the_server_is_killed_twenty_times(tmp_path: Path) -> None:
    asyncio.run(live_through(str(tmp_path / "tables.db"), tmp_path / "log", TABLES, KILLS, seed=20))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_lost_at_other_moments(tmp_path: Path, seed: int) -> None:
    asyncio.run(live_through(str(tmp_path / "tables.db"), tmp_path / "log", TABLES, KILLS, seed))
