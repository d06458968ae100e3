"""Deleting a game that several people play: only with the consent of them all, or a loss could be made to disappear."""

from __future__ import annotations

from . import events as ev
from .errors import Refused
from .table import PendingEvent, Table


def ask(table: Table, owner: str) -> list[PendingEvent]:
    """Ask the others to have the game deleted, or agree with those who ask."""
    own = table.seats_of(owner)
    if not own:
        raise Refused("table.seat.not_yours")
    table.require_playing()
    if not table.deletion_asked.isdisjoint(own):
        raise Refused("table.delete.asked")
    return [PendingEvent(ev.DeletionAsked(own[0]))]


def keep(table: Table, owner: str, index: int) -> list[PendingEvent]:
    """Refuse to have the game deleted, or take back that one asked for it."""
    table.require_owner(owner, index)
    if not table.deletion_asked:
        raise Refused("table.delete.nothing")
    return [PendingEvent(ev.DeletionRefused(index))]


def is_agreed(table: Table, owner: str) -> bool:
    """Whether everybody else who plays here has asked for it; who is away or lets a bot play plays here too."""
    asked = {table.seats[index].owner for index in table.deletion_asked}
    return all(seat.owner in asked for seat in table.seats if seat.owner not in (None, owner) and not seat.resigned)
