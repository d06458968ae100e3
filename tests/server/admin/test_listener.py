"""The host's listener: never on the public port, and closed to whoever has no token."""

from __future__ import annotations

import contextlib
import http.client
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from speelkist.server.storage.admin_queries import running_processes
from tests.support.server import Reply, TestServer, running_server
from tests.support.timeout import TIMEOUT


class Page:
    """The host's page: requests to the listener."""

    def __init__(self, server: TestServer) -> None:
        (process,) = server.run_on_loop(running_processes(server.app.store))
        self.port, self.token = process.port, process.token

    def __call__(
        self,
        body: Any,
        token: str | None = None,
        method: str = "POST",
        path: str = "/api",
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        sent = {"Authorization": f"Bearer {self.token if token is None else token}", **(headers or {})}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)) as connection:
            connection.request(method, path, None if method == "GET" else data, sent)
            answer = connection.getresponse()
            return Reply(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())


@pytest.fixture(scope="module")
def managed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    with running_server(tmp_path_factory.mktemp("server"), admin_port=0) as server:
        yield server


@pytest.fixture
def page(managed: TestServer) -> Page:
    return Page(managed)


def test_nothing_is_done_without_the_token(page: Page) -> None:
    for token in ("", "x", page.token[:-1], page.token + "x", "\xe9"):
        reply = page({"do": "tables"}, token)
        assert reply.status == 401 and page.token not in reply.text
    for headers in ({"Authorization": page.token}, {"Authorization": f"Basic {page.token}"}):
        assert page({"do": "tables"}, headers=headers).status == 401
    assert page({"do": "tables"}).status == 200
    assert page({"do": "tables"}, method="GET").status == 405


def test_it_answers_to_this_machine_s_own_names_and_pages_only(page: Page) -> None:
    assert page({"do": "tables"}, headers={"Host": "evil.example"}).status == 403
    assert page({"do": "tables"}, headers={"Origin": "https://evil.example"}).status == 403
    assert page({"do": "tables"}, headers={"Origin": f"http://127.0.0.1:{page.port}"}).status == 200


def test_what_cannot_be_read_is_refused_with_a_sentence(page: Page) -> None:
    for body in (b"", b"{", b"[]", b"\xff", b'{"do":"dance"}', b"[" * 60_000, b'{"do":"tables","order":"odd"}'):
        reply = page(body)
        assert reply.status == 400 and reply.json()["sentence"], body
    assert page(b"x" * 70_000).status == 400
    for request in (
        {"do": "table", "table": "\x00"},
        {"do": "table", "table": "9" * 5000},
        {"do": "change", "table": "%", "action": "delete"},
        {"do": "ban", "network": "1.2.3.4" * 500},
        {"do": "ban", "network": "1.2.3.4", "days": -1},
        {"do": "ban", "network": "1.2.3.4", "note": "x" * 201},
        {"do": "quota", "network": "fe80::1%eth0/64", "sockets": 1 << 70},
        {"do": "forget", "network": ""},
        {"do": "ban", "network": "1.2.3.4", "note": "\x00"},
    ):
        assert page(request).status in (400, 404), request


def test_the_public_port_knows_nothing_of_it(managed: TestServer, page: Page) -> None:
    for path in ("/api", "/admin.js", "/admin", "/api/admin"):
        reply = managed.http("POST", path, {"do": "tables"}, page.token)
        assert reply.status in (404, 405)


def test_the_page_itself_is_served_without_secrets_and_under_a_strict_policy(page: Page) -> None:
    for path, kind in (("/", "text/html"), ("/admin.js", "text/javascript"), ("/admin.css", "text/css")):
        reply = page(None, "", "GET", path)
        assert reply.status == 200 and reply.headers["content-type"].startswith(kind)
        assert page.token not in reply.text and "script-src 'self'" in reply.headers["content-security-policy"]
    assert page(None, "", "GET", "/../listener.py").status == 404


def test_its_token_is_in_no_log_and_gone_when_the_server_stops(
    managed: TestServer, page: Page, caplog: pytest.LogCaptureFixture
) -> None:
    managed.stop()
    assert page.token not in caplog.text
    managed.start()
    try:
        (process,) = managed.run_on_loop(running_processes(managed.app.store))
        assert process.token != page.token, "and there is one process, not two"
    finally:
        managed.stop()
        managed.start()
