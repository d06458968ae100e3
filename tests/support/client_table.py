"""A table as a client of the tests knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.support.dice import DiceFold


@dataclass
class ClientTable:
    """Every event that a client was sent of a table, and the last view it was sent."""

    events: list[Any] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    view: Any = None
    board: Any = None
    seats: Any = None
    yours: list[int] = field(default_factory=list)
    state: str = ""
    last: list[str] = field(default_factory=list)
    changes: list[Any] = field(default_factory=list)
    deadline: int | None = None
    present: list[bool] = field(default_factory=list)
    watchers: int = 0
    dice: DiceFold = field(default_factory=DiceFold)

    @property
    def version(self) -> int:
        """The version of the last event."""
        return len(self.events)

    def apply(self, message: Mapping[str, Any]) -> None:
        """Take a ``snapshot`` or an ``update``: its events must follow those we have, without gap or repeat."""
        for entry in message["events"]:
            assert entry["version"] == self.version + 1, f"event {entry['version']} after {self.version}"
            self.events.append(entry["event"])
            self.times.append(entry["at"])
            self.dice.apply(entry["event"])
        assert message["version"] == self.version
        self.view, self.last = message["view"], message["last"]
        self.deadline = message.get("deadline")
        self.board = message.get("board") or self.board
        self.seats = message.get("seats") or self.seats
        self.state = message.get("state") or self.state
        if message.get("yours") is not None:
            self.yours = message["yours"]
        self.changes = message.get("changes", [])
        assert self.view["board"] == self.board["key"], "drawn on the wrong board"
