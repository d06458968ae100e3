"""Servers in processes of their own, so that they can be ended with kill -9 at any moment and started again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from tests.support.processes import children_of, process_state

ENVIRONMENT = {
    "SPEELKIST_RATE": "0",
    "SPEELKIST_SOCKETS_PER_ADDRESS": "0",
    "SPEELKIST_TABLES_PER_HOUR": "0",
    "SPEELKIST_COMPILE": "no",  # every start would load the compiler, and no bot of these tests needs it
}

# Loads everything once and forks a server for each line it reads, so that a restart takes no second: the same command,
# with its arguments as JSON. The process id comes first, then what the server prints.
STARTER = """
import json, os, signal, sys
from importlib import import_module
from speelkist import games
from speelkist.cli import main
for module in (
    "speelkist.server.main",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    *(f"speelkist.games.{game}.view" for game in games()),
):
    import_module(module)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in open(os.dup(0)):
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        print(os.getpid(), flush=True)
        sys.exit(main(json.loads(line)))
"""


class ServerStarter:
    """Starts servers on one database."""

    def __init__(self, db: str, log: Path, **environment: str) -> None:
        self.db = db
        self._log = log
        self._environment = os.environ | ENVIRONMENT | environment
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                STARTER,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env=self._environment,
            )
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def start(self, server: ServerProcess) -> None:
        """Start a server process and wait until it listens."""
        assert self._process is not None and self._process.stdin is not None and self._process.stdout is not None
        command = ["serve", "--port", str(server.port), "--db", self.db]
        self._process.stdin.write(json.dumps(command).encode() + b"\n")
        try:
            async with asyncio.timeout(120):
                server.pid = int(await self._process.stdout.readline())
                line = (await self._process.stdout.readline()).decode()
        except TimeoutError:
            raise AssertionError(f"the server does not start: {self._log.read_text()[-3000:]}") from None
        server.address = line[line.index("http://") :].strip()
        server.starts += 1


class ServerProcess:
    """A server, also after it was killed and started again."""

    def __init__(self, starter: ServerStarter, port: int = 0) -> None:
        self.pid = 0
        self.port = port  # 0: another one at every start
        self.address = ""
        self.starts = 0
        self.starter = starter

    async def __aenter__(self) -> Self:
        await self.starter.start(self)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """End it with kill -9."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    async def kill_and_restart(self) -> None:
        """End it with kill -9; start it again on the database it left."""
        self.kill()
        await wait_until_ended([self.pid])
        await self.starter.start(self)

    async def stop_and_restart(self) -> None:
        """Stop it in order, as systemd does; start it again and wait until it listens."""
        os.kill(self.pid, signal.SIGTERM)
        await wait_until_ended([self.pid])
        await self.starter.start(self)

    def children(self) -> list[int]:
        """The processes that it has started."""
        return children_of(self.pid)


async def wait_until_ended(pids: Iterable[int], orphans: bool = False) -> None:
    """Wait until these processes have ended; an orphan that nobody waits for may stay a zombie."""
    async with asyncio.timeout(60):
        for pid in set(pids):
            while (state := process_state(pid)) and not (orphans and state == "Z"):
                await asyncio.sleep(0.01)
