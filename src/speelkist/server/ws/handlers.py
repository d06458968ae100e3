"""What each message of a browser does: a command for a table, or an answer for this browser alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import speelkist
from speelkist.bots.factory import table_bots
from speelkist.bots.job import STRONGEST
from speelkist.bots.waiting_line import Priority
from speelkist.core.story import tell
from speelkist.server.live.registry import LiveTable
from speelkist.server.live.service import LiveService
from speelkist.server.timestamps import now_ms
from speelkist.table import commands
from speelkist.table.analysis import Suggestion
from speelkist.table.dispatch import decide
from speelkist.table.errors import Refused
from speelkist.table.history import answer
from speelkist.table.identity import owner_hash
from speelkist.table.table import PendingEvent

from . import protocol

MAX_ID = 64  # characters of a message's id
MAX_WATCHED = 100  # tables of one connection: while they are watched they stay in memory
MAX_WRONG_CODES = 5
WRONG_CODES = (4008, "too fast")
WRONG_CODES_PAUSE = 60_000  # milliseconds

Slow = protocol.Hint | protocol.Analyse


class Connection(Protocol):
    """The session, as far as its messages are concerned."""

    owner: str
    network: str

    def send(self, message: bytes) -> None:
        """Send a message."""
        ...

    def accept(self, id: str, version: int = 0, data: Any = None) -> None:
        """Answer that it is done."""
        ...

    def fail(self, id: str, kind: str, error: Exception) -> None:
        """Answer why it is not done."""
        ...

    def close(self, code: int, reason: str, after: int = 0) -> None:
        """Close the session."""
        ...

    def check_work(self, cost: float) -> None:
        """Count work that costs so many moves; refused if this browser's address asks for too much."""
        ...

    def check_new_table(self) -> None:
        """Count a table that is made for this browser; refused if there are too many."""
        ...

    def check_code(self) -> None:
        """Count a code that this browser tries; refused if there are too many."""
        ...


class MessageHandler:
    """Handles the messages of one session."""

    def __init__(self, live: LiveService, session: Connection) -> None:
        self._live = live
        self._session = session
        self._watching: set[str] = set()
        self._wrong_codes = 0
        self._slow: dict[str, asyncio.Task[None]] = {}  # hints and analyses that are being thought about

    def close(self) -> None:
        """The browser is gone."""
        for table_id in self._watching:
            self._live.subscriptions.unwatch(self._session, table_id)
        for task in self._slow.values():
            task.cancel()

    def watches(self, table_id: str) -> bool:
        """Whether this browser watches a table."""
        return table_id in self._watching

    async def handle(self, message: protocol.FromBrowser) -> None:
        """Do what a message asks for, and answer it.

        :raises Refused: it is not done.
        """
        session, live = self._session, self._live
        if isinstance(message, protocol.Hello):
            self._hello(message)
            return
        if not session.owner:
            raise Refused("server.hello.first")
        if not 0 < len(message.id) <= MAX_ID:
            raise Refused("server.message.id")
        match message:
            case protocol.Play():  # most messages are moves
                await self._run(message)
            case protocol.Watch():
                version = await self._watch(message)
                session.accept(message.id, version)
            case protocol.Unwatch():
                self._watching.discard(message.table)
                live.subscriptions.unwatch(session, message.table)
                session.accept(message.id)
            case protocol.Rematch():
                version = await live.creation.rematch(
                    message.table, session.owner, message.id, message.another, session.check_new_table
                )
                session.accept(message.id, version)
            case protocol.Code():
                code = await live.device_codes.create(message.table, session.owner, message.seat)
                session.accept(message.id, data={"code": code})
            case protocol.Claim():
                await self._claim(message)
            case protocol.SayWord():
                version = await live.words.say(message.table, session.owner, message.seat, message.word)
                session.accept(message.id, version)
            case protocol.Hint():
                self._answer_later(message, self._hint)
            case protocol.Analyse():
                self._answer_later(message, self._analyse)
            case protocol.Query():
                await self._query(message)
            case _:
                await self._run(message)

    async def _run(self, message: protocol.TableCommand) -> None:
        version = await self._live.commands.run(
            message.table, self._session.owner, message.id, lambda live: self._decide(live, message)
        )
        self._session.accept(message.id, version)

    async def _watch(self, message: protocol.Watch) -> int:
        """Show a table; its version. Whoever watches it already has its events, and is shown the position only."""
        if len(self._watching) >= MAX_WATCHED and message.table not in self._watching:
            raise Refused("server.limit.watched", n=MAX_WATCHED)
        seen = None if message.table in self._watching else message.seen
        version = await self._live.subscriptions.watch(self._session, message.table, seen, self._session.check_work)
        self._watching.add(message.table)
        return version

    def _decide(self, live: LiveTable, message: protocol.TableCommand) -> list[PendingEvent]:
        """The events that come of a command."""
        away_since = live.away.get(message.seat) if isinstance(message, protocol.GiveToBot) else None
        kind = str(message.__struct_config__.tag)
        return decide(live.table, self._session.owner, kind, message, table_bots, away_since, now_ms())

    def _hello(self, message: protocol.Hello) -> None:
        if message.protocol != protocol.PROTOCOL:
            raise Refused("server.hello.protocol", found=message.protocol, known=protocol.PROTOCOL)
        if self._session.owner:
            raise Refused("server.hello.twice")
        self._session.owner = owner_hash(message.key)
        welcome = protocol.Welcome(protocol.PROTOCOL, speelkist.__version__, self._live.compile_status, now_ms())
        self._session.send(protocol.encode(welcome))

    async def _claim(self, message: protocol.Claim) -> None:
        self._session.check_code()
        try:
            table_id, version = await self._live.device_codes.claim(message.code, self._session.owner, message.id)
        except Refused:
            self._wrong_codes += 1
            if self._wrong_codes >= MAX_WRONG_CODES:  # nobody guesses their way to a seat
                self._session.close(*WRONG_CODES, after=WRONG_CODES_PAUSE)
            raise
        self._session.accept(message.id, version, {"table": table_id})

    async def _query(self, message: protocol.Query) -> None:
        table = (await self._live.registry.get(message.table)).table
        answered = answer(table, self._session.owner, message.name, message.args, message.actions)
        self._session.accept(message.id, table.version, answered)

    def _answer_later(self, message: Slow, give: Callable[[Any], Awaitable[None]]) -> None:
        """What takes its time is done beside everything else; one of each kind at a time."""
        kind = type(message).__name__
        task = self._slow.get(kind)
        if task is not None and not task.done():
            raise Refused("server.hint.busy")

        async def answer() -> None:
            try:
                await give(message)
            except Exception as error:  # noqa: BLE001  (whatever goes wrong, there is an answer)
                self._session.fail(message.id, kind, error)

        self._slow[kind] = asyncio.create_task(answer())

    async def _hint(self, message: protocol.Hint) -> None:
        table = (await self._live.registry.get(message.table)).table
        owner = self._session.owner
        if commands.ask_hint(table, owner, message.seat):  # everybody sees it before it is answered
            await self._live.commands.run(
                message.table, owner, message.id, lambda live: commands.ask_hint(live.table, owner, message.seat)
            )
        version, state = table.version, table.state
        job = self._live.bots.job(table, STRONGEST, hint=True)
        reply = await self._live.bots.ask(job, Priority.HINT, self._session.network)
        moves = [Suggestion(move.move, move.reason, move.chance, tell(state, move.move)) for move in reply.moves]
        best = moves[0]
        hint = protocol.HintData(best.move, best.reason, moves, reply.by, best.chance)
        self._session.accept(message.id, version, hint)

    async def _analyse(self, message: protocol.Analyse) -> None:
        table = (await self._live.registry.get(message.table)).table

        def progress(done: int, of: int) -> None:
            self._session.send(protocol.encode(protocol.Progress(message.id, done, of)))

        analysis = await self._live.analyst.analyse(table, progress)
        self._session.accept(message.id, table.version, analysis)
