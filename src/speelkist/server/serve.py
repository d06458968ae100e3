"""Starting the server: the database made ready, the address taken, and told."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys

import uvicorn

from .app import App
from .database import prepare
from .settings import Settings


def serve(settings: Settings) -> int:
    """Run until told to stop; the exit code."""
    prepare(settings)
    app = App(settings)
    listening = open_port(settings)
    with contextlib.closing(listening):
        port = listening.getsockname()[1]
        print(f"Speelkist is at http://{_shown_host(settings)}:{port}/", flush=True)
        config = uvicorn.Config(
            app.asgi(),
            log_config=None,
            ws="websockets-sansio",
            ws_max_size=1 << 20,  # longer frames are not even read; the app refuses those over its own limit in words
            timeout_graceful_shutdown=5,
            server_header=False,
            proxy_headers=False,  # the guard reads them itself, and only when told to
        )
        server = uvicorn.Server(config)
        asyncio.run(server.serve(sockets=[listening]))
    return 0


def open_port(settings: Settings) -> socket.socket:
    """The socket to listen at; a port in use raises OSError."""
    host = "0.0.0.0" if settings.lan else settings.host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, settings.port))
    except OSError:
        listening.close()
        raise
    return listening


def _shown_host(settings: Settings) -> str:
    return "127.0.0.1" if settings.host in ("0.0.0.0", "") else settings.host
