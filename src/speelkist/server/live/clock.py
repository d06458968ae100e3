"""The clock of a table, for what others wait for.

Where people far apart may answer out of turn, it answers for those who are silent. Before the game it frees the seats
of those who do not do their part to settle the dice.
"""

from __future__ import annotations

import asyncio

from speelkist.server.timestamps import now_ms
from speelkist.table import commands, settlement
from speelkist.table.errors import Refused
from speelkist.table.table import PendingEvent

from .commands import CommandRunner
from .registry import LiveTable
from .tasks import BackgroundTasks


class TableClock:
    """Runs a timer for every table that has a deadline."""

    def __init__(self, runner: CommandRunner, tasks: BackgroundTasks) -> None:
        self._runner = runner
        self._tasks = tasks

    def schedule(self, live: LiveTable) -> None:
        """After a change: wake up at the table's deadline, if it has one."""
        self.cancel(live)
        table = live.table
        deadline = table.deadline()
        if deadline is not None:
            self._wake(live, deadline)
        elif settlement.silent_seats(table):
            # a server that was away for a while gives everybody time to come back
            since = max(table.settling_at, live.loaded_at)
            self._wake(live, since + 1000 * settlement.REVEAL_SECONDS)

    def _wake(self, live: LiveTable, deadline: int) -> None:
        seconds = max(0.0, (deadline - now_ms()) / 1000)
        table = live.table
        loop = asyncio.get_running_loop()
        live.clock = loop.call_later(seconds, self._on_deadline, table.id, table.position_version, table.settling_at)

    def cancel(self, live: LiveTable) -> None:
        """Nobody need be waited for."""
        if live.clock is not None:
            live.clock.cancel()
            live.clock = None

    def _on_deadline(self, table_id: str, position: int, settling_at: int) -> None:
        def decide(live: LiveTable) -> list[PendingEvent]:
            table = live.table
            if (table.position_version, table.settling_at) != (position, settling_at):
                raise Refused("table.move.stale")
            return settlement.free_silent(table) if table.status == "waiting" else commands.on_timeout(table)

        async def answer_for_them() -> None:
            await self._runner.run(table_id, "", None, decide)

        self._tasks.spawn(self._tasks.retry(answer_for_them, "the clock"))
