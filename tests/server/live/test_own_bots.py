"""A bot that the host has installed sits at a table and plays there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from speelkist.core import load
from tests.support.added_bot import added_bot
from tests.support.client import connected_clients
from tests.support.server import running_server


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[str]:
    """A bot that is installed."""
    with added_bot(tmp_path / "site") as name:
        yield name


def test_an_installed_bot_plays_at_a_table(installed: str, tmp_path: Path) -> None:
    with running_server(tmp_path) as server, connected_clients(server, 1) as (ans,):
        assert installed in server.http("GET", "/api/games").json()["bots"]
        table = ans.create("knopf", seats=["person", installed], name="Ans")
        ans.watch(table)
        ans.play(table, 0, "b2-a1")
        seen = ans.tables[table]
        while seen.view["player"] != 0:
            ans.receive()
        after = load("knopf").start().play("b2-a1")
        moves = [event for event in seen.events if event["kind"] == "moved"]
        assert moves[-1]["move"] == after.legal()[-1].text
