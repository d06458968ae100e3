"""A bot that the host has installed sits at a table and plays there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from speelkist.bots import own_bots
from speelkist.core import load
from tests.support.client import connected_clients
from tests.support.server import running_server

MODULE = """
class LastMove:
    def __init__(self, seed):
        pass

    def choose(self, state):
        return state.legal()[-1]
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package as pip leaves it; the workers have the path of this process."""
    folder = tmp_path / "site"
    facts = folder / "lasting-1.0.dist-info"
    facts.mkdir(parents=True)
    (folder / "lasting_bots.py").write_text(MODULE)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: lasting\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[speelkist.bots]\nlasting = lasting_bots:LastMove\n")
    monkeypatch.syspath_prepend(str(folder))
    own_bots.installed_bots.cache_clear()
    yield "lasting"
    own_bots.installed_bots.cache_clear()
    sys.modules.pop("lasting_bots", None)


def test_an_installed_bot_plays_at_a_table(installed: str, tmp_path: Path) -> None:
    with running_server(tmp_path) as server, connected_clients(server, 1) as (ans,):
        assert installed in server.http("GET", "/api/games").json()["players"]
        table = ans.create("knopf", seats=["person", installed], name="Ans")
        ans.watch(table)
        ans.play(table, 0, "b2-a1")
        seen = ans.tables[table]
        while seen.view["player"] != 0:
            ans.receive()
        after = load("knopf").start().play("b2-a1")
        moves = [event for event in seen.events if event["kind"] == "moved"]
        assert moves[-1]["move"] == after.legal()[-1].text
