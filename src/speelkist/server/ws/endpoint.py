"""Where WebSockets come in: one is accepted, counted, and served until it closes."""

from __future__ import annotations

from starlette.types import Receive, Scope, Send

from speelkist.server.http.access import client_address
from speelkist.server.http.rate_limit import RateLimiter
from speelkist.server.live.house import House
from speelkist.server.settings import Settings

from .session import Socket
from .wire import WIRE

TOO_MANY = 4029  # the WebSocket close code for what is 429 over HTTP


class SocketEndpoint:
    """The ASGI application behind ``/socket``. Keeps the open ``sockets``."""

    def __init__(self, house: House, settings: Settings, limiter: RateLimiter) -> None:
        self.sockets: set[Socket] = set()
        self._house = house
        self._settings = settings
        self._limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket."""
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        address = client_address(scope, self._settings)
        if not self._limiter.acquire_socket(address):
            await send({"type": "websocket.close", "code": TOO_MANY, "reason": "too many sockets"})
            return
        wire = scope.get("extensions", {}).get(WIRE)
        socket = Socket(self._house, send, self._settings.rate, self._settings.burst, wire)
        self.sockets.add(socket)
        try:
            await socket.live(receive)
        finally:
            self.sockets.discard(socket)
            self._limiter.release_socket(address)
