"""Events and answers as JSON with the standard library alone, letter by letter as the server writes them."""

from __future__ import annotations

import dataclasses
import json
import types
from functools import cache
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from speelkist.table.events import AnyEvent

_KINDS: dict[str, type] = {kind.__dataclass_fields__["kind"].default: kind for kind in get_args(AnyEvent)}


def encode(value: Any) -> str:
    """Plain data as JSON; dataclasses too, with all their fields."""
    return json.dumps(value, default=_fields, separators=(",", ":"), ensure_ascii=False)


def decode_event(data: str) -> AnyEvent:
    """The event that JSON holds.

    :raises ValueError: it is not JSON, its kind is unknown, or its fields are wrong.
    """
    fields = json.loads(data)
    kind = _KINDS.get(str(fields.get("kind"))) if isinstance(fields, dict) else None
    if kind is None:
        raise ValueError("unknown kind of event")
    return cast(AnyEvent, read(kind, fields))


def read(kind: Any, value: Any) -> Any:
    """Data of JSON as a value of a type.

    :raises ValueError: it is none.
    """
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _read_either(get_args(kind), value)
    if origin is list and isinstance(value, list):
        return [read(get_args(kind)[0], item) for item in value]
    if origin is dict and isinstance(value, dict):
        return {str(name): read(get_args(kind)[1], item) for name, item in value.items()}
    if origin is Literal and value in get_args(kind):
        return value
    if dataclasses.is_dataclass(kind) and isinstance(kind, type) and isinstance(value, dict):
        return _read_fields(kind, value)
    if kind is Any or (kind in (str, int, bool, type(None)) and type(value) is kind):
        return value
    raise ValueError(f"{str(value)[:40]!r} is not {kind}")


def _read_either(kinds: tuple[Any, ...], value: Any) -> Any:
    for kind in kinds:
        try:
            return read(kind, value)
        except ValueError:
            continue
    raise ValueError(f"{str(value)[:40]!r} is none of {kinds}")


def _read_fields(kind: type, value: dict[str, Any]) -> Any:
    hints = _hints(kind)
    given = {field.name for field in dataclasses.fields(kind) if field.init and field.name in value}
    try:
        return kind(**{name: read(hints[name], value[name]) for name in given})
    except TypeError as error:
        raise ValueError(str(error)) from None


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _fields(value: Any) -> dict[str, Any]:
    if not dataclasses.is_dataclass(value):
        raise TypeError(f"{type(value).__name__} cannot be written as JSON")
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
