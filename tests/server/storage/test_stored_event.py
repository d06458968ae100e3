"""What server processes send each other of stored events: never a secret, and nothing long."""

from __future__ import annotations

import pytest

from speelkist.server.cluster.messages import EventsStored, InlineEvent, decode_message, encode_message
from speelkist.server.cluster.pubsub import MAX_NOTIFICATION_BYTES
from speelkist.server.codec import encode_event
from speelkist.server.storage.stored_event import (
    MAX_INLINE,
    MAX_INLINE_EVENTS,
    EventRow,
    StoredEvent,
    announcement,
    read_inline_events,
)
from speelkist.table.events import AnyEvent, Moved, Renamed, Seated


def announced(*events: tuple[AnyEvent, str | None]) -> EventsStored:
    """What another process receives when these events are stored behind version 4."""
    rows: list[EventRow] = [
        ("abcd2345", 5 + index, 99, encode_event(event), secret, None) for index, (event, secret) in enumerate(events)
    ]
    message = decode_message(encode_message(announcement(rows)))
    assert isinstance(message, EventsStored)
    return message


def test_events_are_sent_along() -> None:
    message = announced((Moved(0, "b2-e2-h5"), None), (Renamed(1, "Zoë\u2028\n:"), None))
    assert (message.table_id, message.version) == ("abcd2345", 6)
    events: list[AnyEvent] = [Moved(0, "b2-e2-h5"), Renamed(1, "Zoë\u2028\n:")]
    assert read_inline_events(message.events) == [
        StoredEvent(version, 99, event, encode_event(event), None, None) for version, event in enumerate(events, 5)
    ]


def test_no_secret_and_nothing_long_is_sent_along() -> None:
    seated = announced((Moved(0, "b2"), None), (Seated(0, "Ans", "0a"), "the hash of a key"))
    assert seated == EventsStored("abcd2345", 6)
    assert announced((Moved(0, "x" * MAX_INLINE_EVENTS), None)) == EventsStored("abcd2345", 5)
    assert announced((Renamed(0, "\U0001f600" * (MAX_INLINE_EVENTS // 4)), None)) == EventsStored("abcd2345", 5)


def test_a_ready_update_is_sent_along_where_a_notification_has_room_for_it() -> None:
    rows: list[EventRow] = [("abcd2345", 5, 99, encode_event(Moved(0, "b2")), None, None)]
    for size in (10, MAX_INLINE - 200, MAX_INLINE, 3 * MAX_INLINE):
        update = b'{"x":"' + b"y" * size + b'"}'
        text = encode_message(announcement(rows, update))
        message = decode_message(text)
        assert isinstance(message, EventsStored) and message.events
        assert bytes(message.update) == (update if size < MAX_INLINE - 100 else b"")
        assert len(text.encode()) <= MAX_NOTIFICATION_BYTES and "\n" not in text
    secret: list[EventRow] = [("abcd2345", 5, 99, encode_event(Seated(0, "Ans", "0a")), "a hash", None)]
    assert announcement(secret, b"{}") == EventsStored("abcd2345", 5)


@pytest.mark.parametrize("data", ["", "[", "{}", '{"kind":"unknown kind"}'])
def test_events_that_cannot_be_read_are_left_to_the_log(data: str) -> None:
    good = InlineEvent(1, 2, encode_event(Moved(0, "b2")))
    assert read_inline_events([good]) != []
    assert read_inline_events([good, InlineEvent(2, 2, data)]) == []
