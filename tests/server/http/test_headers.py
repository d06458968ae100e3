"""The head of requests and answers: odd hosts are refused, and browsers are told what they may keep."""

from __future__ import annotations

import contextlib
import socket
from importlib.resources import files

import pytest

from tests.support.server import TestServer
from tests.support.timeout import TIMEOUT


@pytest.mark.parametrize(
    "host", ["evil@localhost", "localhost,evil.example", "localhost:1:2", "localhost/evil", "local host", "[::1", ""]
)
def test_odd_forms_of_a_host_are_refused(server: TestServer, host: str) -> None:
    assert server.http("GET", "/health", headers={"Host": host}).status in (400, 403)


def test_two_hosts_are_refused(server: TestServer) -> None:
    with contextlib.closing(socket.create_connection(("127.0.0.1", server.port), TIMEOUT)) as connection:
        hosts = b"Host: localhost\r\nHost: evil.example\r\n"
        connection.sendall(b"GET /health HTTP/1.1\r\n" + hosts + b"Connection: close\r\n\r\n")
        assert connection.recv(4096).split()[1] in (b"400", b"403")


def test_what_browsers_may_keep(server: TestServer) -> None:
    key = "k" * 32
    assert server.http("GET", "/api/tables", key=key).headers["cache-control"] == "no-store"
    assert server.http("GET", "/api/tables/22222222/record").headers["cache-control"] == "no-store"
    assert server.http("GET", "/api/games").headers["cache-control"] == "no-cache"
    assets = sorted((files("speelkist") / "web" / "assets").iterdir(), key=str)
    reply = server.http("GET", f"/assets/{assets[0].name}")
    assert (reply.status, reply.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
    assert server.http("GET", "/assets/no-such-file.js").headers["cache-control"] == "no-store"
