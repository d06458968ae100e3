"""Messages between server processes: one line each; what cannot be read does no harm."""

from __future__ import annotations

import pytest

from speelkist.server.cluster.messages import (
    ClusterMessage,
    EventsStored,
    InlineEvent,
    PresenceQuery,
    PresenceReport,
    TableDeleted,
    WordPublished,
    decode_message,
    encode_message,
)


@pytest.mark.parametrize(
    "message",
    [
        EventsStored("abcd2345", 7),
        EventsStored(
            "abcd2345", 7, (InlineEvent(7, 99, '{"name":"Zoë\\n"}', "digest"), InlineEvent(8, 99, "\n\u2028"))
        ),
        TableDeleted("abcd2345"),
        PresenceQuery("0123abcd", "abcd2345"),
        PresenceReport("0123abcd", "abcd2345", (0, 11), 3),
        WordPublished("0123abcd", "abcd2345", 1, "thanks"),
    ],
)
def test_a_message_is_one_line_and_comes_back_the_same(message: ClusterMessage) -> None:
    text = encode_message(message)
    assert "\n" not in text
    assert decode_message(text) == message


@pytest.mark.parametrize("text", ["", "abcd2345:7", "[]", "{}", '{"type":"later"}', '{"type":"events","table_id":7}'])
def test_what_cannot_be_read_is_left_out(text: str) -> None:
    assert decode_message(text) is None
