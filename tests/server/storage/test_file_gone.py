"""A database file that is removed or replaced under a running server: nothing more is acknowledged."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from tests.support.client import Rejected, connected_clients
from tests.support.server import TestServer, running_server

pytestmark = pytest.mark.skipif(os.name != "posix", reason="elsewhere an open file cannot be removed")


def remove(db: Path) -> None:
    for file in db.parent.glob(f"{db.name}*"):
        if not file.name.endswith(".lock"):
            file.unlink()


def replace(db: Path) -> None:
    other = db.with_name("other.db")
    other.write_bytes(b"")
    other.replace(db)


def health(server: TestServer) -> tuple[int, dict[str, object]]:
    reply = server.http("GET", "/health")
    return reply.status, reply.json()


@pytest.mark.parametrize("happens", [remove, replace])
def test_a_vanished_database_is_noticed_and_nothing_is_acknowledged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, happens: object
) -> None:
    with running_server(tmp_path / "tables.db") as server, connected_clients(server, 1) as (client,):
        table = client.create("knopf", names=["Ans", "Bob"])
        seen = client.watch(table)
        client.play(table, 0, seen.view["choices"][0]["move"])
        version = seen.version
        assert callable(happens)
        happens(server.db)
        with caplog.at_level(logging.ERROR):
            for _ in range(30):
                with pytest.raises(Rejected) as refused:
                    client.play(table, seen.view["player"], seen.view["choices"][0]["move"])
                assert refused.value.key == "server.store.failed"
        lines = [record for record in caplog.records if "could not be stored" in record.message]
        assert 1 <= len(lines) < 30, "a line a second, not one a move"
        assert not [record for record in lines if record.exc_info]
        assert "database file" in lines[0].message
        assert seen.version == version
        status, report = health(server)
        assert (status, report["ok"], report["storage"]) == (503, False, "failing")


def test_a_removed_write_ahead_log_is_noticed_and_nothing_is_lost(tmp_path: Path) -> None:
    with running_server(tmp_path / "tables.db") as server, connected_clients(server, 1) as (client,):
        table = client.create("knopf", names=["Ans", "Bob"])
        seen = client.watch(table)
        for _ in range(3):
            client.play(table, seen.view["player"], seen.view["choices"][0]["move"])
        events = list(seen.events)
        server.db.with_name("tables.db-wal").unlink()
        for _ in range(3):
            with pytest.raises(Rejected) as refused:
                client.play(table, seen.view["player"], seen.view["choices"][0]["move"])
            assert refused.value.key == "server.store.failed"
        status, report = health(server)
        assert (status, report["storage"]) == (503, "failing")
        server.stop()
        assert server.stored_events(table) == events
        server.start()
        client.connect()
        client.play(table, seen.view["player"], seen.view["choices"][0]["move"])


def test_a_disk_without_room_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from speelkist.server.http import health as module

    with running_server(tmp_path / "tables.db") as server:
        assert health(server)[0] == 200
    monkeypatch.setattr(module, "LEAST_FREE", 1 << 60)
    with running_server(tmp_path / "tables.db") as server:
        status, report = health(server)
        assert (status, report["ok"], report["storage"]) == (503, False, "ok")
