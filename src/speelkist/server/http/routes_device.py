"""What an app keeps on a device, so that it can play there while the server is away: the pages, and Python."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from speelkist.core.browser_archive import digest, pack_modules

from .responses import json_response
from .routes_games import pages_folder


def device_routes() -> list[BaseRoute]:
    """What can be asked over HTTP, where the pages are built."""
    if not pages_folder().is_dir():
        return []
    return [Route("/api/device", device), Route("/device/{name}", archive)]


async def device(_request: Request) -> Response:
    """Where Python is, and the addresses of all files that have to be kept."""
    return json_response(await asyncio.to_thread(_device_files))


async def archive(request: Request) -> Response:
    """Our modules; the name changes with the content."""
    content = await asyncio.to_thread(_archive)
    if request.path_params["name"] != _archive_name():
        raise HTTPException(404)
    return Response(content, media_type="application/zip")


@cache
def _archive() -> bytes:
    return pack_modules()


@cache
def _archive_name() -> str:
    return f"speelkist-{digest(_archive())}.zip"


@cache
def _device_files() -> dict[str, Any]:
    assets = [path for path in sorted((pages_folder() / "assets").rglob("*")) if path.is_file()]
    pyodide = next(path.parent for path in assets if path.name == "pyodide.mjs")
    loaded = len(_archive()) + sum(path.stat().st_size for path in pyodide.iterdir() if path.suffix != ".mjs")
    listed = [f"/{path.relative_to(pages_folder()).as_posix()}" for path in assets]
    return {
        "pyodide": f"assets/{pyodide.name}/",
        "python": f"device/{_archive_name()}",
        "bytes": loaded,
        "files": [*listed, f"/device/{_archive_name()}", "/icon.svg", "/manifest.webmanifest"],
    }
