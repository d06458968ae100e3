"""The nginx of compose.yml before two processes on PostgreSQL: both are restarted in turn, and nobody gets an error."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.disturbed_games import create_tables, play_disturbed
from tests.support.http_request import http_request
from tests.support.nginx import running_nginx
from tests.support.ports import free_port
from tests.support.postgres import PostgresServer, running_postgres
from tests.support.server_process import ServerProcess, ServerStarter
from tests.support.stored_events import assert_same_logs, read_stored_events, verify_records

TABLES = 20
RESTARTS = 6

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    with running_postgres() as postgres:
        yield postgres


async def ask_all_the_time(url: str, answers: Counter[str]) -> None:
    """Like a visitor who opens one page after the other."""
    while True:
        try:
            await http_request(url, "/health")
            answers["ok"] += 1
        except Exception as error:  # noqa: BLE001  (whatever goes wrong is what we look for)
            answers[repr(error)] += 1
        await asyncio.sleep(0.02)


def test_a_rolling_restart_gives_no_error_and_loses_nothing(postgres: PostgresServer, tmp_path: Path) -> None:
    db = postgres.new_database("rolling")
    ports = free_port(), free_port()

    async def work(url: str) -> None:
        log = tmp_path / "log"
        async with (
            ServerStarter(db, log, SPEELKIST_TRUST_PROXY="yes") as starter,
            ServerProcess(starter, ports[0]) as first,
            ServerProcess(starter, ports[1]) as second,
        ):
            answers: Counter[str] = Counter()
            asking = asyncio.create_task(ask_all_the_time(url, answers))
            turns = itertools.cycle((first, second))
            browsers = await play_disturbed(
                lambda: create_tables(TABLES, lambda _: url),
                lambda: next(turns).stop_and_restart(),
                RESTARTS,
                7,
                acknowledged=(10, 60),
            )
            asking.cancel()
            events = await read_stored_events(db)
            assert_same_logs(browsers, events)
            assert await verify_records(url, events) > 0
            assert first.starts + second.starts == RESTARTS + 2
            assert sum(browser.turned_away for browser in browsers) == 0
            assert set(answers) == {"ok"} and answers["ok"] > 20, answers
        assert "Traceback" not in log.read_text()

    with running_nginx(tmp_path / "nginx", free_port(), ports) as url:
        asyncio.run(work(url))
