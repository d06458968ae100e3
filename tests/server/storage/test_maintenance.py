"""Maintenance: unused tables are archived, then deleted; live tables follow. The whole server: test_admin.py."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from speelkist.server.storage import maintenance
from speelkist.server.storage.event_store import EventStore
from speelkist.server.storage.maintenance import evict_deleted, run_maintenance, tidy
from speelkist.server.timestamps import DAY_MS, now_ms
from speelkist.server.wall_clock import WallClock

from .databases import FIRST, SECOND, THIRD, add_table, count_rows, new_database, open_store


class FakeTables:
    """Live tables that keep what they are told."""

    def __init__(self, *table_ids: str) -> None:
        self.live = list(table_ids)
        self.archived_ids: list[str] = []
        self.deleted: list[str] = []
        self.rounds = 0

    def table_ids(self) -> list[str]:
        return list(self.live)

    def evict_idle(self, seconds: float) -> None:
        assert seconds == 300
        self.rounds += 1

    def on_table_deleted(self, table_id: str) -> None:
        self.deleted.append(table_id)

    async def reload(self, table_id: str) -> None:
        self.archived_ids.append(table_id)


def test_old_tables_are_archived_and_older_ones_deleted(tmp_path: Path) -> None:
    settings = replace(new_database(tmp_path), archive_days=10, keep_days=20)
    for table_id, days in ((FIRST, 21), (SECOND, 11), (THIRD, 9)):
        add_table(settings, table_id, last_event_at=now_ms() - days * DAY_MS)
    tables = FakeTables(FIRST, SECOND, THIRD)

    async def work() -> None:
        async with open_store(settings) as store:
            await tidy(tables, store, replace(settings, archive_days=0, keep_days=0))
            assert tables.deleted == tables.archived_ids == [], "0 days means never"
            await tidy(tables, store, settings)

    asyncio.run(work())
    assert (tables.deleted, tables.archived_ids) == ([FIRST], [SECOND])
    assert [count_rows(settings, table_id) > 0 for table_id in (FIRST, SECOND, THIRD)] == [False, True, True]


@pytest.mark.parametrize("days", [21, 31, 100, -2])
def test_a_wrong_clock_closes_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture, days: float) -> None:
    settings = replace(new_database(tmp_path), archive_days=10, keep_days=20)
    add_table(settings, FIRST, last_event_at=now_ms() - int(days * DAY_MS))
    add_table(settings, SECOND, last_event_at=now_ms() - int((max(days, 0) + 200) * DAY_MS))
    tables = FakeTables(FIRST, SECOND)

    async def work() -> None:
        async with open_store(settings) as store:
            await tidy(tables, store, settings)

    asyncio.run(work())
    assert tables.deleted == tables.archived_ids == []
    assert "tables are left alone" in caplog.text


@pytest.mark.parametrize(("played_days_ago", "closed"), [([0], []), ([3, 0], []), ([8, 0], [FIRST])])
def test_what_is_played_under_a_new_clock_proves_it_right_only_after_a_week(
    tmp_path: Path, played_days_ago: list[float], closed: list[str]
) -> None:
    settings = replace(new_database(tmp_path), archive_days=10, keep_days=0)
    add_table(settings, FIRST, last_event_at=now_ms() - 100 * DAY_MS)
    for table_id, days in zip((SECOND, THIRD), played_days_ago, strict=False):
        add_table(settings, table_id, last_event_at=now_ms() - int(days * DAY_MS) - 1000)
    tables = FakeTables()

    async def work() -> None:
        async with open_store(settings) as store:
            await tidy(tables, store, settings)

    asyncio.run(work())
    assert tables.archived_ids == closed


def test_a_clock_that_was_set_while_the_server_runs_closes_nothing(tmp_path: Path) -> None:
    settings = replace(new_database(tmp_path), archive_days=10)
    add_table(settings, FIRST, last_event_at=now_ms() - 20 * DAY_MS)
    tables = FakeTables()

    async def work() -> None:
        async with open_store(settings) as store:
            await tidy(tables, store, settings, has_jumped=True)
            assert tables.archived_ids == []
            await tidy(tables, store, settings)
            assert tables.archived_ids == [FIRST]

    asyncio.run(work())


def test_maintenance_notices_that_the_clock_was_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "INTERVAL_SECONDS", 0)
    settings = new_database(tmp_path)
    jumps: list[bool] = []
    done = asyncio.Event()
    days = 0

    async def note(_live: object, _store: object, _settings: object, has_jumped: bool) -> None:
        nonlocal days
        jumps.append(has_jumped)
        days = 100
        if len(jumps) == 2:
            done.set()

    monkeypatch.setattr(maintenance, "ROUNDS_PER_TIDY", 1)
    monkeypatch.setattr(maintenance, "tidy", note)
    monkeypatch.setattr(maintenance, "WallClock", lambda: WallClock(lambda: time.time() + days * 86_400))

    async def work() -> None:
        async with open_store(settings) as store:
            task = asyncio.create_task(run_maintenance(FakeTables(), store, settings))
            async with asyncio.timeout(30):
                await done.wait()
            task.cancel()

    asyncio.run(work())
    assert jumps[:2] == [False, True]


def test_a_table_deleted_by_a_command_is_evicted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "CHUNK", 1)
    settings = new_database(tmp_path)
    add_table(settings, SECOND)
    tables = FakeTables(FIRST, SECOND, THIRD)

    async def work() -> None:
        async with open_store(settings) as store:
            await evict_deleted(tables, store)

    asyncio.run(work())
    assert tables.deleted == [FIRST, THIRD]


def test_a_failure_is_logged_and_the_next_round_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(maintenance, "INTERVAL_SECONDS", 0)
    settings = new_database(tmp_path)
    tables = FakeTables()
    tried = asyncio.Event()

    async def fail(live: FakeTables, store: EventStore) -> None:
        if live.rounds == 3:
            tried.set()
        raise RuntimeError("no such luck")

    monkeypatch.setattr(maintenance, "evict_deleted", fail)

    async def work() -> None:
        async with open_store(settings) as store:
            task = asyncio.create_task(run_maintenance(tables, store, settings))
            async with asyncio.timeout(30):
                await tried.wait()
            task.cancel()

    asyncio.run(work())
    assert caplog.text.count("maintenance failed") >= 3
