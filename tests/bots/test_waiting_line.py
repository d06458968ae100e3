"""Who gets a free worker first."""

from __future__ import annotations

import asyncio

from speelkist.bots.waiting_line import Priority, WaitingLine


def test_the_most_urgent_comes_first_and_equals_in_their_order() -> None:
    async def work() -> None:
        line: WaitingLine[int] = WaitingLine()
        served: list[str] = []

        async def wait(name: str, priority: Priority) -> None:
            served.append(f"{name} {await line.get(priority)}")

        wanted = [("a", Priority.BACKGROUND), ("b", Priority.HINT), ("c", Priority.MOVE), ("d", Priority.MOVE)]
        tasks = [asyncio.create_task(wait(*want)) for want in wanted]
        await asyncio.sleep(0)
        assert len(line) == 4
        for item in range(4):
            line.put(item)
        assert len(line) == 0
        await asyncio.gather(*tasks)
        assert served == ["c 0", "d 1", "b 2", "a 3"]
        line.put(4)
        assert await line.get(Priority.ANALYSIS) == 4, "what nobody waits for is kept"

    asyncio.run(work())


def test_equals_take_turns_so_that_nobody_waits_for_all_that_another_wants() -> None:
    async def work() -> None:
        line: WaitingLine[int] = WaitingLine()
        served: list[str] = []

        async def wait(name: str) -> None:
            served.append(f"{name} {await line.get(Priority.MOVE, name[:3])}")

        many = [asyncio.create_task(wait(f"eve{number}")) for number in range(5)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(wait(name)) for name in ("ans", "bob")]
        await asyncio.sleep(0)
        many.pop(1).cancel()
        await asyncio.sleep(0)
        for item in range(3):
            line.put(item)
        await asyncio.sleep(0)
        assert served == ["eve0 0", "ans 1", "bob 2"]
        again = asyncio.create_task(wait("ans"))
        await asyncio.sleep(0)
        for item in range(3, 7):
            line.put(item)
        await asyncio.gather(*many, *others, again)
        assert served[3:] == ["ans 3", "eve2 4", "eve3 5", "eve4 6"]
        assert not line._wanted_by

    asyncio.run(work())


def test_what_was_handed_to_somebody_who_left_goes_to_the_next() -> None:
    async def work() -> None:
        line: WaitingLine[int] = WaitingLine()
        left, handed, last = (asyncio.create_task(line.get(Priority.MOVE)) for _ in range(3))
        await asyncio.sleep(0)
        left.cancel()
        await asyncio.sleep(0)
        assert len(line) == 2
        line.put(7)
        handed.cancel()  # just as it was handed over
        assert await last == 7
        assert handed.cancelled() or handed.exception() is not None

    asyncio.run(work())
