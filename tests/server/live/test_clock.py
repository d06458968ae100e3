"""The clock: answers for the silent where those asked are far apart, and ends the time of a player."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from speelkist.server.live.registry import LiveTable
from speelkist.server.live.service import LiveService
from speelkist.server.timestamps import now_ms
from speelkist.table import commands
from speelkist.table.clock import ClockRules
from speelkist.table.errors import Refused
from speelkist.table.events import Ended
from tests.games.cubus.examples import POSITIONS
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, BOB, EVE, create_table, play_move, settle_live
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
            live.clock._on_time(table.table, version - 1)
            await asyncio.gather(*live.tasks._tasks)  # what it began ends by itself, refused
            assert table.table.version == version

    asyncio.run(work())


SECOND_EACH = ClockRules(1, 0)


async def timed_table(live: LiveService, **fields: Any) -> LiveTable:
    """Ans and Bob have made a move each, so that Ans's clock runs."""
    table_id = await create_table(live, clock=fields.pop("clock", SECOND_EACH), **fields)
    await play_move(live, table_id)
    await play_move(live, table_id)
    return await live.registry.get(table_id)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not condition():
            await asyncio.sleep(0.02)


def test_whose_time_is_up_loses_and_everybody_is_told(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db", scripted=True) as live:
            timed = await timed_table(live)
            subscriber = RecordingSubscriber(BOB)
            await live.subscriptions.watch(subscriber, timed.table.id, 0)
            assert subscriber.received[0]["clock"]["left"] == [1000, 1000]
            await until(lambda: timed.table.ended is not None)
            assert timed.table.ended == Ended([1], "time", timed.table.seed.hex())
            assert subscriber.received[-1]["clock"]["left"] == [0, 1000]
            assert timed.clock is None

            await live.creation.rematch(timed.table.id, ANS, "again", False, lambda: None)
            again = (await live.registry.get(timed.table.rematch or "")).table
            assert again.created.clock == SECOND_EACH and again.clock is not None and again.clock.left == [1000, 1000]

    asyncio.run(work())


def test_the_computer_plays_on_where_that_was_agreed(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db", scripted=True) as live:
            timed = await timed_table(live, clock=ClockRules(1, 0, "random"))
            await until(lambda: timed.table.seats[0].bot == "random")
            assert timed.table.status == "playing"

    asyncio.run(work())


def test_a_server_that_dies_costs_nobody_time(tmp_path: Path) -> None:
    async def work() -> None:
        db = tmp_path / "tables.db"
        async with open_live_service(db, scripted=True) as live:
            table_id = (await timed_table(live, clock=ClockRules(600, 0))).table.id
            live.clock.cancel(await live.registry.get(table_id))
        with contextlib.closing(sqlite3.connect(db)) as log:  # it all happened an hour ago
            log.execute("update events set at = at - 3600000")
            log.commit()
        async with open_live_service(db, scripted=True) as live:
            loaded = await live.registry.get(table_id)
            await until(lambda: loaded.table.clock is not None and loaded.table.clock.since > now_ms() - 60_000)
            assert loaded.table.status == "playing"
            assert loaded.table.clock is not None and loaded.table.clock.left == [600_000, 600_000]
            version = loaded.table.version
            live.registry.evict(loaded)  # once is enough: the same server goes on with the time as it is
            assert (await live.registry.get(table_id)).table.version == version

    asyncio.run(work())


def test_time_that_ran_out_while_nobody_was_there_is_noticed_when_somebody_comes(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db", scripted=True) as live:
            timed = await timed_table(live)
            live.registry.evict(timed)
            runs_out_at = timed.table.runs_out_at() or 0
            await until(lambda: now_ms() > runs_out_at)
            assert timed.table.ended is None
            loaded = await live.registry.get(timed.table.id)
            await until(lambda: loaded.table.ended is not None)

    asyncio.run(work())


@pytest.mark.parametrize(
    "clock", [ClockRules(29), ClockRules(90_000), ClockRules(60, -1), ClockRules(60, 4000), ClockRules(60, 0, "nobody")]
)
def test_a_clock_that_makes_no_sense_is_refused(tmp_path: Path, clock: ClockRules) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            with pytest.raises(Refused):
                await create_table(live, clock=clock)

    asyncio.run(work())
