"""Pub/sub over LISTEN and NOTIFY, with a connection of the test's own; test_postgres.py has the real one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from speelkist.server.cluster.messages import ClusterMessage, PresenceQuery, TableDeleted, encode_message
from speelkist.server.cluster.pubsub import MAX_NOTIFICATION_BYTES, PostgresPubSub, pack_notifications

OWN_PID, OTHER_PID = 11, 12


class FakeConnection:
    """Keeps what it is to send, and breaks when told to."""

    def __init__(self, on_notification: Callable[[int, str], None], on_closed: Callable[[], None]) -> None:
        self.receive = on_notification
        self.on_closed = on_closed
        self.sent: list[str] = []
        self.broken = self.closed = False

    async def notify(self, text: str) -> None:
        if self.broken:
            raise ConnectionResetError
        self.sent.append(text)

    async def close(self) -> None:
        self.closed = True


class Network:
    """Opens connections; the first ``refusals`` tries after the first connection fail."""

    def __init__(self, refusals: int = 0) -> None:
        self.connections: list[FakeConnection] = []
        self.refusals = refusals

    async def connect(
        self, on_notification: Callable[[int, str], None], on_closed: Callable[[], None]
    ) -> FakeConnection:
        if self.connections and self.refusals:
            self.refusals -= 1
            raise ConnectionRefusedError
        self.connections.append(FakeConnection(on_notification, on_closed))
        return self.connections[-1]


def test_messages_are_sent_once_and_received_from_others_only() -> None:
    received: list[ClusterMessage] = []

    async def work() -> FakeConnection:
        network = Network()
        pubsub = PostgresPubSub(network.connect, received.append, lambda: None, lambda pid: pid == OWN_PID)
        await pubsub.open()
        connection = network.connections[0]
        pubsub.publish(TableDeleted("abcd2345"))
        pubsub.publish(TableDeleted("abcd2345"))
        pubsub.publish(TableDeleted("bcde2345"))
        both = "\n".join((encode_message(TableDeleted("cdef2345")), "not a message", encode_message(QUERY)))
        connection.receive(OTHER_PID, both)
        connection.receive(OWN_PID, encode_message(TableDeleted("defg2345")))
        await pubsub.close()
        return connection

    connection = asyncio.run(work())
    sent = [encode_message(TableDeleted("abcd2345")), encode_message(TableDeleted("bcde2345"))]
    assert connection.sent == ["\n".join(sent)]
    assert received == [TableDeleted("cdef2345"), QUERY]
    assert connection.closed


QUERY = PresenceQuery("0123abcd", "abcd2345")


def test_a_broken_connection_is_replaced_and_that_is_told() -> None:
    async def work() -> None:
        network = Network(refusals=2)
        reconnected = asyncio.Event()
        pubsub = PostgresPubSub(network.connect, lambda _: None, reconnected.set, lambda _: False)
        await pubsub.open()
        first = network.connections[0]
        first.broken = True
        first.on_closed()
        pubsub.publish(QUERY)  # lost: after ``on_reconnect`` everything is published anew
        async with asyncio.timeout(30):
            await reconnected.wait()
        assert first.closed
        pubsub.publish(TableDeleted("abcd2345"))
        await pubsub.close()
        assert network.connections[1].sent == [encode_message(TableDeleted("abcd2345"))]
        assert len(network.connections) == 2

    asyncio.run(work())


@given(st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), min_size=1, max_size=1500)))
def test_texts_hold_all_lines_and_are_short_enough(lines: list[str]) -> None:
    texts = pack_notifications(lines)
    assert [line for text in texts for line in text.split("\n")] == lines
    assert all(len(text.encode()) <= MAX_NOTIFICATION_BYTES for text in texts)
    for text, following in pairwise(texts):  # none is begun before it must be
        assert len(f"{text}\n{following.split(chr(10))[0]}\n".encode()) > MAX_NOTIFICATION_BYTES
