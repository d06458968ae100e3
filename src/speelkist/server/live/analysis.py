"""Analyses of games that are over: the positions are judged one by one in the workers, one game at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from speelkist.bots.job import STRONGEST
from speelkist.bots.waiting_line import Priority
from speelkist.table.analysis import Analysis, Suggestion, Verdict, analyse, plan_analysis
from speelkist.table.errors import Refused
from speelkist.table.table import Table

from .bot_runner import BotRunner

REMEMBERED = 64  # analyses

Progress = Callable[[int, int], None]


class Analyst:
    """Has games judged between the moves of bots that play, and remembers the last ones."""

    def __init__(self, bots: BotRunner) -> None:
        self._bots = bots
        self._lock = asyncio.Lock()
        self._known: OrderedDict[tuple[str, int, bool], Analysis] = OrderedDict()

    async def analyse(self, table: Table, progress: Progress) -> Analysis:
        """How the game at this table went."""
        compiled = self._bots.job(table, STRONGEST).compiled
        key = table.id, table.version, compiled  # what is said while the kernels are not ready is said better later
        async with self._lock:
            analysis = self._known.get(key)
            if analysis is None:
                analysis = self._known[key] = await self._judge(table, progress)
                if len(self._known) > REMEMBERED:
                    self._known.popitem(last=False)
        return analysis

    async def _judge(self, table: Table, progress: Progress) -> Analysis:
        plan = await asyncio.to_thread(plan_analysis, table)
        verdicts: dict[int, Verdict] = {}
        by = ""
        for count, place in enumerate(plan.places):
            progress(count, len(plan.places))
            played = table.match.moves[place].text
            job = self._bots.job(table, STRONGEST, plan.states[place], judged=played)
            reply = await self._bots.ask(job, Priority.ANALYSIS)
            if reply.moves:
                best = reply.moves[0]
                verdicts[place] = Verdict(Suggestion(best.move, best.reason, best.chance), reply.judged)
                by = by or reply.by
        if plan.places and not verdicts:
            raise Refused("server.analyse.nobody")
        return analyse(table, plan, verdicts, by)
