"""When Python looks for garbage cycles: rarely, because everybody's move waits meanwhile, and best when it is quiet.

Playing makes none: what a move leaves behind is freed at once, without a collector, and so is our own part of a closed
socket. The library's part is a cycle. By itself Python would look through all objects that are newer than its last
look, at 500 tables 50,000 living positions: a pause of 20 to 70 ms, seen on a busy machine. How much of p99 that is
has not been measured.
"""

from __future__ import annotations

import asyncio
import gc
import time

MANY = 200_000  # objects that there are more than at the last look; then it is done at once, or memory might run out
NEVER = 1 << 30  # older generations are looked through below, and not by themselves
CHECK_SECONDS = 5.0
QUIET_SECONDS = 60.0  # all objects are looked through after so long, if the server has little to do ...
BUSY_SECONDS = 600.0  # ... and after so long at any rate
QUIET = 0.2  # little to do: so much of a core


def tune_gc() -> None:
    """Leave alone what has been imported by now, and the rest until there is very much of it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(MANY, NEVER, NEVER)


async def collect_old_garbage() -> None:
    """For ever: look through all objects when nobody minds."""
    last = time.monotonic()
    while True:
        spent, begun = time.process_time(), time.monotonic()
        await asyncio.sleep(CHECK_SECONDS)
        now = time.monotonic()
        load = (time.process_time() - spent) / (now - begun)
        if is_due(now - last, load):
            gc.collect()
            last = now


def is_due(age: float, load: float) -> bool:
    """Whether all objects are looked through now, so many seconds after the last time, with the processor so busy."""
    return age >= (QUIET_SECONDS if load < QUIET else BUSY_SECONDS)
