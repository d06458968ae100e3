"""The update that is ready before its moves are stored is the one that would be made afterwards."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from speelkist.core.registry import games
from speelkist.server.live.registry import LiveTable
from speelkist.server.live.service import LiveService
from speelkist.server.storage.stored_event import number_events
from speelkist.table import commands
from speelkist.table.clock import ClockRules
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, EVE, choice_texts, create_table
from tests.support.subscriber import RecordingSubscriber

MOVES = 40


def prepared(live: LiveService, table: LiveTable, move: str) -> dict[str, Any] | None:
    """The update of a move that is not stored yet."""
    seat = table.table.state.player
    owner = table.table.seats[seat].owner or ""
    pending = commands.play(table.table, owner, seat, table.table.version, move)
    ready = live.updates.prepare(table, number_events(pending, table.table.version, 0), pending)
    return dict(json.loads(ready)) if ready else None


@pytest.mark.parametrize("game", games())
def test_it_is_the_same_as_the_one_that_is_made_afterwards(tmp_path: Path, game: str) -> None:
    async def work() -> None:
        rng = random.Random(5)
        async with open_live_service(tmp_path / "tables.db", scripted=True) as live:
            table_id = await create_table(live, game, answer_seconds=0)
            subscriber = RecordingSubscriber(EVE)
            await live.subscriptions.watch(subscriber, table_id, 0)
            table = await live.registry.get(table_id)
            ready_moves = 0
            for count in range(MOVES):
                choices = choice_texts(table.table)
                if not choices:
                    break
                move = rng.choice(choices)
                ready = prepared(live, table, move)
                owner, seat = table.table.seats[table.table.state.player].owner or "", table.table.state.player
                seen = table.table.version
                await live.commands.run(
                    table_id,
                    owner,
                    f"m{count}",
                    lambda now: commands.play(now.table, owner, seat, seen, move),  # noqa: B023
                )
                made = subscriber.received[-1]
                if ready is not None:
                    ready_moves += 1
                    for event in (*ready["events"], *made["events"]):
                        event["at"] = 0
                    assert ready == made
                else:
                    assert made.get("board") or made.get("state") == "over"
            assert ready_moves > 0

    asyncio.run(work())


@pytest.mark.parametrize(
    "request_", [{"seats": ["person", "random"]}, {"clock": ClockRules(600)}], ids=["a bot", "a clock"]
)
def test_where_something_happens_by_itself_it_is_not_known_before(tmp_path: Path, request_: dict[str, Any]) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            live.bots.enabled = False
            table = await live.registry.get(await create_table(live, **request_))
            assert table.table.seats[0].owner == ANS
            assert prepared(live, table, choice_texts(table.table)[0]) is None

    asyncio.run(work())
