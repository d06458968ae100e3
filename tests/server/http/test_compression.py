"""Long answers are packed once, however often they are asked for, and everything that is asked for is counted."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from speelkist.server.http import compression
from speelkist.server.ws.endpoint import CONNECT_COST
from speelkist.server.ws.session import MAX_UNREADABLE, NOT_UNDERSTOOD, TOO_FAST
from tests.support.client import TestClient
from tests.support.server import TestServer, running_server

GZIP = {"Accept-Encoding": "gzip"}
ASSETS = sorted((Path(str(files("speelkist"))) / "web" / "assets").glob("*.js"), key=lambda path: -path.stat().st_size)


def test_the_answers_that_everybody_asks_for_are_packed_once(server: TestServer) -> None:
    for path in ("/api/phrases/nl", "/api/games", "/api/games/cubus/rules?lang=nl"):
        plain = server.http("GET", path)
        packed = server.http("GET", path, headers=GZIP)
        assert gzip.decompress(packed.body) == plain.body and len(packed.body) < len(plain.body) / 2
        assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "Accept-Encoding")
        before = compression._pack.cache_info().misses
        assert server.http("GET", path, headers=GZIP).body == packed.body
        assert compression._pack.cache_info().misses == before, path


def test_a_file_is_packed_once(server: TestServer) -> None:
    path = f"/assets/{ASSETS[0].name}"
    packed = server.http("GET", path, headers=GZIP)
    assert gzip.decompress(packed.body) == ASSETS[0].read_bytes() == server.http("GET", path).body
    assert packed.headers["content-type"].startswith("text/javascript")
    assert packed.headers["cache-control"] == "public, max-age=31536000, immutable"
    before = compression._pack_file.cache_info().misses
    assert server.http("GET", path, headers=GZIP).body == packed.body
    assert compression._pack_file.cache_info().misses == before
    kept = {"If-None-Match": packed.headers["etag"], **GZIP}
    assert server.http("GET", path, headers=kept).status == 304
    part = server.http("GET", path, headers={"Range": "bytes=0-9", **GZIP})
    assert (part.status, part.body) == (206, ASSETS[0].read_bytes()[:10])


def test_what_is_somebodys_own_is_not_packed(server: TestServer) -> None:
    client = TestClient(server)
    for _ in range(8):
        client.create("knopf")
    reply = server.http("GET", "/api/tables", key=client.key, headers=GZIP)
    assert len(reply.body) > compression.SHORTEST and "content-encoding" not in reply.headers


@pytest.fixture(name="strict")
def strict_server(tmp_path: Path) -> Iterator[TestServer]:
    """Where an address may do ten things at once, and then next to nothing."""
    with running_server(tmp_path, rate=0.001, burst=1) as server:
        yield server


def test_every_request_is_counted(strict: TestServer) -> None:
    paths = ["/", f"/assets/{ASSETS[0].name}", "/api/phrases/en", "/api/games", "/api/games/knopf/paper", "/metrics"]
    assert [strict.http("GET", path).status for path in paths] == [200] * len(paths)
    assert [strict.http("GET", path).status for path in paths] == [200] * 4 + [429] * 2
    assert {strict.http("GET", path).status for path in (*paths, "/t/22222222", "/nowhere")} == {429}
    assert strict.http("GET", "/health").status == 200, "whoever watches over the server is answered"


def test_connecting_is_counted(strict: TestServer) -> None:
    for _ in range(10 // CONNECT_COST):
        client = TestClient(strict)
        client.open()
        client.close()
    late = TestClient(strict)
    late.open()
    assert late.await_close() == TOO_FAST
    assert strict.app.refused["too_many_questions"] == 1
    assert not strict.app.limiter.usage(), "a refused socket is not counted as open"


def test_nonsense_is_counted_for_the_address(tmp_path: Path) -> None:
    with running_server(tmp_path, rate=0.001, burst=MAX_UNREADABLE) as server:
        closed = []
        for _ in range(10):
            client = TestClient(server)
            client.open()
            client.send_until_closed(["nonsense"] * MAX_UNREADABLE)
            closed.append(client.await_close())
        assert closed[0] == NOT_UNDERSTOOD and closed[-1] == TOO_FAST
        assert server.http("GET", "/api/games").status == 429
