"""Watching a table: which events the snapshot brings, and that nothing more comes to whoever has left."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from speelkist.server.live.registry import MAX_OPENING
from speelkist.server.live.subscriptions import SENT_PER_MOVE
from speelkist.server.storage.queries import archive_unused
from speelkist.server.storage.stored_event import StoredEvent
from speelkist.table.errors import Refused
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, BOB, EVE, create_table, rename_seat
from tests.support.subscriber import RecordingSubscriber


@pytest.mark.parametrize(
    ("seen", "sent"),
    [(0, [1, 2, 3]), (2, [3]), (3, []), (4, [1, 2, 3]), (-1, [1, 2, 3])],
    ids=["nothing", "some", "all", "more than there is", "less than nothing"],
)
def test_a_snapshot_brings_the_events_that_were_not_seen(tmp_path: Path, seen: int, sent: list[int]) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)  # created, and two seats taken
            subscriber = RecordingSubscriber(BOB)
            assert await live.subscriptions.watch(subscriber, table_id, seen) == 3
            snapshot, presence = subscriber.received
            assert (snapshot["say"], snapshot["version"], snapshot["yours"]) == ("snapshot", 3, [1])
            assert subscriber.versions() == sent
            assert presence["say"] == "presence"

    asyncio.run(work())


def test_at_the_beginning_of_a_game_nothing_is_read_and_later_the_log_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            reads: list[int] = []
            events_after = live.store.events_after

            async def counted(table_id: str, version: int) -> list[StoredEvent]:
                reads.append(version)
                return await events_after(table_id, version)

            monkeypatch.setattr(live.store, "events_after", counted)
            table_id = await create_table(live)
            for count in range(4, MAX_OPENING + 2):
                assert await rename_seat(live, table_id, ANS, 0, f"Ans {count}") == count
                subscriber = RecordingSubscriber(EVE)
                await live.subscriptions.watch(subscriber, table_id, 1)
                shown = subscriber.received[0]["events"]
                assert reads == ([] if count <= MAX_OPENING else [1])
                stored = await events_after(table_id, 1)
                assert [(event["version"], event["at"], event["event"]) for event in shown] == [
                    (event.version, event.at, json.loads(event.data)) for event in stored
                ]

    asyncio.run(work())


def test_a_table_that_may_lack_events_is_caught_up_before_it_is_shown(tmp_path: Path) -> None:
    async def work() -> None:
        db = tmp_path / "tables.db"
        async with open_live_service(db) as live, open_live_service(db) as other:
            table_id = await create_table(live)
            version = await rename_seat(other, table_id, ANS, 0, "Anna")
            (await live.registry.get(table_id)).stale = True
            subscriber = RecordingSubscriber(EVE)
            assert await live.subscriptions.watch(subscriber, table_id, 0) == version
            assert subscriber.received[0]["seats"][0]["name"] == "Anna"
            # a browser that comes from the other process and has seen more than we know
            version = await rename_seat(other, table_id, ANS, 0, "Annie")
            moved = RecordingSubscriber(EVE)
            assert await live.subscriptions.watch(moved, table_id, version) == version
            assert moved.versions() == []
            assert moved.received[0]["seats"][0]["name"] == "Annie"

    asyncio.run(work())


def test_an_unsubscribed_client_gets_no_updates_and_may_unsubscribe_twice(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            leaving, staying = RecordingSubscriber(EVE), RecordingSubscriber(ANS)
            for subscriber in (leaving, staying):
                await live.subscriptions.watch(subscriber, table_id, 0)
            live.subscriptions.unwatch(leaving, table_id)
            assert staying.received[-1]["watchers"] == 0
            received = len(leaving.received), len(staying.received)
            live.subscriptions.unwatch(leaving, table_id)
            live.subscriptions.unwatch(leaving, "22222222")  # no such table
            assert (len(leaving.received), len(staying.received)) == received
            version = await rename_seat(live, table_id, ANS, 0, "Anna")
            assert staying.versions()[-1] == version
            assert len(leaving.received) == received[0]

    asyncio.run(work())


def test_who_watches_a_second_time_costs_nobody_else_anything(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            staying, again = RecordingSubscriber(ANS), RecordingSubscriber(EVE)
            for subscriber in (staying, again):
                await live.subscriptions.watch(subscriber, table_id, 0)
            before, own = len(staying.received), len(again.received)
            await live.subscriptions.watch(again, table_id, None)
            assert len(staying.received) == before
            assert [(message["say"], message["events"]) for message in again.received[own:]] == [("snapshot", [])]

    asyncio.run(work())


def test_a_table_that_does_not_exist_is_refused_and_can_be_asked_for_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            subscriber = RecordingSubscriber(EVE)
            for _ in range(2):  # the second time would hang if the first had kept a lock
                async with asyncio.timeout(10):
                    with pytest.raises(Refused):
                        await live.subscriptions.watch(subscriber, "22222222", 0)
            assert subscriber.received == []

    asyncio.run(work())


def test_whoever_has_a_seat_opens_an_archived_table_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            await archive_unused(live.store, -1)
            await live.reload(table_id)
            stranger, owner = RecordingSubscriber(EVE), RecordingSubscriber(ANS)
            await live.subscriptions.watch(stranger, table_id, 0)
            assert stranger.received[0]["state"] == "archived"
            await live.subscriptions.watch(owner, table_id, 0)
            assert owner.received[0]["state"] == "playing"
            assert not await live.store.is_archived(table_id)
            assert await rename_seat(live, table_id, ANS, 0, "Anna") == 4

    asyncio.run(work())


def test_a_log_costs_by_the_events_that_are_sent_and_is_not_read_if_that_is_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            for count in range(4, MAX_OPENING + 4):
                await rename_seat(live, table_id, ANS, 0, f"Ans {count}")
            version, subscriber, costs = MAX_OPENING + 3, RecordingSubscriber(EVE), list[float]()
            for seen in (0, version - 2, None):
                await live.subscriptions.watch(subscriber, table_id, seen, costs.append)
            assert costs == [version / SENT_PER_MOVE, 2 / SENT_PER_MOVE, 0]

            def refuse(_cost: float) -> None:
                raise Refused("server.limit.questions")

            monkeypatch.setattr(live.store, "events_after", None)
            other = RecordingSubscriber(EVE)
            with pytest.raises(Refused):
                await live.subscriptions.watch(other, table_id, 0, refuse)
            assert other.received == []
            assert other not in live.registry.tables[table_id].subscribers

    asyncio.run(work())
