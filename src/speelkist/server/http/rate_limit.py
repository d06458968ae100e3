"""How much a browser or an address may ask for, and how often."""

from __future__ import annotations

import time
from collections import Counter, deque

from speelkist.server.settings import Settings
from speelkist.table.errors import Refused

HOUR = 3600.0
MAX_ADDRESSES = 10_000  # remembered; beyond that, addresses that are at no limit are forgotten


class TokenBucket:
    """Allows ``burst`` at once, refilled at ``rate`` a second. Without a rate there is no limit."""

    __slots__ = ("_burst", "_counted_at", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = self._tokens = float(burst)
        self._counted_at = time.monotonic()

    def take(self) -> bool:
        """Use a token; False if there is none left."""
        if not self._rate:
            return True
        self._refill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether it allows all it ever will."""
        self._refill()
        return self._tokens >= self._burst

    def _refill(self) -> None:
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._counted_at) * self._rate)
        self._counted_at = now


class RateLimiter:
    """Counts what each address has open and has asked for. What is too much is counted in ``refused``."""

    def __init__(self, settings: Settings, refused: Counter[str]) -> None:
        self._settings = settings
        self._refused = refused
        self._sockets: Counter[str] = Counter()
        self._queries: dict[str, TokenBucket] = {}
        self._tables: dict[str, deque[float]] = {}  # when each address created its tables of the last hour

    def acquire_socket(self, address: str) -> bool:
        """Count a socket; False if that address has too many."""
        limit = self._settings.sockets_per_address
        if limit and self._sockets[address] >= limit:
            self._refused["too_many_sockets"] += 1
            return False
        self._sockets[address] += 1
        return True

    def release_socket(self, address: str) -> None:
        """A socket is closed."""
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]

    def check_query_rate(self, address: str) -> None:
        """Count a query that replays a whole game; refused if that address asks too fast.

        Queries may come as fast as messages on a socket.

        :raises Refused: there were too many.
        """
        bucket = self._queries.get(address)
        if bucket is None:
            if len(self._queries) >= MAX_ADDRESSES:
                self._queries = {who: old for who, old in self._queries.items() if not old.full}
            bucket = self._queries[address] = TokenBucket(self._settings.rate, self._settings.burst)
        if not bucket.take():
            self._refused["too_many_questions"] += 1
            raise Refused("server.limit.questions", n=self._settings.rate)

    def check_table_rate(self, address: str) -> None:
        """Count a new table; refused if that address has created too many within an hour.

        :raises Refused: there were too many.
        """
        limit = self._settings.tables_per_hour
        if not limit:
            return
        now = time.monotonic()
        created = self._tables.setdefault(address, deque())
        while created and created[0] < now - HOUR:
            created.popleft()
        if len(created) >= limit:
            self._refused["too_many_tables"] += 1
            raise Refused("server.limit.tables", n=limit)
        created.append(now)
        if len(self._tables) > MAX_ADDRESSES:
            self._tables = {who: times for who, times in self._tables.items() if times and times[-1] > now - HOUR}
