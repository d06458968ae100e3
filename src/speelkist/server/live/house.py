"""All tables that somebody is looking at: who looks, who is away, what is asked, in order, one thing at a time a table.

What is asked is judged, stored, taken in and only then told. The log is the truth: a table that nobody looks at is
forgotten and made again from its events when somebody comes.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from speelkist.bots.job import BotJob, BotReply
from speelkist.bots.process import ProcessDied
from speelkist.bots.worker_pool import WorkerPool
from speelkist.core import SpeelkistError, State, commitment, fresh_seed, game_class, load_version, read_seed
from speelkist.core.view import Change
from speelkist.server.cluster.messages import PresenceReport
from speelkist.server.cluster.presence import ClusterPresence, RemotePresence
from speelkist.server.identity import code_hash, is_table_id, new_code, new_table_id
from speelkist.server.logging import log_alias
from speelkist.server.settings import Settings
from speelkist.server.storage import queries
from speelkist.server.storage.batch_writer import WriteFuture
from speelkist.server.storage.deletion import delete_tables
from speelkist.server.storage.errors import Conflict, Unsure
from speelkist.server.storage.event_store import EventStore, RemoteHandlers
from speelkist.server.storage.stored_event import StoredEvent
from speelkist.server.timestamps import now_ms
from speelkist.server.ws.protocol import Gone, Numbered, Presence, TableNow, ThinkingData, Update, encode

from . import events as ev
from .analysis import Analyst
from .table import Refused, Step, Table

log = logging.getLogger("speelkist.house")

CODE_MINUTES = 10
CHAIR_EVENTS = {ev.Seated, ev.Renamed, ev.Given, ev.TakenBack, ev.Rekeyed}
OTHERS_FIRST = 10.0  # seconds a program waits for the process that stored the move it answers
LAST_WORK = 10.0  # seconds a closing house waits for what is being done
NOT_STORED = ("server.store.failed", "server.store.unsure")


class Watcher(Protocol):
    """A socket, as far as a table is concerned."""

    holder: str

    def tell(self, message: bytes) -> None:
        """Send this as soon as possible, without waiting."""
        ...


class Asker(Protocol):
    """Whoever asks for something that is done at once; later exactly one of the two is called."""

    holder: str

    def done(self, request: str, number: int) -> None:
        """It is stored and told: the number of its first event."""
        ...

    def not_done(self, request: str, rest: Awaitable[int]) -> None:
        """Something came between; ``rest`` must be awaited, for the number or for what went wrong."""
        ...


@dataclass(eq=False, slots=True)
class Room:
    """A table that is in memory, and those who look at it."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    away: dict[int, int] = field(default_factory=dict)  # seat -> since when nobody with its key is here
    laying: asyncio.Lock = field(default_factory=asyncio.Lock)  # so that two wishes for a rematch lay one table
    due: tuple[int, int, str] | None = None  # the move that is being thought about: last action, seat, program
    thinking: asyncio.Task[None] | None = None
    clock: asyncio.TimerHandle | None = None
    used: int = field(default_factory=now_ms)
    board: str = ""  # the drawing that the watchers have
    behind: bool = False  # the log may hold more than this table has taken in
    remote: dict[str, RemotePresence] = field(default_factory=dict)  # who is connected through another process
    last_announced: PresenceReport | None = None  # who is here, as the other processes were last told

    def here(self) -> list[bool]:
        """Which chairs have their owner, or a program, at the table."""
        seats = self.seats_here().union(*(other.seats for other in self.remote.values()))
        return [chair.player is not None or seat in seats for seat, chair in enumerate(self.table.chairs)]

    def seats_here(self) -> set[int]:
        """The chairs whose owner is connected to this process."""
        holders = {watcher.holder for watcher in self.watchers}
        return {seat for seat, chair in enumerate(self.table.chairs) if chair.holder in holders}

    def strangers(self) -> int:
        """How many only look on through this process."""
        owners = {chair.holder for chair in self.table.chairs}
        return sum(watcher.holder not in owners for watcher in self.watchers)


@dataclass(frozen=True)
class Wish:
    """A table somebody wants to have."""

    game: str
    options: dict[str, Any]
    chairs: list[str]
    holder: str
    name: str = ""
    names: list[str] = field(default_factory=list)  # at one screen: who sits in each chair
    nonce: str = ""
    seats: str | int = "all"  # "all" of the people's chairs at one screen, one chair's number, or "none"
    start: str | None = None
    seed: str | None = None  # only where the host allows scripted dice
    answer_seconds: int = 0
    absent_seconds: int = 60


class House:
    """The tables of one server process."""

    def __init__(self, store: EventStore, settings: Settings, thinkers: WorkerPool) -> None:
        self.store = store
        self.settings = settings
        self.thinkers = thinkers
        self.counted: Counter[str] = Counter()
        self.closing = False
        self.thinking = ThinkingData(ready=[])
        self.analyst = Analyst(self)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._early: set[str] = set()  # tables that another process had news of while they were being made
        self._tasks: set[asyncio.Task[Any]] = set()
        self._presence = ClusterPresence(store, self._rooms, self._came_or_went_elsewhere)

    def remote_handlers(self) -> RemoteHandlers:
        """What the event store is to call when another process has done something."""
        return RemoteHandlers(
            on_remote_event=self.on_remote_event,
            on_table_deleted=self.on_table_deleted,
            on_remote_message=self._presence.on_remote_message,
            on_reconnect=self._hears_again,
        )

    def open(self) -> None:
        """Begin to tell other processes who is here, if there may be any."""
        if self.store.shared:
            self._spawn(self._presence.heartbeat(self._look_again))

    # --- rooms ------------------------------------------------------------------------------------------------------

    async def room(self, address: str) -> Room:
        """The table with that address, made from its events if it is not in memory."""
        found = self._rooms.get(address)
        if found is None:
            if not is_table_id(address):
                raise Refused("server.table.unknown")
            loading = self._loading.get(address)
            if loading is None or loading.done():  # done: and what it made was cleared out at once
                loading = self._loading[address] = self._spawn(self._load(address))
                loading.add_done_callback(lambda done: self._loaded(address, done))
            found = await asyncio.shield(loading)
        found.used = now_ms()
        return found

    def _loaded(self, address: str, loading: asyncio.Task[Room]) -> None:
        if self._loading.get(address) is loading:
            del self._loading[address]
            self._early.discard(address)

    async def _enter(self, address: str) -> Room:
        """Be alone in a room, until its lock is released; not in one that was cleared out while waiting at its door."""
        found = self._rooms.get(address)
        if found is not None and not found.behind and not found.lock.locked():  # the ordinary case
            found.used = now_ms()
            await found.lock.acquire()
            return found
        while True:
            room = await self.room(address)
            await room.lock.acquire()
            try:
                if self._rooms.get(address) is room:
                    if room.behind:
                        await self._catch_up(room)
                    return room
            except BaseException:
                room.lock.release()
                raise
            room.lock.release()

    async def _load(self, address: str) -> Room:
        table, _ = await self._from_log(address)
        room = Room(table, behind=address in self._early)
        room.board = table.shown.board(table.state)["key"]
        now = now_ms()
        room.away = {seat: now for seat, chair in enumerate(table.chairs) if chair.holder is not None}
        self._rooms[address] = room
        self._presence.query(address)
        self._go_on(room)
        return room

    async def _from_log(self, address: str) -> tuple[Table, list[StoredEvent]]:
        """A table as its events make it, and these."""
        rows = await self.store.events_after(address, 0)
        if not rows:
            raise Refused("server.table.unknown")
        table = Table(address)
        table.archived = await self.store.is_archived(address)
        for row in rows:
            table.apply(Step(row.event, row.secret), row.version, row.at, row.request)
        return table, rows

    def rooms(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    def table_ids(self) -> list[str]:
        """The tables in memory."""
        return list(self._rooms)

    def evict_idle(self, seconds: float) -> None:
        """Let go of tables that nobody looks at and where nothing goes on."""
        limit = now_ms() - int(1000 * seconds)
        for address, room in list(self._rooms.items()):
            if not room.watchers and room.used < limit and not room.lock.locked():
                self._stop_waiting(room)
                del self._rooms[address]

    # --- watching ---------------------------------------------------------------------------------------------------

    async def watch(self, watcher: Watcher, address: str, seen: int) -> int:
        """Show a table from now on, with the events that were not seen yet; the number of the last."""
        async with _InRoom(self, address) as room:
            if seen > room.table.number:  # perhaps another process was faster to tell
                await self._catch_up(room)
            if not 0 <= seen <= room.table.number:  # whatever was seen, it was not this log
                seen = 0
            rows = await self.store.events_after(address, seen) if seen < room.table.number else []
            room.watchers.add(watcher)
            watcher.tell(self._now(room, watcher, rows))
            self._came_or_went(room)
            return room.table.number

    def _now(self, room: Room, watcher: Watcher, rows: list[StoredEvent]) -> bytes:
        """The table as it stands for one who looks, with events he has not seen."""
        table = room.table
        now = TableNow(
            table=table.id,
            number=table.number,
            events=[Numbered(row.version, row.at, row.event) for row in rows if row.version <= table.number],
            seats=table.seats(room.here()),
            yours=table.yours(watcher.holder),
            state=table.status,
            board=table.shown.board(table.state),
            view=table.view(),
            last=table.last,
            deadline=table.deadline(),
        )
        return encode(now)

    def unwatch(self, watcher: Watcher, address: str) -> None:
        """Somebody no longer looks."""
        room = self._rooms.get(address)
        if room is not None and watcher in room.watchers:
            room.watchers.discard(watcher)
            room.used = now_ms()
            self._came_or_went(room)

    def _came_or_went(self, room: Room) -> None:
        here = room.here()
        now = now_ms()
        for seat, chair in enumerate(room.table.chairs):
            if here[seat] or chair.holder is None:
                room.away.pop(seat, None)
            else:
                room.away.setdefault(seat, now)
        strangers = room.strangers() + sum(other.spectators for other in room.remote.values())
        self._tell(room, encode(Presence(room.table.id, here, strangers)))
        self._presence.announce(room.table.id)

    def _came_or_went_elsewhere(self, address: str) -> None:
        self._came_or_went(self._rooms[address])

    def _tell(self, room: Room, message: bytes) -> None:
        for watcher in room.watchers:
            watcher.tell(message)

    # --- doing ------------------------------------------------------------------------------------------------------

    async def do(
        self, address: str, holder: str, request: str, decide: Callable[[Room], list[Step]], known: bool = True
    ) -> int:
        """Judge, store, take in, tell: the number of the first event that came of it.

        The same request again gives the same number and nothing more. If another process was first, it is judged anew.
        """
        if self.closing:
            raise Refused("server.closing")
        tag = _tag(holder, request) if known else None
        async with _InRoom(self, address) as room:
            while True:
                done = room.table.requests.get(tag) if tag else None
                if done is not None:
                    return done
                steps = decide(room)
                try:
                    return await self._store(room, steps, tag)
                except Conflict:
                    self.counted["conflicts"] += 1
                    if not await self._catch_up(room):
                        if not await queries.last_versions(self.store, [room.table.id]):  # the table itself was deleted
                            self._let_go(room)
                            raise Refused("server.table.unknown") from None
                        raise Refused("server.store.failed") from None

    def do_at_once(self, address: str, asker: Asker, request: str, decide: Callable[[Room], list[Step]]) -> bool:
        """The same in the ordinary case, where the table is here and nobody is in the room; False if it is not.

        Nothing waits: a task for every move, that waited for the room and then for the disk, took a tenth of its time.
        """
        room = self._rooms.get(address)
        if room is None or room.behind or self.closing or room.lock.locked():
            return False
        tag = _tag(asker.holder, request)
        if tag in room.table.requests or not enter_now(room.lock):
            return False
        try:
            writing, stored = self._append(room, decide(room), tag)
        except BaseException:
            room.lock.release()
            raise
        number, room.used = stored[0][0].version, stored[0][0].at

        def told(writing: asyncio.Future[None]) -> None:
            problem = writing.exception()
            if problem is None and self._take_in(room, stored):
                room.lock.release()
                asker.done(request, number)
            else:
                asker.not_done(request, self._mend(room, number, problem, asker.holder, request, decide))

        writing.add_done_callback(told)
        return True

    async def _mend(
        self,
        room: Room,
        number: int,
        problem: BaseException | None,
        holder: str,
        request: str,
        decide: Callable[[Room], list[Step]],
    ) -> int:
        """What is left to do, and then leave the room, when something could not be stored or taken in at once."""
        try:
            if problem is None:
                await self._make_again(room, number - 1)
                return number
            if not isinstance(problem, Conflict):
                raise self._not_stored(room, problem) from problem
            self.counted["conflicts"] += 1
            room.behind = True
        finally:
            room.lock.release()
        return await self.do(room.table.id, holder, request, decide)

    def _append(
        self, room: Room, steps: list[Step], request: str | None
    ) -> tuple[WriteFuture, list[tuple[StoredEvent, Step]]]:
        """Begin to store what was decided."""
        table = room.table
        before = table.number
        at = now_ms()
        events = [(step.event, step.secret) for step in steps]
        others = [
            queries.owner_row(step.secret, table.id)
            for step in steps
            if isinstance(step.event, (ev.Seated, ev.Rekeyed)) and step.secret is not None
        ]
        stored = [
            (StoredEvent(before + index, at, step.event, None, request if index == 1 else None), step)
            for index, step in enumerate(steps, 1)
        ]
        return self.store.append(table.id, before, events, at, request, others), stored

    def _not_stored(self, room: Room, error: BaseException) -> Refused:
        self.counted["failed_writes"] += 1
        log.error("events of table %s could not be stored", room.table.id, exc_info=error)
        unsure = isinstance(error, Unsure)
        room.behind = room.behind or unsure
        return Refused("server.store.unsure" if unsure else "server.store.failed")

    async def _store(self, room: Room, steps: list[Step], request: str | None) -> int:
        cancelled = None
        writing, stored = self._append(room, steps, request)
        try:
            await writing
        except asyncio.CancelledError as error:
            if writing.exception() is not None:
                raise  # nothing was stored, and nobody waits to hear why
            cancelled = error  # what is stored must be taken in all the same
        except Conflict:
            raise
        except Exception as error:
            raise self._not_stored(room, error) from error
        first = stored[0][0].version
        if not self._take_in(room, stored):
            await self._make_again(room, first - 1)
        if cancelled is not None:
            raise cancelled
        return first

    def _take_in(self, room: Room, stored: list[tuple[StoredEvent, Step]], ours: bool = True) -> bool:
        """Stored events become what everybody sees. False if that goes wrong: it has to be made again from its log."""
        try:
            self._show(room, stored)
            self._go_on(room, ours)
        except Exception:
            self.counted["made_again"] += 1
            log.exception("events of table %s could not be taken in; it is made again from its log", room.table.id)
            return False
        return True

    async def _take_in_others(self, room: Room, rows: list[StoredEvent]) -> None:
        """The same with what another process has stored."""
        before = room.table.number
        if not self._take_in(room, [(row, Step(row.event, row.secret)) for row in rows], ours=False):
            await self._make_again(room, before)

    async def _make_again(self, room: Room, before: int) -> None:
        self._stop_waiting(room)
        try:
            room.table, rows = await self._from_log(room.table.id)
            new = [row for row in rows if row.version > before]
            told = [(watcher, self._now(room, watcher, new)) for watcher in room.watchers]
        except Exception:
            log.exception("table %s cannot be made from its log", room.table.id)
            self._let_go(room)
            return
        for watcher, now in told:
            watcher.tell(now)
        self._go_on(room)

    def _show(self, room: Room, stored: list[tuple[StoredEvent, Step]]) -> None:
        table = room.table
        status = table.status if table.number else ""
        changes: list[Change] = []
        for row, step in stored:
            changes += table.apply(step, row.version, row.at, row.request)
        self.counted["events"] += len(stored)
        kinds = [type(row.event) for row, _ in stored]
        self.counted["moves"] += kinds.count(ev.Moved)
        seated = not CHAIR_EVENTS.isdisjoint(kinds)
        if seated:
            self._came_or_went(room)
        view = table.view()
        board = None
        if view["board"] != room.board:
            room.board = view["board"]
            board = table.shown.board(table.state)
        update = Update(
            table=table.id,
            number=table.number,
            events=[Numbered(row.version, row.at, row.event) for row, _ in stored],
            changes=changes,
            view=view,
            last=table.last,
            seats=table.seats(room.here()) if seated else None,
            board=board,
            state=table.status if table.status != status else "",
            deadline=table.deadline(),
        )
        if seated:
            for watcher in room.watchers:
                watcher.tell(encode(msgspec.structs.replace(update, yours=table.yours(watcher.holder))))
        else:
            self._tell(room, encode(update))
        if update.state == "over":
            log.info("game over", extra={"table": log_alias(table.id), "events": table.number})

    async def _catch_up(self, room: Room) -> bool:
        """Take in what another process has stored; whether there was anything."""
        room.behind = True
        try:
            rows = await self.store.events_after(room.table.id, room.table.number)
        except Exception as error:
            log.warning("table %s cannot be read: %s", room.table.id, getattr(error, "orig", repr(error)))
            raise Refused("server.store.failed") from error
        room.behind = False
        if rows:
            await self._take_in_others(room, rows)
        return bool(rows)

    def on_remote_event(self, address: str, version: int, events: list[StoredEvent]) -> None:
        """Another process has stored events; perhaps it sent them along."""
        room = self._rooms.get(address)
        if room is None:
            if address in self._loading:
                self._early.add(address)
        elif room.table.number < version:
            self._spawn(self._look(room, version, events))

    def on_table_deleted(self, address: str) -> None:
        """A table was deleted, here or by another process."""
        room = self._rooms.get(address)
        if room is not None:
            self._let_go(room)
        elif address in self._loading:
            self._early.add(address)

    async def _look(self, room: Room, version: int, events: list[StoredEvent]) -> None:
        async with room.lock:
            if room.table.number < version:
                if events and events[0].version == room.table.number + 1:
                    await self._take_in_others(room, events)
                else:
                    await self._catch_up(room)

    def _hears_again(self) -> None:
        """The line to the other processes was broken: ask who is there, say who is here, look what was stored."""
        self._early.update(self._loading)
        for address, room in self._rooms.items():
            room.behind = True
            self._presence.query(address)
            self._presence.announce(address, force=True)
        self._look_again()

    def _look_again(self) -> None:
        behind = [address for address, room in self._rooms.items() if room.behind]
        if behind:
            self._spawn(self._look_everywhere(behind))

    async def _look_everywhere(self, addresses: list[str]) -> None:
        for start in range(0, len(addresses), 500):
            some = addresses[start : start + 500]
            numbers = await queries.last_versions(self.store, some)
            for address in some:
                room = self._rooms.get(address)
                if room is not None and numbers.get(address) == room.table.number:
                    room.behind = False
                if address in numbers:
                    self.on_remote_event(address, numbers[address], [])
                else:
                    self.on_table_deleted(address)

    # --- creating ---------------------------------------------------------------------------------------------------

    async def create(self, wish: Wish) -> str:
        """Lay a new table; its address."""
        options = dict(wish.options)
        game = load_version(wish.game, game_class(wish.game).info.version, options)
        begin = game.start() if wish.start is None else game.from_json(wish.start)
        game = begin.game
        if len(wish.chairs) != game.players:
            raise Refused("server.create.chairs", n=game.players)
        seed = fresh_seed() if wish.seed is None else read_seed(wish.seed)
        created = ev.Created(
            game=wish.game,
            version=game.info.version,
            options={name: list(value) if isinstance(value, tuple) else value for name, value in game.options.items()},
            chairs=wish.chairs,
            commitment=commitment(seed),
            start=None if wish.start is None else begin.to_json(),
            answer_seconds=wish.answer_seconds,
            absent_seconds=wish.absent_seconds,
        )
        return await self._lay(created, {"seed": seed.hex()}, self._first_seats(wish))

    def _first_seats(self, wish: Wish) -> list[tuple[str, int, str, str]]:
        """Who sits down at once: holder, seat, name, nonce."""
        people = [seat for seat, plan in enumerate(wish.chairs) if plan == "person"]
        if wish.seats == "none":
            return []
        if wish.seats != "all":
            return [(wish.holder, int(wish.seats), wish.name, wish.nonce)]
        names = {seat: wish.names[seat] if seat < len(wish.names) else wish.name for seat in people}
        return [(wish.holder, seat, names[seat], wish.nonce) for seat in people]

    async def _lay(self, created: ev.Created, secret: dict[str, Any], sitting: list[tuple[str, int, str, str]]) -> str:
        """Store a new table with those who sit down at once, all in one go."""
        if self.closing:
            raise Refused("server.closing")
        address = new_table_id()
        table = Table(address)
        steps = [Step(created, secret=json.dumps(secret))]
        at = now_ms()
        table.apply(steps[0], 1, at)
        for who in sitting:
            for step in table.sit(*who):
                steps.append(step)
                table.apply(step, len(steps), at)
        if not sitting and table.status == "playing":
            for step in table.begin_alone():
                steps.append(step)
                table.apply(step, len(steps), at)
        others = [queries.table_row(address, created.game, at)]
        others += [queries.owner_row(holder, address) for holder, *_ in sitting]
        try:
            await self.store.append(address, 0, [(step.event, step.secret) for step in steps], at, None, others)
        except Conflict:
            if (await self.room(address)).table.created == created:
                return address  # it is ours: the database went away when it had just been stored
            return await self._lay(created, secret, sitting)  # that address is in use: take another
        except Exception as error:
            log.exception("a new table could not be stored")
            raise Refused("server.store.failed") from error
        self.counted["tables"] += 1
        log.info("table laid", extra={"table": log_alias(address), "game": created.game})
        await self.room(address)
        return address

    async def rematch(self, address: str, holder: str, request: str, another: bool = False) -> int:
        """The same people at a new table, everybody one side further; all who watch are led there."""
        room = await self.room(address)
        table = room.table
        async with room.laying:
            if table.rematch is not None and table.yours(holder):
                return table.rematch_number
            chairs, by = table.plan_rematch(holder)
            seed = fresh_seed()
            old = table.created
            created = ev.Created(
                game=old.game,
                version=game_class(old.game).info.version,
                options=_another(old.options) if another else old.options,
                chairs=[chair.plan for chair in chairs],
                commitment=commitment(seed),
                answer_seconds=old.answer_seconds,
                absent_seconds=old.absent_seconds,
                rematch_of=address,
            )
            reserved = [chair.reserved for chair in chairs]
            following = await self._lay(created, {"seed": seed.hex(), "reserved": reserved}, [])
            try:
                return await self.do(address, holder, request, lambda now: _rematched(now.table, following, by))
            except Refused as refused:  # another process was first, or it could not be stored
                if refused.phrase.key != "server.store.unsure":  # then nobody will come to this one
                    self._rooms.pop(following, None)
                    await delete_tables(self.store, [following])
                raise

    async def delete(self, address: str, holder: str) -> None:
        """Delete a table for good; one of its players may."""
        async with _InRoom(self, address) as room:
            if not room.table.yours(holder):
                raise Refused("server.seat.not_yours")
            await delete_tables(self.store, [address])
            self._let_go(room)
            log.info("table deleted by a player", extra={"table": log_alias(address)})

    async def archived(self, address: str) -> None:
        """A table has been closed because nobody used it: whoever still looks at it sees so."""
        room = self._rooms.get(address)
        if room is not None:
            async with room.lock:
                await self._make_again(room, room.table.number)

    def _let_go(self, room: Room) -> None:
        """The table leaves the memory, and everybody leaves the table."""
        self._stop_waiting(room)
        if self._rooms.get(room.table.id) is room:
            del self._rooms[room.table.id]
        self._tell(room, encode(Gone(room.table.id)))

    # --- what goes on by itself -------------------------------------------------------------------------------------

    def _go_on(self, room: Room, ours: bool = True) -> None:
        """After every change: let a program think, and the clock run. A thought that is still wanted goes on.

        What another process has stored it goes on with itself: our program waits, and mostly in vain.
        """
        table = room.table
        program = None if self.closing else table.program_to_move()
        due = None if program is None else (table.acted, *program)
        if due != room.due:
            self._stop_waiting(room)
            room.due = due
            if program is not None:
                room.thinking = self._spawn(self._think(room, *program, 0 if ours else OTHERS_FIRST))
        if room.clock is not None:
            room.clock.cancel()
            room.clock = None
        deadline = None if self.closing else table.deadline()
        if deadline is not None:
            seconds = max(0.0, (deadline - now_ms()) / 1000)
            room.clock = asyncio.get_running_loop().call_later(seconds, self._time_is_up, room, table.acted)

    def _stop_waiting(self, room: Room) -> None:
        if room.thinking is not None and room.thinking is not asyncio.current_task():
            room.thinking.cancel()
        room.thinking = room.due = None
        if room.clock is not None:
            room.clock.cancel()
            room.clock = None

    async def _think(self, room: Room, seat: int, player: str, wait: float) -> None:
        table = room.table
        acted = table.acted
        await asyncio.sleep(wait)

        async def move() -> None:
            answer = await self._answer(table, player)
            by = "" if answer.by == player else answer.by

            def decide(now: Room) -> list[Step]:
                if now.table.acted != acted or now.table.program_to_move() != (seat, player):
                    raise Refused("server.move.stale")
                return now.table.moves_of(seat, answer.move, by)

            await self.do(table.id, "", "", decide, known=False)

        await self._try_again(move, f"the program {player}")

    async def _answer(self, table: Table, player: str) -> BotReply:
        """What a program would do. If it cannot say, or it may not be done, the simple one says what it would."""
        state = table.state
        try:
            answer = await self.thinkers.ask(self.thought(table, player))
            refusal = state.why_not(answer.move)
            if refusal is None:
                return answer
            log.error("the program %s wants what is not allowed at %s: %s", player, log_alias(table.id), refusal)
        except Exception:
            log.exception("the program %s could not think at %s", player, log_alias(table.id))
        self.counted["replaced_thoughts"] += 1
        return await self.thinkers.ask(self.thought(table, "simple"))

    async def _try_again(self, act: Callable[[], Awaitable[None]], who: str) -> None:
        """What goes on by itself has nobody to send it again: so we do, until it is done or no longer wanted."""
        pause = 0.5
        while True:
            try:
                await act()
            except ProcessDied as error:
                log.warning("%s could not think: %s", who, error)
            except SpeelkistError as error:
                if error.phrase.key not in NOT_STORED:
                    log.info("%s did nothing: %s", who, error)  # mostly: the table moved on
                    return
            except Exception:
                self.counted["failed_tasks"] += 1
                log.exception("%s failed", who)
            else:
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, 30)

    def thought(self, table: Table, player: str, state: State | None = None, **more: Any) -> BotJob:
        """A position to think about; the same position at the same table is thought about alike."""
        luck = hashlib.sha256(f"{table.id} {len(table.actions)}".encode()).digest()
        return BotJob(
            game=table.created.game,
            version=table.created.version,
            options=dict(table.created.options),
            position=(table.state if state is None else state).to_json(),
            bot=player,
            seed=int.from_bytes(luck[:6], "big"),
            compiled=table.created.game in self.thinking.ready,
            **more,
        )

    def _time_is_up(self, room: Room, acted: int) -> None:
        def decide(now: Room) -> list[Step]:
            if now.table.acted != acted:
                raise Refused("server.move.stale")
            return now.table.time_up()

        async def answer_for_them() -> None:
            await self.do(room.table.id, "", "", decide, known=False)

        self._spawn(self._try_again(answer_for_them, "the clock"))

    # --- codes ------------------------------------------------------------------------------------------------------

    async def make_code(self, address: str, holder: str, seat: int) -> str:
        """A code with which another device can take over a chair, once."""
        room = await self.room(address)
        room.table.own_seat(holder, seat)
        code = new_code()
        expires = now_ms() + CODE_MINUTES * 60_000
        await queries.save_device_code(self.store, code_hash(code), address, seat, expires)
        return code

    async def claim(self, code: str, holder: str, request: str) -> tuple[str, int]:
        """Take over the chair that a code stands for: the table's address and the event's number."""
        taken = await queries.take_device_code(self.store, code_hash(code))
        if taken is None:
            done = await queries.version_of_request(self.store, holder, _tag(holder, request))
            if done is not None:
                return done  # the same request once more: its answer did not arrive
            self.counted["wrong_codes"] += 1
            raise Refused("server.code.wrong")
        address, seat = taken
        return address, await self.do(address, holder, request, lambda room: room.table.rekey(seat, holder))

    # --- closing ----------------------------------------------------------------------------------------------------

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), SpeelkistError):
            self.counted["failed_tasks"] += 1
            log.error("something failed at a table", exc_info=task.exception())

    async def close(self) -> None:
        """Finish what is being written; take on nothing new."""
        self.closing = True
        for room in self._rooms.values():
            self._stop_waiting(room)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORK):
                for room in list(self._rooms.values()):
                    async with room.lock:
                        pass
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=LAST_WORK)


class _InRoom:
    """``async with`` for a room that one enters and leaves; a generator would take three times as long."""

    __slots__ = ("_address", "_house", "_room")

    def __init__(self, house: House, address: str) -> None:
        self._house, self._address = house, address

    async def __aenter__(self) -> Room:
        self._room = await self._house._enter(self._address)
        return self._room

    async def __aexit__(self, *_: object) -> None:
        self._room.lock.release()


def enter_now(lock: asyncio.Lock) -> bool:
    """Take a lock if it is free and nobody waits for it: then ``acquire`` has done so when it would first wait."""
    if lock.locked():
        return False
    entering = lock.acquire()
    try:
        entering.send(None)
    except StopIteration:
        return True
    entering.close()  # it is somebody else's turn
    return False


def _tag(holder: str, request: str) -> str:
    """By what a request is known again: whose it is, and what he called it."""
    return hashlib.sha256(f"{holder} {request}".encode()).hexdigest()[:32]


def _another(options: dict[str, ev.OptionData]) -> dict[str, ev.OptionData]:
    """The same options, with a new number for a board that is laid from one."""
    return {**options, "seed": secrets.randbits(48)} if "random" in options.values() else options


def _rematched(table: Table, following: str, by: int) -> list[Step]:
    if table.rematch is not None:
        raise Refused("server.rematch.done")
    return [Step(ev.Rematched(following, by))]
