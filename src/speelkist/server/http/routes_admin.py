"""For whoever runs the server: is it well?"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from .health import Health
from .metrics import Metrics
from .responses import json_response

HEALTH_PATH = "/health"


class AdminRoutes:
    """``/health`` and ``/metrics``."""

    def __init__(self, health: Health, metrics: Metrics) -> None:
        self._health = health
        self._metrics = metrics

    def routes(self) -> list[BaseRoute]:
        """What can be asked over HTTP."""
        return [Route(HEALTH_PATH, self.health), *self._metrics.routes()]

    async def health(self, _request: Request) -> Response:
        """Whether games can be played: 200 if so, else 503, with what is wrong."""
        report = await self._health.report()
        return json_response(report, 200 if report["ok"] else 503)
