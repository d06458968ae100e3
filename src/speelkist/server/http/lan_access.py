"""Where this server can be reached, and opening it to the local network while it runs."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from speelkist.server.settings import Settings
from speelkist.table.errors import Refused

from .access import LOCAL_NAMES
from .lan_addresses import lan_addresses

log = logging.getLogger("speelkist.lan")

# A proxy names itself in one of these headers; then the request need not come from this machine at all.
_PROXY_HEADERS = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


class LanAccess:
    """The addresses of this server. ``open_lan`` makes it listen at further ones."""

    def __init__(self, settings: Settings, port: int, open_lan: Callable[[list[str]], Awaitable[None]]) -> None:
        self.lan = settings.lan
        self._port = port
        self._open_lan = open_lan
        self._proxied = settings.trust_proxy

    def routes(self) -> list[Route]:
        """What can be asked over HTTP."""
        return [Route("/api/here", self.show), Route("/api/here/open", self.open, methods=["POST"])]

    async def show(self, request: Request) -> Response:
        """Whether the local network can come in, at which addresses, and whether this browser may let it in."""
        return JSONResponse({**self._data(), "may_open": not self.lan and self._may_open(request)})

    async def open(self, request: Request) -> Response:
        """Let the local network in until the server stops. Only somebody at this very machine can."""
        if not self._may_open(request):
            raise Refused("server.here.not_you")
        if not self.lan:
            addresses = lan_addresses()
            if not addresses:
                raise Refused("server.here.none")
            await self._open_lan(addresses)
            self.lan = True
            log.info("opened to the local network")
        return JSONResponse({**self._data(), "may_open": False})

    def _data(self) -> dict[str, Any]:
        return {"lan": self.lan, "addresses": lan_addresses() if self.lan else [], "port": self._port}

    def _may_open(self, request: Request) -> bool:
        """Whether the request comes from this machine, names it by a local name, and passed no proxy."""
        if self._proxied or any(name in request.headers for name in _PROXY_HEADERS):
            return False
        try:
            local = request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
        except ValueError:
            local = False
        return local and request.url.hostname in LOCAL_NAMES
