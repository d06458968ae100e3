"""Who gets the next free worker: the most urgent first, and among equals whoever has the fewest others waiting."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections import Counter, deque
from enum import IntEnum
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Priority(IntEnum):
    """What a job is for. People come before what nobody waits for."""

    MOVE = 0  # at a table where somebody waits for it
    HINT = 1
    ANALYSIS = 2
    BACKGROUND = 3  # bots among themselves, and where everybody who plays is away


class WaitingLine(Generic[Item]):
    """Items that are handed out by priority, and then in turns: nobody who wants many keeps the others waiting."""

    def __init__(self) -> None:
        self._items: deque[Item] = deque()
        self._waiting: list[tuple[Priority, int, int, asyncio.Future[Item]]] = []
        self._wanted_by: Counter[str] = Counter()  # how many each waits for
        self._order = itertools.count()

    def __len__(self) -> int:
        """How many wait."""
        return sum(not future.done() for *_, future in self._waiting)

    def put(self, item: Item) -> None:
        """Hand an item to whoever is next, or keep it."""
        while self._waiting:
            *_, future = heapq.heappop(self._waiting)
            if not future.done():  # else they no longer want it
                future.set_result(item)
                return
        self._items.append(item)

    async def get(self, priority: Priority, wanted_by: str = "") -> Item:
        """An item, waited for if need be. What somebody wants who waits for others already comes after theirs."""
        if self._items:
            return self._items.popleft()
        future: asyncio.Future[Item] = asyncio.get_running_loop().create_future()
        turn = self._wanted_by[wanted_by] if wanted_by else 0
        heapq.heappush(self._waiting, (priority, turn, next(self._order), future))
        self._wanted_by[wanted_by] += 1
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():  # it was handed over just now
                self.put(future.result())
            raise
        finally:
            self._wanted_by[wanted_by] -= 1
            if not self._wanted_by[wanted_by]:
                del self._wanted_by[wanted_by]
