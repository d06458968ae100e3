"""What each message of a browser asks of a table, as events: the server and the page alone share this."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from . import commands, deletion, settlement, undo
from .errors import Refused
from .table import PendingEvent, Table

COMMANDS = frozenset(
    {"sit", "commit", "reveal", "rename", "play", "undo", "answer", "resign", "keep", "give_to_bot", "reclaim"}
)


def decide(
    table: Table,
    owner: str,
    kind: str,
    said: Any,
    bots: Callable[[], Collection[str]],
    away_since: int | None,
    now: int,
) -> list[PendingEvent]:
    """The events that come of a message of this kind, whose fields are the attributes of ``said``.

    ``bots`` tells the names of the bots that may be given a seat.

    ``away_since`` is since when the owner of the seat that it names has been away, if they are.

    :raises Refused: it is not done.
    """
    match kind:
        case "play":
            return commands.play(table, owner, said.seat, said.seen, said.move)
        case "sit":
            return commands.sit(table, owner, said.seat, said.name, said.commitment)
        case "commit":
            return settlement.commit(table, owner, said.commitment, said.nonce)
        case "reveal":
            return settlement.reveal(table, owner, said.nonce)
        case "rename":
            return commands.rename(table, owner, said.seat, said.name)
        case "undo":
            return undo.undo(table, owner, said.seat, said.seen)
        case "answer":
            return undo.answer(table, owner, said.seat, said.seen, said.yes)
        case "resign":
            return commands.resign(table, owner, said.seat)
        case "keep":
            return deletion.keep(table, owner, said.seat)
        case "reclaim":
            return commands.reclaim(table, owner, said.seat)
        case "give_to_bot":
            if said.bot not in bots():
                raise Refused("table.give.unknown", players=", ".join(bots()))
            return commands.give_to_bot(table, owner, said.seat, said.bot, away_since, now)
    raise ValueError(f"no command of a table: {kind}")
