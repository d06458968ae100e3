"""Which hosts and origins are let in, and the headers of every answer. On a running server: test_strangers.py."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from speelkist.server.http import access
from speelkist.server.http.access import SAFE_HEADERS, AccessGuard, client_address
from speelkist.server.settings import Settings


def scope_of(kind: str = "http", method: str = "GET", path: str = "/", **headers: str) -> Scope:
    """A request with these headers."""
    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": kind, "method": method, "path": path, "headers": sent, "client": ("192.0.2.1", 5)}


def problem(scope: Scope, **settings: Any) -> str | None:
    """Why a request is not let in."""
    return AccessGuard(Settings(**settings), Counter()).problem(scope)


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "lan_addresses", lambda: ["203.0.113.9"])


LAN = {"lan": True}


@pytest.mark.parametrize(
    ("host", "settings", "known"),
    [
        ("localhost", {}, True),
        ("LOCALHOST:8765", {}, True),
        ("127.0.0.1:1", {}, True),
        ("[::1]:8765", {}, True),
        ("192.168.1.7:8765", {}, False),
        ("speelkist.local", {}, False),
        ("kist.example", {}, False),
        ("", {}, False),
        ("[", {}, False),
        ("127.0.0.1.evil.example", {}, False),
        ("192.168.1.7:8765", LAN, True),
        ("speelkist.local", LAN, True),
        ("203.0.113.9", LAN, True),
        ("8.8.8.8", LAN, False),
        ("kist.example", LAN, False),
        ("Kist.Example:443", {"hosts": "other.example, kist.example"}, True),
        ("evil.kist.example", {"hosts": "kist.example"}, False),
    ],
)
def test_names_that_are_ours(host: str, settings: dict[str, Any], known: bool) -> None:
    assert problem(scope_of(host=host), **settings) == (None if known else "foreign_host")


def test_the_local_network_can_be_let_in_later() -> None:
    guard = AccessGuard(Settings(), Counter())
    scope = scope_of(host="192.168.1.7")
    assert guard.problem(scope) == "foreign_host"
    guard.allow_lan(True)
    assert guard.problem(scope) is None


@pytest.mark.parametrize(
    ("scope", "reason"),
    [
        (scope_of(host="localhost", origin="http://evil.example"), None),  # whoever only reads does no harm
        (scope_of(method="POST", host="localhost", origin="http://evil.example"), "foreign_origin"),
        (scope_of(method="POST", host="localhost:8765", origin="http://localhost"), "foreign_origin"),
        (scope_of(method="POST", host="localhost", origin="null"), "foreign_origin"),
        (scope_of(method="POST", host="localhost", origin="http://["), "foreign_origin"),
        (scope_of(method="POST", host="localhost:8765", origin="https://LOCALHOST:8765"), None),
        (scope_of(method="POST", host="localhost"), None),  # a program, not a browser
        (scope_of("websocket", path="/socket", host="localhost"), None),
        (scope_of("websocket", path="/socket", host="localhost", origin="http://evil.example"), "foreign_origin"),
        (scope_of("websocket", path="/elsewhere", host="localhost"), "no_socket_there"),
    ],
)
def test_a_page_of_somebody_else_may_not_write(scope: Scope, reason: str | None) -> None:
    assert problem(scope) == reason


def test_a_proxy_is_believed_only_if_it_is_trusted() -> None:
    scope = scope_of(host="localhost", x_forwarded_host="evil.example", x_forwarded_for="198.51.100.1, 198.51.100.2")
    trusted = Settings(trust_proxy=True)
    assert problem(scope) is None
    assert problem(scope, trust_proxy=True) == "foreign_host"
    assert client_address(scope, Settings()) == "192.0.2.1"
    assert client_address(scope, trusted) == "198.51.100.2", "what stands before it the stranger may have written"
    scope["headers"].append((b"x-forwarded-for", b"198.51.100.3"))
    assert client_address(scope, trusted) == "198.51.100.3", "some proxies write it into a line of their own"
    assert client_address(scope_of(), trusted) == "192.0.2.1"
    assert client_address({"type": "http", "headers": []}, Settings()) == "unknown"


def answered(scope: Scope, **settings: Any) -> tuple[list[Message], Counter[str], bool]:
    """What a guarded app sends, what was counted, and whether the app itself was reached."""
    sent: list[Message] = []
    refused: Counter[str] = Counter()
    reached = False

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal reached
        reached = True
        await PlainTextResponse("hello", headers={"referrer-policy": "origin"})(scope, receive, send)

    async def receive() -> Message:
        return {"type": "websocket.connect" if scope["type"] == "websocket" else "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    async def work() -> None:
        await AccessGuard(Settings(**settings), refused).wrap(app)(scope, receive, send)

    asyncio.run(work())
    return sent, refused, reached


def test_every_answer_has_safe_headers_and_an_app_may_set_its_own() -> None:
    for host, status in (("localhost", 200), ("evil.example", 403)):
        sent, refused, reached = answered(scope_of(host=host))
        headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        assert sent[0]["status"] == status
        assert reached == (status == 200)
        assert refused == ({} if reached else {"foreign_host": 1})
        own = {"referrer-policy": "origin"} if reached else {}
        assert SAFE_HEADERS | own == {name: headers[name] for name in SAFE_HEADERS}


@pytest.mark.parametrize(
    ("host", "scheme", "more", "settings", "sent"),
    [
        ("localhost:8765", "http", {}, {}, True),
        ("192.168.1.7:8765", "http", {}, LAN, False),
        ("speelkist.local", "https", {}, LAN, True),
        ("kist.example", "http", {"x_forwarded_proto": "https"}, {"hosts": "kist.example", "trust_proxy": True}, True),
        ("kist.example", "http", {"x_forwarded_proto": "http"}, {"hosts": "kist.example", "trust_proxy": True}, False),
        ("kist.example", "http", {}, {"hosts": "kist.example", "trust_proxy": True}, True),
        ("kist.example", "http", {"x_forwarded_proto": "https"}, {"hosts": "kist.example"}, False),
    ],
)
def test_a_header_that_browsers_report_over_plain_http_is_sent_where_they_honour_it(
    host: str, scheme: str, more: dict[str, str], settings: dict[str, Any], sent: bool
) -> None:
    answer, _, reached = answered({**scope_of(host=host, **more), "scheme": scheme}, **settings)
    assert reached
    assert (b"cross-origin-opener-policy" in dict(answer[0]["headers"])) == sent


def test_a_socket_is_closed_with_the_reason() -> None:
    sent, refused, reached = answered(scope_of("websocket", path="/socket", host="evil.example"))
    assert sent == [{"type": "websocket.close", "code": 4003, "reason": "foreign_host"}]
    assert refused == {"foreign_host": 1} and not reached
