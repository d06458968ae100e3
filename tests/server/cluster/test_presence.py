"""Who is connected to a table through another process: asked, told, believed for a while."""

from __future__ import annotations

from typing import Any

import pytest

from speelkist.server.cluster import presence
from speelkist.server.cluster.messages import ClusterMessage, PresenceQuery, PresenceReport
from speelkist.server.cluster.presence import SILENT_MS, ClusterPresence, RemotePresence

TABLE, OTHER = "abcd2345", "bcde2345"


class FakeTable:
    """A table with these seats and spectators connected to this process."""

    def __init__(self, *seats: int, spectators: int = 0) -> None:
        self.seats = set(seats)
        self.spectators = spectators
        self.subscribers: set[Any] = set()
        self.remote: dict[str, RemotePresence] = {}
        self.last_announced: PresenceReport | None = None

    def local_seats(self) -> set[int]:
        return self.seats

    def local_spectators(self) -> int:
        return self.spectators


class FakePublisher:
    """Keeps what is published by this process."""

    process = "ours"

    def __init__(self, shared: bool = True) -> None:
        self.shared = shared
        self.sent: list[ClusterMessage] = []

    def publish(self, message: ClusterMessage) -> None:
        self.sent.append(message)


class Setup:
    """Presence at one table, with everything it does kept."""

    def __init__(self, table: FakeTable, shared: bool = True) -> None:
        self.table = table
        self.publisher = FakePublisher(shared)
        self.changed: list[str] = []
        self.presence = ClusterPresence(self.publisher, {TABLE: table}, self.changed.append)


def test_a_change_is_announced_once() -> None:
    setup = Setup(FakeTable(1, 0, spectators=2))
    setup.presence.announce(TABLE)
    setup.presence.announce(TABLE)
    assert setup.publisher.sent == [PresenceReport("ours", TABLE, (0, 1), 2)]
    setup.table.seats = {1}
    setup.presence.announce(TABLE)
    setup.presence.announce(TABLE, force=True)
    setup.presence.announce(OTHER, force=True)  # not in memory
    assert setup.publisher.sent[1:] == [PresenceReport("ours", TABLE, (1,), 2)] * 2


def test_nothing_is_announced_where_there_are_no_other_processes() -> None:
    setup = Setup(FakeTable(0), shared=False)
    setup.presence.announce(TABLE, force=True)
    assert setup.publisher.sent == []


def test_a_query_is_answered_but_not_our_own() -> None:
    setup = Setup(FakeTable(0))
    setup.presence.query(TABLE)
    assert setup.publisher.sent == [PresenceQuery("ours", TABLE)]
    setup.presence.on_remote_message(PresenceQuery("ours", TABLE))
    setup.presence.on_remote_message(PresenceQuery("theirs", OTHER))
    assert len(setup.publisher.sent) == 1
    setup.presence.on_remote_message(PresenceQuery("theirs", TABLE))
    assert setup.publisher.sent[1:] == [PresenceReport("ours", TABLE, (0,), 0)]
    assert setup.changed == []


def test_reports_are_kept_by_process_until_nobody_is_left_there() -> None:
    setup = Setup(FakeTable(0))
    setup.presence.on_remote_message(PresenceReport("theirs", TABLE, (1,), 0))
    setup.presence.on_remote_message(PresenceReport("third", TABLE, (), 4))
    setup.presence.on_remote_message(PresenceReport("ours", TABLE, (0,), 9))  # our own words come back
    setup.presence.on_remote_message(PresenceReport("theirs", OTHER, (0,), 9))
    assert {process: (there.seats, there.spectators) for process, there in setup.table.remote.items()} == {
        "theirs": (frozenset({1}), 0),
        "third": (frozenset(), 4),
    }
    setup.presence.on_remote_message(PresenceReport("theirs", TABLE, (), 0))
    assert set(setup.table.remote) == {"third"}
    assert setup.changed == [TABLE] * 3


def test_presence_of_a_silent_process_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000
    monkeypatch.setattr(presence, "now_ms", lambda: now)
    setup = Setup(FakeTable())
    setup.presence.on_remote_message(PresenceReport("theirs", TABLE, (1,), 0))
    now += SILENT_MS // 2
    setup.presence.on_remote_message(PresenceReport("third", TABLE, (0,), 0))
    now += SILENT_MS // 2
    setup.presence.drop_silent()
    assert set(setup.table.remote) == {"theirs", "third"}
    now += 1
    setup.presence.drop_silent()
    assert set(setup.table.remote) == {"third"}
    assert setup.changed == [TABLE] * 3
