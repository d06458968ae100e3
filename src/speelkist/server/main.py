"""Starting the server: the database made ready, the address taken and told; and stopping it without losing a word."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from types import FrameType
from typing import Any, Literal

import uvicorn

import speelkist
from speelkist.core import Phrase, SpeelkistError

from .http.app import App
from .http.lan_addresses import lan_addresses
from .logging import start_log
from .settings import Settings, unknown_variables
from .storage.database import held, prepare
from .ws.session import COME_BACK
from .ws.wire import Wire

log = logging.getLogger("speelkist.serve")

BACKLOG = 2048  # browsers that may wait to be let in
COME_BACK_AFTER = 1000  # milliseconds after which browsers try again
LAST_WORDS = 2.0  # seconds a browser has to take them


class CannotServe(SpeelkistError):
    """The server cannot start, for a reason the host can mend."""


def serve(settings: Settings, tell: Callable[[Phrase], None], quiet: bool = False) -> int:
    """Run until told to stop; ``tell`` is what the host reads, ``quiet`` logs only what is amiss. The exit code."""
    start_log(settings.log, quiet)
    for name in unknown_variables():
        log.warning("there is no setting behind this variable", extra={"variable": name})
    with contextlib.closing(open_port(settings)) as listening, held(settings):
        prepare(settings)
        server = Server(App(settings), listening, tell)
        tune_gc()
        with server.until_signalled():
            server.run(sockets=[listening])
    return 0


def tune_gc() -> None:
    """Look for rings of garbage less often than every 700 new things: that alone took a fifth of the time of a move."""
    gc.collect()
    gc.freeze()  # what is there by now stays
    gc.set_threshold(100_000)


def _config(app: Any, lifespan: Literal["on", "off"]) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan=lifespan,
        log_config=None,
        access_log=False,  # it would hold the addresses of tables
        ws=Wire,
        ws_per_message_deflate=False,  # moves are short, and packing them would take more memory than all the rest
        ws_max_size=1 << 20,  # longer frames are not even read; the app says no to those over its own
        timeout_graceful_shutdown=5,
        server_header=False,
        proxy_headers=False,  # the guard reads them itself, and only when told to
    )


class Server(uvicorn.Server):
    """Uvicorn, telling its address when it really listens, and saying goodbye before it closes anybody's socket."""

    def __init__(self, app: App, listening: socket.socket, tell: Callable[[Phrase], None]) -> None:
        self.asgi = app.asgi()
        super().__init__(_config(self.asgi, "on"))
        self.app = app
        self.tell = tell
        self.address = address_of(listening)
        self.further: list[tuple[ExtraListener, asyncio.Task[None]]] = []
        app.lan_access.port = self.port = listening.getsockname()[1]
        app.lan_access.open_lan = self.open_lan

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then tell where."""
        await super().startup(sockets)
        if self.started:
            self.tell(Phrase("server.start.at", address=self.address))
            if self.app.settings.lan:
                self.announce_lan()
            log.info("started", extra={"version": speelkist.__version__, "port": self.port})

    def announce_lan(self) -> None:
        addresses = lan_addresses()
        for one in addresses:
            self.tell(Phrase("server.start.lan", address=f"http://{one}:{self.port}/"))
        if not addresses:
            self.tell(Phrase("server.here.none"))

    async def open_lan(self, addresses: list[str]) -> None:
        """Listen at further addresses of this machine, at the same port."""
        with contextlib.ExitStack() as stack:
            sockets = [stack.enter_context(contextlib.closing(listen(one, self.port))) for one in addresses]
            stack.pop_all()
        further = ExtraListener(_config(self.asgi, "off"))
        task = asyncio.create_task(further.serve(sockets))
        self.further.append((further, task))
        while not further.started and not task.done():
            await asyncio.sleep(0.01)
        self.app.guard.settings = replace(self.app.guard.settings, lan=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take in nobody new, finish what is being written, tell everybody to come back; only then close."""
        for server in (self, *(further for further, _ in self.further)):
            for listener in server.servers:
                listener.close()
        await self.app.house.close()
        for one in list(self.app.sockets):
            one.close(*COME_BACK, after=COME_BACK_AFTER)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                while self.app.sockets:
                    await asyncio.sleep(0.01)
        for further, task in self.further:
            further.should_exit = True
            await task
        await super().shutdown(sockets)
        log.info("stopped")

    @contextlib.contextmanager
    def until_signalled(self) -> Iterator[None]:
        """A signal to stop means to stop in order, and that is success.

        Uvicorn raises the signal once more when it is done, for whoever handled it before: that is us.
        """

        def stop(_signal: int, _frame: FrameType | None) -> None:
            self.should_exit = True

        wanted = [signal.SIGINT, signal.SIGTERM]
        if sys.platform == "win32":
            wanted.append(signal.SIGBREAK)
        before = {one: signal.signal(one, stop) for one in wanted}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


class ExtraListener(uvicorn.Server):
    """The same app at further addresses; it lives and dies with the first server, which takes the signals."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave them to the first."""
        yield


def open_port(settings: Settings) -> socket.socket:
    """The socket to listen at."""
    return listen("0.0.0.0" if settings.lan else settings.host, settings.port)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; if that cannot be, one sentence says why."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # named as TCP in full: else asyncio does not let small messages go at once, and each waits 40 ms
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":  # there it would let two servers share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)  # only now a busy port is noticed everywhere
    except OSError as error:
        listening.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES if sys.platform == "win32" else errno.EADDRINUSE):
            raise CannotServe("server.start.busy", host=host, port=port) from None
        raise CannotServe("server.start.port", host=host, port=port, why=error.strerror or str(error)) from None
    return listening


def address_of(listening: socket.socket) -> str:
    """Where a browser on this machine finds the server."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
