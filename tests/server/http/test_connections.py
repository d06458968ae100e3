"""Connections that are never a request: they are closed, counted and cost little."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from speelkist.server.http import responses
from tests.support.client import connected_clients
from tests.support.server import TestServer, running_server
from tests.support.timeout import TIMEOUT

HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture(name="server")
def hasty(tmp_path: Path) -> Iterator[TestServer]:
    """A server that waits half a second for the head of a request, and takes ten connections from an address."""
    with running_server(tmp_path / "tables.db", sockets_per_address=5) as server:
        server.app.connections._head_seconds = 0.5
        yield server


@contextlib.contextmanager
def connected(server: TestServer, data: bytes = b"") -> Iterator[socket.socket]:
    with contextlib.closing(socket.create_connection(("127.0.0.1", server.port), TIMEOUT)) as connection:
        connection.sendall(data)
        yield connection


def read_all(connection: socket.socket) -> bytes:
    """What comes until the server closes the connection."""
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            received += part
    return received


@pytest.mark.parametrize("data", [b"", b"G", HEAD], ids=["silent", "letter", "half"])
def test_a_head_that_does_not_go_on_is_given_up(server: TestServer, data: bytes) -> None:
    with connected(server, data) as connection:
        began = time.monotonic()
        assert read_all(connection) == b""
        assert time.monotonic() - began < TIMEOUT / 2
    assert server.metric("slow_heads_total") == 1


def test_the_head_of_a_second_request_must_go_on_too(server: TestServer) -> None:
    with connected(server, HEAD + b"\r\n") as connection:
        assert connection.recv(65536).startswith(b"HTTP/1.1 200")
        connection.sendall(HEAD)
        read_all(connection)
    assert server.metric("slow_heads_total") == 1


def test_a_request_in_slow_pieces_within_the_time_is_answered(server: TestServer) -> None:
    server.app.connections._head_seconds = TIMEOUT
    with connected(server) as connection:
        for byte in HEAD + b"Connection: close\r\n\r\n":
            connection.sendall(bytes([byte]))
        assert read_all(connection).startswith(b"HTTP/1.1 200")
    assert server.metric("slow_heads_total") == 0


def test_an_address_has_only_so_many_connections(server: TestServer) -> None:
    server.app.connections._head_seconds = TIMEOUT
    with contextlib.ExitStack() as stack:
        waiting = [stack.enter_context(connected(server)) for _ in range(10)]
        with connected(server) as refused:
            assert read_all(refused) == b""
        waiting.pop().close()
        for _ in range(1000):  # the server notices it in a moment
            with connected(server, HEAD + b"Connection: close\r\n\r\n") as other:
                if read_all(other).startswith(b"HTTP/1.1 200"):
                    break
        else:
            pytest.fail("a place that was given back is not used")
    assert server.metric("too_many_connections_total") >= 1


def test_sockets_are_counted_as_sockets_and_stay(server: TestServer) -> None:
    with connected_clients(server, 5) as clients:
        table = clients[0].create("knopf", sit=0)
        deadline = time.monotonic() + 1.0  # longer than a head may take
        while time.monotonic() < deadline:
            for client in clients:
                client.ask("unwatch", table=table)
        assert not server.app.connections._open
    assert server.metric("slow_heads_total") == 0


def test_a_head_that_is_far_too_long_is_refused(server: TestServer) -> None:
    with connected(server, HEAD) as connection, contextlib.suppress(ConnectionError):
        for _ in range(100):
            connection.sendall(b"X-Long: " + b"x" * 65536 + b"\r\n")
        assert read_all(connection).startswith(b"HTTP/1.1 400")
    assert server.http("GET", "/health").status == 200


def test_a_body_that_does_not_come_is_given_up(server: TestServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "BODY_SECONDS", 0.3)
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + b"k" * 32
    with connected(server, head + b"\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{") as connection:
        answer = read_all(connection)
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"server.message.slow" in answer
