"""Events as JSON, the same for disk and wire. An event says its kind; the kind says its fields."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from speelkist.table.events import AnyEvent


class _Kind(msgspec.Struct):
    kind: str


_kind_of = msgspec.json.Decoder(_Kind).decode
_decoders: dict[str, msgspec.json.Decoder[Any]] = {
    event.__dataclass_fields__["kind"].default: msgspec.json.Decoder(event) for event in get_args(AnyEvent)
}
_encode = msgspec.json.Encoder().encode


def encode_event(event: AnyEvent) -> str:
    """An event as JSON."""
    return _encode(event).decode()


def decode_event(data: str | bytes) -> AnyEvent:
    """The event that JSON holds.

    :raises msgspec.DecodeError: it is not JSON, its kind is unknown, or its fields are wrong.
    """
    kind = _kind_of(data).kind
    decoder = _decoders.get(kind)
    if decoder is None:
        raise msgspec.ValidationError(f"unknown kind of event: {kind}")
    event: AnyEvent = decoder.decode(data)
    return event
