"""What those who watch a table are shown: the table as it stands, and what events have changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from speelkist.core.view import Board, Change, ViewData

from .clock import ClockState
from .events import ACTIONS, SEAT_EVENTS
from .table import Table


class SeatFields(TypedDict):
    """Who has a seat now."""

    side: str
    name: str
    taken: bool
    bot: str
    present: bool


class SnapshotFields(TypedDict):
    """A table as it stands; who reads it and what they have seen is added."""

    table: str
    version: int
    state: str
    board: Board
    view: ViewData
    last: list[str]
    deadline: int | None
    clock: ClockState | None


class UpdateFields(TypedDict):
    """What events changed, and the table after them; the events themselves and the seats are added."""

    table: str
    version: int
    changes: list[Change]
    view: ViewData
    last: list[str]
    parts: list[int]
    board: Board | None
    state: str
    deadline: int | None
    clock: ClockState | None


def seat_fields(table: Table, present: Sequence[bool]) -> list[SeatFields]:
    """The seats, as everybody may see them."""
    return [
        SeatFields(side=table.game.side(index), name=seat.name, taken=seat.filled, bot=seat.bot or "", present=is_there)
        for index, (seat, is_there) in enumerate(zip(table.seats, present, strict=True))
    ]


def snapshot_fields(table: Table) -> SnapshotFields:
    """The table as it stands."""
    return SnapshotFields(
        table=table.id,
        version=table.version,
        state=table.status,
        board=table.view_module.board(table.state),
        view=table.view(),
        last=table.last,
        deadline=table.deadline(),
        clock=table.clock,
    )


def update_fields(
    table: Table, kinds: Sequence[type], changes: list[list[Change]], status: str, board_key: str
) -> UpdateFields:
    """What events of these kinds have changed, given the status and the drawing that everybody had before."""
    view = table.view()
    new_status = table.status
    return {
        "table": table.id,
        "version": table.version,
        "changes": [change for made in changes for change in made],
        "view": view,
        "last": table.last,
        "parts": [len(made) for made, kind in zip(changes, kinds, strict=True) if kind in ACTIONS],
        "board": table.view_module.board(table.state) if view["board"] != board_key else None,
        "state": new_status if new_status != status else "",
        "deadline": table.deadline(),
        "clock": table.clock,
    }


def seats_changed(kinds: Sequence[type]) -> bool:
    """Whether it must be looked at anew who sits where."""
    return not SEAT_EVENTS.isdisjoint(kinds)


def table_data(table: Table, owner: str) -> dict[str, Any]:
    """What a browser is told of a table in its list."""
    return {**table_summary(table), "yours": table.seats_of(owner)}


def table_summary(table: Table) -> dict[str, Any]:
    """What everybody is told of it there."""
    return {
        "table": table.id,
        "game": table.created.game,
        "state": table.status,
        "version": table.version,
        "at": table.at,
        "player": table.state.player,
        "names": [seat.name for seat in table.seats],
        "sides": [table.game.side(seat) for seat in range(len(table.seats))],
        "players": list(table.created.seats),
        "winners": None if table.ended is None else table.ended.winners,
    }
