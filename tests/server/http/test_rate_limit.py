"""Limits by address and by socket, with a clock of the test's own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from speelkist.server.http import rate_limit
from speelkist.server.http.rate_limit import RateLimiter, TokenBucket
from speelkist.server.settings import Settings
from speelkist.table.errors import Refused


class Clock:
    """Time that passes only when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(rate_limit, "time", made)
    return made


def limiter(**settings: Any) -> tuple[RateLimiter, Counter[str]]:
    refused: Counter[str] = Counter()
    return RateLimiter(Settings(**settings), refused), refused


def test_a_bucket_allows_a_burst_and_then_its_rate(clock: Clock) -> None:
    bucket = TokenBucket(rate=2, burst=3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now += 0.4
    assert not bucket.take()
    clock.now += 0.2
    assert bucket.take() and not bucket.take()
    clock.now += 1000  # it does not save up more than a burst
    assert bucket.full
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert not bucket.full


def test_without_a_rate_there_is_no_limit(clock: Clock) -> None:
    bucket = TokenBucket(rate=0, burst=1)
    assert all(bucket.take() for _ in range(1000))


def test_queries_are_limited_by_address(clock: Clock) -> None:
    limits, refused = limiter(rate=1, burst=2)
    for address in ("a", "b"):
        limits.check_query_rate(address)
        limits.check_query_rate(address)
        with pytest.raises(Refused) as problem:
            limits.check_query_rate(address)
        assert problem.value.phrase.key == "server.limit.questions"
    assert refused == {"too_many_questions": 2}
    clock.now += 1
    limits.check_query_rate("a")


def test_tables_are_limited_to_any_hour(clock: Clock) -> None:
    limits, refused = limiter(tables_per_hour=2)
    limits.check_table_rate("a")
    clock.now += 3000
    limits.check_table_rate("a")
    with pytest.raises(Refused):
        limits.check_table_rate("a")
    limits.check_table_rate("b")
    clock.now += 601  # the first no longer counts, the second does
    limits.check_table_rate("a")
    with pytest.raises(Refused):
        limits.check_table_rate("a")
    assert refused == {"too_many_tables": 2}
    free, _ = limiter(tables_per_hour=0)
    for _ in range(1000):
        free.check_table_rate("a")


def test_sockets_are_counted_by_address() -> None:
    limits, refused = limiter(sockets_per_address=2)
    assert [limits.acquire_socket("a") for _ in range(3)] == [True, True, False]
    assert limits.acquire_socket("b")
    limits.release_socket("a")
    assert limits.acquire_socket("a") and not limits.acquire_socket("a")
    assert refused == {"too_many_sockets": 2}
    free, _ = limiter(sockets_per_address=0)
    assert all(free.acquire_socket("a") for _ in range(1000))


def test_addresses_at_no_limit_are_forgotten(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "MAX_ADDRESSES", 3)
    limits, _ = limiter(rate=1, burst=1, tables_per_hour=1)
    for address in "abc":
        limits.check_query_rate(address)
        limits.check_table_rate(address)
    clock.now += 3601
    limits.check_query_rate("busy")
    limits.check_table_rate("busy")
    limits.check_query_rate("d")
    assert set(limits._queries) == {"busy", "d"}
    assert set(limits._tables) == {"busy"}
    for check in (limits.check_query_rate, limits.check_table_rate):
        with pytest.raises(Refused):
            check("busy")
