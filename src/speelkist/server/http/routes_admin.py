"""For whoever runs the server: is it well?"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

import speelkist
from speelkist.server.storage import queries
from speelkist.server.storage.event_store import EventStore

from .metrics import Metrics
from .responses import json_response


class AdminRoutes:
    """``/health`` and ``/metrics``."""

    def __init__(self, store: EventStore, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics

    def routes(self) -> list[BaseRoute]:
        """What can be asked over HTTP."""
        return [Route("/health", self.health), *self._metrics.routes()]

    async def health(self, _request: Request) -> Response:
        """Whether the server and its database answer."""
        await queries.ping(self._store)
        return json_response({"ok": True, "version": speelkist.__version__})
