"""Settling the dice before a game: browsers commit to their nonces, and reveal them when all have committed.

The server has fixed its seed before, and shown the commitment to it. So nobody can choose a number knowing the others.
docs/dice.md has the steps and the reasons. Who plays a game without dice has nothing to settle.
"""

from __future__ import annotations

from collections.abc import Sequence

from speelkist.core import nonce_commitment

from . import events as ev
from .commands import Pending, begin
from .errors import Refused
from .seats import Seat, clean_commitment, clean_nonce
from .table import PendingEvent, Table

REVEAL_SECONDS = 60  # after which a browser that keeps the others waiting loses its seats


def commit(table: Table, owner: str, commitment: str, nonce: str = "") -> Pending:
    """Commit to the nonce of one's seats, and reveal it at once if nobody else has to commit."""
    commitment = clean_commitment(commitment)
    own = [seat for seat in _own(table, owner) if seat.commitment is None]
    if not own:
        raise Refused("table.dice.committed")
    committed = PendingEvent(ev.Committed(_numbers(table, own), commitment))
    if not nonce:
        return [committed]
    if not table.is_full or any(seat.commitment is None for seat in table.contributors if seat not in own):
        raise Refused("table.dice.early")
    if _promised(table, nonce) != commitment:
        raise Refused("table.dice.other")
    return [committed, *_reveal(table, own, nonce)]


def reveal(table: Table, owner: str, nonce: str) -> Pending:
    """Reveal the nonce of one's seats. With the last nonce the game begins."""
    own = [seat for seat in _own(table, owner) if seat.nonce is None]
    if not own:
        raise Refused("table.dice.revealed")
    if not table.is_full or any(seat.commitment is None for seat in table.contributors):
        raise Refused("table.dice.early")
    promised = _promised(table, nonce)
    own = [seat for seat in own if seat.commitment == promised]
    if not own:
        raise Refused("table.dice.other")
    return _reveal(table, own, nonce)


def silent_seats(table: Table) -> list[int]:
    """The seats whose browsers keep others waiting, who have done their part."""
    if table.status != "waiting" or not table.is_full:
        return []
    people = table.contributors
    silent = [seat for seat in people if seat.commitment is None] or [seat for seat in people if seat.nonce is None]
    if {seat.owner for seat in people} == {seat.owner for seat in silent}:
        return []  # nobody waits
    return _numbers(table, silent)


def free_silent(table: Table) -> Pending:
    """Free the seats of those who have kept the others waiting for too long."""
    table.require_open()
    seats = silent_seats(table)
    if not seats:
        raise Refused("table.move.stale")
    return [PendingEvent(ev.SeatFreed(seats))]


def _own(table: Table, owner: str) -> list[Seat]:
    """The seats for which a browser may speak."""
    table.require_not_over()
    own = [seat for seat in table.contributors if seat.belongs_to(owner)]
    if not own:
        raise Refused("table.seat.not_yours")
    if table.status != "waiting":
        raise Refused("table.dice.settled")
    return own


def _reveal(table: Table, own: list[Seat], nonce: str) -> Pending:
    revealed = PendingEvent(ev.Revealed(_numbers(table, own), nonce))
    nonces = [nonce if seat in own else seat.nonce for seat in table.contributors]
    return [revealed] if None in nonces else [revealed, *begin(table, table.dice_with(nonces))]


def _promised(table: Table, nonce: str) -> str:
    """The commitment that a nonce keeps."""
    return nonce_commitment(table.created.commitment, bytes.fromhex(clean_nonce(nonce)))


def _numbers(table: Table, seats: Sequence[Seat]) -> list[int]:
    return [index for index, seat in enumerate(table.seats) if seat in seats]
