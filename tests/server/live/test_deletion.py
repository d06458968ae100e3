"""Who may delete a table, and when."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from speelkist.server.live import deletion
from speelkist.server.live.service import LiveService
from speelkist.table import commands
from speelkist.table import deletion as consent
from speelkist.table.errors import Refused
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, BOB, EVE, count_stored_events, create_table, play_move
from tests.support.subscriber import RecordingSubscriber


async def refusal(live: LiveService, table_id: str, owner: str) -> str:
    """Why somebody may not delete a table."""
    with pytest.raises(Refused) as refused:
        await live.deletion.delete(table_id, owner)
    assert await count_stored_events(live, table_id) > 0
    return refused.value.phrase.key


def test_only_a_player_deletes_a_table_and_whoever_watches_is_told(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live, sit="all")
            subscriber = RecordingSubscriber(EVE)
            await live.subscriptions.watch(subscriber, table_id, 0)
            assert await refusal(live, table_id, EVE) == "table.seat.not_yours"
            await live.deletion.delete(table_id, ANS)  # nobody else plays there
            assert subscriber.received[-1] == {"say": "table_deleted", "table": table_id}
            assert await count_stored_events(live, table_id) == 0

    asyncio.run(work())


def test_nobody_takes_a_game_away_from_the_others_before_it_is_over(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            await play_move(live, table_id)
            assert not await live.deletion.delete(table_id, ANS)
            assert await refusal(live, table_id, ANS) == "table.delete.asked"
            assert await count_stored_events(live, table_id) > 0
            await live.commands.run(table_id, ANS, "resign", lambda now: commands.resign(now.table, ANS, 0))
            assert await live.deletion.delete(table_id, BOB)
            assert await count_stored_events(live, table_id) == 0

    asyncio.run(work())


def test_a_game_is_deleted_when_all_who_play_it_agree(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            subscriber = RecordingSubscriber(BOB)
            await live.subscriptions.watch(subscriber, table_id, 0)
            assert not await live.deletion.delete(table_id, ANS)
            assert subscriber.received[-1]["events"][-1]["event"] == {"kind": "deletion_asked", "seat": 0}
            await live.commands.run(table_id, BOB, "no", lambda now: consent.keep(now.table, BOB, 1))
            assert not await live.deletion.delete(table_id, BOB), "after a refusal all are asked anew"
            live.registry.evict(live.registry.tables[table_id])  # what was asked is in the log
            assert await live.deletion.delete(table_id, ANS)
            assert await count_stored_events(live, table_id) == 0

    asyncio.run(work())


def test_two_who_ask_at_the_same_moment_have_agreed(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            asked = (live.deletion.delete(table_id, owner) for owner in (ANS, BOB))
            results = await asyncio.gather(*asked, return_exceptions=True)
            assert True in results
            assert await count_stored_events(live, table_id) == 0

    asyncio.run(work())


def test_a_game_that_was_abandoned_or_never_began_may_be_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            waiting = await create_table(live, seats=["person", "person"], sit=1)
            await live.deletion.delete(waiting, ANS)
            table_id = await create_table(live)
            assert not await live.deletion.delete(table_id, ANS)
            monkeypatch.setattr(deletion, "ABANDONED_DAYS", -1)
            assert await live.deletion.delete(table_id, ANS)

    asyncio.run(work())


def test_where_the_host_allows_it_one_player_deletes_a_game_in_play(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db", delete_playing=True) as live:
            assert await live.deletion.delete(await create_table(live), BOB)

    asyncio.run(work())
