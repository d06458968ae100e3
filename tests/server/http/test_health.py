"""What /health tells a host."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import speelkist
from speelkist.server.http import health
from speelkist.server.live import tasks
from tests.support.client import connected_clients
from tests.support.server import TestServer, running_server
from tests.support.timeout import TIMEOUT


def test_health(server: TestServer) -> None:
    report = server.http("GET", "/health").json()
    assert report.pop("disk_free_mb") > 0
    assert report == {"ok": True, "version": speelkist.__version__, "storage": "ok", "workers": "ok"}


def test_health_tells_that_no_worker_can_start_and_that_they_can_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "REMEMBERED_SECONDS", 0)
    monkeypatch.setattr(tasks, "FIRST_PAUSE", 0.02)
    with running_server(tmp_path) as server, connected_clients(server, 1) as (client,):
        table = client.create("knopf", seats=["person", "random"])
        seen = client.watch(table)
        with monkeypatch.context() as broken:
            broken.setattr(sys, "executable", str(tmp_path / "no interpreter"))
            client.play(table, 0, seen.view["choices"][0]["move"])
            deadline = time.monotonic() + TIMEOUT
            while (report := server.http("GET", "/health").json())["workers"] == "ok" and time.monotonic() < deadline:
                pass
            assert report["workers"] == "failing"
            assert report["ok"], "people can play on among themselves"
        client.catch_up(table, seen.version + 1)
        assert seen.view["player"] == 0, "the computer has moved at last"
        assert server.http("GET", "/health").json()["workers"] == "ok"
