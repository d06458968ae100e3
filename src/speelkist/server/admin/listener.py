"""The listener for a host at 127.0.0.1, with a port and a token of its own: a small page, and what it asks for."""

from __future__ import annotations

import hmac
import secrets
from collections import Counter
from importlib.resources import files

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from speelkist.core import SpeelkistError
from speelkist.server.http.access import AccessGuard
from speelkist.server.http.responses import failure_response, json_response, read_body, refusal_response
from speelkist.server.settings import Settings

from . import protocol
from .service import AdminService

FILES = {
    "": ("index.html", "text/html"),
    "admin.js": ("admin.js", "text/javascript"),
    "admin.css": ("admin.css", "text/css"),
}


class AdminListener:
    """The ASGI application; ``token`` opens it."""

    def __init__(self, service: AdminService) -> None:
        self.token = secrets.token_urlsafe(32)
        self._service = service

    def asgi(self) -> ASGIApp:
        """The application. It answers to names of this machine only, whatever the settings say of the public one."""
        app = Starlette(
            routes=[
                Route("/api", self.run, methods=["POST"]),
                *(Route(f"/{path}", self.file) for path in FILES),
            ],
            exception_handlers={SpeelkistError: refusal_response, 500: failure_response},
        )
        return AccessGuard(Settings(), Counter()).wrap(app)

    async def file(self, request: Request) -> Response:
        """The page, which holds nothing secret: it asks for everything with the token in its own address."""
        name, media_type = FILES[request.url.path.removeprefix("/")]
        return Response((files(__package__) / "page" / name).read_bytes(), media_type=media_type)

    async def run(self, request: Request) -> Response:
        """Do what the host asks."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not hmac.compare_digest(token.strip().encode(), self.token.encode()):
            raise SpeelkistError("server.admin.token")
        body = await read_body(request)
        try:
            asked = protocol.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise SpeelkistError("server.message.wrong", error=str(error)[:120]) from None
        return json_response(await self._service.run(asked))
