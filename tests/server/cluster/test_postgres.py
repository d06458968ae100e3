"""Several processes on one PostgreSQL: they share the tables, nudge each other, and survive its restarts."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from speelkist.bots.job import BotReply
from speelkist.core import load_version
from speelkist.server.cluster import presence
from speelkist.server.cluster.messages import ClusterMessage
from speelkist.server.live import bot_runner
from speelkist.server.live.service import LiveService
from speelkist.server.timestamps import now_ms
from speelkist.table import commands
from speelkist.table.errors import Refused
from tests.server.storage.test_kill import lay_tables, play_disturbed
from tests.support.http_request import http_request
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, BOB, EVE, count_stored_events, create_table, play_move
from tests.support.postgres import PostgresServer
from tests.support.server_process import ServerProcess, ServerStarter, wait_until_ended
from tests.support.stored_events import assert_same_logs, read_stored_events, verify_records
from tests.support.subscriber import RecordingSubscriber
from tests.support.timeout import TIMEOUT

_count = itertools.count()


@pytest.fixture
def db(postgres: PostgresServer) -> str:
    return postgres.new_database(f"tables{next(_count)}")


@contextlib.asynccontextmanager
async def two_processes(db: str) -> AsyncIterator[tuple[LiveService, LiveService]]:
    """The live tables of two processes on the same database; in one loop, so that a test sees into both."""
    async with open_live_service(db) as first, open_live_service(db) as second:
        yield first, second


async def until(so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(TIMEOUT):
        while not so():
            await asyncio.sleep(0.005)


# --- whole servers --------------------------------------------------------------------------------------------------


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
                lambda: lay_tables(20, lambda which: servers[which % 2].address), kill, kills, 5, acknowledged=(1, 60)
            )
            events = await read_stored_events(db)
            assert_same_logs(browsers, events)
            assert await verify_records(steady.address, events) > 0
            for server in servers:
                assert "speelkist_failed_tasks_total" not in await http_request(server.address, "/metrics")
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
                lambda: lay_tables(8, lambda which: servers[which % 2].address),
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


# --- two houses -----------------------------------------------------------------------------------------------------


def test_what_one_process_stores_the_other_tells(db: str) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            address = await create_table(first)
            first_ear, second_ear = RecordingSubscriber(ANS), RecordingSubscriber(BOB)
            await first.subscriptions.watch(first_ear, address, 0)
            await second.subscriptions.watch(second_ear, address, 0)
            for live in (first, second, second, first):
                number = await play_move(live, address)
                await until(lambda number=number: first_ear.versions()[-1] == second_ear.versions()[-1] == number)  # type: ignore[misc]
            assert first_ear.versions() == second_ear.versions() == list(range(1, number + 1))

    asyncio.run(work())


def test_what_two_processes_want_at_once_is_judged_anew(db: str) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            address = await create_table(first)
            subscribers = RecordingSubscriber(EVE), RecordingSubscriber(EVE)
            for live, subscriber in zip((first, second), subscribers, strict=True):
                await live.subscriptions.watch(subscriber, address, 0)
            before = await count_stored_events(first, address)

            async def rename(live: LiveService, name: str) -> int:
                return await live.commands.run(
                    address, ANS, name, lambda live_table: commands.rename(live_table.table, ANS, 0, name)
                )

            requests = [
                rename(live, f"{index} {side}") for index in range(25) for side, live in enumerate((first, second))
            ]
            done = await asyncio.gather(*requests)
            assert sorted(done) == list(range(before + 1, before + 51))
            assert first.counters["conflicts"] + second.counters["conflicts"] > 0
            await until(lambda: subscribers[0].versions() == subscribers[1].versions() == list(range(1, before + 51)))

            # the same move from both sides of a browser that changed processes: done once
            steps: dict[str, Any] = {}
            live_table = await first.registry.get(address)
            seat = live_table.table.state.player
            owner, text = (ANS, BOB)[seat], live_table.table.view()["choices"][0]["move"]
            steps["decide"] = lambda now: commands.play(now.table, owner, seat, now.table.version, text)
            twice = await asyncio.gather(
                *(live.commands.run(address, owner, "mine", **steps) for live in (first, second))
            )
            assert twice == [before + 51] * 2

    asyncio.run(work())


def test_news_of_a_table_that_is_being_made_are_not_missed(db: str) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            address = await create_table(first)
            arrived, is_archived = asyncio.Event(), second.store.is_archived
            receive: Any = second.store._receive

            def receive_and_say_so(message: ClusterMessage) -> None:
                receive(message)
                arrived.set()

            async def slowly(table_id: str) -> bool:  # the events have been read by then
                arrived.clear()
                await play_move(first, address)
                await arrived.wait()
                return await is_archived(table_id)

            pubsub: Any = second.store._pubsub
            pubsub._on_message = receive_and_say_so
            second.store.is_archived = slowly  # type: ignore[method-assign]
            subscriber = RecordingSubscriber(EVE)
            async with asyncio.timeout(TIMEOUT):
                assert await second.subscriptions.watch(subscriber, address, 0) == 4
            assert subscriber.versions() == [1, 2, 3, 4]

    asyncio.run(work())


def test_groups_of_many_tables_do_not_wait_for_each_other(db: str, postgres: PostgresServer) -> None:
    """Two processes that write the same tables in groups: in one order, so that there is no deadlock."""

    async def work() -> None:
        async with two_processes(db) as (first, second):
            tables = [await create_table(first) for _ in range(12)]
            for address in tables:
                await second.registry.get(address)

            async def rename(live: LiveService, address: str, name: str) -> int:
                return await live.commands.run(
                    address, ANS, name, lambda live_table: commands.rename(live_table.table, ANS, 0, name)
                )

            for turn in range(4):
                await asyncio.gather(
                    *(rename(first, address, f"{turn} a") for address in tables),
                    *(rename(second, address, f"{turn} b") for address in reversed(tables)),
                )
            for address in tables:
                assert await count_stored_events(first, address) == 3 + 8
            assert first.counters["failed_writes"] == second.counters["failed_writes"] == 0
        assert postgres.sql(f"select deadlocks from pg_stat_database where datname = '{db.rpartition('/')[2]}'") == "0"

    asyncio.run(work())


def test_a_broken_line_is_mended_and_what_was_missed_is_told(db: str, postgres: PostgresServer) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            address = await create_table(first)
            subscriber = RecordingSubscriber(EVE)
            await second.subscriptions.watch(subscriber, address, 0)
            for _ in range(3):
                pubsub: Any = second.store._pubsub
                pid = pubsub._connection.backend_pid
                number = await play_move(first, address)
                await until(lambda number=number: subscriber.versions()[-1] == number)  # type: ignore[misc]
                pubsub._wake.clear()
                blocked = pubsub._reconnect
                missed = asyncio.Event()

                async def only_later(blocked: Any = blocked, missed: asyncio.Event = missed) -> None:
                    await missed.wait()
                    await blocked()

                pubsub._reconnect = only_later
                await asyncio.to_thread(postgres.sql, f"select pg_terminate_backend({pid})")
                await until(lambda pubsub=pubsub: pubsub._connection is None)  # type: ignore[misc]
                number = await play_move(first, address)  # nobody nudges the other process now
                missed.set()
                await until(lambda number=number: subscriber.versions()[-1] == number)  # type: ignore[misc]
                pubsub._reconnect = blocked
                assert pubsub._connection.backend_pid != pid
            assert subscriber.versions() == list(range(1, number + 1))

    asyncio.run(work())


class LostAnswer:
    """The writing connection, whose answer to a commit gets lost: the commit itself has happened."""

    def __init__(self, live: LiveService) -> None:
        writer: Any = live.store._writer
        self._connection = writer._connection
        writer._connection = self

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    async def commit(self) -> None:
        await self._connection.commit()
        await self._connection.invalidate()
        raise ConnectionResetError("the answer is lost")


def test_a_commit_whose_answer_was_lost_counts_once(db: str) -> None:
    async def work() -> None:
        async with open_live_service(db) as live:
            address = await create_table(live)
            subscriber = RecordingSubscriber(EVE)
            await live.subscriptions.watch(subscriber, address, 0)
            before = await count_stored_events(live, address)
            LostAnswer(live)
            assert await play_move(live, address, "mine") == before + 1
            assert await count_stored_events(live, address) == before + 1
            LostAnswer(live)
            other = await create_table(live, sit="none")
            assert await count_stored_events(live, other) == 1
            assert len(await read_stored_events(db)) == 2
            assert subscriber.versions() == list(range(1, before + 2))

    asyncio.run(work())


def test_a_lost_connection_is_replaced_before_anybody_notices(db: str, postgres: PostgresServer) -> None:
    async def work() -> None:
        async with open_live_service(db) as live:
            address = await create_table(live)
            for number in (4, 5):
                writer: Any = live.store._writer
                pid = await writer._connection.scalar(sa.text("select pg_backend_pid()"))
                await writer._connection.rollback()
                await asyncio.to_thread(postgres.sql, f"select pg_terminate_backend({pid})")
                assert await play_move(live, address) == number
            assert live.counters["failed_writes"] == 0
            assert live.store.durability == {"synchronous_commit": "on", "fsync": "on"}

    asyncio.run(work())


def test_while_the_database_is_away_moves_are_refused_in_words(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with open_live_service(db) as live:
            address = await create_table(live)
            writer: Any = live.store._writer
            before = await count_stored_events(live, address)

            async def nothing() -> Any:
                raise ConnectionRefusedError("nobody is there")

            with monkeypatch.context() as away:
                await writer._connection.close()
                writer._connection = None
                away.setattr(writer, "_connect", nothing)
                with pytest.raises(Refused) as refused:
                    await play_move(live, address)
                assert refused.value.phrase.key == "server.store.failed"
                with pytest.raises(Refused):
                    await create_table(live)
            assert await play_move(live, address) == before + 1

    asyncio.run(work())


# --- who is there ---------------------------------------------------------------------------------------------------


def give(live: LiveService, address: str) -> Any:
    """Ans wants the computer to play for Bob."""
    now = now_ms() + 1

    def decide(live_table: Any) -> Any:
        return commands.give_to_bot(live_table.table, ANS, 1, "random", live_table.away.get(1), now)

    return live.commands.run(address, ANS, f"give {now}", decide)


def test_a_player_at_another_process_is_present(db: str) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            address = await create_table(first, absent_seconds=0)
            ans, bob, eve = RecordingSubscriber(ANS), RecordingSubscriber(BOB), RecordingSubscriber(EVE)
            await first.subscriptions.watch(ans, address, 0)
            await second.subscriptions.watch(bob, address, 0)
            await until(lambda: ans.present() == bob.present() == [True, True])
            await second.subscriptions.watch(eve, address, 0)
            await until(lambda: ans.received[-1].get("watchers") == 1)
            with pytest.raises(Refused) as refused:
                await give(first, address)
            assert refused.value.phrase.key == "table.give.too_soon"

            second.subscriptions.unwatch(bob, address)
            await until(lambda: ans.present() == [True, False])
            await second.subscriptions.watch(bob, address, 0)
            await until(lambda: ans.present() == [True, True])

            late = RecordingSubscriber(EVE)  # a process where the table is new asks who is there
            async with open_live_service(db) as three:
                await three.subscriptions.watch(late, address, 0)
                await until(lambda: late.present() == [True, True])

            second.subscriptions.unwatch(bob, address)
            await until(lambda: ans.present() == [True, False])
            await give(first, address)

    asyncio.run(work())


def test_who_sat_at_a_process_that_died_is_away(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of the test's own: on a busy machine a heartbeat may be late."""
    now = now_ms()
    monkeypatch.setattr(presence, "HEARTBEAT_SECONDS", 0.01)
    monkeypatch.setattr(presence, "now_ms", lambda: now)

    async def work() -> None:
        nonlocal now
        async with two_processes(db) as (first, second):
            address = await create_table(first, absent_seconds=0)
            ans, bob = RecordingSubscriber(ANS), RecordingSubscriber(BOB)
            await first.subscriptions.watch(ans, address, 0)
            await second.subscriptions.watch(bob, address, 0)
            await until(lambda: ans.present() == [True, True])
            remote = first.registry.tables[address].remote

            def reported_just_now() -> bool:
                return [report.at for report in remote.values()] == [now]

            def is_away_later() -> bool:
                nonlocal now
                now += presence.SILENT_MS + 1  # again and again: a last word may still be under way
                return ans.present() == [True, False]

            for _ in range(3):  # in all, longer than a silent process is believed
                now += presence.SILENT_MS - 1000
                await until(reported_just_now)
                assert ans.present() == [True, True]
            monkeypatch.setattr(second.store, "publish", lambda _: None)  # as good as dead
            await until(is_away_later)

    asyncio.run(work())


def test_a_deleted_table_is_gone_for_all_processes(db: str) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            address = await create_table(first)
            subscriber = RecordingSubscriber(EVE)
            await second.subscriptions.watch(subscriber, address, 0)
            await first.creation.delete(address, ANS)
            await until(lambda: subscriber.received[-1] == {"say": "table_deleted", "table": address})
            with pytest.raises(Refused):
                await second.subscriptions.watch(subscriber, address, 0)

    asyncio.run(work())


# --- programs -------------------------------------------------------------------------------------------------------


class Pondering:
    """In place of the workers: counts what is asked, and answers only when it may."""

    def __init__(self, live: LiveService, answers: bool = True) -> None:
        self.asked = 0
        self.answers = answers
        live.bots._pool.ask = self.ask  # type: ignore[method-assign]

    async def ask(self, job: Any) -> BotReply:
        self.asked += 1
        if not self.answers:
            await asyncio.Event().wait()
        state = load_version(job.game, job.version, job.options).from_json(job.position)
        return BotReply(state.legal()[0].text)


def test_a_program_thinks_in_one_process_only(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            thoughts = Pondering(first), Pondering(second)
            address = await create_table(first, "knopf", seats=["person", "random"])
            subscribers = RecordingSubscriber(ANS), RecordingSubscriber(EVE)
            await first.subscriptions.watch(subscribers[0], address, 0)
            await second.subscriptions.watch(subscribers[1], address, 0)
            table = (await first.registry.get(address)).table
            for turn in range(1, 4):
                await until(lambda: table.state.player == 0)
                await play_move(first, address)
                await until(lambda turn=turn: thoughts[0].asked >= turn)  # type: ignore[misc]
            await until(lambda: subscribers[0].versions() == subscribers[1].versions())
            assert thoughts[1].asked == 0

    asyncio.run(work())


def test_another_process_thinks_when_the_first_does_not(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_runner, "REMOTE_DELAY", 0.1)

    async def work() -> None:
        async with two_processes(db) as (first, second):
            Pondering(first, answers=False)
            thoughts = Pondering(second)
            address = await create_table(first, "knopf", seats=["person", "random"])
            subscribers = RecordingSubscriber(ANS), RecordingSubscriber(EVE)
            await first.subscriptions.watch(subscribers[0], address, 0)
            await second.subscriptions.watch(subscribers[1], address, 0)
            table = (await first.registry.get(address)).table
            number = await play_move(first, address)
            await until(lambda: table.version > number and table.state.player == 0)
            assert thoughts.asked == 1

    asyncio.run(work())
