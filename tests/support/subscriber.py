"""A subscriber of a live table without a socket."""

from __future__ import annotations

import json
from typing import Any


class RecordingSubscriber:
    """Keeps every message that it is sent."""

    def __init__(self, owner: str, network: str = "") -> None:
        self.owner = owner
        self.network = network
        self.received: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        """What a socket would send."""
        self.received.append(json.loads(message))

    def versions(self) -> list[int]:
        """The versions of all events it was sent, in order."""
        return [event["version"] for message in self.received for event in message.get("events", ())]

    def last(self, field: str) -> Any:
        """What a field was in the last message that had it; others, such as who is present, may come after that."""
        return next((message[field] for message in reversed(self.received) if field in message), None)

    def present(self) -> list[bool]:
        """Who is present, as it was last sent."""
        return list(self.last("present"))
