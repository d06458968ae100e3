"""The clock: runs only where those asked are far apart, and answers for the silent."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from speelkist.server.live.service import LiveService
from speelkist.table import commands
from tests.games.cubus.examples import POSITIONS
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, BOB, EVE, create_table, settle_live
from tests.support.subscriber import RecordingSubscriber
from tests.support.timeout import TIMEOUT


async def knocking(live: LiveService, **fields: Any) -> str:
    """Three at Cubus, the first has passed: the others may knock."""
    seats = ["person"] * 3
    table_id = await create_table(
        live, "cubus", start=POSITIONS["passed"], seats=seats, options={"players": 3}, **fields
    )
    await live.commands.run(table_id, EVE, "sit", lambda now: commands.sit(now.table, EVE, 2, "Eve"))
    await settle_live(live, table_id)
    return table_id


def test_the_clock_answers_for_seats_that_do_not(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await knocking(live, answer_seconds=1)
            subscriber = RecordingSubscriber(ANS)
            await live.subscriptions.watch(subscriber, table_id, 0)
            table = await live.registry.get(table_id)
            async with asyncio.timeout(TIMEOUT):
                while table.table.state.phase == "knock":
                    await asyncio.sleep(0.05)
            events = [event["event"] for message in subscriber.received for event in message.get("events", [])]
            silent = [event for event in events if event["kind"] == "moved"]
            assert [(event["seat"], event["move"], event["auto"]) for event in silent] == [
                (1, "no", True),
                (2, "no", True),
            ]
            assert table.clock is None

    asyncio.run(work())


def test_there_is_no_clock_without_a_limit_or_after_an_answer(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table = await live.registry.get(await knocking(live, answer_seconds=0))
            assert table.clock is None
            table_id = await knocking(live, answer_seconds=600)
            table = await live.registry.get(table_id)
            assert table.clock is not None
            await live.commands.run(
                table_id, BOB, "knock", lambda now: commands.play(now.table, BOB, 1, now.table.version, "knock:1")
            )
            assert table.clock is None

    asyncio.run(work())


def test_a_deadline_of_an_older_position_does_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await knocking(live, answer_seconds=600)
            table = await live.registry.get(table_id)
            version = table.table.version
            live.clock._on_deadline(table_id, position=version - 1, settling_at=table.table.settling_at)
            await asyncio.gather(*live.tasks._tasks)  # what it began ends by itself, refused
            assert table.table.version == version

    asyncio.run(work())
