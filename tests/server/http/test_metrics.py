"""Metrics are read when somebody asks for them, and written as Prometheus reads them."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families
from starlette.requests import Request

from speelkist.server import timings
from speelkist.server.http.metrics import COUNTERS, Metrics
from tests.support.timeout import TIMEOUT


def samples(metrics: Metrics) -> dict[str, float]:
    """Every sample that is not zero, by name and labels."""
    families = text_string_to_metric_families(generate_latest(metrics._registry).decode())
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in families
        for sample in family.samples
        if sample.value or family.name.removeprefix("speelkist_") not in COUNTERS
    }


def test_counters_and_gauges_show_what_is_counted_now() -> None:
    counted: Counter[str] = Counter()
    tables: list[str] = []
    metrics = Metrics(lambda: counted, lambda: {"tables_in_memory": len(tables)})
    assert samples(metrics) == {"speelkist_tables_in_memory": 0}
    counted["moves"] += 3
    tables.append("abcd2345")
    assert samples(metrics) == {"speelkist_moves_total": 3, "speelkist_tables_in_memory": 1}


def test_refusals_are_shown_by_reason() -> None:
    refused = Counter({"table.move.turn": 2})
    metrics = Metrics(dict, dict, refused)
    assert samples(metrics) == {"speelkist_refused_total table.move.turn": 2}


def test_the_rest_is_shown_while_the_database_does_not_answer() -> None:
    async def size() -> int:
        raise OSError

    metrics = Metrics(dict, lambda: {"sockets": 4}, database_bytes=size)
    answer = asyncio.run(metrics.show(Request({"type": "http"})))
    assert b"speelkist_sockets 4.0" in answer.body and b"database_bytes" not in answer.body


def test_a_busy_event_loop_is_seen_as_lag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timings, "LAG_INTERVAL", 0.001)
    lag = timings.Histogram("loop_lag", "")

    async def work() -> None:
        measuring = asyncio.create_task(timings.measure_loop_lag(lag))
        await asyncio.sleep(0)
        time.sleep(0.05)
        async with asyncio.timeout(TIMEOUT):
            while lag.sum < 0.04:
                await asyncio.sleep(0)
        measuring.cancel()

    asyncio.run(work())
