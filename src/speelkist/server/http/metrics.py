"""What the running server counts and measures, as Prometheus reads it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from speelkist.server.timings import Histogram

Values = Callable[[], Mapping[str, int]]

# Everything that is counted, shown from the start, so that a rate and an alert know their zero.
COUNTERS = {
    "tables": "Tables that were made.",
    "events": "Events that were shown to whoever watches.",
    "moves": "Moves of people and bots.",
    "messages": "Messages from browsers.",
    "commits": "Transactions that wrote events.",
    "events_written": "Events that were written.",
    "failed_writes": "Commands whose events could not be stored.",
    "failed": "Messages that failed by an error of ours.",
    "failed_tasks": "Background tasks that failed by an error of ours.",
    "tables_rebuilt": "Tables that were rebuilt from their log because an event could not be applied.",
    "conflicts": "Commands that were decided anew because another process wrote first; harmless.",
    "workers_died": "Worker processes that died or were killed; they are replaced.",
    "bot_jobs_cancelled": "Bot jobs that were cancelled because the game moved on.",
    "bot_moves_replaced": "Moves that the simple bot made because the seat's bot failed.",
    "not_understood": "Messages that could not be read.",
    "too_fast": "Sockets that were closed because they sent too fast.",
    "wrong_codes": "Device codes that were wrong.",
    "foreign_host": "Requests under a name that is not the server's.",
    "foreign_origin": "Requests of pages from elsewhere.",
    "no_socket_there": "Sockets at an address where there is none.",
    "banned": "Requests of networks that the host has banned.",
    "too_many_sockets": "Sockets that were refused because their address had too many.",
    "too_many_tables": "Tables that were refused because their address had made too many.",
    "too_many_questions": "Requests that were refused because their address had asked for too much.",
    "too_many_codes": "Device codes that were refused because their address had tried too many.",
    "too_many_connections": "Connections that were refused because their address had too many.",
    "slow_heads": "Connections that were closed because they began a request and did not go on.",
}
GAUGES = {
    "tables_in_memory": "Tables in memory.",
    "sockets": "Open sockets.",
    "bot_jobs_waiting": "Bot jobs that wait for a worker.",
    "workers_failing": "1 while no worker can think, 0 else.",
    "disk_free_bytes": "Room on the disk with the database file; none is told of a database elsewhere.",
    "games_compiled": "Games in which every strength can play.",
    "games_not_compiled": "Games in which not every strength can play (yet).",
    "database_bytes": "Size of the database.",
}


class Metrics(Collector):
    """Reads the numbers where they are counted, whenever somebody asks. Our names get ``speelkist_`` before."""

    def __init__(
        self,
        counters: Values,
        gauges: Values,
        refused: Mapping[str, int] | None = None,
        histograms: Sequence[Histogram] = (),
        database_bytes: Callable[[], Awaitable[int]] | None = None,
    ) -> None:
        self._counters = counters
        self._gauges = gauges
        self._refused = {} if refused is None else refused
        self._histograms = histograms
        self._measure_database = database_bytes
        self._database: dict[str, int] = {}
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)

    def collect(self) -> Iterator[Metric]:
        """All of them, as they are now."""
        for name, count in sorted({**dict.fromkeys(COUNTERS, 0), **self._counters()}.items()):
            yield CounterMetricFamily(f"speelkist_{name}", COUNTERS[name], count)
        for name, value in sorted({**self._gauges(), **self._database}.items()):
            yield GaugeMetricFamily(f"speelkist_{name}", GAUGES[name], value)
        refused = CounterMetricFamily("speelkist_refused", "Requests that were refused, by reason.", labels=["reason"])
        for reason, count in sorted(self._refused.items()):
            refused.add_metric([reason], count)
        yield refused
        for histogram in self._histograms:
            yield from histogram.collect()

    def routes(self) -> list[Route]:
        """Where they can be read."""
        return [Route("/metrics", self.show)]

    async def show(self, _request: Request) -> Response:
        """All of them as text."""
        if self._measure_database is not None:
            try:
                self._database = {"database_bytes": await self._measure_database()}
            except Exception:  # noqa: BLE001  (the rest is wanted most when the database does not answer)
                self._database = {}
        return Response(generate_latest(self._registry), media_type="text/plain; version=0.0.4")
