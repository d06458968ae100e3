"""Starting the server: prepare the database, listen, tell the URL; and stopping it without losing a move."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from types import FrameType
from typing import Literal

import uvicorn
from starlette.types import ASGIApp

import speelkist
from speelkist.core import Phrase, SpeelkistError

from .garbage import tune_gc
from .http.app import App
from .http.lan_access import LanAccess
from .http.lan_addresses import lan_addresses
from .logging import start_log
from .settings import Settings, unknown_variables
from .storage.admin_queries import Process, add_process, remove_process
from .storage.database import held, prepare
from .ws.session import Session

log = logging.getLogger("speelkist.server")

BACKLOG = 2048  # connections that may wait to be accepted
SWITCH_SECONDS = (
    0.0005  # so long the thread that writes waits for the event loop; 5 ms by default, several times a batch
)
GOODBYE_TIMEOUT = 2.0  # seconds that browsers have to receive the last message


class CannotServe(SpeelkistError):
    """The server cannot start, for a reason the host can mend."""


def serve(settings: Settings, tell: Callable[[Phrase], None], quiet: bool = False) -> int:
    """Run until told to stop. ``tell`` shows the host a phrase; ``quiet`` logs only problems. The exit code."""
    start_log(settings.log, quiet)
    for name in unknown_variables():
        log.warning("there is no setting behind this variable", extra={"variable": name})
    with contextlib.closing(open_port(settings)) as listening, held(settings):
        prepare(settings)
        warn_of_root()
        server = Server(App(settings), listening, tell)
        tune_gc()
        sys.setswitchinterval(SWITCH_SECONDS)
        with server.until_signalled():
            server.run(sockets=[listening])
    return 0


def warn_of_root() -> None:
    """Say so if the server runs as root."""
    if sys.platform != "win32" and os.geteuid() == 0:
        log.warning("running as root, which the server does not need: give it a user of its own")


def _config(asgi: ASGIApp, app: App, lifespan: Literal["on", "off"]) -> uvicorn.Config:
    return uvicorn.Config(
        asgi,
        http=app.connections.protocol(),
        lifespan=lifespan,
        log_config=None,
        access_log=False,  # it would hold table ids
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # moves are short, and compressing them would take more memory than all the rest
        ws_max_size=1 << 20,  # longer frames are not even read; the app refuses those over its own limit
        timeout_graceful_shutdown=5,
        server_header=False,
        proxy_headers=False,  # access.py reads them itself, and only if the host trusts the proxy
    )


class Server(uvicorn.Server):
    """Uvicorn, which tells its URL when it really listens, and says goodbye before it closes anybody's socket."""

    def __init__(self, app: App, listening: socket.socket, tell: Callable[[Phrase], None]) -> None:
        self.port: int = listening.getsockname()[1]
        self.lan_access = LanAccess(app.settings, self.port, self.open_lan, self.close_lan)
        self.asgi = app.asgi(self.lan_access.routes())
        super().__init__(_config(self.asgi, app, "on"))
        self.app = app
        self.tell = tell
        self.url = local_url(listening)
        self.extra_listeners: list[RunningListener] = []
        self.admin_listeners: list[RunningListener] = []
        # opened now: if it cannot be, the server does not start
        admin_port = app.settings.admin_port
        self.admin_socket = None if admin_port < 0 else listen("127.0.0.1", admin_port)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then tell where."""
        await super().startup(sockets)
        if self.started:
            await self.open_admin()
            self.tell(Phrase("server.start.at", address=self.url))
            if self.app.settings.lan:
                self.announce_lan()
            log.info("started", extra={"version": speelkist.__version__, "port": self.port})

    async def open_admin(self) -> None:
        """Take the host's commands, and write into the database where, so that `speelkist admin` finds it."""
        if self.admin_socket is not None:
            admin, store = self.app.admin, self.app.store
            config = uvicorn.Config(
                admin.asgi(),
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
            )
            self.admin_listeners.append(await _listen_too(config, [self.admin_socket], []))
            await add_process(store, Process(store.process, self.admin_socket.getsockname()[1], admin.token))

    def announce_lan(self) -> None:
        """Tell the host under which addresses others on the local network reach the server."""
        addresses = lan_addresses()
        for address in addresses:
            self.tell(Phrase("server.start.lan", address=f"http://{address}:{self.port}/"))
        if not addresses:
            self.tell(Phrase("server.lan.none"))

    async def open_lan(self, addresses: list[str]) -> None:
        """Listen at further addresses of this machine, at the same port."""
        with contextlib.ExitStack() as stack:
            sockets = [stack.enter_context(contextlib.closing(listen(address, self.port))) for address in addresses]
            stack.pop_all()
        self.extra_listeners.append(await _listen_too(_config(self.asgi, self.app, "off"), sockets, addresses))
        self.app.guard.allow_lan(True)

    async def close_lan(self) -> None:
        """Listen at no further address; whoever came by one is told so before their socket is closed."""
        self.app.guard.allow_lan(False)
        closing, self.extra_listeners = self.extra_listeners, []
        _accept_nobody(listener for listener, _ in closing)
        addresses = {address for listener, _ in closing for address in listener.addresses}
        await _goodbye(lambda: self.app.close_network_sockets(addresses))
        await _stop_listeners(closing)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nobody new, finish what is being written, tell everybody to come back; only then close."""
        listeners = [*self.extra_listeners, *self.admin_listeners]
        _accept_nobody((self, *(listener for listener, _ in listeners)))
        if self.admin_listeners:
            with contextlib.suppress(Exception):  # a row that stays is noticed by whoever follows it
                await remove_process(self.app.store, self.app.store.process)
        await self.app.live.close()
        await _goodbye(self.app.close_sockets)
        await _stop_listeners(listeners)
        await super().shutdown(sockets)
        log.info("stopped")

    @contextlib.contextmanager
    def until_signalled(self) -> Iterator[None]:
        """A signal to stop means to stop in order, and that is success.

        Uvicorn raises the signal once more when it is done, for the handler that was there before: that is ours.
        """

        def stop(_signal: int, _frame: FrameType | None) -> None:
            self.should_exit = True

        signals = [signal.SIGINT, signal.SIGTERM]
        if sys.platform == "win32":
            signals.append(signal.SIGBREAK)
        before = {number: signal.signal(number, stop) for number in signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class ExtraListener(uvicorn.Server):
    """The same app at further addresses, or the host's own app.

    It stops with the first server, which handles the signals, or before it.
    """

    def __init__(self, config: uvicorn.Config, addresses: list[str]) -> None:
        super().__init__(config)
        self.addresses = addresses

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave them to the first server."""
        yield


RunningListener = tuple[ExtraListener, asyncio.Task[None]]


def _accept_nobody(servers: Iterable[uvicorn.Server]) -> None:
    for server in servers:
        for listening in server.servers:
            listening.close()


async def _goodbye(close: Callable[[], Collection[Session]]) -> None:
    """Close sockets, and give the browsers a moment to receive the last message."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GOODBYE_TIMEOUT):
            while close():  # again: somebody may have come meanwhile
                await asyncio.sleep(0.01)


async def _listen_too(config: uvicorn.Config, sockets: list[socket.socket], addresses: list[str]) -> RunningListener:
    listener = ExtraListener(config, addresses)
    task = asyncio.create_task(listener.serve(sockets))
    while not listener.started and not task.done():
        await asyncio.sleep(0.01)
    return listener, task


async def _stop_listeners(listeners: Iterable[RunningListener]) -> None:
    for listener, task in listeners:
        listener.should_exit = True
        await task


def open_port(settings: Settings) -> socket.socket:
    """The socket to listen at."""
    return listen("0.0.0.0" if settings.lan else settings.host, settings.port)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; if that cannot be, one sentence says why."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # with the protocol named: else asyncio does not set TCP_NODELAY, and each small message waits 40 ms
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":  # there it would let two servers share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)  # on some systems a busy port is noticed only now
    except OSError as error:
        listening.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES if sys.platform == "win32" else errno.EADDRINUSE):
            raise CannotServe("server.start.busy", host=host, port=port) from None
        raise CannotServe("server.start.port", host=host, port=port, why=error.strerror or str(error)) from None
    return listening


def local_url(listening: socket.socket) -> str:
    """The URL under which a browser on this machine reaches the server."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
