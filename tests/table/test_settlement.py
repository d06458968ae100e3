"""Settling the dice: commitments first, nonces when all have committed, seats of the silent freed."""

from __future__ import annotations

import pytest

from speelkist.core import SpeelkistError
from speelkist.table import commands, settlement
from speelkist.table import events as ev
from speelkist.table.history import record
from speelkist.table.table import Table
from tests.support.dice import NONCES, promise_of, settle

from .tables import ANS, BOB, CEES, events, lay, refused, take_in

OTHER = "99" * 16


def seated(*owners: str, game: str = "kriskras") -> Table:
    """A table where these people sit and have not committed to anything."""
    table = lay(game, ["person"] * len(owners), options={"players": len(owners)} if game == "cubus" else None)
    for seat, owner in enumerate(owners):
        take_in(table, commands.sit(table, owner, seat, ""))
    return table


def committed(*owners: str, game: str = "kriskras") -> Table:
    """A table where they all have committed."""
    table = seated(*owners, game=game)
    for seat, owner in enumerate(owners):
        take_in(table, settlement.commit(table, owner, promise_of(NONCES[seat])))
    return table


def test_nobody_reveals_before_all_have_committed() -> None:
    table = lay("kriskras")
    take_in(table, commands.sit(table, ANS, 0, "Ans", promise_of(NONCES[0])))
    with refused("table.dice.early"):
        settlement.reveal(table, ANS, NONCES[0])
    take_in(table, commands.sit(table, BOB, 1, "Bob"))
    with refused("table.dice.early"):
        settlement.reveal(table, ANS, NONCES[0])
    take_in(table, settlement.commit(table, BOB, promise_of(NONCES[1])))
    take_in(table, settlement.reveal(table, ANS, NONCES[0]))
    assert (table.status, table.match.throws) == ("waiting", 0)
    take_in(table, settlement.reveal(table, BOB, NONCES[1]))
    assert (table.status, table.match.throws) == ("playing", 2)


def test_only_the_nonce_that_was_committed_to_counts() -> None:
    table = committed(ANS, BOB)
    with refused("table.dice.other"):
        settlement.reveal(table, ANS, OTHER)
    with refused("table.dice.other"):
        settlement.reveal(table, ANS, NONCES[1])
    take_in(table, settlement.reveal(table, ANS, NONCES[0]))
    with refused("table.dice.revealed"):
        settlement.reveal(table, ANS, NONCES[0])


def test_a_commitment_is_made_once() -> None:
    table = committed(ANS, BOB)
    with refused("table.dice.committed"):
        settlement.commit(table, ANS, promise_of(OTHER))
    with refused("table.seat.not_yours"):
        settlement.commit(table, CEES, promise_of(OTHER))
    settle(table)
    with refused("table.dice.settled"):
        settlement.commit(table, ANS, promise_of(OTHER))
    with refused("table.dice.settled"):
        settlement.reveal(table, ANS, NONCES[0])


def test_one_browser_adds_one_nonce_for_all_its_seats_in_one_message() -> None:
    table = seated(ANS, ANS, ANS, game="cubus")
    with refused("table.dice.other"):
        settlement.commit(table, ANS, promise_of(NONCES[0]), OTHER)
    pending = settlement.commit(table, ANS, promise_of(NONCES[0]), NONCES[0])
    assert events(pending)[:2] == [
        ev.Committed([0, 1, 2], promise_of(NONCES[0])),
        ev.Revealed([0, 1, 2], NONCES[0]),
    ]
    take_in(table, pending)
    assert table.status == "playing"
    assert list(record(table).nonces.values()) == [NONCES[0]] * 3


def test_a_nonce_is_not_shown_together_with_its_commitment_where_others_have_to_commit() -> None:
    table = seated(ANS, BOB)
    with refused("table.dice.early"):
        settlement.commit(table, ANS, promise_of(NONCES[0]), NONCES[0])


def test_where_only_bots_play_the_creator_adds_to_the_dice() -> None:
    table = lay("kriskras", ["simple", "random"])
    assert (table.status, table.bot_to_move()) == ("waiting", None)
    with refused("table.seat.not_yours"):
        settlement.commit(table, BOB, promise_of(NONCES[0]), NONCES[0])
    take_in(table, settlement.commit(table, ANS, promise_of(NONCES[0]), NONCES[0]))
    assert table.status == "playing"
    assert table.bot_to_move() is not None
    assert record(table).nonces == {"table": NONCES[0]}
    assert settlement.silent_seats(table) == []


@pytest.mark.parametrize("nonce", ["", "a1" * 15, "a1" * 33, "A1" * 16, "zz" * 16, "a1" * 16 + "\n", "٣٣" * 16])
def test_a_nonce_is_hexadecimal_and_long_enough_not_to_be_guessed(nonce: str) -> None:
    table = committed(ANS, BOB)
    with pytest.raises(SpeelkistError, check=lambda error: error.phrase.key == "table.seat.nonce"):
        settlement.reveal(table, ANS, nonce)


@pytest.mark.parametrize("commitment", ["a1", "A1" * 32, "a1" * 33, "zz" * 32])
def test_a_commitment_is_a_hash(commitment: str) -> None:
    table = seated(ANS, BOB)
    with refused("table.seat.commitment"):
        settlement.commit(table, ANS, commitment)
    with refused("table.seat.commitment"):
        commands.sit(lay(), ANS, 0, "", commitment)


def test_who_does_not_reveal_is_freed_and_what_was_revealed_is_void() -> None:
    table = committed(ANS, BOB, CEES, game="cubus")
    assert settlement.silent_seats(table) == []  # nobody has done more than another
    take_in(table, settlement.reveal(table, ANS, NONCES[0]))
    take_in(table, settlement.reveal(table, CEES, NONCES[2]))
    assert settlement.silent_seats(table) == [1]
    freed = settlement.free_silent(table)
    assert events(freed) == [ev.SeatFreed([1])]
    take_in(table, freed)
    assert (table.status, table.restarts, [seat.owner for seat in table.seats]) == ("waiting", 1, [ANS, None, CEES])
    # whoever takes the seat now must not know a nonce that counts
    assert [(seat.commitment, seat.nonce) for seat in table.seats] == [(None, None)] * 3
    take_in(table, commands.sit(table, BOB, 1, "Bob", promise_of(OTHER)))
    with refused("table.dice.early"):
        settlement.reveal(table, BOB, OTHER)
    for owner, nonce in ((ANS, NONCES[3]), (CEES, NONCES[4])):
        take_in(table, settlement.commit(table, owner, promise_of(nonce)))
    for owner, nonce in ((BOB, OTHER), (ANS, NONCES[3]), (CEES, NONCES[4])):
        take_in(table, settlement.reveal(table, owner, nonce))
    assert table.status == "playing"
    assert list(record(table).nonces.values()) == [NONCES[3], OTHER, NONCES[4]]
    assert record(table).tags["Restarts"] == "1"


def test_who_does_not_commit_is_freed_and_other_commitments_stand() -> None:
    table = seated(ANS, BOB)
    take_in(table, settlement.commit(table, BOB, promise_of(NONCES[1])))
    assert settlement.silent_seats(table) == [0]
    take_in(table, settlement.free_silent(table))
    assert table.seats[1].commitment == promise_of(NONCES[1])
    take_in(table, commands.sit(table, CEES, 0, "Cees", promise_of(NONCES[0])))
    take_in(table, settlement.reveal(table, CEES, NONCES[0]))
    take_in(table, settlement.reveal(table, BOB, NONCES[1]))
    assert table.status == "playing"


def test_nobody_is_freed_who_keeps_nobody_waiting() -> None:
    table = lay("kriskras")
    take_in(table, commands.sit(table, ANS, 0, ""))
    with refused("table.move.stale"):
        settlement.free_silent(table)  # the other seat is free
    take_in(table, commands.sit(table, ANS, 1, ""))
    with refused("table.move.stale"):
        settlement.free_silent(table)  # they wait for themselves
    settle(table)
    with refused("table.move.stale"):
        settlement.free_silent(table)


def test_a_seat_that_goes_to_another_device_commits_anew() -> None:
    table = committed(ANS, BOB)
    take_in(table, settlement.reveal(table, BOB, NONCES[1]))
    take_in(table, commands.transfer(table, 0, CEES))
    # the new device does not know the old nonce; what Bob has shown is void, since the other side begins anew
    assert [(seat.commitment, seat.nonce) for seat in table.seats] == [(None, None)] * 2
    assert table.restarts == 1
    settle(table)
    assert table.status == "playing"
    take_in(table, commands.transfer(table, 0, ANS))
    assert (table.status, table.restarts) == ("playing", 1)


def test_a_game_without_dice_has_nothing_to_settle() -> None:
    table = lay("knopf")
    take_in(table, commands.sit(table, ANS, 0, "", promise_of(NONCES[0])))
    take_in(table, commands.sit(table, BOB, 1, ""))
    assert (table.status, table.seats[0].commitment) == ("playing", None)
    with refused("table.seat.not_yours"):
        settlement.commit(table, ANS, promise_of(NONCES[0]))
