"""Where this server can be reached, and opening it to the local network, and closing it, while it runs."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from speelkist.server.settings import Settings
from speelkist.table.errors import Refused

from .access import LOCAL_NAMES
from .lan_addresses import answering, lan_addresses

log = logging.getLogger("speelkist.lan")

TRIED_SECONDS = 5.0  # for so long it need not be tried again whether an address answers

# A proxy names itself in one of these headers; then the request need not come from this machine at all.
_PROXY_HEADERS = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


class LanAccess:
    """The addresses of this server. ``open_lan`` makes it listen at further ones, ``close_lan`` no longer."""

    def __init__(
        self,
        settings: Settings,
        port: int,
        open_lan: Callable[[list[str]], Awaitable[None]],
        close_lan: Callable[[], Awaitable[None]],
    ) -> None:
        self.lan = settings.lan
        self._opened = False  # by somebody at the page, who can close it again; --lan stays
        self._port = port
        self._open_lan = open_lan
        self._close_lan = close_lan
        self._proxied = settings.trust_proxy
        self._changing = asyncio.Lock()
        self._tried: tuple[float, list[str]] = 0.0, []  # when the addresses were tried, and those that answered

    def routes(self) -> list[Route]:
        """What can be asked over HTTP."""
        return [
            Route("/api/lan", self.show),
            Route("/api/lan/open", self.open, methods=["POST"]),
            Route("/api/lan/close", self.close, methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """Whether the local network can come in, at which addresses, and whether this browser may let it in or not."""
        if request.method == "HEAD":  # our own try, whether this address answers
            return Response()
        return await self._shown(request)

    async def open(self, request: Request) -> Response:
        """Let the local network in until it is closed or the server stops. Only somebody at this very machine can."""
        if not self._may_open(request):
            raise Refused("server.lan.not_you")
        async with self._changing:
            if not self.lan:
                await self._open()
        return await self._shown(request)

    async def _open(self) -> None:
        addresses = lan_addresses()
        if not addresses:
            raise Refused("server.lan.none")
        await self._open_lan(addresses)
        self._tried = 0.0, []
        if not await self._answering():
            await self._close_lan()
            raise Refused("server.lan.silent", address=f"{addresses[0]}:{self._port}")
        self.lan = self._opened = True
        log.info("opened to the local network")

    async def close(self, request: Request) -> Response:
        """Let only this machine in again. Whoever came over the network is told, and loses only the connection."""
        if not self._may_open(request):
            raise Refused("server.lan.not_you")
        async with self._changing:
            if self.lan and not self._opened:
                raise Refused("server.lan.stays")
            if self.lan:
                self.lan = self._opened = False
                await self._close_lan()
                log.info("closed to the local network")
        return await self._shown(request)

    async def _shown(self, request: Request) -> Response:
        may = self._may_open(request)
        return JSONResponse(
            {
                "lan": self.lan,
                "addresses": await self._answering() if self.lan else [],
                "port": self._port,
                "may_open": may and not self.lan,
                "may_close": may and self._opened,
            }
        )

    async def _answering(self) -> list[str]:
        """The addresses that answer; an address that is shown to people has been tried a moment ago."""
        tried_at, addresses = self._tried
        if time.monotonic() > tried_at + TRIED_SECONDS:
            addresses = await answering(lan_addresses(), self._port)
            self._tried = time.monotonic(), addresses
        return addresses

    def _may_open(self, request: Request) -> bool:
        """Whether the request comes from this machine, names it by a local name, and passed no proxy."""
        if self._proxied or any(name in request.headers for name in _PROXY_HEADERS):
            return False
        try:
            local = request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
        except ValueError:
            local = False
        return local and request.url.hostname in LOCAL_NAMES
