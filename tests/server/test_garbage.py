"""Garbage is looked for when it is quiet, when there is very much of it, and at the latest after a while."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from speelkist.server import garbage


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def test_all_objects_are_looked_through_in_a_quiet_minute_or_after_ten() -> None:
    assert garbage.is_due(61, load=0.05)
    assert not garbage.is_due(59, load=0.05)
    assert not garbage.is_due(599, load=0.9)
    assert garbage.is_due(601, load=0.9)


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
