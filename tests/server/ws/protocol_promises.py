"""What the protocol promises about a table's log, checked after everything has happened."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import msgspec

from speelkist.core import read_seed
from speelkist.server.codec import decode_event
from speelkist.table.history import record
from speelkist.table.identity import owner_hash
from speelkist.table.table import PendingEvent, Table
from tests.support.client import TestClient
from tests.support.server import TestServer


@dataclass
class Request:
    """Something that a client once asked, and the version it became, if it was accepted."""

    client: TestClient
    message: dict[str, Any]
    version: int | None = None


def check_table(server: TestServer, clients: list[TestClient], table: str) -> None:
    """The stored log replays without a gap, and every client has it, with the views that follow from it."""
    rows = server.event_rows(table)
    assert [version for version, *_ in rows] == list(range(1, len(rows) + 1))
    log = [event for _, _, event, _ in rows]
    seed = json.loads(rows[0][3] or "")["seed"]
    made = Table(table)
    views: dict[int, Any] = {}
    for version, at, event, secret in rows:
        made.apply(
            PendingEvent(decode_event(json.dumps(event)), secret), version, at
        )  # an illegal move would be refused here
        views[version] = (
            made.view(),
            made.status,
            [made.seats_of(owner_hash(client.key)) for client in clients],
            made.last,
        )
    kept = record(made)
    assert kept.verify(read_seed(seed)).throws == made.match.throws
    assert kept.last() == made.state
    for index, client in enumerate(clients):
        seen = client.tables[table]
        assert seen.events == log[: seen.version]
        view, status, yours, last = views[seen.version]
        assert seen.view == json.loads(msgspec.json.encode(view))
        assert (seen.state, seen.yours, seen.last) == (status, yours[index], last)
        assert seen.times == [at for _, at, *_ in rows][: seen.version]
        keys = [client.key for client in clients]
        hidden = keys + [owner_hash(key) for key in keys]
        for text in client.received:
            assert seed not in text or '"kind":"ended"' in text
            assert not [secret for secret in hidden if secret in text]


def check_accepted(server: TestServer, request: Request) -> None:
    """What was acknowledged is there, at its version."""
    kinds = {
        "sit": "seated",
        "commit": "committed",
        "reveal": "revealed",
        "rename": "renamed",
        "play": "moved",
        "resign": "resigned",
        "keep": "deletion_refused",
        "give_to_bot": "seat_given_to_bot",
    }
    kinds |= {"reclaim": "seat_reclaimed", "rematch": "rematched"}
    event = server.stored_events(request.message["table"])[(request.version or 0) - 1]
    kind = request.message["say"]
    if kind in kinds:
        assert event["kind"] == kinds[kind]
    elif kind == "undo":
        assert event["kind"] in ("undo_asked", "undone")
    else:
        assert event["kind"] in ("undo_agreed", "undo_refused")
