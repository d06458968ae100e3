"""Whether the machine's clock can be believed: one that has jumped would make every game look old."""

from __future__ import annotations

import time
from collections.abc import Callable

Seconds = Callable[[], float]

JUMP_SECONDS = 3600.0  # a clock that is set by so little changes nothing that is counted in days
BELIEVED_AFTER = 7 * 86_400.0  # seconds without another jump: by then somebody would have noticed


def uptime() -> float:
    """Seconds since the machine was started, with those that it slept where the system counts them."""
    if hasattr(time, "clock_gettime") and hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class WallClock:
    """Compares the machine's clock with one that nobody can set."""

    def __init__(self, wall: Seconds = time.time, steady: Seconds = uptime) -> None:
        self._wall = wall
        self._steady = steady
        self._offset = wall() - steady()
        self._jumped_at: float | None = None

    def has_jumped(self) -> bool:
        """Whether it was set by more than an hour within the last week; to be asked often."""
        now = self._steady()
        offset = self._wall() - now
        if abs(offset - self._offset) > JUMP_SECONDS:
            self._offset, self._jumped_at = offset, now
        return self._jumped_at is not None and now - self._jumped_at < BELIEVED_AFTER
