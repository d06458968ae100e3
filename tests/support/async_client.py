"""A client in the test's own event loop, for servers that run in it too."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from speelkist.server.ws.protocol import PROTOCOL
from tests.support.timeout import TIMEOUT

Json = dict[str, Any]


class AsyncTestClient:
    """A socket that keeps every message it receives."""

    def __init__(self, socket: ClientConnection, table: str) -> None:
        self.socket = socket
        self.table = table
        self.received: list[Json] = []
        self._has_new = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for frame in self.socket:
                assert isinstance(frame, str)
                self.received.extend(map(json.loads, frame.split("\n")))
                self._has_new.set()

    async def send(self, kind: str, **message: Any) -> None:
        """Send a request about the table; its id is its kind, unless another is given."""
        await self.socket.send(json.dumps({"say": kind, "id": kind, "table": self.table, **message}))

    async def wait_for(self, wanted: Callable[[Json], bool]) -> Json:
        """The first message of this kind, waited for if need be."""
        async with asyncio.timeout(TIMEOUT):
            while True:
                for message in self.received:
                    if wanted(message):
                        return message
                self._has_new.clear()
                await self._has_new.wait()

    async def answer(self, id: str) -> Json:
        """The answer to the request with this id."""
        return await self.wait_for(lambda message: message.get("id") == id)

    async def receive_all(self) -> list[Json]:
        """All that was sent up to now: the answer to a ping comes after it."""
        async with asyncio.timeout(TIMEOUT):
            await (await self.socket.ping())
        return self.received


@contextlib.asynccontextmanager
async def open_client(address: str, key: str, table: str) -> AsyncIterator[AsyncTestClient]:
    """A browser that has been welcomed."""
    async with connect(address.replace("http", "ws") + "socket", close_timeout=1) as socket:
        client = AsyncTestClient(socket, table)
        await socket.send(json.dumps({"say": "hello", "protocol": PROTOCOL, "key": key}))
        await client.wait_for(lambda message: message["say"] == "welcome")
        yield client
