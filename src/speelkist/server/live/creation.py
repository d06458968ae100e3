"""Making tables: as somebody wants them, or for the same people once more."""

from __future__ import annotations

import json
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from speelkist.bots.factory import BOTS
from speelkist.core import commitment, fresh_seed, game_class, load_version, read_seed
from speelkist.server.identity import new_table_id
from speelkist.server.logging import ThrottledLog, describe_error, log_alias
from speelkist.server.settings import Settings
from speelkist.server.storage import queries
from speelkist.server.storage.deletion import delete_tables
from speelkist.server.storage.errors import Conflict
from speelkist.server.storage.event_store import EventStore
from speelkist.server.storage.stored_event import number_events
from speelkist.server.timestamps import now_ms
from speelkist.table import commands
from speelkist.table.clock import ClockRules
from speelkist.table.errors import Refused
from speelkist.table.events import Created, OptionData
from speelkist.table.seats import PERSON
from speelkist.table.table import PendingEvent, Table

from .commands import CommandRunner, owner_rows
from .registry import TableRegistry

log = logging.getLogger("speelkist.creation")

LONGEST_SECONDS = 86_400
LONGEST_INCREMENT = 3600
MIN_CLOCK_SECONDS = 30
MIN_ABSENT_SECONDS = 20  # a line may break for a moment; a seat is not given away for that


class TableRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A table that somebody wants."""

    game: str
    options: dict[str, OptionData] = {}
    seats: list[str] = []  # "person", or the name of a bot; none: as many people as the game needs
    sit: str | int = "all"  # where one sits down: in "all" seats of people, at one screen; in one seat; "none"
    name: str = ""
    names: list[str] = []  # at one screen: who has each seat
    start: str | None = None
    seed: str | None = None  # only where the host allows scripted dice
    answer_seconds: int | None = None  # None: as long as the game says
    absent_seconds: int = 60
    hints: bool = False  # whether people far apart may ask for hints; the others see it
    clock: ClockRules | None = None


class TableCreator:
    """Makes tables."""

    def __init__(
        self,
        store: EventStore,
        registry: TableRegistry,
        runner: CommandRunner,
        counters: Counter[str],
        settings: Settings,
    ) -> None:
        self._store = store
        self._registry = registry
        self._runner = runner
        self._counters = counters
        self._failures = ThrottledLog(log)
        self._settings = settings
        self._scripted = settings.scripted  # whether a request may choose the seed of the dice

    async def create(self, request: TableRequest, owner: str) -> str:
        """Make a new table; its id."""
        if request.seed is not None and not self._scripted:
            raise Refused("server.create.seed")
        if request.hints and not self._settings.hints:
            raise Refused("server.create.hints")
        info = game_class(request.game).info
        seats = _planned_seats(request)
        if PERSON not in seats and not self._settings.bot_tables:
            raise Refused("server.create.bots")
        answer_seconds = info.answer_seconds if request.answer_seconds is None else request.answer_seconds
        least = 0 if self._scripted else MIN_ABSENT_SECONDS
        if not (0 <= answer_seconds <= LONGEST_SECONDS and least <= request.absent_seconds <= LONGEST_SECONDS):
            raise Refused("server.create.seconds", n=least)
        _check_clock(request.clock, 1 if self._scripted else MIN_CLOCK_SECONDS)
        game = load_version(request.game, info.version, dict(request.options))
        initial = game.start() if request.start is None else game.from_json(request.start)
        game = initial.game  # a position says itself under which options it is played
        if len(seats) != game.players:
            raise Refused("server.create.count", n=game.players)
        seed = fresh_seed() if request.seed is None else read_seed(request.seed)
        created = Created(
            game=request.game,
            version=info.version,
            options={name: list(value) if isinstance(value, tuple) else value for name, value in game.options.items()},
            seats=seats,
            commitment=commitment(seed) if info.chance else "",
            start=None if request.start is None else initial.to_json(),
            answer_seconds=answer_seconds,
            absent_seconds=request.absent_seconds,
            hints=request.hints,
            clock=request.clock,
        )
        secret = {"seed": seed.hex(), "creator": owner}
        return await self._store_new(created, secret, _first_sitters(request, seats, owner))

    async def _store_new(
        self, created: Created, secret: dict[str, Any], sitters: Sequence[tuple[str, int, str]]
    ) -> str:
        """Store a new table with those who sit down at once, all together."""
        if self._runner.closing:
            raise Refused("server.closing")
        table_id = new_table_id()
        table = Table(table_id)
        at = now_ms()
        pending: list[PendingEvent] = []

        def take_in(events: list[PendingEvent]) -> None:
            for event in events:
                pending.append(event)
                table.apply(event, len(pending), at)

        take_in([PendingEvent(created, secret=json.dumps(secret))])
        for sitter in sitters:
            take_in(commands.sit(table, *sitter))
        if not sitters and table.status == "playing":
            take_in(commands.begin(table, table.dice()))
        rows = [queries.table_row(table_id, created.game, at), *owner_rows(table_id, pending)]
        try:
            await self._store.append(table_id, number_events(pending, 0, at), rows)
        except Conflict:
            if (await self._registry.get(table_id)).table.created == created:
                return table_id  # it is ours: the database went away when it had just been stored
            return await self._store_new(created, secret, sitters)  # that id is in use: take another
        except Exception as error:
            self._failures.error("a new table could not be stored: %s", describe_error(error))
            raise Refused("server.store.failed") from error
        self._counters["tables"] += 1
        log.info("table created", extra={"table": log_alias(table_id), "game": created.game})
        await self._registry.get(table_id)
        return table_id

    async def rematch(
        self, table_id: str, owner: str, request: str, another: bool, check_new: Callable[[], None]
    ) -> int:
        """The same people at a new table, everybody one side further; all who watch are led there.

        With ``another`` on another board, where it is made from a number. ``check_new`` may refuse a new table. The
        version with the rematch.
        """
        live = await self._registry.get(table_id)
        table = live.table
        async with live.rematch_lock:
            if table.rematch is not None and table.seats_of(owner):
                return table.rematch_version
            seats, by = commands.rematch_seats(table, owner)
            check_new()
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
                rematch_of=table_id,
                hints=old.hints,
                clock=old.clock,
            )
            reserved = [seat.reserved for seat in seats]
            next_table = await self._store_new(created, {"seed": seed.hex(), "reserved": reserved}, [])
            try:
                return await self._runner.run(
                    table_id, owner, request, lambda live: commands.rematch(live.table, next_table, by)
                )
            except Refused as refused:  # another process was first, or it could not be stored
                if refused.phrase.key != "server.store.unsure":  # then nobody will come to this one
                    self._registry.tables.pop(next_table, None)
                    await delete_tables(self._store, [next_table])
                raise


def _check_clock(clock: ClockRules | None, least: int) -> None:
    if clock is None:
        return
    if not (least <= clock.seconds <= LONGEST_SECONDS and 0 <= clock.increment <= LONGEST_INCREMENT):
        raise Refused("server.create.clock", least=least, most=LONGEST_SECONDS, increment=LONGEST_INCREMENT)
    if clock.bot and clock.bot not in BOTS:
        raise Refused("server.give.unknown", players=", ".join(BOTS))


def _planned_seats(request: TableRequest) -> list[str]:
    players = request.options.get("players")
    count = players if isinstance(players, int) else game_class(request.game).info.players[0]
    seats = request.seats or [PERSON] * min(max(int(count), 2), 6)
    for seat in seats:
        if seat != PERSON and seat not in BOTS:
            raise Refused("server.create.seat", seat=seat[:20], players=", ".join((PERSON, *BOTS)))
    if isinstance(request.sit, str) and request.sit not in ("all", "none"):
        raise Refused("server.create.sit")
    if isinstance(request.sit, int) and not 0 <= request.sit < len(seats):
        raise Refused("table.seat.none", n=len(seats))
    return seats


def _first_sitters(request: TableRequest, seats: list[str], owner: str) -> list[tuple[str, int, str]]:
    """Who sits down at once: owner, seat, name."""
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
