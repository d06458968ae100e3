"""Values that no field can take: refused with a sentence, never a failure of the server."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

import speelkist
from speelkist.table.creation import TableRequest
from tests.support.client import connected_clients
from tests.support.server import TestServer

HALF = "\ud800"  # half a character: nobody can write it down in UTF-8
STRINGS = [HALF, f"a{HALF}b", "\x00", "9" * 5000, "{}", "[" * 5000, "\u202e"]
VALUES: list[Any] = [*STRINGS, None, True, -1, 2**70, 1.5, [], {}, [HALF], {HALF: 1}, {"a": HALF}]


def variations(data: Any) -> Iterator[Any]:
    """A position with each of these values in the place of each of its own, one at a time."""
    items: list[Any] = list(data) if isinstance(data, dict) else list(range(len(data)))
    for key in items[:12]:
        for value in VALUES:
            changed = data.copy()
            changed[key] = value
            yield changed
        if isinstance(data[key], dict | list):
            for inner in variations(data[key]):
                changed = data.copy()
                changed[key] = inner
                yield changed


@pytest.mark.parametrize("game", speelkist.games())
def test_no_value_in_a_wanted_table_is_a_failure(server: TestServer, game: str) -> None:
    request = {"game": game}
    fields = list(TableRequest.__dataclass_fields__)
    bodies = [{**request, field: value} for field in fields for value in VALUES]
    position = json.loads(speelkist.load(game).start().to_json())
    starts = list(variations(position))
    step = max(1, len(starts) // 150)
    bodies += [{**request, "start": json.dumps(start)} for start in starts[::step]]
    bodies += [{**request, "start": json.dumps({**position, "game": value})} for value in STRINGS]
    for body in bodies:
        reply = server.http("POST", "/api/tables", body, "k" * 30)
        assert reply.status in (201, 400, 404), (reply.status, body)
        assert reply.status == 201 or reply.json()["sentence"]


@pytest.mark.parametrize(
    "path", ["tables/{}", "tables/{}/record", "tables/{table}/at/{}", "games/{}/rules", "phrases/{}"]
)
def test_no_value_in_an_address_is_a_failure(server: TestServer, path: str) -> None:
    with connected_clients(server, 1) as (client,):
        table = client.create("knopf")
    for value in ("%ed%a0%80", "%00", "%ff", "9" * 5000, "-1", "%d9%a3", "1e9", "%2e%2e%2f", "a%0d%0ab"):
        for method in ("GET", "DELETE", "PUT"):
            reply = server.http(method, "/api/" + path.format(value, table=table), key="k" * 30)
            assert 400 <= reply.status < 500, (method, path, value, reply.status)


def test_an_event_that_this_version_cannot_read_hides_one_table_only(server: TestServer) -> None:
    with connected_clients(server, 1) as (client,):
        known, newer, damaged = (client.create("knopf") for _ in range(3))
        with closing(sqlite3.connect(server.db)) as database, database:
            for table, data in (
                (newer, '{"kind":"sung","verse":3}'),
                (damaged, '{"kind":"moved","seat":0,"move":"x"}'),
            ):
                database.execute("insert into events values (?, 4, 1, ?, null, null)", (table, data))
        server.run_on_loop(forget_all(server))
        reply = server.http("GET", "/api/tables", key=client.key)
        assert [table["table"] for table in reply.json()["tables"]] == [known]
        assert server.http("GET", f"/api/tables/{newer}/record").status == 409
        assert client.rejection("watch", table=newer) == "server.table.unreadable"


async def forget_all(server: TestServer) -> None:
    server.app.live.evict_idle(-1)
