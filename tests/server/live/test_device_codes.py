"""Codes that move a seat to another device: once, for a while, and the same request once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from speelkist.server.live import device_codes
from speelkist.table.errors import Refused
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, BOB, EVE, create_table


def test_a_code_moves_a_seat_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            code = await live.device_codes.create(table_id, ANS, 0)
            claimed = await live.device_codes.claim(code.lower(), EVE, "mine")
            table = (await live.registry.get(table_id)).table
            assert claimed == (table_id, table.version)
            assert (table.seats_of(ANS), table.seats_of(EVE)) == ([], [0])
            assert await live.device_codes.claim(code, EVE, "mine") == claimed  # the answer was lost: asked again
            with pytest.raises(Refused) as refused:
                await live.device_codes.claim(code, BOB, "his")
            assert refused.value.phrase.key == "server.code.wrong"
            assert live.counters["wrong_codes"] == 1

    asyncio.run(work())


def test_only_the_owner_gets_a_code_and_a_new_one_cancels_the_last(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            with pytest.raises(Refused):
                await live.device_codes.create(table_id, BOB, 0)
            old, new = [await live.device_codes.create(table_id, ANS, 0) for _ in range(2)]
            with pytest.raises(Refused):
                await live.device_codes.claim(old, EVE, "old")
            assert (await live.device_codes.claim(new, EVE, "new"))[0] == table_id

    asyncio.run(work())


def test_an_expired_code_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_codes, "CODE_MINUTES", -1)

    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            code = await live.device_codes.create(await create_table(live), ANS, 0)
            with pytest.raises(Refused):
                await live.device_codes.claim(code, EVE, "late")

    asyncio.run(work())
