"""Taking moves back: at once where nobody else plays, else by asking the others."""

from __future__ import annotations

from collections.abc import Collection

from speelkist.core import CHANCE

from . import events as ev
from .errors import Refused
from .table import PendingEvent, Table


def undo(table: Table, owner: str, index: int, seen: int) -> list[PendingEvent]:
    """Take back one's last decision."""
    table.require_player(owner, index, seen)
    if not table.is_remote:
        return [_undone(table, index, _last_decision(table, table.seats_of(owner)))]
    actions = _last_decision(table, [index])
    if CHANCE in table.match.actors[actions:]:
        raise Refused("table.undo.chance")
    if table.asked is not None:
        raise Refused("table.undo.asked")
    if not _must_agree(table, index):
        return [_undone(table, index, actions)]
    return [PendingEvent(ev.UndoAsked(index, actions))]


def answer(table: Table, owner: str, index: int, seen: int, yes: bool) -> list[PendingEvent]:
    """Agree to an undo or not; when all others agree it is done."""
    table.require_owner(owner, index)
    table.require_playing()
    if table.asked is None or seen < table.position_version:
        raise Refused("table.undo.nothing")
    others = _must_agree(table, table.asked.seat)
    if index not in others or index in table.agreed:
        raise Refused("table.undo.not_you")
    if not yes:
        return [PendingEvent(ev.UndoRefused(index))]
    pending = [PendingEvent(ev.UndoAgreed(index))]
    if others <= table.agreed | {index}:
        pending.append(_undone(table, table.asked.seat, table.asked.actions))
    return pending


def _undone(table: Table, index: int, actions: int) -> PendingEvent:
    return PendingEvent(ev.Undone(index, actions, table.clock))


def _must_agree(table: Table, index: int) -> set[int]:
    """The seats of other people, who must agree to an undo."""
    owner = table.seats[index].owner
    return {other for other, seat in enumerate(table.seats) if seat.owner not in (None, owner) and seat.bot is None}


def _last_decision(table: Table, seats: Collection[int]) -> int:
    """How many moves and throws stood before the last decision of these seats."""
    actors = table.match.actors
    for actions in range(len(actors) - 1, -1, -1):
        if actors[actions] in seats:
            return actions
    raise Refused("table.undo.none")
