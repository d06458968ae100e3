"""A plain file server: what any web space does, with the site under a path."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

PATH = "/games/chest/"


class _Files(SimpleHTTPRequestHandler):
    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".json": "application/json",
    }

    def __init__(self, *args: Any, under: str, **more: Any) -> None:
        self._under = under
        super().__init__(*args, **more)

    def translate_path(self, path: str) -> str:
        """Only what lies under the path is there."""
        inside = path.partition("?")[0]
        known = inside.startswith(self._under)
        return super().translate_path(inside.removeprefix(self._under[:-1]) if known else "/no/such/file")

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is written."""


class FileServer:
    """Serves a folder; it can go away and come back."""

    def __init__(self, folder: Path, path: str = PATH) -> None:
        handler = partial(_Files, directory=str(folder), under=path)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self.url = self.origin + path
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Close the port: the site cannot be reached any more."""
        self._server.shutdown()
        self._server.server_close()


@contextlib.contextmanager
def file_server(folder: Path, path: str = PATH) -> Iterator[FileServer]:
    """A folder at an address, as long as the block."""
    server = FileServer(folder, path)
    try:
        yield server
    finally:
        server.stop()
