"""Counters and gauges of the running server, as Prometheus reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

Values = Callable[[], Mapping[str, int]]


class Metrics(Collector):
    """Reads the numbers where they are counted, whenever somebody asks for them. Our names get ``speelkist_`` before.

    A counter is shown once it has counted something.
    """

    def __init__(self, counters: Values, gauges: Values) -> None:
        self._counters = counters
        self._gauges = gauges
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)

    def collect(self) -> Iterator[Metric]:
        """All of them, as they are now."""
        for name, count in sorted(self._counters().items()):
            yield CounterMetricFamily(f"speelkist_{name}", _describe(name), count)
        for name, value in sorted(self._gauges().items()):
            yield GaugeMetricFamily(f"speelkist_{name}", _describe(name), value)

    def routes(self) -> list[Route]:
        """Where they can be read."""
        return [Route("/metrics", self.show)]

    async def show(self, _request: Request) -> Response:
        """All of them as text."""
        return Response(generate_latest(self._registry), media_type="text/plain; version=0.0.4")


def _describe(name: str) -> str:
    return f"{name.replace('_', ' ').capitalize()}; docs/hosting.md explains it."
