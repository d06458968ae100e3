"""Whatever happens while something is being stored, memory, disk and those who watch agree in the end."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from speelkist.server.live import house as house_module
from speelkist.server.live.events import Renamed
from speelkist.server.live.house import Room
from speelkist.server.live.table import Refused, Table
from speelkist.server.storage import batch_writer
from speelkist.server.storage.batch_writer import WriteFuture
from speelkist.server.storage.errors import NotStored, Unsure

from .inside import ANS, BOB, EVE, PATIENCE, Ear, Gate, lay, move, on_disk, opened, served, stumble, talking
from .players import ask

KEY, OTHER = "the-key-of-ans-0123456789", "the-key-of-eve-0123456789"


def test_a_move_counts_although_its_player_is_gone_before_it_is_stored(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path / "tables.db") as (app, address):
            made = await ask(address, "/api/tables", KEY, {"game": "knopf", "nonce": "0a"})
            table = json.loads(made)["table"]
            async with talking(address, KEY, table) as ans, talking(address, OTHER, table) as eve:
                await eve.say("watch")
                shown = await eve.until(lambda one: one["say"] == "table")
                gate = Gate(app.store)
                view = shown["view"]
                await ans.say("play", seat=view["player"], seen=shown["number"], move=view["choices"][0]["move"])
                async with asyncio.timeout(PATIENCE):
                    await gate.reached.wait()
                ans.socket.transport.abort()
                await eve.all_heard()
                gate.open()
                told = await eve.until(lambda one: one["say"] == "update")
                room = await app.house.room(table)
                assert told["number"] == room.table.number == await on_disk(app.house, table) == shown["number"] + 1

    asyncio.run(work())


def test_a_cancelled_request_leaves_no_table_behind_its_log(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house:
            address = await lay(house)
            ear = Ear(EVE)
            await house.watch(ear, address, 0)
            gate = Gate(house.store)
            asking = asyncio.create_task(move(house, address))
            await gate.reached.wait()
            for _ in range(3):  # as often as anybody likes
                asking.cancel()
                await asyncio.sleep(0)
            gate.open()
            with pytest.raises(asyncio.CancelledError):
                await asking
            table = (await house.room(address)).table
            assert table.number == await on_disk(house, address) == ear.numbers()[-1]
            assert await move(house, address) == table.number
            assert house.counted["conflicts"] == 0

    asyncio.run(work())


def test_a_cancelled_request_that_fails_leaves_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house:
            address = await lay(house)
            before = await on_disk(house, address)
            failing = WriteFuture()
            append, house.store.append = house.store.append, lambda *_: failing  # type: ignore[method-assign]
            asking = asyncio.create_task(move(house, address))
            await asyncio.sleep(0.01)
            asking.cancel()
            await asyncio.sleep(0)
            failing.set_exception(OSError("no"))
            with pytest.raises(asyncio.CancelledError):
                await asking
            house.store.append = append  # type: ignore[method-assign]
            assert await move(house, address) == before + 1

    asyncio.run(work())


def test_a_table_that_stumbles_over_an_event_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house:
            address = await lay(house)
            ear = Ear(EVE)
            await house.watch(ear, address, 0)
            before = (await house.room(address)).table
            number = before.number
            stumble(monkeypatch, before)
            assert await move(house, address) == number + 1  # it is stored, and so it is done
            monkeypatch.undo()
            room = await house.room(address)
            assert room.table is not before
            assert room.table.number == await on_disk(house, address)
            assert ear.numbers() == list(range(1, number + 2))
            assert [one["say"] for one in ear.told if one["say"] != "presence"] == ["table", "table"]
            assert list(room.table.requests.values())[-1] == number + 1  # and it is remembered
            assert await move(house, address) == number + 2
            assert ear.told[-1]["say"] == "update"
            assert house.counted["made_again"] == 1

    asyncio.run(work())


def test_a_table_that_cannot_be_shown_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house:
            address, other = await lay(house), await lay(house)
            ear = Ear(EVE)
            await house.watch(ear, address, 0)
            number = (await house.room(address)).table.number

            def broken(_table: Table) -> Any:
                raise RuntimeError("nothing to see")

            with monkeypatch.context() as patch:
                patch.setattr(Table, "view", broken)
                room = await house.room(address)
                seat = room.table.state.player
                text = room.table.state.legal()[0].text
                holder = (ANS, BOB)[seat]
                done = await house.do(address, holder, "x", lambda now: now.table.play(holder, seat, number, text))
                assert done == number + 1
            assert ear.told[-1] == {"say": "gone", "table": address}
            assert await move(house, other)
            assert await house.watch(ear, address, number) == number + 1  # the log has kept it

    asyncio.run(work())


def test_many_who_come_at_once_make_the_table_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house:
            address = await lay(house)
            house.evict_idle(-1)
            assert house.rooms() == 0
            reads = 0
            events_after = house.store.events_after

            async def counted(table_id: str, version: int) -> Any:
                nonlocal reads
                reads += 1
                return await events_after(table_id, version)

            house.store.events_after = counted  # type: ignore[method-assign]
            first = asyncio.create_task(house.room(address))
            await asyncio.sleep(0)
            first.cancel()  # the first one goes away: the others must not suffer
            rooms = await asyncio.gather(*(house.room(address) for _ in range(20)))
            assert len(set(map(id, rooms))) == 1
            assert reads == 1

    asyncio.run(work())


def test_a_table_made_again_marks_the_same_last_move(tmp_path: Path) -> None:
    """Also where the last decision moved nothing: a button taken as a fine, a pass."""

    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house:
            address = await lay(house, options={"target": 13})
            still = 0
            luck = random.Random(1)
            while still < 3:
                table = (await house.room(address)).table
                before, text = table.last, luck.choice(table.view()["choices"])["move"]
                await move(house, address, move=text)
                last = (await house.room(address)).table.last
                still += bool(last) and last is before
                house.evict_idle(-1)
                again = (await house.room(address)).table
                assert again is not table
                assert again.last == last

    asyncio.run(work())


def test_a_table_may_be_forgotten_at_any_moment(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house:
            address = await lay(house, "kriskras")
            number = (await house.room(address)).table.number
            going = True
            luck = random.Random(0)

            async def forget() -> None:
                while going:
                    house.evict_idle(-1)  # everything that nobody looks at, however lately it was used
                    for _ in range(luck.randint(1, 9)):  # in between others have their turn
                        await asyncio.sleep(0)

            forgetting = asyncio.create_task(forget())
            names = [f"name {index}" for index in range(30)]

            async def rename(name: str) -> int:
                return await house.do(address, ANS, name, lambda room: room.table.rename(ANS, 0, name))

            done = await asyncio.gather(*map(rename, names))
            going = False
            await forgetting
            assert sorted(done) == list(range(number + 1, number + 31))
            assert await on_disk(house, address) == number + 30
            assert house.counted["conflicts"] == 0

    asyncio.run(work())


def test_a_table_cleared_out_the_moment_it_is_made_is_made_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house:
            address = await lay(house)
            house.evict_idle(-1)
            go_on, find, found = house._go_on, house.room, 0

            def clear_out(room: Room, ours: bool = True) -> None:
                house._go_on = go_on  # type: ignore[method-assign]
                go_on(room, ours)
                house.evict_idle(-1)

            async def counted(address: str) -> Room:
                nonlocal found
                found += 1
                assert found < 100, "it is looked for again and again, and nothing else happens"
                return await find(address)

            house._go_on, house.room = clear_out, counted  # type: ignore[method-assign]
            assert await house.watch(Ear(EVE), address, 0) == 3
            assert house.rooms() == 1

    asyncio.run(work())


def test_nobody_enters_a_room_that_was_cleared_out_before_his_turn(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house:
            address = await lay(house)
            gate = Gate(house.store)
            first = asyncio.create_task(move(house, address))
            await gate.reached.wait()
            ear = Ear(EVE)
            second = asyncio.create_task(house.watch(ear, address, 0))  # waits at the door
            await asyncio.sleep(0)
            go_on = house._go_on

            def clear_out(room: Room, ours: bool = True) -> None:
                house._go_on = go_on  # type: ignore[method-assign]
                go_on(room, ours)
                asyncio.get_running_loop().call_soon(house.evict_idle, -1)  # between the first and the second

            house._go_on = clear_out  # type: ignore[method-assign]
            gate.open()
            await asyncio.gather(first, second)
            await move(house, address)
            assert ear.numbers() == list(range(1, 6))

    asyncio.run(work())


def test_a_table_that_is_looked_at_is_never_forgotten(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house:
            address = await lay(house)
            ear = Ear(EVE)
            await house.watch(ear, address, 0)
            house.evict_idle(-1)
            await move(house, address)
            assert ear.told[-1]["say"] == "update"
            house.unwatch(ear, address)
            house.evict_idle(-1)
            assert house.rooms() == 0

    asyncio.run(work())


def test_closing_writes_what_is_waiting(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house:
            address = await lay(house)
            store = house.store
            number = await on_disk(house, address)
            gate = Gate(store)
            rows: list[asyncio.Future[None]] = []

            def append(table: str, after: int) -> None:
                rows.append(store.append(table, after, [(Renamed(0, "x"), None)], 0))

            append(address, number)
            await gate.reached.wait()
            append(address, number + 1)  # these two wait for the next commit
            append(address, number + 7)
            closing = asyncio.create_task(store.close())
            await asyncio.sleep(0)
            append(address, number + 8)  # too late
            gate.open()
            await closing
            answers = await asyncio.gather(*rows, return_exceptions=True)
            assert answers[:3] == [None] * 3
            assert isinstance(answers[3], NotStored)
        async with opened(tmp_path / "tables.db") as house:
            assert await on_disk(house, address) == number + 3

    asyncio.run(work())


def test_closing_does_not_wait_for_ever_for_a_disk_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_writer, "CLOSE_TIMEOUT", 0.2)
    monkeypatch.setattr(house_module, "LAST_WORK", 0.2)

    async def work() -> None:
        async with opened(tmp_path / "tables.db") as house:
            address = await lay(house)
            gate = Gate(house.store)
            moving = asyncio.create_task(move(house, address))
            await gate.reached.wait()
            waiting = house.store.append(address, 99, [(Renamed(0, "x"), None)], 0)
            async with asyncio.timeout(PATIENCE / 2):
                await house.close()
                closing = asyncio.create_task(house.store.close())
                with pytest.raises(Refused) as told:
                    await moving
                assert told.value.phrase.key == "server.store.unsure"
                with pytest.raises((NotStored, Unsure)):
                    await waiting
            gate.open()
            await closing

    asyncio.run(work())
