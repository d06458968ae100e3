"""A new table: what somebody may want of it, and the events with which it begins."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from speelkist.core import commitment, fresh_seed, game_class, load_version, read_seed

from . import commands
from .clock import ClockRules
from .errors import Refused
from .events import Created, OptionData
from .seats import PERSON
from .table import PendingEvent, Table

LONGEST_SECONDS = 86_400
LONGEST_INCREMENT = 3600
MIN_CLOCK_SECONDS = 30
MIN_ABSENT_SECONDS = 20  # a connection may break for a moment; a seat is not given away for that

Sitter = tuple[str, int, str]  # owner, seat, name


@dataclass(slots=True)
class TableRequest:
    """A table that somebody wants."""

    game: str
    options: dict[str, OptionData] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)  # "person" or a bot's name; none: as many people as the game needs
    sit: str | int = "all"  # where one sits down: in "all" seats of people, at one screen; in one seat; "none"
    name: str = ""
    names: list[str] = field(default_factory=list)  # at one screen: who has each seat
    start: str | None = None
    seed: str | None = None  # only where the host allows scripted dice
    answer_seconds: int | None = None  # None: as long as the game says
    absent_seconds: int = 60
    hints: bool = False  # whether people far apart may ask for hints; the others see it
    clock: ClockRules | None = None


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a host allows to those who make tables."""

    bots: Collection[str]  # the names of all bots
    scripted: bool = False  # whether a request may choose the seed of the dice, and short times
    hints: bool = True
    bot_tables: bool = True  # whether bots may play alone


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table that is not stored yet: its first event, what only the server knows, who sits down at once."""

    created: Created
    secret: dict[str, Any]
    sitters: Sequence[Sitter] = ()

    def events(self, table_id: str, at: int) -> list[PendingEvent]:
        """The events with which it begins."""
        table = Table(table_id)
        pending: list[PendingEvent] = []

        def take_in(events: list[PendingEvent]) -> None:
            for event in events:
                pending.append(event)
                table.apply(event, len(pending), at)

        take_in([PendingEvent(self.created, json.dumps(self.secret))])
        for owner, seat, name in self.sitters:
            take_in(commands.sit(table, owner, seat, name))
        if not self.sitters and table.status == "playing":  # bots alone, and no dice to settle
            take_in(commands.begin(table, table.dice()))
        return pending


def plan_table(request: TableRequest, owner: str, allowed: Allowed) -> NewTable:
    """The table that is wanted.

    :raises Refused: the host does not allow it, or it is no table.
    :raises BadOption: there is no such game, or no such option.
    """
    if request.seed is not None and not allowed.scripted:
        raise Refused("table.create.seed")
    if request.hints and not allowed.hints:
        raise Refused("table.create.hints")
    info = game_class(request.game).info
    seats = _planned_seats(request, allowed.bots)
    if PERSON not in seats and not allowed.bot_tables:
        raise Refused("table.create.bots")
    answer_seconds = info.answer_seconds if request.answer_seconds is None else request.answer_seconds
    least = 0 if allowed.scripted else MIN_ABSENT_SECONDS
    if not (0 <= answer_seconds <= LONGEST_SECONDS and least <= request.absent_seconds <= LONGEST_SECONDS):
        raise Refused("table.create.seconds", n=least)
    _check_clock(request.clock, 1 if allowed.scripted else MIN_CLOCK_SECONDS, allowed.bots)
    game = load_version(request.game, info.version, dict(request.options))
    initial = game.start() if request.start is None else game.from_json(request.start)
    game = initial.game  # a position says itself under which options it is played
    if len(seats) != game.players:
        raise Refused("table.create.count", n=game.players)
    seed = fresh_seed() if request.seed is None else read_seed(request.seed)
    created = Created(
        game=request.game,
        version=info.version,
        options={name: list(value) if isinstance(value, tuple) else value for name, value in game.options.items()},
        seats=seats,
        commitment=commitment(seed) if info.chance else "",
        start=None if request.start is None else initial.to_json(),
        answer_seconds=answer_seconds if game.answers_out_of_turn else None,
        absent_seconds=request.absent_seconds,
        hints=request.hints,
        clock=request.clock,
    )
    return NewTable(created, {"seed": seed.hex(), "creator": owner}, _first_sitters(request, seats, owner))


def plan_rematch(table: Table, owner: str, another: bool) -> tuple[NewTable, int]:
    """The next table of the same people, everybody one side further, and the seat that asks for it.

    With ``another`` on another board, where it is made from a number.
    """
    seats, by = commands.rematch_seats(table, owner)
    seed = fresh_seed()
    old = table.created
    info = game_class(old.game).info
    created = Created(
        game=old.game,
        version=info.version,
        options=_with_new_seed(old.options) if another else old.options,
        seats=[seat.planned for seat in seats],
        commitment=commitment(seed) if info.chance else "",
        answer_seconds=old.answer_seconds,
        absent_seconds=old.absent_seconds,
        rematch_of=table.id,
        hints=old.hints,
        clock=old.clock,
    )
    return NewTable(created, {"seed": seed.hex(), "reserved": [seat.reserved for seat in seats]}), by


def _check_clock(clock: ClockRules | None, least: int, bots: Collection[str]) -> None:
    if clock is None:
        return
    if not (least <= clock.seconds <= LONGEST_SECONDS and 0 <= clock.increment <= LONGEST_INCREMENT):
        raise Refused("table.create.clock", least=least, most=LONGEST_SECONDS, increment=LONGEST_INCREMENT)
    if clock.bot and clock.bot not in bots:
        raise Refused("table.give.unknown", players=", ".join(bots))


def _planned_seats(request: TableRequest, bots: Collection[str]) -> list[str]:
    players = request.options.get("players")
    count = players if isinstance(players, int) else game_class(request.game).info.players[0]
    seats = request.seats or [PERSON] * min(max(int(count), 2), 6)
    for seat in seats:
        if seat != PERSON and seat not in bots:
            raise Refused("table.create.seat", seat=seat[:20], players=", ".join((PERSON, *bots)))
    if isinstance(request.sit, str) and request.sit not in ("all", "none"):
        raise Refused("table.create.sit")
    if isinstance(request.sit, int) and not 0 <= request.sit < len(seats):
        raise Refused("table.seat.none", n=len(seats))
    return seats


def _first_sitters(request: TableRequest, seats: list[str], owner: str) -> list[Sitter]:
    """Who sits down at once."""
    if request.sit == "none":
        return []
    if request.sit != "all":
        return [(owner, int(request.sit), request.name)]
    people = [seat for seat, planned in enumerate(seats) if planned == PERSON]
    names = {seat: request.names[seat] if seat < len(request.names) else request.name for seat in people}
    return [(owner, seat, names[seat]) for seat in people]


def _with_new_seed(options: dict[str, OptionData]) -> dict[str, OptionData]:
    """The same options, with a new number for a board that is made from one."""
    return {**options, "seed": secrets.randbits(48)} if "random" in options.values() else options
