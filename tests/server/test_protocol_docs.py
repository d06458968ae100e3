"""docs/protocol.md is true: every example decodes, every kind has one, and its conversation is held for real."""

from __future__ import annotations

import dataclasses
import json
import re
import typing
from collections import deque
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.routing import Route

from speelkist.core.view import read_phrase
from speelkist.server.codec import decode_event, encode_event
from speelkist.server.ws import protocol
from speelkist.table.analysis import Analysis
from speelkist.table.creation import TableRequest
from speelkist.table.events import AnyEvent
from speelkist.table.identity import owner_hash
from tests.support.client import TestClient
from tests.support.server import TestServer
from tools import protocol_types

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)]
LINES = "".join(re.findall(r"```conversation\n(.*?)```", TEXT, re.DOTALL)).splitlines()
LEFT_OUT = "…"


def tag_of(kind: Any) -> str:
    """What a message or an event says of itself."""
    if dataclasses.is_dataclass(kind):
        return str(kind.__dataclass_fields__["kind"].default)
    return str(kind.__struct_config__.tag)


def marks_of(kind: Any) -> dict[str, str]:
    """The fields, with the mark of those that may be left out; events are sent with all of theirs."""
    if dataclasses.is_dataclass(kind):
        return {field.name: "" for field in dataclasses.fields(kind)}
    return {field.encode_name: "" if field.required else "?" for field in msgspec.structs.fields(kind)}


def type_of(example: dict[str, Any]) -> Any:
    """What an example is an example of."""
    if "say" in example and isinstance(example["say"], str):
        return protocol.FromBrowser | protocol.FromServer
    return TableRequest if "game" in example else None


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example.get("say", example.get("kind", "")))[:20])
def test_an_example_is_what_the_types_say_and_nothing_more(example: dict[str, Any]) -> None:
    if "kind" in example:
        assert json.loads(encode_event(decode_event(json.dumps(example)))) == example
        return
    kind = type_of(example)
    if kind is None:  # a phrase, or a result with its sentence
        phrase = read_phrase(example.get("say", example))
        assert phrase.say("en") and phrase.say("nl")
        return
    read = msgspec.json.decode(json.dumps(example), type=kind)
    assert json.loads(msgspec.json.encode(read)) == example | ({} if kind is not TableRequest else vars_of(read))
    for numbered in example.get("events", []):
        assert json.loads(encode_event(decode_event(json.dumps(numbered["event"])))) == numbered["event"]


@pytest.mark.parametrize(("field", "kind"), [("moves", protocol.HintData), ("curves", Analysis)])
def test_the_data_of_an_answer_are_what_the_types_say(field: str, kind: Any) -> None:
    (data,) = [item["data"] for item in EXAMPLES if item.get("say") == "accepted" and field in item.get("data", {})]
    assert json.loads(msgspec.json.encode(msgspec.convert(data, kind))) == data
    suggested = data["moves"] if field == "moves" else [item["better"] for item in data["turning"]]
    assert suggested
    for item in suggested:
        assert read_phrase(item["reason"]).say("en") and read_phrase(item["reason"]).say("nl")


def vars_of(struct: Any) -> dict[str, Any]:
    """A request with its defaults; it refuses unknown fields by itself."""
    return {name: getattr(struct, name) for name in struct.__dataclass_fields__}


@pytest.mark.parametrize(
    ("union", "field"), [(protocol.FromBrowser, "say"), (protocol.FromServer, "say"), (AnyEvent, "kind")]
)
def test_every_kind_has_an_example(union: Any, field: str) -> None:
    tags = {tag_of(kind) for kind in typing.get_args(union)}
    assert tags <= {example.get(field) for example in EXAMPLES if isinstance(example.get(field), str)}


def test_keys_and_texts_in_the_examples_are_ones_the_server_takes() -> None:
    (key,) = [example["key"] for example in EXAMPLES if example.get("say") == "hello"]
    assert owner_hash(key)


def test_every_request_has_a_row(server: TestServer) -> None:
    """A route names its variables in braces, the page in capitals or by an example."""
    routes = [route for route in server.app.routes if isinstance(route, Route) and route.path.startswith("/api/")]
    assert len(routes) > 20
    for route in routes:
        path = re.sub(r"\\{\w+\\}", "[^/`?]+", re.escape(route.path))
        for method in (route.methods or set()) - {"HEAD"}:
            assert re.search(rf"`{method} {path}[`?]", TEXT), f"{method} {route.path}"


# --- the conversation -------------------------------------------------------------------------------------------------


def matches(documented: Any, actual: Any) -> bool:
    """Whether the server said what the page tells; what is left out there may be anything, but must be there."""
    if documented == LEFT_OUT:
        return True
    if isinstance(documented, dict):
        return (
            isinstance(actual, dict)
            and set(documented) == set(actual)
            and all(matches(documented[key], actual[key]) for key in documented)
        )
    if isinstance(documented, list):
        return (
            isinstance(actual, list)
            and len(documented) == len(actual)
            and all(matches(item, other) for item, other in zip(documented, actual, strict=True))
        )
    return bool(documented == actual)


class Speaker:
    """One of the two, acting as the page says."""

    def __init__(self, server: TestServer) -> None:
        self.client = TestClient(server)
        self.answers: deque[str] = deque()

    def says(self, what: str) -> None:
        if what == "CLOSE":
            self.client.close()
        elif what.startswith(("POST ", "GET ")):
            method, path, *body = what.split(" ", 2)
            data = json.loads(body[0]) if body else None
            reply = self.client.server.http(method, path, data, self.client.key)
            self.answers.append(f"{reply.status} {reply.text}")
        else:
            message = json.loads(what)
            if message["say"] == "hello":
                message["key"] = self.client.key
                self.client.open()
            self.client.send(message)

    def hears(self, documented: dict[str, Any]) -> None:
        """The next message must be this one; who comes and goes is told when the page speaks of it."""
        while True:
            actual = json.loads(self.client.receive_text())
            if matches(documented, actual):
                return
            assert actual["say"] == "presence", f"told: {documented}\nfound: {actual}"


def test_the_conversation_goes_as_it_is_told(server: TestServer) -> None:
    speakers = {"ans": Speaker(server), "bob": Speaker(server)}
    address = ""
    for line in LINES:
        who, mark, what = re.fullmatch(r"(\w+)([<>]) (.*)", line).groups()  # type: ignore[union-attr]
        speaker = speakers[who]
        if mark == ">":
            speaker.says(what.replace("k7m3p9xq", address or "k7m3p9xq"))
        elif what.startswith("{"):
            speaker.hears(json.loads(what.replace("k7m3p9xq", address)))
        elif what.startswith("201 "):
            status, _, body = speaker.answers.popleft().partition(" ")
            assert (status, set(json.loads(body))) == ("201", set(json.loads(what[4:])))
            address = json.loads(body)["table"]
        else:
            assert speaker.answers.popleft().splitlines()[0] == what
    for speaker in speakers.values():
        speaker.client.close()
    assert len(server.stored_events(address)) == 10


# --- the browser's types ----------------------------------------------------------------------------------------------


def test_the_browsers_types_are_up_to_date() -> None:
    for file, text in protocol_types.files().items():
        assert (ROOT / file).read_text(encoding="utf-8") == text, "renew it: python -m tools.protocol_types"


def test_the_browsers_types_name_every_message_and_event() -> None:
    made = (ROOT / protocol_types.FILE).read_text(encoding="utf-8")
    for union in (protocol.FromBrowser, protocol.FromServer, AnyEvent):
        for kind in typing.get_args(union):
            body = made.partition(f"export interface {kind.__name__} {{\n")[2].partition("\n}")[0]
            assert f'  {"kind" if union is AnyEvent else "say"}: "{tag_of(kind)}";' in body
            for name, mark in marks_of(kind).items():
                assert f"  {name}{mark}: " in body, (kind, name)
