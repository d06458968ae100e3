"""Consent to delete a game: who is asked, and what counts."""

from __future__ import annotations

from speelkist.table import commands, deletion

from .tables import ANS, BOB, CEES, PEOPLE, apart, lay, refused, sit_all, take_in, together


def test_who_plays_alone_or_at_one_screen_asks_nobody() -> None:
    for table in (together("knopf"), sit_all(lay("knopf", ["person", "simple"]), ANS)):
        assert deletion.is_agreed(table, ANS)


def test_all_others_have_to_agree_and_one_refusal_ends_it() -> None:
    table = apart("cubus", 3)
    take_in(table, deletion.ask(table, ANS))
    assert not deletion.is_agreed(table, ANS) and not deletion.is_agreed(table, BOB)
    with refused("table.delete.asked"):
        deletion.ask(table, ANS)
    take_in(table, deletion.ask(table, BOB))
    assert deletion.is_agreed(table, CEES) and not deletion.is_agreed(table, ANS)
    with refused("table.seat.not_yours"):
        deletion.keep(table, ANS, 1)
    take_in(table, deletion.keep(table, CEES, 2))
    assert not any(deletion.is_agreed(table, owner) for owner in PEOPLE[:3])
    with refused("table.delete.nothing"):
        deletion.keep(table, ANS, 0)
    with refused("table.seat.not_yours"):
        deletion.ask(table, "a stranger")


def test_whose_seat_a_bot_has_is_still_asked_but_not_who_gave_up() -> None:
    table = apart("cubus", 3)
    take_in(table, commands.give_to_bot(table, ANS, 1, "simple", 0, 10**9))
    take_in(table, commands.resign(table, CEES, 2))
    assert not deletion.is_agreed(table, ANS), "Bob comes back to find it gone"
    take_in(table, deletion.ask(table, BOB))
    assert deletion.is_agreed(table, ANS)


def test_before_the_game_and_after_it_nobody_is_asked() -> None:
    table = apart("knopf")
    take_in(table, commands.resign(table, ANS, 0))
    with refused("core.end.over"):
        deletion.ask(table, BOB)
