"""Whose computer comes first: only somebody who plays and is at the table is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from speelkist.bots.job import BotJob, BotReply
from speelkist.bots.waiting_line import Priority
from speelkist.server.live import bot_runner
from speelkist.server.live.service import LiveService
from speelkist.table import commands
from speelkist.table.errors import Refused
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, EVE, create_table, play_move
from tests.support.subscriber import RecordingSubscriber
from tests.support.timeout import TIMEOUT


class Priorities:
    """A pool that notes how urgent each job is, and never does one."""

    waiting = 0

    def __init__(self) -> None:
        self.asked: list[Priority] = []
        self.networks: list[str] = []

    async def ask(self, _job: BotJob, priority: Priority, wanted_by: str = "") -> BotReply:
        """Think for ever."""
        self.asked.append(priority)
        self.networks.append(wanted_by)
        await asyncio.Event().wait()
        raise AssertionError("unreachable")


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something."""
    async with asyncio.timeout(TIMEOUT):
        while not condition():
            await asyncio.sleep(0.001)


def with_priorities(db: Path, work: Callable[[LiveService, Priorities], Awaitable[None]]) -> None:
    """Run something on a server whose bots never finish."""

    async def run() -> None:
        async with open_live_service(db, scripted=True) as live:
            pool = Priorities()
            live.bots._pool = pool  # type: ignore[assignment]
            await work(live, pool)

    asyncio.run(run())


def test_a_move_that_nobody_waits_for_comes_last_until_they_are_back(tmp_path: Path) -> None:
    async def work(live: LiveService, pool: Priorities) -> None:
        table_id = await create_table(live, seats=["person", "random"])
        await play_move(live, table_id)
        await until(lambda: pool.asked == [Priority.BACKGROUND])
        await live.subscriptions.watch(RecordingSubscriber(EVE), table_id, 0)  # who only watches does not wait
        ans = RecordingSubscriber(ANS)
        await live.subscriptions.watch(ans, table_id, 0)
        await until(lambda: pool.asked == [Priority.BACKGROUND, Priority.MOVE])
        live.subscriptions.unwatch(ans, table_id)  # a page that is loaded again does not begin the thought anew
        await live.subscriptions.watch(ans, table_id, 0)
        await asyncio.sleep(0.01)
        assert pool.asked == [Priority.BACKGROUND, Priority.MOVE]

    with_priorities(tmp_path / "tables.db", work)


def test_a_seat_that_a_bot_has_taken_over_makes_nobody_wait(tmp_path: Path) -> None:
    async def work(live: LiveService, pool: Priorities) -> None:
        table_id = await create_table(live, seats=["person", "person"], absent_seconds=0)
        table = await live.registry.get(table_id)
        for seat, owner in enumerate(str(seat.owner) for seat in table.table.seats):
            given = commands.give_to_bot(table.table, owner, 1 - seat, "random", 0, 1)
            await live.commands.run(table_id, owner, f"give{seat}", lambda _: given)  # noqa: B023
        assert pool.asked == [] and table.bot_turn is None
        ans = RecordingSubscriber(ANS)
        await live.subscriptions.watch(ans, table_id, 0)
        await until(lambda: pool.asked == [Priority.BACKGROUND])
        live.subscriptions.unwatch(ans, table_id)
        assert table.bot_turn is None

    with_priorities(tmp_path / "tables.db", work)


def test_a_move_is_wanted_by_the_network_of_whoever_plays_and_is_there(tmp_path: Path) -> None:
    async def work(live: LiveService, pool: Priorities) -> None:
        table_id = await create_table(live, seats=["person", "random"])
        await live.subscriptions.watch(RecordingSubscriber(EVE, "192.0.2.2"), table_id, 0)
        await live.subscriptions.watch(RecordingSubscriber(ANS, "192.0.2.1"), table_id, 0)
        await play_move(live, table_id)
        await until(lambda: pool.networks == ["192.0.2.1"])

    with_priorities(tmp_path / "tables.db", work)


def test_moves_too_are_refused_when_far_too_many_wait(tmp_path: Path) -> None:
    async def work(live: LiveService, pool: Priorities) -> None:
        table = (await live.registry.get(await create_table(live, seats=["person", "random"]))).table
        pool.waiting = bot_runner.MAX_WAITING_MOVES
        with pytest.raises(Refused) as refused:
            await live.bots.ask(live.bots.job(table, "random"), Priority.MOVE)
        assert refused.value.phrase.key == "server.bots.busy"
        assert not pool.asked

    with_priorities(tmp_path / "tables.db", work)
