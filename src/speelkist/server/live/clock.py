"""The clock of a table: what happens by itself when a time is up.

Where people far apart may answer out of turn, it answers for those who are silent. Before the game it frees the seats
of those who do not do their part to settle the dice. And it ends the time of a player, where the game has a clock.

A restart of the server costs nobody time: whoever was to move has again what they had at the beginning of their turn,
and their clock runs from the moment somebody is back at the table. Where several processes share the tables the clock
runs on, because the other processes do too.
"""

from __future__ import annotations

import asyncio

from speelkist.server.timestamps import now_ms
from speelkist.table import commands, settlement
from speelkist.table.errors import Refused
from speelkist.table.table import PendingEvent, Table

from .commands import CommandRunner, Decide
from .registry import LiveTable
from .tasks import BackgroundTasks

MARGIN = 0.005  # seconds: a timer may wake up that early


class TableClock:
    """Runs a timer for every table where something happens by itself at a certain time."""

    def __init__(self, runner: CommandRunner, tasks: BackgroundTasks, shared: bool) -> None:
        self._runner = runner
        self._tasks = tasks
        self._started = 0 if shared else now_ms()  # a clock that was started before this ran while the server was away

    def schedule(self, live: LiveTable) -> None:
        """After a change: wake up when the next time is up, if there is one."""
        self.cancel(live)
        table = live.table
        if table.clock is not None and table.clock.seat >= 0 and table.clock.since < self._started:
            self._run(table, "resuming the clock", lambda now: commands.resume_clock(now.table, self._started))
            return
        if table.clock is None and not table.created.answer_seconds and table.status == "playing":
            return  # most tables: nothing happens there by itself
        times = [at for at in (table.deadline(), table.runs_out_at()) if at is not None]
        if settlement.silent_seats(table):
            # a server that was away for a while gives everybody time to come back
            times.append(max(table.settling_at, live.loaded_at) + 1000 * settlement.REVEAL_SECONDS)
        if times:
            seconds = max(0.0, (min(times) - now_ms()) / 1000) + MARGIN
            live.clock = asyncio.get_running_loop().call_later(seconds, self._on_time, table, table.version)

    def cancel(self, live: LiveTable) -> None:
        """Nobody need be waited for."""
        if live.clock is not None:
            live.clock.cancel()
            live.clock = None

    def _on_time(self, table: Table, version: int) -> None:
        def decide(live: LiveTable) -> list[PendingEvent]:
            now, table = now_ms(), live.table
            if table.version != version:
                raise Refused("table.move.stale")  # and the clock was set anew
            if table.status == "waiting":
                return settlement.free_silent(table)
            if table.deadline() is not None:
                return commands.on_timeout(table)
            if now < (table.runs_out_at() or 0):  # the machine's clock was set back meanwhile
                self.schedule(live)
            return commands.on_time_up(table, now)

        self._run(table, "the clock", decide)

    def _run(self, table: Table, what: str, decide: Decide) -> None:
        async def run() -> None:
            await self._runner.run(table.id, "", None, decide)

        self._tasks.spawn(self._tasks.retry(run, what))
