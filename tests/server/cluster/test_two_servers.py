"""Two complete servers on one PostgreSQL: games go on when one is killed or the database restarts."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from tests.support.disturbed_games import create_tables, play_disturbed
from tests.support.http_request import http_request
from tests.support.postgres import PostgresServer
from tests.support.samples import sample
from tests.support.server_process import ServerProcess, ServerStarter, wait_until_ended
from tests.support.stored_events import assert_same_logs, read_stored_events, verify_records

TABLES = sample(12, slow=20)  # at least every game in every way to play
MOST_BETWEEN = sample(30, slow=60)  # things that are acknowledged between two kills


def test_nothing_is_lost_when_one_of_two_servers_is_killed(db: str, tmp_path: Path) -> None:
    kills = 4

    async def work() -> None:
        log = tmp_path / "log"
        async with (
            ServerStarter(db, log) as starter,
            ServerProcess(starter) as steady,
            ServerProcess(starter) as killed,
        ):
            servers = (steady, killed)

            async def kill() -> None:
                workers = killed.children()
                await killed.kill_and_restart()
                await wait_until_ended(workers, orphans=True)

            browsers = await play_disturbed(
                lambda: create_tables(TABLES, lambda which: servers[which % 2].address),
                kill,
                kills,
                5,
                acknowledged=(1, MOST_BETWEEN),
            )
            events = await read_stored_events(db)
            assert_same_logs(browsers, events)
            assert await verify_records(steady.address, events) > 0
            for server in servers:
                assert "speelkist_failed_tasks_total 0.0\n" in await http_request(server.address, "/metrics")
        assert "Traceback" not in log.read_text()

    asyncio.run(work())


def test_games_go_on_after_the_database_was_restarted(db: str, postgres: PostgresServer, tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            ServerStarter(db, tmp_path / "log") as starter,
            ServerProcess(starter) as first,
            ServerProcess(starter) as second,
        ):
            servers = (first, second)
            browsers = await play_disturbed(
                lambda: create_tables(8, lambda which: servers[which % 2].address),
                lambda: asyncio.to_thread(postgres.restart),
                2,
                6,
                acknowledged=(20, 40),
            )
            assert_same_logs(browsers, await read_stored_events(db))
            refused = {key for browser in browsers for key in browser.rejections}
            assert refused & {"server.store.failed", "server.store.unsure"}, "nobody noticed"
            for server in servers:
                assert json.loads(await http_request(server.address, "/health"))["ok"]

    asyncio.run(work())
