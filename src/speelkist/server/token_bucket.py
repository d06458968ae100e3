"""A token bucket: so many at once, and then no more than a rate."""

from __future__ import annotations

import time


class TokenBucket:
    """Allows ``burst`` at once, refilled at ``rate`` a second. Without a rate there is no limit."""

    __slots__ = ("_burst", "_counted_at", "_tokens", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self._burst = self._tokens = float(burst)
        self._counted_at = time.monotonic()

    def take(self, tokens: float = 1) -> bool:
        """Use tokens; False, and none is used, if there are not so many left."""
        if not self.rate:
            return True
        self._refill()
        if self._tokens < min(tokens, self._burst):
            return False
        self._tokens -= tokens
        return True

    @property
    def full(self) -> bool:
        """Whether it allows all it ever will."""
        self._refill()
        return self._tokens >= self._burst

    def _refill(self) -> None:
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._counted_at) * self.rate)
        self._counted_at = now
