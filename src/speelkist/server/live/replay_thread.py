"""A thread for what replays whole games: loading a table, its record, the proof of its dice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class ReplayThread:
    """Runs functions one after the other beside the event loop, so that nobody's move waits for a long game.

    One thread, because Python runs one at a time anyway: more of them would only take turns with the event loop more
    often. What runs here must not change anything that the event loop sees.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="replay")

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function gives."""
        return await asyncio.wrap_future(self._thread.submit(function, *args, **kwargs))

    def close(self) -> None:
        """Begin nothing new."""
        self._thread.shutdown(wait=False, cancel_futures=True)
