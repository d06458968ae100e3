"""Limits by address and by socket, with a clock of the test's own."""

from __future__ import annotations

import contextlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from speelkist.server import token_bucket
from speelkist.server.http import rate_limit, routes_tables
from speelkist.server.http.network_rules import NetworkRules, network_of
from speelkist.server.http.rate_limit import (
    CODES_A_MINUTE,
    CODES_AT_ONCE,
    RENAMES_A_MINUTE,
    RENAMES_AT_ONCE,
    SHARED,
    RateLimiter,
)
from speelkist.server.settings import Settings
from speelkist.server.storage.admin_queries import NetworkRule
from speelkist.server.token_bucket import TokenBucket
from speelkist.table.errors import Refused
from tests.support.client import connected_clients
from tests.support.server import running_server


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
    monkeypatch.setattr(token_bucket, "time", made)
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


def test_a_network_may_have_a_rate_of_its_own(clock: Clock) -> None:
    rules = NetworkRules()
    limits = RateLimiter(Settings(rate=1, burst=2), Counter(), rules)
    for address in ("192.0.2.1", "198.51.100.1"):
        limits.check_work(address, 20)
    rules.replace([NetworkRule("192.0.2.0/24", rate=3)])
    bucket = limits.socket_bucket("192.0.2.1")
    assert [bucket.take() for _ in range(13)] == [True] * 12 + [False], "four seconds of it at once"
    limits.check_work("192.0.2.1", 120)
    for address in ("192.0.2.1", "198.51.100.1"):
        with pytest.raises(Refused):
            limits.check_work(address, 1)
    rules.replace([NetworkRule("192.0.2.0/24", rate=0)])
    for _ in range(100):
        limits.check_work("192.0.2.1", 1000)


def test_without_a_rate_there_is_no_limit(clock: Clock) -> None:
    bucket = TokenBucket(rate=0, burst=1)
    assert all(bucket.take() for _ in range(1000))


def test_work_is_limited_by_address_and_by_what_it_costs(clock: Clock) -> None:
    limits, refused = limiter(rate=1, burst=2)
    for address in ("192.0.2.1", "192.0.2.2"):
        limits.check_work(address, 10 * SHARED / 5)  # all sockets of an address have ten times what one has
        for cost in (1, 0.5):
            with pytest.raises(Refused) as problem:
                limits.check_work(address, cost)
            assert problem.value.phrase.key == "server.limit.questions"
    assert refused == {"too_many_questions": 4}
    clock.now += 1
    limits.check_work("192.0.2.1", 7)
    limits.check_work("192.0.2.1", 3)
    with pytest.raises(Refused):
        limits.check_work("192.0.2.1", 1)
    clock.now += 100
    limits.check_work("192.0.2.1", 1000)  # what costs more than all there ever is waits for a full bucket


def test_names_are_limited_by_address_to_what_people_need(clock: Clock) -> None:
    limits, refused = limiter()
    given = 0
    for _ in range(600):  # ten a second for a minute
        clock.now += 0.1
        with contextlib.suppress(Refused):
            limits.check_rename("192.0.2.1")
            given += 1
    assert given == pytest.approx(RENAMES_AT_ONCE + RENAMES_A_MINUTE, abs=1)
    limits.check_rename("192.0.2.2")
    assert refused == {"too_many_questions": 600 - given}
    unlimited, _ = limiter(rate=0)
    for _ in range(1000):
        unlimited.check_rename("192.0.2.1")


def test_codes_are_limited_by_address(clock: Clock) -> None:
    limits, refused = limiter()
    for _ in range(CODES_AT_ONCE):
        limits.check_code("192.0.2.1")
    with pytest.raises(Refused):
        limits.check_code("192.0.2.1")
    limits.check_code("192.0.2.2")
    clock.now += 60
    for _ in range(CODES_A_MINUTE):
        limits.check_code("192.0.2.1")
    with pytest.raises(Refused):
        limits.check_code("192.0.2.1")
    assert refused == {"too_many_codes": 2}


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unknown", "unknown"),
    ],
)
def test_ipv6_addresses_are_counted_by_their_network(address: str, network: str) -> None:
    assert network_of(address) == network
    limits, _ = limiter(tables_per_hour=1, sockets_per_address=1)
    limits.check_table_rate(address)
    with pytest.raises(Refused):
        limits.check_table_rate(network.replace("::/64", "::99"))
    assert limits.acquire_socket(address) and not limits.acquire_socket(network.replace("::/64", "::99"))


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
        limits.check_work(address, SHARED)
        limits.check_table_rate(address)
    clock.now += 3601
    limits.check_work("busy", SHARED)
    limits.check_table_rate("busy")
    limits.check_work("d", 1)
    assert set(limits._work._buckets) == {"busy", "d"}
    assert set(limits._tables) == {"busy"}
    with pytest.raises(Refused):
        limits.check_work("busy", 1)
    with pytest.raises(Refused):
        limits.check_table_rate("busy")


def test_names_cannot_fill_the_log(tmp_path: Path) -> None:
    with running_server(tmp_path, rate=1000, burst=1000) as server, connected_clients(server, 1) as (ans,):
        table = ans.create("knopf", names=["Ans", "Bob"])
        ans.watch(table)
        for number in range(RENAMES_AT_ONCE):
            ans.ask("rename", table=table, seat=0, name=f"N{number}")
        assert ans.rejection("rename", table=table, seat=0, name="X") == "server.limit.questions"


def test_what_replays_a_game_costs_by_its_length(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes_tables, "EVENTS_PER_MOVE", 0.01)  # as if a move were five thousand
    for path in ("record", "story", "proof"):
        with running_server(tmp_path, rate=1, burst=5) as server, connected_clients(server, 1) as (ans,):
            table = ans.create("knopf", names=["Ans", "Bob"])
            seen = ans.watch(table)
            assert server.http("GET", f"/api/tables/{table}/{path}").status in (200, 404)
            ans.play(table, 0, seen.view["choices"][0]["move"])
            assert server.http("GET", f"/api/tables/{table}/{path}").status == 429
