"""Who is at a table: told to everybody who watches, and to the other processes."""

from __future__ import annotations

import asyncio
from pathlib import Path

from speelkist.server.cluster.presence import RemotePresence
from speelkist.server.live.presence import presence_changed
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, BOB, EVE, create_table
from tests.support.subscriber import RecordingSubscriber


def test_owners_are_present_and_others_are_counted(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            ans, eve = RecordingSubscriber(ANS), RecordingSubscriber(EVE)
            await live.subscriptions.watch(ans, table_id, 0)
            assert ans.present() == [True, False]
            await live.subscriptions.watch(eve, table_id, 0)
            assert ans.received[-1]["watchers"] == 1
            table = await live.registry.get(table_id)
            assert set(table.away) == {1}  # Bob has a seat, and is not connected
            bob = RecordingSubscriber(BOB)
            await live.subscriptions.watch(bob, table_id, 0)
            assert table.away == {}
            live.subscriptions.unwatch(bob, table_id)
            assert ans.present() == [True, False]
            assert set(table.away) == {1}

    asyncio.run(work())


def test_who_is_connected_to_another_process_is_present_too(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            subscriber = RecordingSubscriber(ANS)
            await live.subscriptions.watch(subscriber, table_id, 0)
            table = await live.registry.get(table_id)
            table.remote["other"] = RemotePresence(frozenset({1}), 2, 0)
            announced: list[str] = []
            presence_changed(table, announced.append)
            assert subscriber.received[-1] == {
                "say": "presence",
                "table": table_id,
                "present": [True, True],
                "watchers": 2,
            }
            assert announced == [table_id]
            assert table.away == {}

    asyncio.run(work())


def test_since_when_somebody_is_away_is_not_counted_anew(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            table = await live.registry.get(table_id)
            table.away = {0: 5, 1: 7}
            await live.subscriptions.watch(RecordingSubscriber(EVE), table_id, 0)
            assert table.away == {0: 5, 1: 7}

    asyncio.run(work())
