"""Taking moves back, alone and by asking."""

from __future__ import annotations

import speelkist
from speelkist.core import CHANCE
from speelkist.table import commands, undo
from speelkist.table import events as ev
from tests.games.cubus.examples import POSITIONS

from .tables import (
    ANS,
    BOB,
    CEES,
    PEOPLE,
    apart,
    events,
    lay,
    play,
    refused,
    sit_all,
    take_in,
    together,
)


def test_at_one_screen_the_same_throws_come_back() -> None:
    table = together("kriskras")
    for _ in range(6):
        play(table)
    thrown = [move for move, mover in zip(table.actions, table.match.actors, strict=True) if mover == CHANCE]
    played = list(table.actions)
    states = [table.state]
    for _ in range(6):
        take_in(table, undo.undo(table, ANS, 0, table.version))
        states.append(table.state)
    assert [mover for mover in table.match.actors if mover != CHANCE] == []
    with refused("table.undo.none"):
        undo.undo(table, ANS, 0, table.version)
    for _ in range(6):
        assert table.state == states.pop()
        play(table)
    assert table.actions == played
    assert [move for move, mover in zip(table.actions, table.match.actors, strict=True) if mover == CHANCE] == thrown


def test_against_a_bot_ones_own_last_decision_comes_back() -> None:
    table = sit_all(lay("kriskras", ["person", "simple"]), ANS)
    own: list[speelkist.State] = []
    while len(own) < 3:
        if table.state.player == 0:
            own.append(table.state)
            play(table)
        else:
            take_in(table, commands.play_for(table, 1, table.state.legal()[-1].text))
    for state in reversed(own):
        take_in(table, undo.undo(table, ANS, 0, table.version))
        assert table.state == state


def test_apart_the_others_are_asked() -> None:
    table = apart("knopf")
    begin = table.state
    with refused("table.undo.none"):
        undo.undo(table, ANS, 0, table.version)
    play(table)
    with refused("table.undo.none"):
        undo.undo(table, BOB, 1, table.version)
    with refused("table.move.stale"):
        undo.undo(table, ANS, 0, table.version - 1)
    take_in(table, undo.undo(table, ANS, 0, table.version))
    assert table.asked == ev.UndoAsked(0, 0)
    with refused("table.undo.asked"):
        undo.undo(table, ANS, 0, table.version)
    with refused("table.undo.not_you"):
        undo.answer(table, ANS, 0, table.version, True)
    with refused("table.seat.not_yours"):
        undo.answer(table, CEES, 1, table.version, True)
    take_in(table, undo.answer(table, BOB, 1, table.version, False))
    assert table.asked is None
    with refused("table.undo.nothing"):
        undo.answer(table, BOB, 1, table.version, True)
    take_in(table, undo.undo(table, ANS, 0, table.version))
    pending = undo.answer(table, BOB, 1, table.version, True)
    assert events(pending) == [ev.UndoAgreed(1), ev.Undone(0, 0)]
    take_in(table, pending)
    assert (table.state, table.actions, table.asked) == (begin, [], None)


def test_a_move_answers_an_undo_with_no() -> None:
    table = apart("knopf")
    play(table)
    take_in(table, undo.undo(table, ANS, 0, table.version))
    play(table)
    with refused("table.undo.nothing"):
        undo.answer(table, BOB, 1, table.version, True)


def test_of_three_both_others_must_agree() -> None:
    table = apart("cubus", 3, start=POSITIONS["passed"], options={"players": 3})
    take_in(table, commands.play(table, BOB, 1, table.version, "knock:1"))
    take_in(table, undo.undo(table, BOB, 1, table.version))
    pending = undo.answer(table, CEES, 2, table.version, True)
    assert events(pending) == [ev.UndoAgreed(2)]
    take_in(table, pending)
    with refused("table.undo.not_you"):
        undo.answer(table, CEES, 2, table.version, True)
    assert events(undo.answer(table, ANS, 0, table.version, True)) == [ev.UndoAgreed(0), ev.Undone(1, 0)]


def test_apart_nothing_comes_back_across_chance() -> None:
    table = apart("kriskras")
    seat = table.state.player
    while table.state.player == seat:
        play(table)
    assert CHANCE in table.match.actors[-2:]
    with refused("table.undo.chance"):
        undo.undo(table, PEOPLE[seat], seat, table.version)
