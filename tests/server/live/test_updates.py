"""What subscribers are sent of stored events: only what changed, and to each their own seats."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from speelkist.server.live import updates
from speelkist.server.live.service import LiveService
from speelkist.server.logging import log_alias
from speelkist.table import commands
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, BOB, EVE, create_table, inject_failure, play_move, rename_seat
from tests.support.subscriber import RecordingSubscriber


async def watched_table(live: LiveService, *owners: str, **request: Any) -> tuple[str, list[RecordingSubscriber]]:
    """A table, and who watches it."""
    table_id = await create_table(live, **request)
    subscribers = [RecordingSubscriber(owner) for owner in owners]
    for subscriber in subscribers:
        await live.subscriptions.watch(subscriber, table_id, 0)
    return table_id, subscribers


def updates_of(subscriber: RecordingSubscriber) -> list[dict[str, Any]]:
    return [message for message in subscriber.received if message["say"] == "update"]


def test_a_move_is_the_same_update_for_everybody_and_has_no_seats(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id, subscribers = await watched_table(live, ANS, EVE)
            before = dict(live.counters)
            version = await play_move(live, table_id)
            ans, eve = (updates_of(subscriber)[-1] for subscriber in subscribers)
            assert ans == eve
            assert (ans["version"], ans["events"][-1]["version"]) == (version, version)
            assert not {"seats", "yours", "state"} & ans.keys(), "nothing of that has changed"
            assert live.counters["moves"] == before.get("moves", 0) + 1
            assert live.counters["events"] == before.get("events", 0) + len(ans["events"])

    asyncio.run(work())


def test_when_seats_change_everybody_is_sent_them_and_their_own(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id, subscribers = await watched_table(live, ANS, BOB, EVE)
            await rename_seat(live, table_id, BOB, 1, "Robert")
            updates = [updates_of(subscriber)[-1] for subscriber in subscribers]
            assert [update["yours"] for update in updates] == [[0], [1], []]
            assert {update["seats"][1]["name"] for update in updates} == {"Robert"}
            assert not any(secret in str(updates) for secret in (ANS, BOB, EVE)), "owners are nobody's business"

    asyncio.run(work())


def test_the_state_is_sent_when_it_changes(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id, (ans,) = await watched_table(live, ANS)
            await live.commands.run(table_id, ANS, "resign", lambda now: commands.resign(now.table, ANS, 0))
            states = [update.get("state") for update in updates_of(ans)]
            assert states[-1] == "over" and states.count("over") == 1

    asyncio.run(work())


def test_a_table_that_fails_is_rebuilt_and_shown_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id, (eve,) = await watched_table(live, EVE)
            broken = (await live.registry.get(table_id)).table
            inject_failure(monkeypatch, broken)
            version = await rename_seat(live, table_id, ANS, 0, "Anna")
            assert live.counters["tables_rebuilt"] == 1
            assert (await live.registry.get(table_id)).table is not broken
            snapshots = [message for message in eve.received if message["say"] == "snapshot"]
            assert [event["version"] for event in snapshots[-1]["events"]] == [version], "only what is new"
            assert snapshots[-1]["seats"][0]["name"] == "Anna"
            assert log_alias(table_id) in caplog.text and table_id not in caplog.text

    asyncio.run(work())


def test_a_table_that_cannot_be_rebuilt_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: str) -> Any:
        raise RuntimeError("cannot be read")

    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id, (eve,) = await watched_table(live, EVE)
            table = await live.registry.get(table_id)
            with monkeypatch.context() as broken:
                broken.setattr(live.registry, "read", fail)
                await live.updates.rebuild_from_log(table, 0)
            assert eve.received[-1] == {"say": "table_deleted", "table": table_id}
            assert table_id not in live.table_ids()
            assert log_alias(table_id) in caplog.text and table_id not in caplog.text
            assert (await live.registry.get(table_id)).table.version == 3, "it is read again when asked for"

    asyncio.run(work())


def test_every_snapshot_draws_the_board_of_its_own_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "MAX_BOARDS", 2)  # so that some are forgotten in between

    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            tables = [
                await create_table(live, game, options=options)
                for game in ("krabcek", "knopf")
                for options in ({}, {"layout" if game == "krabcek" else "holes": "random", "seed": 7})
            ]
            drawn = set()
            for table_id in (*tables, *reversed(tables)):
                subscriber = RecordingSubscriber(EVE)
                await live.subscriptions.watch(subscriber, table_id, 0)
                table = (await live.registry.get(table_id)).table
                board = subscriber.received[0]["board"]
                assert board == json.loads(json.dumps(table.view_module.board(table.state)))
                drawn.add(board["key"])
            assert len(drawn) == len(tables)

    asyncio.run(work())
