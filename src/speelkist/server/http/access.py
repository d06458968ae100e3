"""Who may come in: the Host and Origin a request names, how much it may ask, what browsers may do with our pages."""

from __future__ import annotations

import ipaddress
import logging
import time
from collections import Counter, deque
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from speelkist.server.live.table import Refused
from speelkist.server.settings import Settings

from .lan_addresses import lan_addresses

SOCKET = "/socket"
LOCAL = ("localhost", "127.0.0.1", "::1")

PAGE_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
SAFE_HEADERS = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Stands around the app and looks at every request and every socket that is opened."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.refused: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()
        self._tables: dict[str, deque[float]] = {}
        self._asked: dict[str, tuple[float, float]] = {}  # by address: what it may still ask, and when that was counted
        logging.getLogger("uvicorn.error").addFilter(_one_line)

    def wrap(self, app: ASGIApp) -> ASGIApp:
        """The app, guarded."""

        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] not in ("http", "websocket"):
                await app(scope, receive, send)
                return
            problem = self._problem(scope)
            if problem is None:
                await app(scope, receive, send if scope["type"] == "websocket" else _with_headers(send))
                return
            self.refused[problem] += 1
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 4003, "reason": problem})
            else:
                answer = PlainTextResponse(_SENTENCES[problem], 403)
                await answer(scope, receive, _with_headers(send))

        return guarded

    def _problem(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.settings.trust_proxy:
            host = headers.get("x-forwarded-host", host)
        if not self._known(_host_name(host)):
            return "foreign_host"
        if scope["type"] == "websocket" and scope["path"] != SOCKET:
            return "no_socket_there"
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD"):
            origin = headers.get("origin")
            # programs name no origin; a browser always does, and it must be the page we served
            if origin is not None and _origin_host(origin) != host.lower():
                return "foreign_origin"
        return None

    def _known(self, name: str) -> bool:
        """A name that is really ours: else a stranger's page could point its own name at this machine."""
        allowed = {one.strip().lower() for one in self.settings.hosts.split(",") if one.strip()}
        if name in LOCAL or name == self.settings.host or name in allowed:
            return True
        if self.settings.lan:
            try:
                return ipaddress.ip_address(name).is_private or name in lan_addresses()
            except ValueError:
                return name.endswith(".local")
        return False

    def acquire_socket(self, address: str) -> bool:
        """Count a socket; False if that address has enough of them."""
        limit = self.settings.sockets_per_address
        if limit and self._sockets[address] >= limit:
            self.refused["too_many_sockets"] += 1
            return False
        self._sockets[address] += 1
        return True

    def release_socket(self, address: str) -> None:
        """A socket is closed."""
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]

    def check_query_rate(self, address: str) -> None:
        """Count a question that takes the whole game to answer; refused if that address asks them too fast.

        They may come as fast as messages on a socket.
        """
        rate, burst = self.settings.rate, float(self.settings.burst)
        if not rate:
            return
        now = time.monotonic()
        left, counted_at = self._asked.get(address, (burst, now))
        left = min(burst, left + (now - counted_at) * rate)
        if left < 1:
            self.refused["too_many_questions"] += 1
            raise Refused("server.limit.questions", n=rate)
        self._asked[address] = left - 1, now
        if len(self._asked) > 10_000:  # forget those who may ask all they like again
            self._asked = {who: one for who, one in self._asked.items() if one[1] > now - burst / rate}

    def check_table_rate(self, address: str) -> None:
        """Count a table; refused if that address has made enough of them this hour."""
        limit = self.settings.tables_per_hour
        if not limit:
            return
        now = time.monotonic()
        made = self._tables.setdefault(address, deque())
        while made and made[0] < now - 3600:
            made.popleft()
        if len(made) >= limit:
            self.refused["too_many_tables"] += 1
            raise Refused("server.limit.tables", n=limit)
        made.append(now)
        if len(self._tables) > 10_000:  # forget those who made none for an hour
            self._tables = {who: when for who, when in self._tables.items() if when and when[-1] > now - 3600}


_SENTENCES = {
    "foreign_host": "This server does not go by that name; the host can allow it with --hosts.",
    "foreign_origin": "This request came from a page that is not ours.",
}


def _one_line(record: logging.LogRecord) -> bool:
    """Bytes that are no text are a stranger's doing, not a failure of ours: worth a line, not a traceback."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
        record.levelno, record.levelname = logging.INFO, "INFO"
    return True


def address_of(scope: Scope, settings: Settings) -> str:
    """Where a request comes from; behind a proxy of our own, where that says it comes from."""
    if settings.trust_proxy:
        forwarded = Headers(scope=scope).get("x-forwarded-for", "")
        if forwarded:
            return forwarded.split(",")[-1].strip()
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def _host_name(host: str) -> str:
    """The name in a Host header, without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _origin_host(origin: str) -> str:
    """The name and port in an Origin header; "null" and what cannot be read have none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SAFE_HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
