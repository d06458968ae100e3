"""How long things take, as histograms that Prometheus reads; and how late the event loop is."""

from __future__ import annotations

import asyncio

from prometheus_client import Histogram

# Seconds. A move should take under 20 ms; a person notices 100 ms.
BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
LAG_INTERVAL = 0.25


def new_histogram(name: str, describe: str) -> Histogram:
    """A histogram of seconds that belongs to one server, not to the process."""
    return Histogram(f"speelkist_{name}_seconds", describe, buckets=BUCKETS, registry=None)


async def measure_loop_lag(lag: Histogram) -> None:
    """For ever: how much later than asked for the event loop wakes up. While it is late everybody waits."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_INTERVAL
        await asyncio.sleep(LAG_INTERVAL)
        lag.observe(max(0.0, loop.time() - due))
