"""What goes on by itself at a table that is watched: the moves of bots, and the end of somebody's time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any

from speelkist.bots.job import BotReply, new_job
from speelkist.core import SpeelkistError
from speelkist.table import commands
from speelkist.table.errors import Refused
from speelkist.table.table import PendingEvent, Table

from .advice import Think, think_here
from .tables import Decide, LocalTables, OpenTable, now_ms

FIRST_LOOK = 2.5  # seconds that people get to see a new table before a bot makes its first move
LAST_RESORT = "simple"  # the bot that plays where another cannot; so quick that it needs no worker


class Turns:
    """Lets bots play and clocks run out."""

    def __init__(self, tables: LocalTables, think: Think, first_look: float = FIRST_LOOK) -> None:
        self._tables = tables
        self._think = think
        self._first_look = first_look
        self._tasks: set[asyncio.Task[None]] = set()
        tables.on_change.append(self._schedule)

    def _schedule(self, opened: OpenTable) -> None:
        table = opened.table
        self._schedule_clock(opened)
        bot = table.bot_to_move() if opened.watchers else None
        turn = None if bot is None else (table.position_version, *bot)
        if turn == opened.bot_turn:
            return
        if opened.bot_task is not None and opened.bot_task is not asyncio.current_task():
            opened.bot_task.cancel()
        opened.bot_task, opened.bot_turn = None, turn
        if bot is not None:
            opened.bot_task = self._spawn(self._play(table, *bot))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _play(self, table: Table, seat: int, bot: str) -> None:
        position = table.position_version
        has_people = any(other.owner is not None for other in table.seats)
        if has_people and not any(actor >= 0 for actor in table.match.actors):
            await asyncio.sleep(self._first_look)
        reply = await self._ask(table, bot)
        by = "" if reply.by == bot else reply.by

        def decide(now: Table) -> list[PendingEvent]:
            if now.position_version != position or now.bot_to_move() != (seat, bot):
                raise Refused("table.move.stale")
            return commands.play_for(now, seat, reply.move, by)

        with contextlib.suppress(Refused):  # another page was faster, or it is no longer wanted
            await self._tables.run(table.id, "", None, decide)

    async def _ask(self, table: Table, bot: str) -> BotReply:
        """What a bot would do; if it cannot say, or it may not be done, the simplest one is asked."""
        state, moves = table.state, len(table.match.moves)
        try:
            reply = await self._think(new_job(table.id, moves, state, bot, compiled=False))
            if state.why_not(reply.move) is None:
                return reply
        except SpeelkistError:
            pass
        return await think_here(new_job(table.id, moves, state, LAST_RESORT, compiled=False))

    # --- the clock ----------------------------------------------------------------------------------------------------

    def _schedule_clock(self, opened: OpenTable) -> None:
        if opened.timer is not None:
            opened.timer.cancel()
            opened.timer = None
        clock = opened.table.clock
        runs_out_at = opened.table.runs_out_at()
        if clock is None or runs_out_at is None or not opened.watchers:
            return
        if clock.since < opened.loaded_at:  # the page was closed: that costs nobody time
            self._run_clock(opened, lambda now: commands.resume_clock(now, opened.loaded_at))
            return
        seconds = max(0.0, (runs_out_at - now_ms()) / 1000) + 0.005
        opened.timer = asyncio.get_running_loop().call_later(
            seconds, lambda: self._run_clock(opened, lambda now: commands.on_time_up(now, now_ms()))
        )

    def _run_clock(self, opened: OpenTable, decide: Decide) -> None:
        async def run() -> None:
            with contextlib.suppress(Refused):  # they moved meanwhile
                await self._tables.run(opened.table.id, "", None, decide)

        self._spawn(run())
