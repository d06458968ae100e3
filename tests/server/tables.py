"""Tables without a server: laid, sat at and played by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

import speelkist
from speelkist.core import commitment, read_seed
from speelkist.core.view import Change
from speelkist.server.live import events as ev
from speelkist.server.live.table import Refused, Step, Table

from .harness import NONCES, SEED

ANS, BOB, CEES = "a" * 64, "b" * 64, "c" * 64  # what is stored of their keys
PEOPLE = (ANS, BOB, CEES, "d" * 64, "e" * 64, "f" * 64)


def lay(
    game: str = "kriskras",
    chairs: Sequence[str] = ("person", "person"),
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
        chairs=list(chairs),
        commitment=commitment(read_seed(SEED)),
        start=start,
        **created,
    )
    take_in(table, [Step(event, secret=json.dumps({"seed": SEED, "reserved": reserved}))])
    return table


def take_in(table: Table, steps: Iterable[Step], at: int | None = None) -> list[Change]:
    """Let it have happened, a second after the last event unless told otherwise."""
    at = table.at + 1000 if at is None else at
    changes: list[Change] = []
    for step in steps:
        changes += table.apply(step, table.number + 1, at)
    return changes


def sit_all(table: Table, *holders: str) -> Table:
    """Everybody in his own chair, in order; a single holder takes all chairs."""
    free = [seat for seat, chair in enumerate(table.chairs) if not chair.filled]
    for place, seat in enumerate(free):
        holder = holders[place] if len(holders) > 1 else holders[0]
        take_in(table, table.sit(holder, seat, f"P{seat}", NONCES[seat]))
    return table


def apart(game: str = "kriskras", players: int = 2, **fields: Any) -> Table:
    """A table of people at different browsers."""
    return sit_all(lay(game, ["person"] * players, **fields), *PEOPLE[:players])


def together(game: str = "kriskras", players: int = 2, **fields: Any) -> Table:
    """A table of people at one screen."""
    return sit_all(lay(game, ["person"] * players, **fields), ANS)


def play(table: Table, move: str | None = None, holder: str | None = None) -> list[Change]:
    """The player whose turn it is makes a move: this one, or the first that is legal."""
    seat = table.state.player
    move = table.state.legal()[0].text if move is None else move
    owner = holder or table.chairs[seat].holder or ""
    return take_in(table, table.play(owner, seat, table.number, move))


def events(steps: Iterable[Step]) -> list[ev.AnyEvent]:
    """The events of some steps."""
    return [step.event for step in steps]


def refused(key: str) -> Any:
    """What is asked inside must be refused for this reason."""
    return pytest.raises(Refused, check=lambda error: error.phrase.key == key)


def again(table: Table, log: Iterable[tuple[ev.AnyEvent, str | None, int]]) -> Table:
    """The same table from its log alone."""
    made = Table(table.id)
    for number, (event, secret, at) in enumerate(log, 1):
        made.apply(Step(event, secret), number, at)
    return made
