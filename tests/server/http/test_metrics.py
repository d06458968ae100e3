"""Metrics are read when somebody asks for them, and written as Prometheus reads them."""

from __future__ import annotations

from collections import Counter

from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from speelkist.server.http.metrics import Metrics


def test_counters_and_gauges_show_what_is_counted_now() -> None:
    counted: Counter[str] = Counter()
    tables: list[str] = []
    metrics = Metrics(lambda: counted, lambda: {"tables_in_memory": len(tables)})

    def samples() -> dict[str, float]:
        families = text_string_to_metric_families(generate_latest(metrics._registry).decode())
        return {sample.name: sample.value for family in families for sample in family.samples}

    assert samples() == {"speelkist_tables_in_memory": 0}
    counted["moves"] += 3
    tables.append("abcd2345")
    assert samples() == {"speelkist_moves_total": 3, "speelkist_tables_in_memory": 1}
