"""Two processes on one PostgreSQL: they share the tables, notify each other, and survive lost connections."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa

from speelkist.server.cluster.messages import ClusterMessage
from speelkist.server.live.service import LiveService
from speelkist.table import commands
from speelkist.table.errors import Refused
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, BOB, EVE, count_stored_events, create_table, play_move
from tests.support.postgres import PostgresServer
from tests.support.stored_events import read_stored_events
from tests.support.subscriber import RecordingSubscriber
from tests.support.timeout import TIMEOUT
from tests.support.two_processes import two_processes, wait_until


def test_events_stored_by_one_process_are_broadcast_by_the_other(db: str) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            address = await create_table(first)
            first_subscriber, second_subscriber = RecordingSubscriber(ANS), RecordingSubscriber(BOB)
            await first.subscriptions.watch(first_subscriber, address, 0)
            await second.subscriptions.watch(second_subscriber, address, 0)

            async def until_both_received(version: int) -> None:
                versions = first_subscriber.versions, second_subscriber.versions
                await wait_until(lambda: all(received()[-1] == version for received in versions))

            for live in (first, second, second, first):
                number = await play_move(live, address)
                await until_both_received(number)
            assert first_subscriber.versions() == second_subscriber.versions() == list(range(1, number + 1))

    asyncio.run(work())


def test_commands_of_two_processes_at_once_are_decided_anew(db: str) -> None:
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
            await wait_until(
                lambda: subscribers[0].versions() == subscribers[1].versions() == list(range(1, before + 51))
            )

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


def test_events_of_a_table_that_is_being_created_are_not_missed(db: str) -> None:
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


def test_batches_of_different_tables_do_not_block_each_other(db: str, postgres: PostgresServer) -> None:
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


def test_a_broken_pubsub_connection_is_replaced_and_missed_events_are_sent(db: str, postgres: PostgresServer) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            address = await create_table(first)
            subscriber = RecordingSubscriber(EVE)
            await second.subscriptions.watch(subscriber, address, 0)
            for _ in range(3):
                pubsub: Any = second.store._pubsub
                pid = pubsub._connection.backend_pid
                number = await play_move(first, address)
                await wait_until(lambda number=number: subscriber.versions()[-1] == number)  # type: ignore[misc]
                pubsub._wake.clear()
                blocked = pubsub._reconnect
                missed = asyncio.Event()

                async def only_later(blocked: Any = blocked, missed: asyncio.Event = missed) -> None:
                    await missed.wait()
                    await blocked()

                pubsub._reconnect = only_later
                await asyncio.to_thread(postgres.sql, f"select pg_terminate_backend({pid})")
                await wait_until(lambda pubsub=pubsub: pubsub._connection is None)  # type: ignore[misc]
                number = await play_move(first, address)  # nobody nudges the other process now
                missed.set()
                await wait_until(lambda number=number: subscriber.versions()[-1] == number)  # type: ignore[misc]
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


def test_a_lost_database_connection_is_replaced_without_an_error(db: str, postgres: PostgresServer) -> None:
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


def test_while_the_database_is_down_moves_are_refused_with_a_reason(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
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
