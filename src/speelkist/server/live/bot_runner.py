"""The moves of bots: thought about in worker processes, then made by the same commands as everybody's."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from typing import Any

from speelkist.bots.job import BotJob, BotReply, new_job
from speelkist.bots.waiting_line import Priority
from speelkist.bots.worker_pool import WorkerPool
from speelkist.core import State
from speelkist.server.logging import log_alias
from speelkist.table import commands
from speelkist.table.errors import Refused
from speelkist.table.table import PendingEvent, Table

from .commands import CommandRunner
from .registry import LiveTable
from .tasks import BackgroundTasks

log = logging.getLogger("speelkist.bots")

REMOTE_DELAY = 10.0  # seconds a bot waits for the process that stored the move it answers: that one goes on itself
FIRST_LOOK = 2.5  # seconds that people get to see a new table before a bot makes its first move
MAX_WAITING = 100  # jobs; when so many wait, only moves that people wait for are taken on
MAX_WAITING_MOVES = 400  # when so many wait, nothing is; a move is tried again later
LAST_RESORT = "simple"  # the bot that plays where another cannot


class BotRunner:
    """Lets bots think and play."""

    def __init__(
        self,
        runner: CommandRunner,
        pool: WorkerPool,
        tasks: BackgroundTasks,
        counters: Counter[str],
        is_compiled: Callable[[str], bool],
        first_look: float = 0,
    ) -> None:
        self._runner = runner
        self._pool = pool
        self._tasks = tasks
        self._counters = counters
        self.enabled = True
        self._is_compiled = is_compiled  # whether the kernel of a game is ready
        self._first_look = first_look

    def schedule(self, live: LiveTable, local: bool) -> None:
        """After a change: let the bot whose turn it is think. One that still is wanted goes on."""
        table = live.table
        bot = table.bot_to_move() if self.enabled and is_wanted(live) else None
        turn = None if bot is None else (table.position_version, *bot)
        priority = Priority.BACKGROUND if bot is None else priority_of(live)
        is_same = turn == live.bot_turn
        if is_same and priority >= live.bot_priority:  # else somebody came back who waits for it
            return
        now = asyncio.get_running_loop().time()
        begin = live.bot_begin if is_same else now + self._delay(live, local)
        self.cancel(live)
        live.bot_turn, live.bot_priority, live.bot_begin = turn, priority, begin
        if bot is not None:
            live.bot_task = self._tasks.spawn(self._play_bot_move(table, *bot, begin - now, priority, network_at(live)))

    def _delay(self, live: LiveTable, local: bool) -> float:
        """How many seconds a bot waits before it thinks."""
        delay = 0 if local else REMOTE_DELAY
        is_new = not any(actor >= 0 for actor in live.table.match.actors)
        return max(delay, self._first_look) if is_new and is_played_by_people(live.table) else delay

    def cancel(self, live: LiveTable) -> None:
        """No bot need think at this table."""
        if live.bot_task is not None and live.bot_task is not asyncio.current_task():
            live.bot_task.cancel()
        live.bot_task = live.bot_turn = None

    async def _play_bot_move(
        self, table: Table, seat: int, bot: str, delay: float, priority: Priority, network: str
    ) -> None:
        position = table.position_version
        await asyncio.sleep(delay)

        async def move() -> None:
            reply = await self._ask_for_move(table, bot, priority, network)
            by = "" if reply.by == bot else reply.by

            def decide(live: LiveTable) -> list[PendingEvent]:
                if live.table.position_version != position or live.table.bot_to_move() != (seat, bot):
                    raise Refused("table.move.stale")
                return commands.play_for(live.table, seat, reply.move, by)

            await self._runner.run(table.id, "", None, decide)

        await self._tasks.retry(move, f"the bot {bot}")

    async def _ask_for_move(self, table: Table, bot: str, priority: Priority, network: str) -> BotReply:
        """What a bot would do. If it cannot say, or it may not be done, the simplest one is asked."""
        state = table.state
        try:
            reply = await self.ask(self.job(table, bot), priority, network)
            refusal = state.why_not(reply.move)
            if refusal is None:
                return reply
            log.error("the bot %s wants what is not allowed at %s: %s", bot, log_alias(table.id), refusal)
        except Refused:
            raise  # too many wait: later
        except Exception:
            log.exception("the bot %s could not think at %s", bot, log_alias(table.id))
        self._counters["bot_moves_replaced"] += 1
        return await self.ask(self.job(table, LAST_RESORT), priority, network)

    async def ask(self, job: BotJob, priority: Priority, network: str = "") -> BotReply:
        """Have a job done by a worker process. Networks that wait for it take turns.

        :raises Refused: too many wait.
        """
        if self._pool.waiting >= (MAX_WAITING_MOVES if priority is Priority.MOVE else MAX_WAITING):
            raise Refused("server.bots.busy")
        return await self._pool.ask(job, priority, network)

    def job(self, table: Table, bot: str, state: State | None = None, **more: Any) -> BotJob:
        """A position to think about; the same position at the same table is thought about alike."""
        compiled = self._is_compiled(table.created.game)
        state = table.state if state is None else state
        return new_job(table.id, len(table.match.moves), state, bot, compiled, **more)


def is_played_by_people(table: Table) -> bool:
    """Whether a person still plays there, present or not: a bot may have taken over from whoever has the seat."""
    return any(seat.owner is not None and seat.bot is None for seat in table.seats)


def is_wanted(live: LiveTable) -> bool:
    """Whether bots go on at a table: where only bots play, only while somebody watches."""
    return bool(live.subscribers or live.remote) or is_played_by_people(live.table)


def priority_of(live: LiveTable) -> Priority:
    """How urgent the move of a bot is: a move only while somebody who plays is at the table, here or elsewhere."""
    seats = live.table.seats
    present = live.local_seats().union(*(presence.seats for presence in live.remote.values()))
    return Priority.MOVE if any(seats[index].bot is None for index in present) else Priority.BACKGROUND


def network_at(live: LiveTable) -> str:
    """The network of somebody who plays at a table and is there; empty if nobody is at this process."""
    players = {seat.owner for seat in live.table.seats if seat.bot is None}
    return next((subscriber.network for subscriber in live.subscribers if subscriber.owner in players), "")
