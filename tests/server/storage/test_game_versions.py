"""A table of rules that this program does not know is told as such, and does no harm to the others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.client import TestClient
from tests.support.game_packages import change_info
from tests.support.server import TestServer, running_server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestServer]:
    with running_server(tmp_path) as server:
        yield server


def test_a_table_of_another_game_version_is_refused_and_left_as_it_is(server: TestServer) -> None:
    client = TestClient(server).connect()
    other = client.create("kriskras", name="Ans")
    with pytest.MonkeyPatch.context() as later:
        change_info(later, "knopf", version=2)
        table = client.create("knopf", name="Ans")
        server.stop()
    server.start()  # an older program on the same database
    client.connect()
    assert client.rejection("watch", table=table, seen=0) == "server.table.unreadable"
    refused = server.http("GET", f"/api/tables/{table}/record")
    assert 400 <= refused.status < 500 and "version" in json.loads(refused.body)["sentence"]
    # the other tables of the same browser are still there
    listed = server.http("GET", "/api/tables", key=client.key)
    assert listed.status == 200
    assert [listed_table["table"] for listed_table in listed.json()["tables"]] == [other]
    client.watch(other)
    client.close()
