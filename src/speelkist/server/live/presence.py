"""Who is at a table: everybody who watches it is told when somebody comes or goes, and so are the other processes."""

from __future__ import annotations

from collections.abc import Callable

from speelkist.server.timestamps import now_ms
from speelkist.server.ws.protocol import Presence, encode

from .registry import LiveTable


def away_since(live: LiveTable) -> list[int]:
    """Since when each seat's owner has been away, in milliseconds since 1970, 0 for those who are there; or nothing."""
    away = [0 if present else live.away.get(index, 0) for index, present in enumerate(live.present())]
    return away if any(away) else []


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
    live.send_all(encode(Presence(live.table.id, present, spectators, away_since(live))))
    announce(live.table.id)
