"""The clock of a table: the times of its events say who has how much left."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from speelkist.core.view import read_phrase
from speelkist.table import commands, undo
from speelkist.table import events as ev
from speelkist.table.clock import NOBODY, ClockRules
from speelkist.table.replay import replay
from speelkist.table.table import PendingEvent, Table
from tests.support.dice import SEED

from .tables import ANS, BOB, again, apart, events, refused, take_in

MINUTE = 60_000


def timed(players: int = 2, game: str = "knopf", bot: str = "", increment: int = 5, **more: object) -> Table:
    return apart(game, players, clock=ClockRules(60, increment, bot), **more)


def move_after(table: Table, seconds: float) -> None:
    """The player to move thinks so long, and makes the first legal move."""
    seat = table.state.player
    pending = commands.play(table, table.seats[seat].owner or "", seat, table.version, table.state.legal()[0].text)
    take_in(table, pending, table.at + int(1000 * seconds))


def left(table: Table) -> list[int]:
    assert table.clock is not None
    return table.clock.left


def test_nobodys_clock_runs_before_their_first_move() -> None:
    table = timed(increment=0)
    move_after(table, 500)
    move_after(table, 500)
    assert left(table) == [MINUTE, MINUTE]
    assert table.clock is not None and table.clock.seat == 0


def test_a_turn_costs_its_time_and_brings_the_increment() -> None:
    table = timed()
    for seconds in (1, 1, 20, 7):
        move_after(table, seconds)
    assert left(table) == [MINUTE + 10_000 - 20_000, MINUTE + 10_000 - 7_000]
    assert table.runs_out_at() == table.at + left(table)[0]


def test_what_else_happens_costs_no_time_twice() -> None:
    table = timed()
    move_after(table, 1)
    move_after(table, 1)
    runs_out_at = table.runs_out_at()
    take_in(table, commands.rename(table, BOB, 1, "Bob"), table.at + 9000)
    assert table.runs_out_at() == runs_out_at


def test_the_increment_is_for_a_turn_and_not_for_each_move_or_throw() -> None:
    table = timed(game="krabcek")
    turns: list[int] = []
    for _ in range(30):
        if not turns or turns[-1] != table.state.player:
            turns.append(table.state.player)
        move_after(table, 0)
    if turns[-1] != table.state.player:
        turns.append(table.state.player)
    finished = turns[:-1]
    assert left(table) == [MINUTE + 5000 * finished.count(seat) for seat in (0, 1)]
    assert len(finished) < 30  # there were turns of several moves


@pytest.mark.parametrize(("bot", "players"), [("", 2), ("child", 2), ("", 3)])
def test_when_the_time_is_up_it_is_as_agreed(bot: str, players: int) -> None:
    table = timed(players, "cubus" if players == 3 else "knopf", bot, options={"players": 3} if players == 3 else None)
    while table.clock is None or table.clock.seat == NOBODY:
        move_after(table, 1)
    seat, runs_out_at = table.clock.seat, table.runs_out_at() or 0
    with refused("table.clock.runs"):
        commands.on_time_up(table, runs_out_at - 1)
    pending = commands.on_time_up(table, runs_out_at)
    take_in(table, pending, runs_out_at)
    assert left(table)[seat] == 0
    if bot or players == 3:
        assert events(pending)[1:] == [ev.SeatGivenToBot(seat, bot or "simple", seat)]
        assert table.status == "playing" and table.seats[seat].bot == (bot or "simple")
        with refused("table.clock.out"):
            commands.reclaim(table, table.seats[seat].owner or "", seat)
    else:
        assert table.status == "over" and table.ended is not None
        assert (table.ended.winners, table.ended.reason) == ([1 - seat], "time")
        result = table.view()["result"]
        assert result is not None
        assert read_phrase(result["say"]).say("en") == "Red’s time is up, so Blue wins."
        assert read_phrase(result["say"]).say("nl") == "De tijd van Rood is om, dus Blauw wint."
    assert table.runs_out_at() is None or table.clock.seat != seat


def test_no_clock_runs_for_a_bot_or_while_all_may_answer() -> None:
    table = timed()
    for _ in range(2):
        move_after(table, 1)
    take_in(table, commands.give_to_bot(table, BOB, 0, "child", 1, table.at + MINUTE))
    assert table.runs_out_at() is None
    take_in(table, commands.reclaim(table, ANS, 0), table.at + 10 * MINUTE)
    assert table.runs_out_at() == table.at + left(table)[0]


@dataclass(frozen=True)
class Logged:
    """An event as the log has it."""

    version: int
    at: int
    event: ev.AnyEvent
    secret: str | None
    request: None = None


def test_time_spent_on_moves_that_are_taken_back_stays_spent_also_in_a_replay() -> None:
    log: list[Logged] = []
    table = Table("tafel234")

    def do(pending: list[PendingEvent], seconds: float) -> None:
        at = table.at + int(1000 * seconds)
        log.extend(
            Logged(version, at, event.event, event.secret) for version, event in enumerate(pending, table.version + 1)
        )
        take_in(table, pending, at)

    do([PendingEvent(timed(increment=0).created, secret=json.dumps({"seed": SEED}))], 1)
    for seat, owner in enumerate((ANS, BOB)):
        do(commands.sit(table, owner, seat, ""), 1)
    for seconds in (1, 1, 20, 7):
        seat = table.state.player
        do(commands.play(table, (ANS, BOB)[seat], seat, table.version, table.state.legal()[0].text), seconds)
    do(undo.undo(table, BOB, 1, table.version), 2)
    do(undo.answer(table, ANS, 0, table.version, True), 3)
    assert left(table) == [MINUTE - 20_000 - 5_000, MINUTE - 7_000]
    assert table.clock is not None and table.clock.seat == 1
    assert replay(table.id, log).clock == table.clock
    assert again(table, [(event.event, event.secret, event.at) for event in log]).clock == table.clock


def test_a_server_that_was_away_costs_nobody_time() -> None:
    table = timed()
    move_after(table, 1)
    move_after(table, 1)
    before = left(table)
    started = table.at + 1000 * MINUTE
    take_in(table, commands.resume_clock(table, started), started)
    assert left(table) == before and table.runs_out_at() == started + before[0]
    with refused("table.clock.runs"):
        commands.resume_clock(table, started)
