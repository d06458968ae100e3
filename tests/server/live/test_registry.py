"""Tables in memory: loaded once, locked while they change, evicted when idle, at any moment."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from speelkist.server.live.registry import LiveTable
from speelkist.table.errors import Refused
from tests.support.commit_gate import CommitGate
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, EVE, choice_texts, count_stored_events, create_table, play_move, rename_seat
from tests.support.subscriber import RecordingSubscriber


def test_concurrent_requests_load_a_table_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            live.evict_idle(-1)
            assert live.table_ids() == []
            reads = 0
            events_after = live.store.events_after

            async def counted(table_id: str, version: int) -> Any:
                nonlocal reads
                reads += 1
                return await events_after(table_id, version)

            live.store.events_after = counted  # type: ignore[method-assign]
            first = asyncio.create_task(live.registry.get(table_id))
            await asyncio.sleep(0)
            first.cancel()  # the first one goes away: the others must not suffer
            tables = await asyncio.gather(*(live.registry.get(table_id) for _ in range(20)))
            assert len(set(map(id, tables))) == 1
            assert reads == 1

    asyncio.run(work())


@pytest.mark.parametrize("table_id", ["", "22222222", "x" * 8, "zzzzzzz!", "../etc", "K7M3P9XQ"])
def test_an_unknown_table_is_refused(tmp_path: Path, table_id: str) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            with pytest.raises(Refused) as refused:
                await live.registry.get(table_id)
            assert refused.value.phrase.key == "server.table.unknown"

    asyncio.run(work())


def test_a_database_that_is_away_is_a_refusal_and_one_line_of_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            live.evict_idle(-1)
            events_after = live.store.events_after

            async def away(table_id: str, version: int) -> Any:
                raise ConnectionRefusedError("nobody listens there")

            live.store.events_after = away  # type: ignore[method-assign]
            for _ in range(20):
                with pytest.raises(Refused) as refused:
                    await live.registry.get(table_id)
                assert refused.value.phrase.key == "server.store.failed"
            live.store.events_after = events_after  # type: ignore[method-assign]
            (await live.registry.get(table_id)).opening = None  # as in a game that has long begun
            live.store.events_after = away  # type: ignore[method-assign]
            with pytest.raises(Refused) as refused:  # the table is there, its events are not
                await live.subscriptions.watch(RecordingSubscriber(EVE), table_id, 0)
            assert refused.value.phrase.key == "server.store.failed"

    asyncio.run(work())
    assert caplog.text.count("tables cannot be read: ConnectionRefusedError") == 1
    assert "Traceback" not in caplog.text


def test_a_table_loaded_again_marks_the_same_last_move(tmp_path: Path) -> None:
    """Also where the last decision moved nothing: a button taken as a fine, a pass."""

    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live, options={"target": 13})
            still = 0
            rng = random.Random(1)
            while still < 3:
                table = (await live.registry.get(table_id)).table
                before, text = table.last, rng.choice(choice_texts(table))
                await play_move(live, table_id, move=text)
                last = (await live.registry.get(table_id)).table.last
                still += bool(last) and last is before
                live.evict_idle(-1)
                again = (await live.registry.get(table_id)).table
                assert again is not table
                assert again.last == last

    asyncio.run(work())


def test_a_table_may_be_evicted_at_any_moment(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live, "kriskras")
            version = (await live.registry.get(table_id)).table.version
            going = True
            rng = random.Random(0)

            async def evict() -> None:
                while going:
                    live.evict_idle(-1)  # everything that nobody watches, however lately it was used
                    for _ in range(rng.randint(1, 9)):  # in between others have their turn
                        await asyncio.sleep(0)

            evicting = asyncio.create_task(evict())
            done = await asyncio.gather(*(rename_seat(live, table_id, ANS, 0, f"name {index}") for index in range(30)))
            going = False
            await evicting
            assert sorted(done) == list(range(version + 1, version + 31))
            assert await count_stored_events(live, table_id) == version + 30
            assert live.counters["conflicts"] == 0

    asyncio.run(work())


def test_a_table_evicted_the_moment_it_is_loaded_is_loaded_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            live.evict_idle(-1)
            on_load, loads = live.registry._on_load, 0

            def evict(loaded: LiveTable) -> None:
                nonlocal loads
                loads += 1
                assert loads < 100, "it is loaded again and again, and nothing else happens"
                on_load(loaded)
                if loads == 1:
                    live.evict_idle(-1)

            live.registry._on_load = evict
            assert await live.subscriptions.watch(RecordingSubscriber(EVE), table_id, 0) == 3
            assert live.table_ids() == [table_id]
            assert loads == 2

    asyncio.run(work())


def test_nobody_gets_a_table_that_was_evicted_while_they_waited_for_its_lock(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            gate = CommitGate(live.store)
            first = asyncio.create_task(play_move(live, table_id))
            await gate.reached.wait()
            subscriber = RecordingSubscriber(EVE)
            second = asyncio.create_task(live.subscriptions.watch(subscriber, table_id, 0))  # waits for the lock
            await asyncio.sleep(0)
            schedule_next = live.updates._schedule_next

            def evict(changed: LiveTable, local: bool) -> None:
                live.updates._schedule_next = schedule_next
                schedule_next(changed, local)
                asyncio.get_running_loop().call_soon(live.evict_idle, -1)  # between the first and the second

            live.updates._schedule_next = evict
            gate.open()
            await asyncio.gather(first, second)
            await play_move(live, table_id)
            assert subscriber.versions() == list(range(1, 6))

    asyncio.run(work())


def test_a_table_that_is_watched_is_never_evicted(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            subscriber = RecordingSubscriber(EVE)
            await live.subscriptions.watch(subscriber, table_id, 0)
            live.evict_idle(-1)
            await play_move(live, table_id)
            assert subscriber.received[-1]["say"] == "update"
            live.subscriptions.unwatch(subscriber, table_id)
            live.evict_idle(-1)
            assert live.table_ids() == []

    asyncio.run(work())
