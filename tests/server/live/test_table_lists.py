"""The list of somebody's tables loads none of them, and is made anew only where something has changed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from speelkist.server.live.service import LiveService
from speelkist.server.live.table_lists import EVENTS_PER_MOVE
from speelkist.server.storage import queries
from speelkist.table.errors import Refused
from speelkist.table.updates import table_data
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, BOB, EVE, create_table, play_move


class Lists:
    """Asks for lists, and notes what they cost and which tables are read."""

    def __init__(self, live: LiveService) -> None:
        self.costs: list[float] = []
        self.read: list[str] = []
        self._live = live
        read = live.registry.read

        async def note(table_id: str) -> Any:
            self.read.append(table_id)
            return await read(table_id)

        live.registry.read = note  # type: ignore[method-assign]

    async def of(self, owner: str = ANS) -> list[dict[str, Any]]:
        """Somebody's tables."""
        return await self._live.lists.tables_of(owner, self.costs.append)


async def several_tables(live: LiveService, count: int = 3) -> list[str]:
    """Tables of Ans and Bob with a move each, the newest first, none of them in memory."""
    tables = [await create_table(live) for _ in range(count)]
    for table_id in tables:
        await play_move(live, table_id)
        live.registry.evict(live.registry.tables[table_id])
        await asyncio.sleep(0.002)  # so that each is younger than the one before
    return tables


def test_a_list_reads_each_table_once_and_keeps_none_in_memory(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            tables = await several_tables(live)
            expected = {table_id: (await live.registry.read(table_id))[0] for table_id in tables}
            lists = Lists(live)
            twice = await asyncio.gather(lists.of(), lists.of())
            assert sorted(lists.read) == sorted(tables)
            assert not live.registry.tables
            for listed in twice:
                assert {line["table"]: line for line in listed} == {
                    table_id: table_data(table, ANS) for table_id, table in expected.items()
                }
            assert [line["yours"] for line in await lists.of(BOB)] == [[1]] * 3
            assert await lists.of(EVE) == []
            assert len(lists.read) == 3
            assert lists.costs[0] == sum(table.version for table in expected.values()) / EVENTS_PER_MOVE
            assert set(lists.costs[1:]) == {0}

    asyncio.run(work())


def test_what_has_changed_is_listed_anew(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db", archive_days=1) as live:
            first, second = await several_tables(live, 2)
            lists = Lists(live)
            before = {line["table"]: line for line in await lists.of()}
            version = await play_move(live, first)
            now = {line["table"]: line for line in await lists.of()}
            assert (now[first]["version"], now[second]) == (version, before[second])
            live.registry.evict(live.registry.tables[first])
            assert {line["table"]: line["version"] for line in await lists.of()}[first] == version
            await asyncio.sleep(0.01)
            archived = await queries.archive_unused(live.store, 0)
            assert sorted(archived) == sorted([first, second])
            assert {line["state"] for line in await lists.of()} == {"archived"}

    asyncio.run(work())


def test_a_list_that_costs_too_much_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            await several_tables(live, 1)
            lists = Lists(live)

            def refuse(_: float) -> None:
                raise Refused("server.limit.questions")

            with pytest.raises(Refused):
                await live.lists.tables_of(ANS, refuse)
            assert not lists.read

    asyncio.run(work())


def test_a_table_that_cannot_be_read_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            tables = await several_tables(live, 3)
            async with live.store.engine.begin() as connection:
                for broken in tables[:2]:
                    await connection.exec_driver_sql("update events set data = '{' where table_id = ?", (broken,))
            listed = await live.lists.tables_of(ANS, lambda _: None)
            assert [line["table"] for line in listed] == tables[2:]

    asyncio.run(work())
    assert sum("cannot be listed" in record.getMessage() for record in caplog.records) == 1
