"""What a host does at one process on PostgreSQL holds at all of them."""

from __future__ import annotations

import asyncio
from typing import Literal

from speelkist.server.admin.protocol import Ban, ChangeTable
from speelkist.server.admin.service import AdminService
from speelkist.server.storage.admin_queries import network_rules
from tests.support.live_tables import EVE, create_table
from tests.support.subscriber import RecordingSubscriber
from tests.support.timeout import TIMEOUT
from tests.support.two_processes import two_processes, wait_until

STEPS: tuple[tuple[Literal["archive", "reopen", "end"], str], ...] = (
    ("archive", "archived"),
    ("reopen", "playing"),
    ("end", "over"),
)


async def ignore() -> None:
    """Nobody is connected to the first process."""


def test_tables_change_for_whoever_watches_at_another_process(db: str) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            host = AdminService(first, ignore)
            table_id = await create_table(second)
            subscriber = RecordingSubscriber(EVE)
            await second.subscriptions.watch(subscriber, table_id, 0)
            for action, state in STEPS:
                await host.run(ChangeTable(table_id, action))
                await wait_until(lambda state=state: subscriber.last("state") == state)  # type: ignore[misc]
            await host.run(ChangeTable(table_id, "delete"))
            await wait_until(lambda: subscriber.received[-1]["say"] == "table_deleted")

    asyncio.run(work())


def test_a_ban_is_read_by_the_other_process_at_once(db: str) -> None:
    async def work() -> None:
        networks: asyncio.Queue[str] = asyncio.Queue()
        async with two_processes(db) as (first, second):

            async def on_rules_changed() -> None:
                for rule in await network_rules(second.store):
                    networks.put_nowait(rule.network)

            second._on_rules_changed = on_rules_changed
            await AdminService(first, ignore).run(Ban("203.0.113.0/24"))
            async with asyncio.timeout(TIMEOUT):
                assert await networks.get() == "203.0.113.0/24"

    asyncio.run(work())
