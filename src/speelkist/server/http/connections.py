"""Connections before they are requests: how many an address may have, and how long the head of a request may take.

A proxy in front does this too; a server in a living room has none. The HTTP library bounds the size of a head itself.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from speelkist.server.settings import Settings

from .network_rules import network_of

HEAD_SECONDS = 10.0
PER_SOCKET = 2  # an address may have so many connections for each WebSocket it may have

Client = tuple[str, int]


class ConnectionLimits:
    """Counts the connections of every address, and closes those that begin a request and do not go on."""

    def __init__(self, settings: Settings, refused: Counter[str], head_seconds: float = HEAD_SECONDS) -> None:
        # behind a proxy all connections have its address
        self._limit = 0 if settings.trust_proxy else PER_SOCKET * settings.sockets_per_address
        self._refused = refused
        self._head_seconds = head_seconds
        self._open: Counter[str] = Counter()
        self._connections: dict[Client, Connection] = {}

    def add(self, transport: asyncio.Transport) -> Connection | None:
        """Count a new connection; None if its address has too many."""
        client = _client_of(transport)
        network = network_of(client[0])
        if self._limit and self._open[network] >= self._limit:
            self._refused["too_many_connections"] += 1
            return None
        self._open[network] += 1
        connection = self._connections[client] = Connection(self, transport, client)
        connection.wait_for_head()
        return connection

    def remove(self, client: Client) -> None:
        """A connection is closed, or has become a WebSocket, and those are counted elsewhere."""
        if self._connections.pop(client, None) is not None:
            network = network_of(client[0])
            self._open[network] -= 1
            if self._open[network] <= 0:
                del self._open[network]

    def wrap(self, app: ASGIApp) -> ASGIApp:
        """The app, which is called when the head of a request is complete."""

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            client = scope.get("client")
            connection = None if client is None else self._connections.get((client[0], client[1]))
            if connection is None:
                await app(scope, receive, send)
                return
            connection.begin_request()
            if scope["type"] == "websocket":
                self.remove(connection.client)
            try:
                await app(scope, receive, send)
            finally:
                connection.end_request()

        return counted

    def protocol(self) -> type[H11Protocol]:
        """The protocol with which uvicorn serves connections under these limits."""
        limits = self

        class LimitedProtocol(H11Protocol):
            """Uvicorn's own; only what asyncio calls is watched."""

            connection: Connection | None = None

            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                stream = cast("asyncio.Transport", transport)  # uvloop's are not of asyncio's classes
                super().connection_made(stream)
                self.connection = limits.add(stream)
                if self.connection is None:
                    stream.abort()

            def data_received(self, data: bytes) -> None:
                if self.connection is not None:
                    self.connection.wait_for_head()
                super().data_received(data)

            def connection_lost(self, exc: Exception | None) -> None:
                if self.connection is not None:
                    self.connection.close()
                super().connection_lost(exc)

        return LimitedProtocol

    def expired(self) -> None:
        """Count a connection that was closed because it did not go on."""
        self._refused["slow_heads"] += 1

    @property
    def head_seconds(self) -> float:
        """How long the head of a request may take."""
        return self._head_seconds


class Connection:
    """One connection: whether a request is being answered, or its head is awaited."""

    def __init__(self, limits: ConnectionLimits, transport: asyncio.Transport, client: Client) -> None:
        self.client = client
        self._limits = limits
        self._transport = transport
        self._busy = False
        self._timer: asyncio.TimerHandle | None = None

    def wait_for_head(self) -> None:
        """The head of a request has begun, or should."""
        if not self._busy and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._limits.head_seconds, self._expire)

    def begin_request(self) -> None:
        """The head is complete."""
        self._busy = True
        self._cancel()

    def end_request(self) -> None:
        """The answer is complete; what comes next is the head of another request."""
        self._busy = False

    def close(self) -> None:
        """It is closed."""
        self._cancel()
        self._limits.remove(self.client)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _expire(self) -> None:
        self._timer = None
        self._limits.expired()
        self._limits.remove(self.client)
        self._transport.abort()


def _client_of(transport: asyncio.Transport) -> Client:
    """As uvicorn names it to the app."""
    peer = transport.get_extra_info("peername")
    return (str(peer[0]), int(peer[1])) if isinstance(peer, tuple) else ("unknown", id(transport))
