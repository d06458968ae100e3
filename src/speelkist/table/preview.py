"""What moves will change, worked out before they are stored, so that it can be sent along with them."""

from __future__ import annotations

from collections.abc import Sequence

from speelkist.core.view import ViewData

from . import events as ev
from .table import PendingEvent, Table, moved_cells
from .unanswered import changes_of


def preview(table: Table, pending: Sequence[PendingEvent]) -> tuple[ViewData, list[str]] | None:
    """The view after these moves and the cells of the last one; what each changes is kept with it.

    None where more than the position changes, or where something happens by itself afterwards: a clock, a bot, the end.
    """
    is_plain = (
        table.clock is None and not table.created.answer_seconds and all(seat.bot is None for seat in table.seats)
    )
    if not is_plain or table.status != "playing":
        return None
    state, last = table.state, table.last
    for event in pending:
        if type(event.event) not in ev.ACTIONS or event.move is None or event.after is None:
            return None
        event.changes = changes_of(event.event, state, event.move, event.after)
        last = moved_cells(state, event.changes) or last
        state = event.after
    return table.view_module.view(state), last
