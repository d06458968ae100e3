"""Tables without a server: made, sat at and played by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

import speelkist
from speelkist.core import Record, commitment, read_seed
from speelkist.core.view import Change
from speelkist.table import commands, settlement
from speelkist.table import events as ev
from speelkist.table.errors import Refused
from speelkist.table.history import record
from speelkist.table.table import PendingEvent, Table
from tests.support.dice import NONCES, SEED, promise_of, settle

ANS, BOB, CEES = "a" * 64, "b" * 64, "c" * 64  # what is stored of their keys
PEOPLE = (ANS, BOB, CEES, "d" * 64, "e" * 64, "f" * 64)


def lay(
    game: str = "kriskras",
    seats: Sequence[str] = ("person", "person"),
    start: str | None = None,
    reserved: list[str | None] | None = None,
    options: dict[str, Any] | None = None,
    **created: Any,
) -> Table:
    """A table at which nobody sits yet."""
    table = Table("tafel234")
    loaded = speelkist.load(game, **(options or {}))
    event = ev.Created(
        game=game,
        version=loaded.info.version,
        options={name: list(value) if isinstance(value, tuple) else value for name, value in loaded.options.items()},
        seats=list(seats),
        commitment=commitment(read_seed(SEED)),
        start=start,
        **created,
    )
    take_in(table, [PendingEvent(event, secret=json.dumps({"seed": SEED, "reserved": reserved, "creator": ANS}))])
    return table


def take_in(table: Table, pending: Iterable[PendingEvent], at: int | None = None) -> list[Change]:
    """Let it have happened, a second after the last event unless told otherwise."""
    at = table.at + 1000 if at is None else at
    changes: list[Change] = []
    for event in pending:
        changes += table.apply(event, table.version + 1, at)
    return changes


def sit_all(table: Table, *owners: str) -> Table:
    """Everybody in their own seat, in order; a single owner takes all seats. The dice are settled."""
    own_nonces: dict[str, str] = {}
    free = [index for index, seat in enumerate(table.seats) if not seat.filled]
    for place, seat in enumerate(free):
        owner = owners[place] if len(owners) > 1 else owners[0]
        promise = promise_of(own_nonces.setdefault(owner, NONCES[seat]))
        take_in(table, commands.sit(table, owner, seat, f"P{seat}", promise))
    if table.is_full:
        settle(table)
    return table


def apart(game: str = "kriskras", players: int = 2, **fields: Any) -> Table:
    """A table of people at different browsers."""
    return sit_all(lay(game, ["person"] * players, **fields), *PEOPLE[:players])


def together(game: str = "kriskras", players: int = 2, **fields: Any) -> Table:
    """A table of people at one screen."""
    return sit_all(lay(game, ["person"] * players, **fields), ANS)


def play(table: Table, move: str | None = None, owner: str | None = None) -> list[Change]:
    """The player whose turn it is makes a move: this one, or the first that is legal."""
    seat = table.state.player
    move = table.state.legal()[0].text if move is None else move
    owner = owner or table.seats[seat].owner or ""
    return take_in(table, commands.play(table, owner, seat, table.version, move))


def against_the_computer() -> Table:
    """A game of one person against a bot, whose one nonce settles the dice."""
    table = lay("kriskras", ["person", "random"])
    take_in(table, commands.sit(table, ANS, 0, "Ans"))
    take_in(table, settlement.commit(table, ANS, promise_of(NONCES[0]), NONCES[0]))
    return table


def honest_record() -> Record:
    """The record of a game that was played by the rules, with its seed."""
    table = against_the_computer()
    for _ in range(3):
        seat = table.state.player
        if seat == 0:
            play(table)
        else:
            take_in(table, commands.play_for(table, 1, table.state.legal()[0].text))
    take_in(table, commands.resign(table, ANS, 0))
    return record(table)


def events(pending: Iterable[PendingEvent]) -> list[ev.AnyEvent]:
    """The events of what is pending."""
    return [event.event for event in pending]


def refused(key: str) -> Any:
    """What is asked inside must be refused for this reason."""
    return pytest.raises(Refused, check=lambda error: error.phrase.key == key)


def again(table: Table, log: Iterable[tuple[ev.AnyEvent, str | None, int]]) -> Table:
    """The same table from its log alone."""
    made = Table(table.id)
    for number, (event, secret, at) in enumerate(log, 1):
        made.apply(PendingEvent(event, secret), number, at)
    return made
