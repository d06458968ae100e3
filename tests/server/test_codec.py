"""Events as JSON: every kind reads back as it was written, and what is wrong is refused."""

from __future__ import annotations

import dataclasses
import json
import typing
from typing import Any

import msgspec
import pytest

from speelkist.server.codec import decode_event, encode_event
from speelkist.table.events import AnyEvent, Created, Moved

SAMPLES: dict[str, Any] = {"int": 3, "str": "text", "list[str]": ["person"], "list[int]": [0, 1]}
SAMPLES |= {"dict[str, OptionData]": {"target": 8, "holes": ["a1"], "loud": True}}


def sample(kind: type[Any]) -> Any:
    """An event of a kind, with its defaults where it has some."""
    required = [field for field in dataclasses.fields(kind) if field.init and field.default is dataclasses.MISSING]
    return kind(**{field.name: SAMPLES[str(field.type)] for field in required})


@pytest.mark.parametrize("kind", typing.get_args(AnyEvent))
def test_every_kind_reads_back(kind: type[Any]) -> None:
    event = sample(kind)
    assert decode_event(encode_event(event)) == event
    assert decode_event(encode_event(event).encode()) == event
    assert json.loads(encode_event(event))["kind"] == event.kind


def test_kinds_are_different() -> None:
    kinds = [sample(kind).kind for kind in typing.get_args(AnyEvent)]
    assert len(set(kinds)) == len(kinds)


def test_what_is_left_out_has_its_default() -> None:
    assert decode_event('{"kind":"moved","seat":1,"move":"b2"}') == Moved(1, "b2")
    created = decode_event('{"kind":"created","game":"x","version":1,"options":{},"seats":[],"commitment":""}')
    assert created == Created("x", 1, {}, [], "")


@pytest.mark.parametrize(
    "data", ["", "[", "{}", "[]", '{"kind":1}', '{"kind":"unknown"}', '{"kind":"moved"}', '{"kind":"moved","seat":"1"}']
)
def test_what_is_wrong_is_refused(data: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_event(data)
