"""Catching up with another process: by the events it sends along, by the log, and after a lost connection."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, BOB, EVE, create_table, inject_failure, play_move, rename_seat
from tests.support.subscriber import RecordingSubscriber
from tests.support.timeout import TIMEOUT


async def until_version(subscriber: RecordingSubscriber, version: int) -> None:
    """Wait until somebody who watches has seen a version."""
    async with asyncio.timeout(TIMEOUT):
        while subscriber.versions()[-1] < version:
            await asyncio.sleep(0.01)


def test_events_sent_along_are_applied_and_a_hint_reads_the_log(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            open_live_service(tmp_path / "tables.db") as live,
            open_live_service(tmp_path / "tables.db") as other,
        ):
            table_id = await create_table(live)
            subscriber = RecordingSubscriber(EVE)
            before = await live.subscriptions.watch(subscriber, table_id, 0)
            first = await rename_seat(other, table_id, ANS, 0, "first")
            second = await rename_seat(other, table_id, BOB, 1, "second")
            events = await other.store.events_after(table_id, before)
            live.resync.on_remote_event(table_id, first, events[:1])
            await until_version(subscriber, first)
            live.resync.on_remote_event(table_id, second, [])  # only that there is more
            await until_version(subscriber, second)
            live.resync.on_remote_event(table_id, first, events[:1])  # late: known by now
            assert subscriber.versions() == list(range(1, second + 1))

    asyncio.run(work())


def test_events_with_a_gap_before_them_are_read_from_the_log(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            open_live_service(tmp_path / "tables.db") as live,
            open_live_service(tmp_path / "tables.db") as other,
        ):
            table_id = await create_table(live)
            subscriber = RecordingSubscriber(EVE)
            await live.subscriptions.watch(subscriber, table_id, 0)
            first = await rename_seat(other, table_id, ANS, 0, "first")
            second = await rename_seat(other, table_id, BOB, 1, "second")
            live.resync.on_remote_event(table_id, second, await other.store.events_after(table_id, first))
            await until_version(subscriber, second)
            assert subscriber.versions() == list(range(1, second + 1))

    asyncio.run(work())


def test_after_a_lost_connection_every_table_is_read_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            open_live_service(tmp_path / "tables.db") as live,
            open_live_service(tmp_path / "tables.db") as other,
        ):
            changed, deleted, same = [await create_table(live) for _ in range(3)]
            subscribers = {table_id: RecordingSubscriber(EVE) for table_id in (changed, deleted, same)}
            for table_id, subscriber in subscribers.items():
                await live.subscriptions.watch(subscriber, table_id, 0)
            version = await rename_seat(other, changed, ANS, 0, "missed")
            await other.deletion.delete_for_host(deleted)
            live.resync.on_reconnect()
            await until_version(subscribers[changed], version)
            async with asyncio.timeout(TIMEOUT):
                while deleted in live.table_ids() or (await live.registry.get(same)).stale:
                    await asyncio.sleep(0.01)
            assert subscribers[deleted].received[-1]["say"] == "table_deleted"
            assert subscribers[same].received[-1]["say"] in ("snapshot", "presence")

    asyncio.run(work())


def test_a_ready_update_with_a_gap_before_it_is_not_sent_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            open_live_service(tmp_path / "tables.db") as live,
            open_live_service(tmp_path / "tables.db") as other,
        ):
            table_id = await create_table(live)
            subscriber = RecordingSubscriber(EVE)
            before = await live.subscriptions.watch(subscriber, table_id, 0)
            for _ in range(2):
                version = await play_move(other, table_id)
            events = await other.store.events_after(table_id, before)
            live.resync.on_remote_event(table_id, version, events[1:], b'{"say":"update","version":0}')
            await until_version(subscriber, version)
            assert subscriber.versions() == list(range(1, version + 1))
            assert not live.registry.tables[table_id].unapplied

    asyncio.run(work())


def test_a_ready_update_that_cannot_be_applied_is_read_from_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with (
            open_live_service(tmp_path / "tables.db") as live,
            open_live_service(tmp_path / "tables.db") as other,
        ):
            table_id = await create_table(live)
            subscriber = RecordingSubscriber(EVE)
            before = await live.subscriptions.watch(subscriber, table_id, 0)
            version = await play_move(other, table_id)
            events = await other.store.events_after(table_id, before)
            with monkeypatch.context() as broken:
                inject_failure(broken, live.registry.tables[table_id].table)
                live.resync.on_remote_event(table_id, version, events, b'{"say":"update"}')
                assert subscriber.received[-1] == {"say": "update"}
                assert (await live.registry.get(table_id)).stale
            assert await play_move(live, table_id) == version + 1
            assert not live.registry.tables[table_id].stale

    asyncio.run(work())
