"""A subscriber of a live table without a socket."""

from __future__ import annotations

import json
from typing import Any


class RecordingSubscriber:
    """Keeps every message that it is sent."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.received: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        """What a socket would send."""
        self.received.append(json.loads(message))

    def versions(self) -> list[int]:
        """The versions of all events it was sent, in order."""
        return [event["version"] for message in self.received for event in message.get("events", ())]

    def present(self) -> list[bool]:
        """Who is present, as it was last sent."""
        lists = [message["present"] for message in self.received if message["say"] == "presence"]
        return list(lists[-1])
