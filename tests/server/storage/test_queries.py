"""Queries beside the event log, on SQLite."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from speelkist.server.storage import queries
from speelkist.server.timestamps import DAY_MS, now_ms
from tests.support.timeout import TIMEOUT

from .databases import ANS, BOB, FIRST, SECOND, THIRD, add_table, new_database, open_store, run_sql


def test_the_tables_of_an_owner_are_listed_newest_first(tmp_path: Path) -> None:
    settings = new_database(tmp_path)
    for table_id, created_at in ((FIRST, 2), (SECOND, 3), (THIRD, 1)):
        add_table(settings, table_id, created_at)
        run_sql(settings, "insert into owners values (?, ?)", ANS if table_id != SECOND else BOB, table_id)

    async def work() -> list[list[str]]:
        async with open_store(settings) as store:
            tables = [await queries.tables_of(store, owner) for owner in (ANS, BOB, "nobody")]
            assert [each.version for each in tables[0]] == [1, 1]
            return [[each.table_id for each in listed] for listed in tables]

    assert asyncio.run(work()) == [[FIRST, THIRD], [SECOND], []]


def test_which_tables_exist_and_how_far_they_are(tmp_path: Path) -> None:
    settings = new_database(tmp_path)
    add_table(settings, FIRST, events=3)
    add_table(settings, SECOND)
    asked = [FIRST, SECOND, THIRD]

    async def work() -> tuple[dict[str, int], set[str]]:
        async with open_store(settings) as store:
            return await queries.last_versions(store, asked), await queries.existing_tables(store, asked)

    assert asyncio.run(work()) == ({FIRST: 3, SECOND: 1}, {FIRST, SECOND})


def test_a_request_is_known_again_at_the_owners_own_tables_only(tmp_path: Path) -> None:
    settings = new_database(tmp_path)
    add_table(settings, FIRST, events=3)
    run_sql(settings, "insert into owners values (?, ?)", ANS, FIRST)

    async def work() -> list[tuple[str, int] | None]:
        async with open_store(settings) as store:
            asked = [(ANS, "request 2"), (ANS, "request 9"), (BOB, "request 2")]
            return [await queries.version_of_request(store, *each) for each in asked]

    assert asyncio.run(work()) == [(FIRST, 2), None, None]


def test_a_device_code_works_once_and_replaces_the_last_of_its_seat(tmp_path: Path) -> None:
    settings = new_database(tmp_path)
    later = now_ms() + 60_000

    async def work() -> None:
        async with open_store(settings) as store:
            await queries.save_device_code(store, "old", FIRST, 0, later)
            await queries.save_device_code(store, "other seat", FIRST, 1, later)
            await queries.save_device_code(store, "other table", SECOND, 0, later)
            await queries.save_device_code(store, "new", FIRST, 0, later)
            assert await queries.take_device_code(store, "old") is None
            assert await queries.take_device_code(store, "new") == (FIRST, 0)
            assert await queries.take_device_code(store, "new") is None
            assert await queries.take_device_code(store, "other seat") == (FIRST, 1)
            assert await queries.take_device_code(store, "other table") == (SECOND, 0)

    asyncio.run(work())


def test_an_expired_device_code_is_refused_and_cleared_away(tmp_path: Path) -> None:
    settings = new_database(tmp_path)

    async def work() -> None:
        async with open_store(settings) as store:
            await queries.save_device_code(store, "expired", FIRST, 0, now_ms() - 1)
            assert await queries.take_device_code(store, "expired") is None
            await queries.save_device_code(store, "new", SECOND, 0, now_ms() + 60_000)

    asyncio.run(work())
    assert run_sql(settings, "select code from device_codes") == [("new",)]


def test_unused_tables_are_archived_once(tmp_path: Path) -> None:
    settings = new_database(tmp_path)
    now = now_ms()
    add_table(settings, FIRST, last_event_at=now - 11 * DAY_MS)
    add_table(settings, SECOND, last_event_at=now - 9 * DAY_MS)

    async def work() -> None:
        async with open_store(settings) as store:
            assert await queries.unused_tables(store, 10) == [FIRST]
            assert await queries.archive_unused(store, 10) == [FIRST]
            assert await queries.archive_unused(store, 10) == []
            assert [await store.is_archived(table_id) for table_id in (FIRST, SECOND, THIRD)] == [True, False, False]

    asyncio.run(work())


def test_a_database_file_that_is_gone_fails_the_ping(tmp_path: Path) -> None:
    settings = new_database(tmp_path)

    async def work() -> None:
        async with open_store(settings) as store:
            await queries.ping(store)
            await store.engine.dispose()
            Path(settings.db).rename(tmp_path / "moved.db")
            Path(settings.db).mkdir()
            before = set(threading.enumerate())
            with pytest.raises(Exception, match="unable to open"):
                await queries.ping(store)
            # the driver ends the thread of a connection that failed on its own, and needs this event loop for it
            async with asyncio.timeout(TIMEOUT):
                while set(threading.enumerate()) - before:
                    await asyncio.sleep(0.01)

    asyncio.run(work())
