"""A move that is made without a task of its own: whatever comes between, it ends as one that waits would end."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from speelkist.server.live.house import House, enter_now
from speelkist.server.live.table import Refused, Step
from speelkist.server.storage.batch_writer import WriteFuture
from speelkist.server.storage.errors import Unsure

from .inside import BOB, EVE, PATIENCE, Ear, Gate, lay, move, on_disk, opened, stumble


class Asker:
    """Asks for one thing, and waits for what comes of it."""

    def __init__(self, holder: str) -> None:
        self.holder = holder
        self.answer: asyncio.Future[Awaitable[int]] = asyncio.get_running_loop().create_future()
        self.simple = True

    def done(self, _request: str, number: int) -> None:
        """It was as simple as it looked."""
        said: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        said.set_result(number)
        self.answer.set_result(said)

    def not_done(self, _request: str, rest: Awaitable[int]) -> None:
        """It was not."""
        self.simple = False
        self.answer.set_result(rest)

    async def number(self) -> int:
        """What it became, or what went wrong."""
        async with asyncio.timeout(PATIENCE):
            return await (await self.answer)


async def begin(house: House, address: str, request: str | None = None) -> Asker | None:
    """Whoever is on makes the first move that is shown to him, at once; None if that cannot be."""
    table = (await house.room(address)).table
    seat = table.state.player
    chosen = table.view()["choices"][0]["move"]
    asker = Asker(table.chairs[seat].holder or "")

    def decide(room: Any) -> list[Step]:
        steps: list[Step] = room.table.play(asker.holder, seat, room.table.number, chosen)
        return steps

    return asker if house.do_at_once(address, asker, request or secrets.token_hex(4), decide) else None


@contextlib.asynccontextmanager
async def table_with_an_ear(house: House) -> Any:
    address = await lay(house)
    ear = Ear(EVE)
    await house.watch(ear, address, 0)
    yield address, ear, (await house.room(address)).table.number


def test_it_is_stored_before_anybody_hears_of_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house, table_with_an_ear(house) as (address, ear, before):
            gate = Gate(house.store)
            asker = await begin(house, address)
            assert asker is not None
            await gate.reached.wait()
            assert await begin(house, address) is None  # somebody is in the room
            waiting = asyncio.create_task(house.watch(Ear(EVE), address, 0))
            await asyncio.sleep(0.01)
            assert ear.numbers()[-1] == before
            assert not asker.answer.done()
            assert not waiting.done()
            gate.open()
            assert await asker.number() == before + 1 == ear.numbers()[-1] == await on_disk(house, address)
            assert await waiting == before + 1
            assert asker.simple

    asyncio.run(work())


def test_what_was_done_before_is_not_done_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house, table_with_an_ear(house) as (address, _, before):
            table = (await house.room(address)).table
            seat = table.state.player
            assert await move(house, address, "once") == before + 1

            def decide(_room: Any) -> list[Step]:
                raise AssertionError

            assert not house.do_at_once(address, Asker(table.chairs[seat].holder or ""), "once", decide)

    asyncio.run(work())


def test_what_is_refused_leaves_the_room_free(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house, table_with_an_ear(house) as (address, _, before):

            def decide(_room: Any) -> list[Step]:
                raise Refused("server.move.stale")

            with pytest.raises(Refused, match=str(Refused("server.move.stale"))):
                house.do_at_once(address, Asker(EVE), "no", decide)
            assert await move(house, address) == before + 1

    asyncio.run(work())


def test_if_another_process_was_first_it_is_judged_anew(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house, table_with_an_ear(house) as (address, ear, before):
            async with opened(tmp_path / "tables.db") as other:
                await other.do(address, BOB, "name", lambda room: room.table.rename(BOB, 1, "Bob the second"))
            asker = await begin(house, address)
            assert asker is not None
            assert await asker.number() == before + 2 == await on_disk(house, address)
            assert not asker.simple
            assert ear.numbers() == list(range(1, before + 3))
            assert house.counted["conflicts"] == 1

    asyncio.run(work())


def test_if_nobody_knows_whether_it_was_stored_the_log_is_read_first(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house, table_with_an_ear(house) as (address, ear, before):
            append = house.store.append
            unsure = WriteFuture()
            unsure.set_exception(Unsure())

            def lost(*given: Any) -> WriteFuture:
                append(*given).add_done_callback(lambda _: kept.set())
                return unsure

            kept = asyncio.Event()
            house.store.append = lost  # type: ignore[assignment, method-assign]
            asker = await begin(house, address, "lost")
            assert asker is not None
            with pytest.raises(Refused) as refused:
                await asker.number()
            assert refused.value.phrase.key == "server.store.unsure"
            await kept.wait()
            house.store.append = append  # type: ignore[method-assign]
            assert ear.numbers()[-1] == before
            assert await begin(house, address) is None  # first what was missed
            assert await house.do(address, BOB, "name", lambda room: room.table.rename(BOB, 1, "Bob")) == before + 2
            assert ear.numbers() == list(range(1, before + 3))

    asyncio.run(work())


def test_a_table_that_stumbles_over_it_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house, table_with_an_ear(house) as (address, ear, before):
            table = (await house.room(address)).table
            stumble(monkeypatch, table)
            asker = await begin(house, address)
            assert asker is not None
            assert await asker.number() == before + 1
            monkeypatch.undo()
            assert (await house.room(address)).table is not table
            assert ear.numbers() == list(range(1, before + 2))
            assert await move(house, address) == before + 2

    asyncio.run(work())


def test_a_lock_is_not_taken_from_those_who_wait_for_it() -> None:
    async def work() -> None:
        lock = asyncio.Lock()
        assert enter_now(lock)
        assert not enter_now(lock)
        waiting = asyncio.create_task(lock.acquire())
        await asyncio.sleep(0)
        lock.release()
        assert not lock.locked()
        assert not enter_now(lock)  # it is free, but somebody is on his way in
        assert await waiting
        lock.release()
        assert enter_now(lock)

    asyncio.run(work())
