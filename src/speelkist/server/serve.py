"""Starting the server: the database made ready, the address taken and told; and stopping it without losing a word."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from types import FrameType

import uvicorn

from speelkist.core import Phrase, SpeelkistError

from .app import App
from .database import held, prepare
from .settings import Settings
from .socket import COME_BACK

COME_BACK_AFTER = 1000  # milliseconds after which browsers try again
LAST_WORDS = 2.0  # seconds a browser has to take them


class CannotServe(SpeelkistError):
    """The server cannot start, for a reason the host can mend."""


def serve(settings: Settings, tell: Callable[[Phrase], None]) -> int:
    """Run until told to stop; ``tell`` is what the host reads. The exit code."""
    with contextlib.closing(open_port(settings)) as listening, held(settings):
        prepare(settings)
        server = Server(App(settings), listening, tell)
        with server.until_signalled():
            server.run(sockets=[listening])
    return 0


class Server(uvicorn.Server):
    """Uvicorn, telling its address when it really listens, and saying goodbye before it closes anybody's socket."""

    def __init__(self, app: App, listening: socket.socket, tell: Callable[[Phrase], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app.asgi(),
                log_config=None,
                access_log=False,  # it would hold the addresses of tables
                ws="websockets-sansio",
                ws_max_size=1 << 20,  # longer frames are not even read; the app says no to those over its own
                timeout_graceful_shutdown=5,
                server_header=False,
                proxy_headers=False,  # the guard reads them itself, and only when told to
            )
        )
        self.app = app
        self.listening = listening
        self.tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then tell where."""
        await super().startup(sockets)
        if self.started:
            self.tell(Phrase("server.start.at", address=address_of(self.listening)))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take in nobody new, finish what is being written, tell everybody to come back; only then close."""
        for listener in self.servers:
            listener.close()
        await self.app.house.close()
        for one in list(self.app.sockets):
            one.close(*COME_BACK, after=COME_BACK_AFTER)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                while self.app.sockets:
                    await asyncio.sleep(0.01)
        await super().shutdown(sockets)

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


def open_port(settings: Settings) -> socket.socket:
    """The socket to listen at."""
    host = "0.0.0.0" if settings.lan else settings.host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # named as TCP in full: else asyncio does not let small messages go at once, and each waits 40 ms
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, settings.port))
        listening.listen(1)  # only now a busy port is noticed everywhere
    except OSError as error:
        listening.close()
        raise CannotServe(
            "server.start.port", host=host, port=settings.port, why=error.strerror or str(error)
        ) from error
    return listening


def address_of(listening: socket.socket) -> str:
    """Where a browser on this machine finds the server."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}/"
