"""Analyses of games that are over: the positions are judged one by one in the workers, one game at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from speelkist.bots.job import STRONGEST
from speelkist.bots.waiting_line import Priority
from speelkist.core import State
from speelkist.table.analysis import Analysis, Suggestion, Verdict, judge_game, plan_analysis
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
        async def judge(state: State, played: str) -> tuple[Verdict | None, str]:
            reply = await self._bots.ask(self._bots.job(table, STRONGEST, state, judged=played), Priority.ANALYSIS)
            best = next(iter(reply.moves), None)
            suggestion = None if best is None else Suggestion(best.move, best.reason, best.chance)
            return None if suggestion is None else Verdict(suggestion, reply.judged), reply.by

        plan = await asyncio.to_thread(plan_analysis, table)
        return await judge_game(table, plan, judge, progress)
