"""Making tables: who sits where at once, the next table, deleting one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from speelkist.table import commands
from speelkist.table.creation import MIN_ABSENT_SECONDS, TableRequest
from speelkist.table.errors import Refused
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, BOB, EVE, create_table

SEED = "5eed" * 16


@pytest.mark.parametrize(
    ("request_fields", "owners", "names"),
    [
        ({}, [ANS, ANS], ["Ans", "Ans"]),
        ({"names": ["Oma", "Bram"]}, [ANS, ANS], ["Oma", "Bram"]),
        ({"sit": 1}, [None, ANS], ["", "Ans"]),
        ({"sit": "none"}, [None, None], ["", ""]),
        ({"seats": ["simple", "person"]}, [None, ANS], ["", "Ans"]),
    ],
)
def test_a_new_table_seats_its_owner_and_the_bots(
    tmp_path: Path, request_fields: dict[str, Any], owners: list[str | None], names: list[str]
) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            request = TableRequest(**{"game": "knopf", "name": "Ans", **request_fields})
            table = (await live.registry.get(await live.creation.create(request, ANS))).table
            assert [seat.owner for seat in table.seats] == owners
            assert [seat.name for seat in table.seats] == names

    asyncio.run(work())


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"seats": ["person"]}, "table.create.count"),
        ({"seats": ["person", "genius"]}, "table.create.seat"),
        ({"sit": "some"}, "table.create.sit"),
        ({"sit": 2}, "table.seat.none"),
        ({"absent_seconds": -1}, "table.create.seconds"),
        ({"answer_seconds": 86_401}, "table.create.seconds"),
        ({"seed": SEED}, "table.create.seed"),
    ],
)
def test_a_bad_request_for_a_table_is_refused(tmp_path: Path, fields: dict[str, Any], key: str) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            with pytest.raises(Refused) as refused:
                await live.creation.create(TableRequest(**{"game": "knopf", **fields}), ANS)
            assert refused.value.phrase.key == key
            assert live.table_ids() == []

    asyncio.run(work())


def test_scripted_dice_are_for_hosts_who_allow_them(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db", scripted=True) as live:
            table = (await live.registry.get(await create_table(live, seed=SEED))).table
            assert table.seed.hex() == SEED

    asyncio.run(work())


def test_two_who_want_a_rematch_get_the_same(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            await live.commands.run(table_id, ANS, "resign", lambda now: commands.resign(now.table, ANS, 0))
            new_tables: list[bool] = []
            ans, bob = (
                live.creation.rematch(table_id, owner, "again", False, lambda: new_tables.append(True))
                for owner in (ANS, BOB)
            )
            versions = await asyncio.gather(ans, bob)
            assert versions[0] == versions[1]
            assert len(new_tables) == 1, "it is counted once"
            assert len(live.table_ids()) == 2
            next_table = (await live.registry.get(table_id)).table.rematch or ""
            table = (await live.registry.get(next_table)).table
            assert [seat.reserved for seat in table.seats] == [BOB, ANS]
            with pytest.raises(Refused):
                await live.creation.rematch(table_id, EVE, "again", False, lambda: None)

    asyncio.run(work())


def test_a_rematch_counts_as_a_new_table(tmp_path: Path) -> None:
    def refuse() -> None:
        raise Refused("server.limit.tables", n=1)

    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            await live.commands.run(table_id, ANS, "resign", lambda now: commands.resign(now.table, ANS, 0))
            with pytest.raises(Refused, check=lambda error: error.phrase.key == "server.limit.tables"):
                await live.creation.rematch(table_id, ANS, "again", False, refuse)
            assert live.table_ids() == [table_id]

    asyncio.run(work())


def test_a_table_of_bots_only_and_one_with_hints_are_made_where_the_host_allows_them(tmp_path: Path) -> None:
    bots, hints = {"seats": ["simple", "simple"], "sit": "none"}, {"hints": True}

    async def refusals(**settings: bool) -> list[str]:
        keys = []
        async with open_live_service(tmp_path / "tables.db", **settings) as live:
            for request in (bots, hints):
                try:
                    await create_table(live, **request)
                except Refused as refused:
                    keys.append(refused.phrase.key)
        return keys

    assert asyncio.run(refusals()) == []
    assert asyncio.run(refusals(bot_tables=False, hints=False)) == ["table.create.bots", "table.create.hints"]


def test_a_seat_is_not_given_away_for_a_moment_without_a_line(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            request = TableRequest(game="knopf", sit=0, absent_seconds=MIN_ABSENT_SECONDS - 1)
            with pytest.raises(Refused, check=lambda error: error.phrase.key == "table.create.seconds"):
                await live.creation.create(request, ANS)
            request.absent_seconds = MIN_ABSENT_SECONDS
            assert await live.creation.create(request, ANS)

    asyncio.run(work())


def test_only_where_somebody_may_answer_out_of_turn_there_is_a_time_for_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            for game, options, seconds in (
                ("cubus", {}, 15),
                ("cubus", {"knocking": False}, None),
                ("knopf", {}, None),
            ):
                table_id = await create_table(live, game, options=options)
                assert (await live.registry.get(table_id)).table.created.answer_seconds == seconds

    asyncio.run(work())
