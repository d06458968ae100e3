"""The one command path. Whatever happens while something is stored, memory, disk and subscribers agree in the end."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from speelkist.server.live import service
from speelkist.server.live.registry import LiveTable
from speelkist.server.live.service import LiveService
from speelkist.server.storage import batch_writer
from speelkist.server.storage.batch_writer import WriteFuture
from speelkist.server.storage.errors import NotStored, Unsure
from speelkist.server.storage.stored_event import number_events
from speelkist.table import commands
from speelkist.table.errors import Refused
from speelkist.table.events import Renamed
from speelkist.table.identity import request_digest
from speelkist.table.table import PendingEvent, Table
from tests.support.async_client import open_client
from tests.support.commit_gate import CommitGate
from tests.support.http_request import http_request
from tests.support.in_process import open_live_service, serve_in_process
from tests.support.live_tables import (
    ANS,
    BOB,
    EVE,
    count_stored_events,
    create_table,
    inject_failure,
    play_move,
    rename_seat,
)
from tests.support.subscriber import RecordingSubscriber
from tests.support.timeout import TIMEOUT

KEY, OTHER = "the-key-of-ans-0123456789", "the-key-of-eve-0123456789"


@contextlib.asynccontextmanager
async def watched(live: LiveService) -> AsyncIterator[tuple[str, RecordingSubscriber, int]]:
    """A table with somebody who watches it, and its version."""
    table_id = await create_table(live)
    subscriber = RecordingSubscriber(EVE)
    yield table_id, subscriber, await live.subscriptions.watch(subscriber, table_id, 0)


# --- in order ---------------------------------------------------------------------------------------------------------


def test_events_are_stored_before_they_are_broadcast(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live, watched(live) as (table_id, subscriber, before):
            gate = CommitGate(live.store)
            moving = asyncio.create_task(play_move(live, table_id))
            await gate.reached.wait()
            waiting = asyncio.create_task(live.subscriptions.watch(RecordingSubscriber(EVE), table_id, 0))
            await asyncio.sleep(0.01)
            assert subscriber.versions()[-1] == before
            assert not moving.done()
            assert not waiting.done()  # the table is locked until all have seen the move
            gate.open()
            assert await moving == before + 1 == subscriber.versions()[-1] == await count_stored_events(live, table_id)
            assert await waiting == before + 1

    asyncio.run(work())


def test_the_same_request_is_done_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live, watched(live) as (table_id, _, before):
            owner = (await live.registry.get(table_id)).table.seats[0].owner or ""
            assert await play_move(live, table_id, "first") == before + 1

            def decide(_live: LiveTable) -> list[PendingEvent]:
                raise AssertionError

            assert await live.commands.run(table_id, owner, "first", decide) == before + 1
            with pytest.raises(AssertionError):  # the same word of somebody else is another request
                await live.commands.run(table_id, BOB, "first", decide)
            assert await count_stored_events(live, table_id) == before + 1

    asyncio.run(work())


def test_a_digest_goes_by_owner_and_request() -> None:
    digests = {request_digest(owner, request) for owner in (ANS, BOB) for request in ("1", "2")}
    assert len(digests) == 4
    assert request_digest(ANS, "1") == request_digest(ANS, "1")


def test_what_is_refused_leaves_the_table_free(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live, watched(live) as (table_id, _, before):

            def decide(_live: LiveTable) -> list[PendingEvent]:
                raise Refused("table.move.stale")

            with pytest.raises(Refused, match=str(Refused("table.move.stale"))):
                await live.commands.run(table_id, EVE, "no", decide)
            assert await play_move(live, table_id) == before + 1

    asyncio.run(work())


# --- other processes --------------------------------------------------------------------------------------------------


def test_if_another_process_was_first_it_is_decided_anew(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live, watched(live) as (table_id, subscriber, before):
            async with open_live_service(tmp_path / "tables.db") as other:
                await rename_seat(other, table_id, BOB, 1, "Bob the second")
            assert await play_move(live, table_id) == before + 2 == await count_stored_events(live, table_id)
            assert subscriber.versions() == list(range(1, before + 3))
            assert live.counters["conflicts"] == 1

    asyncio.run(work())


def test_if_nobody_knows_whether_it_was_stored_the_log_is_read_first(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live, watched(live) as (table_id, subscriber, before):
            append = live.store.append
            unsure = WriteFuture()
            unsure.set_exception(Unsure())
            kept = asyncio.Event()

            def lost(*given: Any) -> WriteFuture:
                append(*given).add_done_callback(lambda _: kept.set())
                return unsure

            live.store.append = lost  # type: ignore[assignment, method-assign]
            with pytest.raises(Refused) as refused:
                await play_move(live, table_id, "lost")
            assert refused.value.phrase.key == "server.store.unsure"
            await kept.wait()
            live.store.append = append  # type: ignore[method-assign]
            assert subscriber.versions()[-1] == before
            assert await rename_seat(live, table_id, BOB, 1, "Bob") == before + 2  # first what was missed
            assert subscriber.versions() == list(range(1, before + 3))

    asyncio.run(work())


def test_a_table_that_was_deleted_beside_the_server_is_unknown(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live, watched(live) as (table_id, subscriber, _):
            async with open_live_service(tmp_path / "tables.db") as other:
                await other.deletion.delete_for_host(table_id)
            with pytest.raises(Refused) as refused:
                await play_move(live, table_id)
            assert refused.value.phrase.key == "server.table.unknown"
            assert subscriber.received[-1] == {"say": "table_deleted", "table": table_id}
            assert table_id not in live.registry.tables

    asyncio.run(work())


# --- whoever asked is gone --------------------------------------------------------------------------------------------


def test_a_move_counts_if_its_player_disconnects_before_it_is_stored(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_in_process(tmp_path / "tables.db") as (app, address):
            made = await http_request(address, "/api/tables", KEY, {"game": "knopf"})
            table = json.loads(made)["table"]
            async with open_client(address, KEY, table) as ans, open_client(address, OTHER, table) as eve:
                await eve.send("watch")
                shown = await eve.wait_for(lambda message: message["say"] == "snapshot")
                gate = CommitGate(app.store)
                view = shown["view"]
                await ans.send("play", seat=view["player"], seen=shown["version"], move=view["choices"][0]["move"])
                async with asyncio.timeout(TIMEOUT):
                    await gate.reached.wait()
                ans.socket.transport.abort()
                await eve.receive_all()
                gate.open()
                update = await eve.wait_for(lambda message: message["say"] == "update")
                version = (await app.live.registry.get(table)).table.version
                assert update["version"] == version == shown["version"] + 1
                assert version == await count_stored_events(app.live, table)

    asyncio.run(work())


def test_a_cancelled_request_leaves_no_table_behind_its_log(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live, watched(live) as (table_id, subscriber, _):
            gate = CommitGate(live.store)
            moving = asyncio.create_task(play_move(live, table_id))
            await gate.reached.wait()
            for _ in range(3):  # as often as anybody likes
                moving.cancel()
                await asyncio.sleep(0)
            gate.open()
            with pytest.raises(asyncio.CancelledError):
                await moving
            table = (await live.registry.get(table_id)).table
            assert table.version == await count_stored_events(live, table_id) == subscriber.versions()[-1]
            assert await play_move(live, table_id) == table.version
            assert live.counters["conflicts"] == 0

    asyncio.run(work())


def test_a_cancelled_request_that_fails_leaves_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            before = await count_stored_events(live, table_id)
            failing = WriteFuture()
            append, live.store.append = live.store.append, lambda *_: failing  # type: ignore[method-assign]
            moving = asyncio.create_task(play_move(live, table_id))
            await asyncio.sleep(0.01)
            moving.cancel()
            await asyncio.sleep(0)
            failing.set_exception(OSError("no"))
            with pytest.raises(asyncio.CancelledError):
                await moving
            live.store.append = append  # type: ignore[method-assign]
            assert await play_move(live, table_id) == before + 1

    asyncio.run(work())


# --- what cannot be applied -------------------------------------------------------------------------------------------


def test_a_table_that_fails_over_an_event_is_rebuilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live, watched(live) as (table_id, subscriber, version):
            before = (await live.registry.get(table_id)).table
            inject_failure(monkeypatch, before)
            assert await play_move(live, table_id) == version + 1  # it is stored, and so it is done
            monkeypatch.undo()
            table = (await live.registry.get(table_id)).table
            assert table is not before
            assert table.version == await count_stored_events(live, table_id)
            assert subscriber.versions() == list(range(1, version + 2))
            assert [message["say"] for message in subscriber.received if message["say"] != "presence"] == [
                "snapshot",
                "snapshot",
            ]
            assert list(table.requests.values())[-1] == version + 1  # and it is remembered
            assert await play_move(live, table_id) == version + 2
            assert subscriber.received[-1]["say"] == "update"
            assert live.counters["tables_rebuilt"] == 1

    asyncio.run(work())


def test_a_table_that_cannot_be_shown_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live, watched(live) as (table_id, subscriber, version):
            other = await create_table(live)

            def broken(_table: Table) -> Any:
                raise RuntimeError("nothing to see")

            state = (await live.registry.get(table_id)).table.state
            owner, text = (ANS, BOB)[state.player], state.legal()[0].text
            with monkeypatch.context() as patch:
                patch.setattr(Table, "view", broken)
                done = await live.commands.run(
                    table_id, owner, "x", lambda now: commands.play(now.table, owner, state.player, version, text)
                )
                assert done == version + 1
            assert subscriber.received[-1] == {"say": "table_deleted", "table": table_id}
            assert await play_move(live, other)
            assert await live.subscriptions.watch(subscriber, table_id, version) == version + 1  # the log has kept it

    asyncio.run(work())


# --- closing ----------------------------------------------------------------------------------------------------------


def renamed(after: int) -> Any:
    """An event to be stored after a version."""
    return number_events([PendingEvent(Renamed(0, "x"))], after, 0)


def test_closing_writes_what_is_waiting(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            store = live.store
            version = await count_stored_events(live, table_id)
            gate = CommitGate(store)
            writes = [store.append(table_id, renamed(version))]
            await gate.reached.wait()
            writes.append(store.append(table_id, renamed(version + 1)))  # these two wait for the next commit
            writes.append(store.append(table_id, renamed(version + 7)))
            closing = asyncio.create_task(store.close())
            await asyncio.sleep(0)
            writes.append(store.append(table_id, renamed(version + 8)))  # too late
            gate.open()
            await closing
            answers = await asyncio.gather(*writes, return_exceptions=True)
            assert answers[:3] == [None] * 3
            assert isinstance(answers[3], NotStored)
        async with open_live_service(tmp_path / "tables.db") as live:
            assert await count_stored_events(live, table_id) == version + 3

    asyncio.run(work())


def test_closing_does_not_wait_for_ever_for_a_disk_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_writer, "CLOSE_TIMEOUT", 0.2)
    monkeypatch.setattr(service, "CLOSE_TIMEOUT", 0.2)

    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            gate = CommitGate(live.store)
            moving = asyncio.create_task(play_move(live, table_id))
            await gate.reached.wait()
            waiting = live.store.append(table_id, renamed(99))
            async with asyncio.timeout(TIMEOUT / 2):
                await live.close()
                closing = asyncio.create_task(live.store.close())
                with pytest.raises(Refused) as refused:
                    await moving
                assert refused.value.phrase.key == "server.store.unsure"
                with pytest.raises((NotStored, Unsure)):
                    await waiting
            gate.open()
            await closing

    asyncio.run(work())


def test_commands_are_refused_after_closing(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            await live.close()
            for wanted in (play_move(live, table_id), create_table(live)):
                with pytest.raises(Refused) as refused:
                    await wanted
                assert refused.value.phrase.key == "server.closing"

    asyncio.run(work())
