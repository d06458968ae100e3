"""Taking seats and names at a table."""

from __future__ import annotations

import re
import time
import unicodedata

import pytest

from speelkist.bots.factory import BOTS
from speelkist.core import phrases_of
from speelkist.table import commands
from speelkist.table import events as ev
from speelkist.table.names import LONGEST_NAME, clean_name
from tests.support.dice import settle

from .tables import (
    ANS,
    BOB,
    CEES,
    events,
    lay,
    refused,
    take_in,
)


def test_a_table_waits_until_all_have_settled_the_dice_and_then_chance_throws_at_once() -> None:
    table = lay("kriskras")
    assert (table.status, table.view()["choices"]) == ("waiting", [])
    take_in(table, commands.sit(table, ANS, 0, "Ans"))
    assert table.status == "waiting"
    with refused("table.waiting"):
        commands.play(table, ANS, 0, table.version, "pass")
    take_in(table, commands.sit(table, BOB, 1, "Bob"))
    assert table.status == "waiting"
    kinds = [type(pending_event.event) for pending_event in settle(table)]
    assert kinds[:4] == [ev.Committed, ev.Committed, ev.Revealed, ev.Revealed]
    assert set(kinds[4:]) == {ev.Thrown}
    assert (table.status, table.state.player >= 0) == ("playing", True)
    assert table.view()["choices"]


def test_a_seat_is_taken_once() -> None:
    table = lay("knopf")
    take_in(table, commands.sit(table, ANS, 0, "Ans"))
    with refused("table.seat.taken"):
        commands.sit(table, BOB, 0, "Bob")
    for seat in (2, -2, 99, 10**30):
        with refused("table.seat.none"):
            commands.sit(table, BOB, seat, "Bob")
    assert events(commands.sit(table, BOB, -1, "Bob"))[0] == ev.Seated(1, "Bob")
    take_in(table, commands.sit(table, BOB, -1, "Bob"))
    with refused("table.seat.full"):
        commands.sit(table, CEES, -1, "Cees")
    assert (table.seats_of(ANS), table.seats_of(BOB), table.seats_of(CEES)) == ([0], [1], [])


def test_a_bot_sits_from_the_beginning() -> None:
    table = lay("knopf", ["simple", "person"])
    with refused("table.seat.taken"):
        commands.sit(table, ANS, 0, "Ans")
    take_in(table, commands.sit(table, ANS, 1, "Ans"))
    assert table.bot_to_move() == (0, "simple")
    assert [seat.bot for seat in table.seats] == ["simple", None]
    take_in(table, commands.play_for(table, 0, table.state.legal()[0].text))
    assert table.bot_to_move() is None


def test_bots_alone_need_nobody_where_there_are_no_dice() -> None:
    table = lay("knopf", ["simple", "random"])
    assert table.status == "playing"
    assert table.bot_to_move() is not None


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ans  van\tDam \n", "Ans van Dam"),
        ("\u202eevil\u202c\x00\x1b[31m", "evil [31m"),
        ("\u00a0\u2003\u200b", ""),
        ("Zoe\u0308", "Zoë"),
        ("x" * 31, "x" * 30),
        ("x" * 29 + " y", "x" * 29),
        ("<b>Ans</b>", "<b>Ans</b>"),  # shown as text, never as a page
        ("👩‍👧", "👩 👧"),
        ("Z" + "\u0315" * 20 + "a", "Z\u0315\u0315a"),  # marks that would climb over the line above
        ("ก" + "\u0e49" * 20, "ก\u0e49"),
        ("a" + "\u20dd\u20de\u20e0\u20e3\u0488\u0489", "a\u20dd\u20de\u20e0\u20e3"),
        ("שּׁ" + "\u05b8", unicodedata.normalize("NFC", "שּׁ\u05b8")),
        ("Nguyễn Thị Ánh", "Nguyễn Thị Ánh"),
        ("mastermind", "mastermind"),
        ("Мария", "Мария"),
        ("Σωκράτης", "Σωκράτης"),
        ("Kinderen", "Kinderen"),
        ("葛\U000e0100西", "葛\U000e0100西"),  # which of two forms the first is written in
    ],
)
def test_names_are_cleaned(given: str, kept: str) -> None:
    assert clean_name(given) == kept
    table = lay("knopf")
    take_in(table, commands.sit(table, ANS, 0, given))
    assert table.seats[0].name == kept
    take_in(table, commands.rename(table, ANS, 0, given[::-1]))
    assert table.seats[0].name == clean_name(given[::-1])
    with refused("table.seat.not_yours"):
        commands.rename(table, BOB, 0, "Bob")


def test_a_reserved_seat_is_for_whom_it_is_kept() -> None:
    table = lay("knopf", reserved=[BOB, ANS])
    with refused("table.seat.reserved"):
        commands.sit(table, ANS, 0, "Ans")
    with refused("table.seat.full"):
        commands.sit(table, CEES, -1, "Cees")
    assert events(commands.sit(table, ANS, -1, "Ans"))[0] == ev.Seated(1, "Ans")
    take_in(table, commands.sit(table, BOB, 0, "Bob"))
    assert table.seats_of(BOB) == [0]


def test_a_name_of_any_length_is_cleaned_at_once() -> None:
    marks = "a" + "\u0315" * 32_000 + "\u0316" * 32_000  # putting these in order took eight seconds
    began = time.process_time()
    assert len(clean_name(marks)) <= LONGEST_NAME
    assert time.process_time() - began < 0.05


@pytest.mark.parametrize(
    "name",
    [
        *("\u3164", "\u2800 \u2800", "\u115f\u1160", "\ufe0f", "\u034f", "\u180b\u180c\u180d", "\U000e0100\U000e01ef"),
        *("\U00016fe4", "\U0001d159", "\uffa0", "\u17b4", "\u0301\u0489", "\u0e48 \u20dd"),
    ],
)
def test_a_name_that_cannot_be_seen_is_refused(name: str) -> None:
    with refused("table.name.invisible"):
        clean_name(name)


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_nobody_may_pass_for_a_bot(lang: str) -> None:
    names = {
        *BOTS,
        *(str(text) for key, text in phrases_of("bots", lang).items() if re.fullmatch(r"strength\.\w+", key)),
    }
    assert len(names) >= len(BOTS)
    for name in names:
        for given in (name, f" {name.upper()} "):
            with refused("table.name.bot"):
                clean_name(given)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "ｍａｓｔｅｒ",
            "mаster",
            "MАSТЕR",
            "ᴍᴀꜱᴛᴇʀ",
            "𝓶𝓪𝓼𝓽𝓮𝓻",
            "ⓜⓐⓢⓣⓔⓡ",
            "mäster",
            "mas\u0336ter",
            "mas\ufe0fter",
            "rnaster",
        ),
        *(
            "c0mputer",
            "Сomputer.",
            "“computer”",
            "ϲοmρυτεr",
            "FAМІLУ",
            "k1nd",
            "vrıend",
            "wi||ekeurig",
            "mee\u180bster",
        ),
    ],
)
def test_nobody_may_look_like_a_bot(name: str) -> None:
    with refused("table.name.bot"):
        clean_name(name)
