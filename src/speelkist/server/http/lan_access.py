"""Where this server is, and the one step that opens it to the local network while it runs."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from speelkist.server.live.table import Refused
from speelkist.server.settings import Settings

from .access import LOCAL
from .lan_addresses import lan_addresses

log = logging.getLogger("speelkist.here")

# Whoever passes a request on says so in one of these; then it need not come from this machine at all.
_PASSED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


class LanAccess:
    """The addresses of this server; whoever runs it fills in the port and how to open further ones."""

    def __init__(self, settings: Settings) -> None:
        self.lan = settings.lan
        self.port = settings.port
        self.open_lan: Callable[[list[str]], Awaitable[None]] | None = None
        self._proxied = settings.trust_proxy

    def routes(self) -> list[Route]:
        """Where it can be asked for."""
        return [Route("/api/here", self.show), Route("/api/here/open", self.open, methods=["POST"])]

    async def show(self, request: Request) -> Response:
        """Whether the local network can come in, at which addresses, and whether this browser may let it."""
        return JSONResponse({**self._told(), "may_open": not self.lan and self._may_open(request)})

    async def open(self, request: Request) -> Response:
        """Let the local network in, until the server stops. Only somebody at this very machine can."""
        if not self._may_open(request):
            raise Refused("server.here.not_you")
        if not self.lan:
            addresses = lan_addresses()
            if not addresses:
                raise Refused("server.here.none")
            assert self.open_lan is not None
            await self.open_lan(addresses)
            self.lan = True
            log.info("opened to the local network")
        return JSONResponse({**self._told(), "may_open": False})

    def _told(self) -> dict[str, Any]:
        return {"lan": self.lan, "addresses": lan_addresses() if self.lan else [], "port": self.port}

    def _may_open(self, request: Request) -> bool:
        """Whether somebody at this machine asks, by this machine's own name, with nobody in between."""
        if self.open_lan is None or self._proxied or any(name in request.headers for name in _PASSED_ON):
            return False
        try:
            local = request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
        except ValueError:
            local = False
        return local and request.url.hostname in LOCAL
