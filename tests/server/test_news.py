"""What server processes bring each other along with a nudge: events without secrets, in texts that NOTIFY takes."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speelkist.server.cluster.pubsub import LONGEST_TEXT, pack_notifications
from speelkist.server.live.events import AnyEvent, Moved, Renamed, Seated, encode_event
from speelkist.server.storage.event_store import MAX_INLINE_EVENTS, PendingWrite, StoredEvent, _news, read_news


def news_of(*events: tuple[AnyEvent, str | None]) -> str:
    """What is told when these events are stored behind event 4."""
    rows: list[tuple[str, int, int, str, str | None, str | None]] = [
        ("abcd2345", 5 + index, 99, encode_event(event).decode(), secret, None)
        for index, (event, secret) in enumerate(events)
    ]
    loop = asyncio.new_event_loop()
    try:
        return _news(PendingWrite("abcd2345", rows, loop.create_future()))
    finally:
        loop.close()


def test_events_are_brought_along() -> None:
    table, number, news = news_of((Moved(0, "b2-e2-h5"), None), (Renamed(1, "Zoë\u2028\n:"), None)).split(":", 2)
    assert (table, number) == ("abcd2345", "6")
    assert "\n" not in news
    assert read_news(news) == [
        StoredEvent(5, 99, Moved(0, "b2-e2-h5"), None, None),
        StoredEvent(6, 99, Renamed(1, "Zoë\u2028\n:"), None, None),
    ]


def test_no_secret_and_nothing_long_is_brought_along() -> None:
    assert news_of((Moved(0, "b2"), None), (Seated(0, "Ans", "0a"), "the hash of a key")) == "abcd2345:6"
    assert news_of((Moved(0, "x" * MAX_INLINE_EVENTS), None)) == "abcd2345:5"


@pytest.mark.parametrize("news", ["", "[", "{}", '[[1,2,"{}",null]]', '[[1,2,"{\\"kind\\":\\"unheard of\\"}",null]]'])
def test_what_cannot_be_read_is_only_a_nudge(news: str) -> None:
    assert read_news(news) == []


@given(st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), min_size=1, max_size=1500)))
def test_texts_hold_all_items_and_are_short_enough(items: list[str]) -> None:
    texts = pack_notifications(items)
    assert [item for text in texts for item in text.split("\n")] == items
    assert all(len(text.encode()) <= LONGEST_TEXT for text in texts)
    for one, after in pairwise(texts):  # none is begun before it must be
        assert len(f"{one}\n{after.split(chr(10))[0]}\n".encode()) > LONGEST_TEXT
