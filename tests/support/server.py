"""A real server on a loopback port, in a thread of the test's process."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import re
import sqlite3
import threading
from collections.abc import Awaitable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from speelkist.server.http.app import App
from speelkist.server.main import Server, open_port
from speelkist.server.settings import Settings
from tests.support.empty_database import prepare_quickly
from tests.support.ports import free_port
from tests.support.timeout import TIMEOUT

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Reply:
    """What the server answered over HTTP."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """As text."""
        return self.body.decode()

    def json(self) -> Any:
        """As data."""
        return json.loads(self.body)


class TestServer:
    """A server in a thread of its own, with its own event loop; a test may run code on that loop."""

    __test__ = False  # no class of tests, whatever its name says to pytest

    def __init__(self, db: Path, **settings: Any) -> None:
        self.db = db
        given = {
            "port": 0,
            "admin_port": -1,
            "scripted": True,
            "compile": False,
            "rate": 0,
            "tables_per_hour": 0,
            "sockets_per_address": 0,
            **settings,
        }
        self.settings = Settings(db=str(db), **given)
        self.port = free_port()
        self.app: App
        self._server: Server
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop

    def start(self) -> None:
        """Start to listen; after a stop, at the same port as before."""
        listening = open_port(replace(self.settings, port=self.port))
        self.port = int(listening.getsockname()[1])
        prepare_quickly(self.settings)
        ready = threading.Event()

        def run() -> None:
            async def serve() -> None:
                self._loop = asyncio.get_running_loop()
                self.app = App(self.settings)
                self._server = Server(self.app, listening, lambda _: ready.set())
                await self._server.serve(sockets=[listening])

            with contextlib.closing(listening):
                asyncio.run(serve())

        self._thread = threading.Thread(target=run, name="server", daemon=True)
        self._thread.start()
        assert ready.wait(TIMEOUT), "the server does not start"

    @property
    def is_running(self) -> bool:
        """Whether it was started and not stopped since."""
        return self._thread is not None

    def stop(self) -> None:
        """Shut down in order."""
        if self._thread is not None:
            self._server.should_exit = True
            self._thread.join(TIMEOUT)
            assert not self._thread.is_alive(), "the server does not stop"
            self._thread = None

    def run_on_loop(self, work: Awaitable[Answer]) -> Answer:
        """Await something on the server's own loop."""

        async def wait() -> Answer:
            return await work

        return asyncio.run_coroutine_threadsafe(wait(), self._loop).result(TIMEOUT)

    def worker_pids(self) -> list[int]:
        """The processes in which bots think."""

        async def read() -> list[int]:
            return self.app.workers.processes()

        return self.run_on_loop(read())

    def metric(self, name: str) -> int:
        """A number from /metrics, the sum over all labels; 0 where it is not listed."""
        lines = self.http("GET", "/metrics").text.splitlines()
        return sum(int(float(line.split()[-1])) for line in lines if re.match(rf"speelkist_{name}[ {{]", line))

    def http(
        self, method: str, path: str, body: Any = None, key: str | None = None, headers: Mapping[str, str] | None = None
    ) -> Reply:
        """One request."""
        sent = dict(headers or {})
        if key is not None:
            sent["Authorization"] = f"Bearer {key}"
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)) as connection:
            connection.request(method, path, data, sent)
            answer = connection.getresponse()
            received = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, received, answer.read())

    def event_rows(self, table: str) -> list[tuple[int, int, Any, str | None]]:
        """The log as it is on disk: version, time, event, secret."""
        with contextlib.closing(sqlite3.connect(self.db)) as database:
            rows = database.execute(
                "select version, at, data, secret from events where table_id = ? order by version", (table,)
            ).fetchall()
        return [(version, at, json.loads(data), secret) for version, at, data, secret in rows]

    def stored_events(self, table: str) -> list[Any]:
        """The events on disk, in order."""
        return [event for _, _, event, _ in self.event_rows(table)]


@contextlib.contextmanager
def running_server(folder: Path, **settings: Any) -> Iterator[TestServer]:
    """A server that runs as long as the block, with its database in this folder."""
    server = TestServer(folder / "tables.db", **settings)
    server.start()
    try:
        yield server
    finally:
        server.stop()
