"""Long answers that hold nothing secret, packed with gzip: each once, for packing costs more than all the rest.

What somebody alone may see is never packed: its length would tell about it.
"""

from __future__ import annotations

import asyncio
import gzip
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.types import Scope

SHORTEST = 1000  # bytes that are worth it
LEVEL = 9
KEPT = 512  # answers; the built pages are fewer


def packed_json(headers: Headers, content: bytes) -> Response:
    """JSON that many ask for, packed where the browser takes that."""
    response = Response(content, media_type="application/json", headers={"Vary": "Accept-Encoding"})
    if len(content) >= SHORTEST and _takes_gzip(headers):
        _put(response, _pack(content))
    return response


async def packed_file(scope: Scope, response: Response) -> Response:
    """A file that is about to be sent, packed where the browser takes that and it becomes shorter."""
    headers = Headers(scope=scope)
    if not isinstance(response, FileResponse) or response.stat_result is None or "range" in headers:
        return response
    response.headers["Vary"] = "Accept-Encoding"
    if response.stat_result.st_size < SHORTEST or not _takes_gzip(headers):
        return response
    # zlib lets other threads run meanwhile
    content = await asyncio.to_thread(_pack_file, str(response.path), response.stat_result.st_mtime_ns)
    if len(content) >= response.stat_result.st_size:
        return response
    kept = {name: response.headers[name] for name in ("etag", "last-modified", "vary")}
    packed = Response(media_type=response.media_type, headers=kept)
    _put(packed, content)
    return packed


def _takes_gzip(headers: Headers) -> bool:
    return "gzip" in headers.get("accept-encoding", "")


def _put(response: Response, content: bytes) -> None:
    response.body = content
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Length"] = str(len(content))


@lru_cache(KEPT)
def _pack(content: bytes) -> bytes:
    return gzip.compress(content, LEVEL, mtime=0)


@lru_cache(KEPT)
def _pack_file(path: str, _changed: int) -> bytes:
    return gzip.compress(Path(path).read_bytes(), LEVEL, mtime=0)
