"""Who gets the next free worker: the most urgent first, and among equals whoever came first."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections import deque
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
    """Items that are handed out by priority."""

    def __init__(self) -> None:
        self._items: deque[Item] = deque()
        self._waiting: list[tuple[Priority, int, asyncio.Future[Item]]] = []
        self._order = itertools.count()

    def __len__(self) -> int:
        """How many wait."""
        return sum(not future.done() for _, _, future in self._waiting)

    def put(self, item: Item) -> None:
        """Hand an item to whoever is next, or keep it."""
        while self._waiting:
            *_, future = heapq.heappop(self._waiting)
            if not future.done():  # else they no longer want it
                future.set_result(item)
                return
        self._items.append(item)

    async def get(self, priority: Priority) -> Item:
        """An item, waited for if need be."""
        if self._items:
            return self._items.popleft()
        future: asyncio.Future[Item] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (priority, next(self._order), future))
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():  # it was handed over just now
                self.put(future.result())
            raise
