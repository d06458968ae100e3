"""Where WebSockets come in: one is accepted, counted, and served until it closes."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from starlette.types import Receive, Scope, Send

from speelkist.server.http.access import client_address
from speelkist.server.http.rate_limit import RateLimiter
from speelkist.server.live.service import LiveService
from speelkist.server.settings import Settings

from .outbox import Flusher
from .session import TOO_FAST, Session

CONNECT_COST = 4  # in moves
TOO_MANY = 4029  # the WebSocket close code for what is 429 over HTTP


class SocketEndpoint:
    """The ASGI application behind ``/socket``. Keeps the open ``sockets``."""

    def __init__(self, live: LiveService, settings: Settings, limiter: RateLimiter) -> None:
        self.sockets: set[Session] = set()
        self._came_in_at: dict[Session, str] = {}  # the address of this machine
        self._live = live
        self._settings = settings
        self._limiter = limiter
        self._flusher = Flusher()

    def sockets_at(self, addresses: Collection[str]) -> list[Session]:
        """The open sockets that came in at these addresses of this machine."""
        return [session for session, address in self._came_in_at.items() if address in addresses]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket."""
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        address = client_address(scope, self._settings)
        if not self._limiter.acquire_socket(address):
            await send({"type": "websocket.close", "code": TOO_MANY, "reason": "too many sockets"})
            return
        if not self._limiter.take_work(address, CONNECT_COST):
            self._limiter.release_socket(address)
            await send({"type": "websocket.close", "code": TOO_FAST[0], "reason": TOO_FAST[1]})
            return
        session = Session(self._live, send, self._limiter, address, self._flusher)
        self.sockets.add(session)
        server = scope.get("server")
        self._came_in_at[session] = server[0] if server else ""
        try:
            # a task of its own: then a message does not wake up all the layers around this, which take memory and time
            await asyncio.create_task(session.run(receive))
        finally:
            self.sockets.discard(session)
            del self._came_in_at[session]
            self._limiter.release_socket(address)
