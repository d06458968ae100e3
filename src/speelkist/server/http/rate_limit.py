"""How much a browser or an address may ask for, and how often."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable

from speelkist.server.settings import Settings
from speelkist.server.token_bucket import TokenBucket
from speelkist.table.errors import Refused

from .network_rules import NetworkRules, network_of

HOUR = 3600.0
CODES_AT_ONCE = 10
CODES_A_MINUTE = 5  # after that
RENAMES_AT_ONCE = 30  # of an address: each is stored for good, and nobody needs many
RENAMES_A_MINUTE = 30
SHARED = 10  # an address, which may be a whole club's, may do ten times what one socket may
BURST_SECONDS = 4  # where a host gives a network a rate of its own, so many seconds of it may come at once
MAX_ADDRESSES = 10_000  # remembered; beyond that, addresses that are at no limit are forgotten


class AddressBuckets:
    """A token bucket for each address; ``rate_of`` says what an address may do, a second and at once."""

    def __init__(self, rate_of: Callable[[str], tuple[float, float]]) -> None:
        self._rate_of = rate_of
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, address: str, tokens: float = 1) -> bool:
        """Use tokens of an address; False if it has not so many left."""
        rate, burst = self._rate_of(address)
        if not rate:
            return True
        network = network_of(address)
        bucket = self._buckets.get(network)
        if bucket is None or bucket.rate != rate:  # none yet, or the host has changed its limits
            if len(self._buckets) >= MAX_ADDRESSES:
                self._buckets = {who: old for who, old in self._buckets.items() if not old.full}
            bucket = self._buckets[network] = TokenBucket(rate, burst)
        return bucket.take(tokens)


class RateLimiter:
    """Counts what each address has open and has asked for. What is too much is counted in ``refused``."""

    def __init__(self, settings: Settings, refused: Counter[str], rules: NetworkRules | None = None) -> None:
        self._settings = settings
        self._refused = refused
        self._rules = rules or NetworkRules()
        self._sockets: Counter[str] = Counter()
        self._work = AddressBuckets(self._shared_rate)
        code_rate = CODES_A_MINUTE / 60 if settings.rate else 0
        self._codes = AddressBuckets(lambda _: (code_rate, CODES_AT_ONCE))
        rename_rate = RENAMES_A_MINUTE / 60 if settings.rate else 0
        self._renames = AddressBuckets(lambda _: (rename_rate, RENAMES_AT_ONCE))
        self._tables: dict[str, deque[float]] = {}  # when each address created its tables of the last hour

    def acquire_socket(self, address: str) -> bool:
        """Count a socket; False if that address has too many."""
        rule = self._rules.rule_of(address)
        limit = self._settings.sockets_per_address if rule is None or rule.sockets is None else rule.sockets
        address = network_of(address)
        if limit and self._sockets[address] >= limit:
            self._refused["too_many_sockets"] += 1
            return False
        self._sockets[address] += 1
        return True

    def release_socket(self, address: str) -> None:
        """A socket is closed."""
        address = network_of(address)
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]

    def usage(self) -> dict[str, tuple[int, int]]:
        """By address: how many sockets are open, and how many tables were created within an hour."""
        hour_ago = time.monotonic() - HOUR
        tables = {who: sum(at > hour_ago for at in times) for who, times in self._tables.items()}
        busy = [who for who in {*self._sockets, *tables} if self._sockets[who] or tables.get(who)]
        return {who: (self._sockets[who], tables.get(who, 0)) for who in busy}

    def socket_bucket(self, address: str) -> TokenBucket:
        """How many messages one socket of an address may send."""
        return TokenBucket(*self._rate(address))

    def _rate(self, address: str) -> tuple[float, float]:
        rule = self._rules.rule_of(address)
        if rule is None or rule.rate is None:
            return self._settings.rate, self._settings.burst
        return rule.rate, BURST_SECONDS * rule.rate

    def _shared_rate(self, address: str) -> tuple[float, float]:
        rate, burst = self._rate(address)
        return SHARED * rate, SHARED * burst

    def check_work(self, address: str, cost: float) -> None:
        """Count work that an address asks for, over all its sockets and HTTP; a move costs 1.

        :raises Refused: it asks for too much at once.
        """
        if not self.take_work(address, cost):
            raise Refused("server.limit.questions")

    def take_work(self, address: str, cost: float) -> bool:
        """The same; False if it asks for too much at once."""
        if self._work.take(address, cost):
            return True
        self._refused["too_many_questions"] += 1
        return False

    def check_code(self, address: str) -> None:
        """Count a code for another device that an address tries: nobody guesses their way to a seat.

        :raises Refused: it has tried too many.
        """
        if not self._codes.take(address):
            self._refused["too_many_codes"] += 1
            raise Refused("server.limit.codes")

    def check_rename(self, address: str) -> None:
        """Count a new name for a seat.

        :raises Refused: the address has given too many.
        """
        if not self._renames.take(address):
            self._refused["too_many_questions"] += 1
            raise Refused("server.limit.questions")

    def check_table_rate(self, address: str) -> None:
        """Count a new table; refused if that address has created too many within an hour.

        :raises Refused: there were too many.
        """
        rule = self._rules.rule_of(address)
        limit = self._settings.tables_per_hour
        if rule is not None and rule.tables_per_hour is not None:
            limit = rule.tables_per_hour
        if not limit:
            return
        address = network_of(address)
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
