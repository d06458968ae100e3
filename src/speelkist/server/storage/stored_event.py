"""Events as they are in the log, and as they travel to other processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from speelkist.server.cluster.messages import EventsStored, InlineEvent
from speelkist.server.codec import decode_event, encode_event
from speelkist.table.events import AnyEvent
from speelkist.table.table import PendingEvent

MAX_INLINE_EVENTS = 2000  # bytes of events that are sent along to other processes
MAX_INLINE = 7600  # bytes of events and the update together; they fit into one notification

EventRow = tuple[str, int, int, str, str | None, str | None]  # table_id, version, at, data, secret, request

_encode = msgspec.json.Encoder().encode


class StoredEvent(NamedTuple):
    """An event as it is in the log."""

    version: int
    at: int
    event: AnyEvent
    data: str  # the event as JSON, on disk and on the wire
    secret: str | None
    request: str | None


def number_events(
    pending: Sequence[PendingEvent], after: int, at: int, request: str | None = None
) -> list[StoredEvent]:
    """Events as they will be stored behind version ``after``; the request belongs to the first."""
    stored = []
    for version, event in enumerate(pending, after + 1):
        stored.append(StoredEvent(version, at, event.event, encode_event(event.event), event.secret, request))
        request = None
    return stored


def announcement(rows: Sequence[EventRow], update: bytes = b"") -> EventsStored:
    """What the other processes are told of new events of a table.

    The events themselves are sent along, so that nobody has to read them, unless one has a secret or they are long;
    and so is the update for those who watch, if it is ready and not too long.
    """
    table_id, version, *_ = rows[-1]
    events = tuple(InlineEvent(version, at, data, request) for _, version, at, data, _, request in rows)
    size = len(_encode(events))
    if size > MAX_INLINE_EVENTS or any(secret is not None for *_, secret, _ in rows):
        return EventsStored(table_id, version)
    if update and size + len(update) <= MAX_INLINE:
        return EventsStored(table_id, version, events, msgspec.Raw(update))
    return EventsStored(table_id, version, events)


def read_inline_events(events: Sequence[InlineEvent]) -> list[StoredEvent]:
    """The events that another process sent along; none if one of them is of a kind that we do not know."""
    try:
        return [
            StoredEvent(event.version, event.at, decode_event(event.data), event.data, None, event.request)
            for event in events
        ]
    except msgspec.DecodeError:
        return []
