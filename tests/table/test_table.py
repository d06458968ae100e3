"""A table is what its log makes of it."""

from __future__ import annotations

import json

import pytest

from speelkist.table import commands, history
from speelkist.table import events as ev
from speelkist.table.table import REMEMBERED, PendingEvent
from tests.support.dice import SEED, settle

from .tables import ANS, BOB, CEES, PEOPLE, again, apart, lay, play, refused, take_in


def test_a_table_is_nothing_but_its_events() -> None:
    table = lay("kriskras")
    log: list[tuple[ev.AnyEvent, str | None, int]] = []

    def happen(pending: list[PendingEvent]) -> None:
        take_in(table, pending)
        log.extend((pending_event.event, pending_event.secret, table.at) for pending_event in pending)

    log.append((table.created, json.dumps({"seed": SEED}), table.at))
    happen(commands.sit(table, ANS, 0, "Ans"))
    happen(commands.sit(table, BOB, 1, "Bob"))
    log.extend((settled.event, settled.secret, table.at) for settled in settle(table))
    for _ in range(5):
        seat = table.state.player
        happen(commands.play(table, PEOPLE[seat], seat, table.version, table.state.legal()[0].text))
    happen(commands.rename(table, BOB, 1, "Bobbie"))
    happen(commands.give_to_bot(table, ANS, 1, "simple", 0, 10**9))
    happen(commands.reclaim(table, BOB, 1))
    happen(commands.transfer(table, 1, CEES))
    happen(commands.resign(table, CEES, 1))
    copy_ = again(table, log)
    same = "version seats actions position_version at state ended last status"
    for name in same.split():
        assert getattr(copy_, name) == getattr(table, name), name
    assert copy_.match.actors == table.match.actors
    assert copy_.view() == table.view()
    assert str(history.record(copy_)) == str(history.record(table))


def test_events_come_in_order_and_requests_are_remembered_for_a_while() -> None:
    table = apart("knopf")
    pending_event = commands.rename(table, ANS, 0, "A")[0]
    for number in (table.version, table.version + 2, 0, -1):
        with pytest.raises(ValueError, match="event"):
            table.apply(pending_event, number, 0)
    first = table.version + 1
    for index in range(REMEMBERED + 1):
        table.apply(pending_event, table.version + 1, 0, request=f"r{index}")
    assert "r0" not in table.requests
    assert table.requests["r1"] == first + 1
    assert len(table.requests) == REMEMBERED


def test_what_only_the_server_knows_is_in_no_event_and_no_view() -> None:
    table = apart("kriskras")
    for _ in range(4):
        play(table)
    shown = repr(table.view()) + repr(table.created) + str(history.record(table))
    for secret in (SEED, ANS, BOB):
        assert secret not in shown


def test_an_archived_table_can_only_be_looked_at() -> None:
    table = apart("knopf")
    table.archived = True
    assert (table.status, table.view()["choices"]) == ("archived", [])
    with refused("table.archived"):
        commands.play(table, ANS, 0, table.version, table.state.legal()[0].text)
    with refused("table.archived"):
        commands.resign(table, ANS, 0)
    assert str(history.record(table))
