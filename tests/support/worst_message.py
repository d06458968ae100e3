"""A message of a browser with one field that holds the worst."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
from websockets.exceptions import ConnectionClosed

from speelkist.server.ws import protocol
from speelkist.table.words import Word
from tests.support.client import Rejected, TestClient
from tests.support.dice import promise_of

ARGUMENTS = ("move", "picks", "start", "tiles")  # of queries


def fields_of(kind: type[msgspec.Struct]) -> list[str]:
    return [field.name for field in msgspec.structs.fields(kind)]


def usual(table: str) -> dict[str, str]:
    """For every field of any message a value with which it may well be done, as JSON."""
    texts = {"table": table, "name": "describe", "nonce": "00" * 16, "move": "b2-b3", "bot": "simple", "code": "X" * 10}
    texts["word"] = get_args(Word)[0]
    texts["commitment"] = promise_of(texts["nonce"])
    numbers = {"seat": 0, "seen": 1, "protocol": protocol.PROTOCOL, "actions": 0}
    return {
        **{name: json.dumps(value) for name, value in (texts | numbers).items()},
        "yes": "true",
        "another": "false",
        "args": "{}",
        "key": json.dumps("k" * 32),
    }


def send_field(
    client: TestClient, kind: type[msgspec.Struct], field: str, value: str, table: str, name: str = ""
) -> None:
    """One message with this value in this field, and everything that comes of it."""
    if not client.connected:  # there was too much nonsense on the last socket
        client.connect()
    config: Any = kind.__struct_config__
    parts = {"id": json.dumps(client.new_id()), **usual(table)}
    if name:
        parts["name"] = json.dumps(name)
    parts[field] = value
    text = ",".join(f'"{part}":{parts[part]}' for part in fields_of(kind))
    try:
        client.send(f'{{"say":"{config.tag}",{text}}}')
        client.ask("unwatch", table="22222222")  # answered after it
    except (Rejected, ConnectionClosed):
        pass
