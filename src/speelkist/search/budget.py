"""How long a bot may think: simulations, seconds, and a way to cancel it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from speelkist.core import BadOption
from speelkist.core.options import integer_or_none

MOST_SIMULATIONS = 100_000_000
MOST_SECONDS = 3600.0
CHUNK_SECONDS = 0.02  # a search checks its budget this often, so that stopping it takes no longer than a blink


class Cancelled(Exception):
    """The answer is no longer wanted."""


_cancel_checks: list[Callable[[], bool]] = []


def cancel_when(is_cancelled: Callable[[], bool]) -> None:
    """In a worker process: how every budget made here, also a bot's own, learns that the job was cancelled."""
    _cancel_checks[:] = [is_cancelled]


def _is_cancelled() -> bool:
    return any(check() for check in _cancel_checks)


@dataclass(frozen=True)
class Budget:
    """A limit of simulations (or nodes, in a search that counts those), of seconds, or both: the first used up ends it.

    The same seed and the same number of simulations, without a limit of seconds, give the same moves.

    :raises BadOption: if there is no limit, or one is out of range.
    """

    simulations: int | None = None
    seconds: float | None = None
    cancelled: Callable[[], bool] = _is_cancelled

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise BadOption("search.budget.none")
        if self.simulations is not None:
            number = integer_or_none(self.simulations)
            if number is None or not 1 <= number <= MOST_SIMULATIONS:
                raise BadOption("search.budget.simulations", most=MOST_SIMULATIONS, found=str(self.simulations)[:40])
            object.__setattr__(self, "simulations", number)
        if self.seconds is not None and not 0 < self.seconds <= MOST_SECONDS:
            raise BadOption("search.budget.seconds", most=int(MOST_SECONDS), found=str(self.seconds)[:40])

    def clock(self) -> Clock:
        """Start spending it."""
        return Clock(self)


class Clock:
    """A budget being spent. A search works in chunks of about CHUNK_SECONDS and checks it after each."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._begun = time.monotonic()
        self._end = None if budget.seconds is None else self._begun + budget.seconds
        self.used = 0

    def left(self) -> int:
        """Simulations that are left; 0 when the time is up.

        :raises Cancelled: if the answer is no longer wanted.
        """
        if self._budget.cancelled():
            raise Cancelled
        if self._end is not None and time.monotonic() >= self._end:
            return 0
        most = MOST_SIMULATIONS if self._budget.simulations is None else self._budget.simulations
        return max(0, most - self.used)

    def seconds_left(self) -> float | None:
        """How much time is left, if time is limited."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def part_used(self) -> float:
        """Which part of the budget is used, of simulations or of seconds, whichever is more."""
        limit, seconds = self._budget.simulations, self._budget.seconds
        in_time = 0.0 if seconds is None else (time.monotonic() - self._begun) / seconds
        return max(in_time, 0.0 if limit is None else self.used / limit)

    def spend(self, simulations: int) -> None:
        """Note what a chunk has used."""
        self.used += simulations
