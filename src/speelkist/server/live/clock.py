"""The clock of a table: where people far apart may answer out of turn, it answers for those who are silent."""

from __future__ import annotations

import asyncio

from speelkist.server.timestamps import now_ms
from speelkist.table import commands
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
        deadline = live.table.deadline()
        if deadline is not None:
            seconds = max(0.0, (deadline - now_ms()) / 1000)
            loop = asyncio.get_running_loop()
            live.clock = loop.call_later(seconds, self._on_deadline, live.table.id, live.table.position_version)

    def cancel(self, live: LiveTable) -> None:
        """Nobody need be waited for."""
        if live.clock is not None:
            live.clock.cancel()
            live.clock = None

    def _on_deadline(self, table_id: str, position: int) -> None:
        def decide(live: LiveTable) -> list[PendingEvent]:
            if live.table.position_version != position:
                raise Refused("table.move.stale")
            return commands.on_timeout(live.table)

        async def answer_for_them() -> None:
            await self._runner.run(table_id, "", None, decide)

        self._tasks.spawn(self._tasks.retry(answer_for_them, "the clock"))
