"""Who is at a table: everybody who watches it is told when somebody comes or goes, and so are the other processes."""

from __future__ import annotations

from collections.abc import Callable

from speelkist.server.timestamps import now_ms
from speelkist.server.ws.protocol import Presence, encode

from .registry import LiveTable


def presence_changed(live: LiveTable, announce: Callable[[str], None]) -> None:
    """Somebody came or went. ``announce`` tells the other processes."""
    present = live.present()
    now = now_ms()
    for index, seat in enumerate(live.table.seats):
        if present[index] or seat.owner is None:
            live.away.pop(index, None)
        else:
            live.away.setdefault(index, now)
    spectators = live.local_spectators() + sum(presence.spectators for presence in live.remote.values())
    live.send_all(encode(Presence(live.table.id, present, spectators)))
    announce(live.table.id)
