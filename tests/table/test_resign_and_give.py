"""Giving up, and giving a seat to the computer and back."""

from __future__ import annotations

import pytest

from speelkist.core import OVER
from speelkist.core.view import read_phrase
from speelkist.i18n.phrases import People, Person
from speelkist.table import commands, undo
from speelkist.table import events as ev
from tests.games.cubus.examples import POSITIONS
from tests.support.dice import SEED

from .tables import ANS, BOB, CEES, apart, events, play, refused, take_in


def test_of_two_the_other_wins() -> None:
    table = apart("knopf")
    play(table)
    with refused("table.seat.not_yours"):
        commands.resign(table, BOB, 0)
    pending = commands.resign(table, ANS, 0)
    assert events(pending) == [ev.Resigned(0), ev.Ended([1], "resigned", SEED)]
    take_in(table, pending)
    view = table.view()
    result = view["result"]
    assert result is not None
    assert (view["player"], view["choices"], table.status) == (OVER, [], "over")
    assert {name: result[name] for name in ("winners", "points", "reason")} == {
        "winners": [1],
        "points": None,
        "reason": "resigned",
    }
    assert read_phrase(result["say"]).say("en") == "Red gave up, so Blue wins."
    assert read_phrase(result["say"]).say("nl") == "Rood heeft opgegeven, dus Blauw wint."
    with refused("core.end.over"):
        commands.resign(table, ANS, 0)
    with refused("core.end.over"):
        commands.play(table, BOB, 1, table.version, "--")


@pytest.mark.parametrize(
    ("reader", "en", "nl"),
    [
        (0, "You gave up, so Bram wins.", "Je hebt opgegeven, dus Bram wint."),
        (1, "Anna gave up, so you win.", "Anna heeft opgegeven, dus je wint."),
        (None, "Anna gave up, so Bram wins.", "Anna heeft opgegeven, dus Bram wint."),
    ],
)
def test_who_gave_up_is_said_to_each_in_their_own_way(reader: int | None, en: str, nl: str) -> None:
    table = apart("knopf")
    take_in(table, commands.resign(table, ANS, 0))
    result = table.view()["result"]
    assert result is not None
    for lang, sentence in (("en", en), ("nl", nl)):
        assert read_phrase(result["say"]).say(lang, people(reader, lang)) == sentence


def people(reader: int | None, lang: str) -> People:
    """Anna and Bram, for one of them or for somebody else."""
    you = {"en": "you", "nl": "je"}[lang]
    return lambda seat: Person(you, True) if seat == reader else Person(("Anna", "Bram")[seat])


def test_of_more_the_computer_plays_on() -> None:
    table = apart("cubus", 3, options={"players": 3})
    take_in(table, commands.resign(table, ANS, 0))
    assert (table.status, table.seats[0].bot) == ("playing", "simple")
    with refused("table.resign.done"):
        commands.resign(table, ANS, 0)
    with refused("table.resign.done"):
        commands.reclaim(table, ANS, 0)
    with refused("table.seat.given"):
        commands.play(table, ANS, 0, table.version, "--")
    take_in(table, commands.resign(table, BOB, 1))
    assert table.status == "playing"


def test_an_absent_players_seat_is_given_and_taken_back() -> None:
    table = apart("knopf", absent_seconds=60)
    left = 1_000_000
    for since, now in ((None, left), (left, left + 59_999)):
        with refused("table.give.too_soon"):
            commands.give_to_bot(table, ANS, 1, "simple", since, now)
    with refused("table.seat.not_yours"):
        commands.give_to_bot(table, CEES, 1, "simple", left, left + 60_000)
    with refused("table.give.not_needed"):
        commands.give_to_bot(table, ANS, 0, "simple", left, left + 60_000)
    take_in(table, commands.give_to_bot(table, ANS, 1, "simple", left, left + 60_000))
    with refused("table.give.not_needed"):
        commands.give_to_bot(table, ANS, 1, "simple", left, left + 60_000)
    play(table)
    assert table.bot_to_move() == (1, "simple")
    with refused("table.seat.given"):
        commands.play(table, BOB, 1, table.version, table.state.legal()[0].text)
    with refused("table.seat.given"):
        undo.undo(table, BOB, 1, table.version)
    with refused("table.seat.not_yours"):
        commands.reclaim(table, ANS, 1)
    take_in(table, commands.reclaim(table, BOB, 1))
    with refused("table.give.not_given"):
        commands.reclaim(table, BOB, 1)
    play(table)
    assert table.match.actors == [0, 1]


def test_whoever_is_given_away_need_not_agree_to_an_undo() -> None:
    table = apart("cubus", 3, start=POSITIONS["passed"], options={"players": 3}, absent_seconds=0)
    take_in(table, commands.play(table, BOB, 1, table.version, "knock:1"))
    take_in(table, undo.undo(table, BOB, 1, table.version))
    take_in(table, undo.answer(table, CEES, 2, table.version, True))
    take_in(table, commands.give_to_bot(table, BOB, 2, "simple", 0, 0))  # Bob agreed, and left
    assert events(undo.answer(table, ANS, 0, table.version, True))[-1] == ev.Undone(1, 0)


def test_a_seat_goes_to_another_device() -> None:
    table = apart("knopf")
    take_in(table, commands.transfer(table, 0, CEES))
    assert (table.seats_of(ANS), table.seats_of(CEES)) == ([], [0])
    with refused("table.seat.not_yours"):
        commands.play(table, ANS, 0, table.version, table.state.legal()[0].text)
    play(table, owner=CEES)
