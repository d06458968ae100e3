"""Garbage is looked for when it is quiet, when there is very much of it, and at the latest after a while.

What is ours of a closed socket is none.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator

import pytest
from websockets.sync.client import connect

from speelkist.server import garbage
from speelkist.server.ws.handlers import MessageHandler
from speelkist.server.ws.protocol import PROTOCOL
from speelkist.server.ws.session import Session
from tests.support.client import TestClient
from tests.support.server import TestServer

PARTS = (Session, MessageHandler)  # of a socket


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.enable()
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def test_all_objects_are_looked_through_in_a_quiet_minute_or_after_ten() -> None:
    assert garbage.is_due(61, load=0.05)
    assert not garbage.is_due(59, load=0.05)
    assert not garbage.is_due(599, load=0.9)
    assert garbage.is_due(601, load=0.9)


def living_parts() -> list[object]:
    return [thing for thing in gc.get_objects() if type(thing) in PARTS]


@pytest.mark.parametrize("politely", [True, False])
def test_what_is_ours_of_a_closed_socket_is_freed_without_a_look(server: TestServer, politely: bool) -> None:
    gc.collect()
    gc.disable()
    others = living_parts()  # of sockets that other tests left; kept, so that no new part can be taken for one of them

    def count() -> int:
        return sum(not any(part is other for other in others) for part in living_parts())

    with connect(f"ws://127.0.0.1:{server.port}/socket") as line:
        line.send(f'{{"say":"hello","protocol":{PROTOCOL},"key":"{TestClient(server).key}"}}')
        assert '"welcome"' in str(line.recv(30))
        assert count() == len(PARTS)
        if not politely:
            line.socket.shutdown(2)
    end = time.monotonic() + 5
    while count() > 0 and time.monotonic() < end:
        time.sleep(0.01)
    assert count() == 0


def test_closed_sockets_that_nobody_can_wait_for_are_freed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Socket:
        def __init__(self) -> None:
            self.itself = self

    def living() -> int:
        return sum(type(thing) is Socket for thing in gc.get_objects())

    monkeypatch.setattr(garbage, "MANY", 5_000)
    garbage.tune_gc()
    made = 20_000
    for _ in range(made):
        Socket()
    assert living() < made / 2


def test_playing_on_starts_no_collection() -> None:
    garbage.tune_gc()
    collections = sum(generation["collections"] for generation in gc.get_stats())
    kept = [[number] for number in range(50_000)]
    assert sum(generation["collections"] for generation in gc.get_stats()) == collections
    assert len(kept) == 50_000
