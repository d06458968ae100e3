"""Who may come in: the Host and Origin that a request names, and what browsers may do with our pages."""

from __future__ import annotations

import ipaddress
import logging
import re
from collections import Counter
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from speelkist.core import LANGUAGES, Phrase
from speelkist.server.settings import Settings

from .lan_addresses import lan_addresses
from .network_rules import NetworkRules

SOCKET_PATH = "/socket"
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
FORBIDDEN = 4003  # the WebSocket close code for what is 403 over HTTP

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",  # Python in the page, while the server is away
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
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
# Browsers honour it only where nobody can have changed the page on its way; elsewhere they report it as an error.
TRUSTED_HEADERS = {"cross-origin-opener-policy": "same-origin"}

_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?")

_SENTENCES = {
    "foreign_host": "This server does not go by that name; the host can allow it with --hosts.",
    "foreign_origin": "This request came from a page that is not ours.",
    "banned": "\n".join(Phrase("server.banned").say(lang) for lang in LANGUAGES),
}


class AccessGuard:
    """Checks the Host and Origin of every request and socket before the app sees it. Counts what it ``refused``."""

    def __init__(self, settings: Settings, refused: Counter[str], rules: NetworkRules | None = None) -> None:
        self._settings = settings
        self._lan = settings.lan
        self._refused = refused
        self._rules = rules or NetworkRules()
        logging.getLogger("uvicorn.error").addFilter(_without_traceback)

    def allow_lan(self, allowed: bool) -> None:
        """Whether from now on names and addresses of the local network are ours too."""
        self._lan = allowed

    def wrap(self, app: ASGIApp) -> ASGIApp:
        """The app behind this guard."""

        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] not in ("http", "websocket"):
                await app(scope, receive, send)
                return
            problem = self.problem(scope)
            if problem is None:
                await app(
                    scope, receive, send if scope["type"] == "websocket" else self._with_safe_headers(scope, send)
                )
                return
            self._refused[problem] += 1
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": FORBIDDEN, "reason": problem})
            else:
                response = PlainTextResponse(_SENTENCES[problem], 403)
                await response(scope, receive, self._with_safe_headers(scope, send))

        return guarded

    def problem(self, scope: Scope) -> str | None:
        """Why a request is not let in; None if it is."""
        if self._rules.is_banned(client_address(scope, self._settings)):
            return "banned"
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if len(headers.getlist("host")) > 1:
            return "foreign_host"  # who reads which of them?
        if self._settings.trust_proxy:
            host = headers.get("x-forwarded-host", host)
        if not self._is_known(_host_name(host)):
            return "foreign_host"
        if scope["type"] == "websocket" and scope["path"] != SOCKET_PATH:
            return "no_socket_there"
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD"):
            origin = headers.get("origin")
            # programs name no origin; a browser always does, and it must be the page that we served
            if origin is not None and _origin_host(origin) != host.lower():
                return "foreign_origin"
        return None

    def _with_safe_headers(self, scope: Scope, send: Send) -> Send:
        wanted = SAFE_HEADERS | TRUSTED_HEADERS if self._is_trustworthy(scope) else SAFE_HEADERS

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in wanted.items():
                    headers.setdefault(name, value)
                kept = _cache_control(scope["path"]) if message["status"] < 400 else "no-store"
                headers.setdefault("cache-control", kept)
            await send(message)

        return send_with_headers

    def _is_trustworthy(self, scope: Scope) -> bool:
        """Whether the page comes encrypted or from this machine; a proxy that does not say is taken to encrypt."""
        headers = Headers(scope=scope)
        if self._settings.trust_proxy:
            return headers.get("x-forwarded-proto", "https") == "https"
        return scope.get("scheme") == "https" or _host_name(headers.get("host", "")) in LOCAL_NAMES

    def _is_known(self, name: str) -> bool:
        """Whether a name is really ours: else a stranger's page could point its own name at this machine."""
        allowed = {host.strip().lower() for host in self._settings.hosts.split(",") if host.strip()}
        if name in LOCAL_NAMES or name == self._settings.host or name in allowed:
            return True
        if self._lan:
            try:
                return ipaddress.ip_address(name).is_private or name in lan_addresses()
            except ValueError:
                return name.endswith(".local")
        return False


def client_address(scope: Scope, settings: Settings) -> str:
    """Where a request comes from; behind a proxy that the host trusts, where the proxy says it comes from."""
    if settings.trust_proxy:
        # the last is the proxy's: it stands behind what a stranger wrote, in the same line or in one of its own
        forwarded = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
        if forwarded:
            return forwarded.split(",")[-1].strip()
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def _without_traceback(record: logging.LogRecord) -> bool:
    """Bytes that are not text are a stranger's doing, not a failure of ours: worth a line, not a traceback."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
        record.levelno, record.levelname = logging.INFO, "INFO"
    return True


def _host_name(host: str) -> str:
    """The name in a Host header, without its port; empty if there is anything else in it."""
    match = _HOST.fullmatch(host)
    return match["name"].strip("[]").lower() if match else ""


def _origin_host(origin: str) -> str:
    """The name and port in an Origin header; "null" and what cannot be read have none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _cache_control(path: str) -> str:
    """What browsers may keep: for ever built files, whose names change with their content; never what is somebody's."""
    if path.startswith("/assets/"):
        return "public, max-age=31536000, immutable"
    return "no-store" if path.startswith("/api/tables") else "no-cache"
