"""Reading requests and writing answers: JSON, and refusals as phrases with their sentence."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from speelkist.core import SpeelkistError
from speelkist.core.view import phrase_data
from speelkist.server.ws.protocol import LONGEST_MESSAGE
from speelkist.table.errors import Refused
from speelkist.table.identity import owner_hash

log = logging.getLogger("speelkist.http")

encode_json = msgspec.json.Encoder().encode

BODY_SECONDS = 10.0

_STATUS = {
    "server.message.slow": 408,
    "server.table.unknown": 404,
    "server.table.unreadable": 409,
    "table.key.wrong": 401,
    "table.seat.not_yours": 403,
    "table.delete.asked": 409,
    "server.admin.token": 401,
    "server.lan.not_you": 403,
    "server.limit.tables": 429,
    "server.limit.questions": 429,
    "server.limit.codes": 429,
    "server.failed": 500,
    "server.store.failed": 503,
    "server.closing": 503,
}


def json_response(data: Any, status: int = 200) -> Response:
    """Data as JSON; msgspec structs too."""
    return Response(encode_json(data), status, media_type="application/json")


async def refusal_response(request: Request, error: Exception) -> Response:
    """A refusal, with the HTTP status that its reason stands for."""
    assert isinstance(error, SpeelkistError)
    default = 404 if request.method in ("GET", "HEAD") else 400  # what is asked for is not there, or cannot be done
    status = _STATUS.get(error.phrase.key, default)
    return json_response({"why": phrase_data(error.phrase), "sentence": str(error)}, status)


async def failure_response(request: Request, _error: Exception) -> Response:
    """An error of ours, without a word about its inside."""
    log.error("a request failed: %s", request.url.path)
    return await refusal_response(request, SpeelkistError("server.failed"))


def owner_of(request: Request) -> str:
    """Whose request this is. The key comes in a header, so that it is in no address and no log.

    :raises Refused: there is no key.
    """
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        raise Refused("table.key.wrong")
    return owner_hash(key.strip())


async def read_body(request: Request, longest: int = LONGEST_MESSAGE) -> bytes:
    """The body of a request, of at most so many bytes.

    :raises Refused: it is too long, or takes too long.
    """
    body = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > longest:
                    raise Refused("server.message.long", n=longest)
    except TimeoutError:
        raise Refused("server.message.slow", n=int(BODY_SECONDS)) from None
    return body
