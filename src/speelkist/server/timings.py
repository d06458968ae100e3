"""How long things take, as histograms that Prometheus reads; and how late the event loop is."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client.core import HistogramMetricFamily

# Seconds. A move should take under 20 ms; a person notices 100 ms.
BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
LAG_INTERVAL = 0.25


class Histogram:
    """How often something took how long, counted for one server.

    Every move is counted, on one thread. The library's own takes a lock twice and looks through its buckets one by one.
    """

    def __init__(self, name: str, describe: str) -> None:
        self.sum = 0.0  # seconds
        self._name = f"speelkist_{name}_seconds"
        self._describe = describe
        self._counts = [0] * (len(BUCKETS) + 1)

    def observe(self, seconds: float) -> None:
        """Count one that took so long."""
        self.sum += seconds
        self._counts[bisect_left(BUCKETS, seconds)] += 1

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """As it stands, for Prometheus."""
        bounds = [*map(str, BUCKETS), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._describe, buckets=buckets, sum_value=self.sum)


async def measure_loop_lag(lag: Histogram) -> None:
    """For ever: how much later than asked for the event loop wakes up. While it is late everybody waits."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_INTERVAL
        await asyncio.sleep(LAG_INTERVAL)
        lag.observe(max(0.0, loop.time() - due))
