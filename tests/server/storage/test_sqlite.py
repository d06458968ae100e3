"""The SQLite writer: all or nothing, on disk before it says so."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from speelkist.server.storage.queries import owner_row, table_row
from speelkist.server.storage.sqlite import SqliteWriter
from speelkist.server.storage.stored_event import EventRow

from .databases import ANS, FIRST, SECOND, add_table, count_rows, new_database, run_sql


def event(table_id: str, version: int, secret: str | None = None) -> EventRow:
    return table_id, version, 99, '{"name":"Zoë"}', secret, None


def run(folder: Path, test: Callable[[SqliteWriter], Awaitable[None]]) -> None:
    async def work() -> None:
        writer = SqliteWriter(new_database(folder).url)
        await writer.open()
        try:
            await test(writer)
        finally:
            await writer.close()

    asyncio.run(work())


def test_events_are_stored_with_their_side_rows(tmp_path: Path) -> None:
    settings = new_database(tmp_path)

    async def test(writer: SqliteWriter) -> None:
        sides = [table_row(FIRST, "knopf", 99), owner_row(ANS, FIRST)]
        await writer.write([event(FIRST, 1, "seed"), event(FIRST, 2)], sides, [])
        await writer.write([event(FIRST, 3)], [owner_row(ANS, FIRST)], [])  # a side row that is there already
        rows = await writer.read(sa.text("select version, data, secret from events order by version"), {})
        assert [tuple(row) for row in rows] == [
            (1, '{"name":"Zoë"}', "seed"),
            (2, '{"name":"Zoë"}', None),
            (3, '{"name":"Zoë"}', None),
        ]

    run(tmp_path, test)
    assert count_rows(settings, FIRST) == 5


@pytest.mark.parametrize("count", [3, 5, 21, 350])
def test_a_batch_of_any_size_is_stored_once_and_whole(tmp_path: Path, count: int) -> None:
    async def test(writer: SqliteWriter) -> None:
        await writer.write([], [table_row(FIRST, "knopf", 99)], [])
        await writer.write([event(FIRST, version) for version in range(1, count + 1)], [], [])
        rows = await writer.read(sa.text("select version from events order by version"), {})
        assert [version for (version,) in rows] == list(range(1, count + 1))

    run(tmp_path, test)


@pytest.mark.parametrize(
    "rows",
    [
        [event(FIRST, 2), event(FIRST, 1)],  # version 1 is taken
        [event(FIRST, 2), event(SECOND, 1)],  # there is no such table
    ],
    ids=["taken", "no table"],
)
def test_nothing_of_a_failed_batch_stays(tmp_path: Path, rows: list[EventRow]) -> None:
    settings = new_database(tmp_path)
    add_table(settings, FIRST)

    async def test(writer: SqliteWriter) -> None:
        with pytest.raises(IntegrityError):
            await writer.write(rows, [owner_row(ANS, FIRST)], [])
        await writer.write([event(FIRST, 2)], [], [])

    run(tmp_path, test)
    assert run_sql(settings, "select table_id, version from events order by version") == [(FIRST, 1), (FIRST, 2)]
    assert run_sql(settings, "select * from owners") == []


def test_a_commit_is_on_disk(tmp_path: Path) -> None:
    async def test(writer: SqliteWriter) -> None:
        assert writer.durability == {"synchronous": "2", "journal_mode": "wal"}

    run(tmp_path, test)
