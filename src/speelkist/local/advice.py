"""What bots say beside their moves: hints, how a game went, and which strengths there are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from speelkist.bots.job import STRONGEST, BotJob, BotReply, fallback_strength, new_job, run_job
from speelkist.bots.strengths import STRENGTHS, compiled_strengths
from speelkist.core import Phrase, State, games
from speelkist.core.story import tell
from speelkist.core.view import phrase_data
from speelkist.table import commands
from speelkist.table.analysis import Analysis, Suggestion, Verdict, judge_game, plan_analysis
from speelkist.table.table import Table

Think = Callable[[BotJob], Awaitable[BotReply]]


async def think_here(job: BotJob) -> BotReply:
    """Do the job of a bot in this process, for programs that have no other."""
    return run_job(job)


class Adviser:
    """Asks bots that need no compiler."""

    def __init__(self, think: Think) -> None:
        self._think = think

    async def hint(self, table: Table, owner: str, seat: int) -> dict[str, Any]:
        """What a bot would do in somebody's place: up to three moves.

        :raises Refused: it is not their turn, or nobody may be helped now.
        """
        commands.ask_hint(table, owner, seat)
        state = table.state
        reply = await self._think(new_job(table.id, len(table.match.moves), state, STRONGEST, False, hint=True))
        moves = [Suggestion(move.move, move.reason, move.chance, tell(state, move.move)) for move in reply.moves]
        best = moves[0]
        chance = {} if best.chance is None else {"chance": best.chance}
        return {"move": best.move, "reason": best.reason, "moves": moves, "by": reply.by, **chance}

    async def analyse(self, table: Table, progress: Callable[[int, int], None]) -> Analysis:
        """How the game at this table went.

        :raises Refused: it is not over, or no bot can judge it.
        """

        async def judge(state: State, played: str) -> tuple[Verdict | None, str]:
            job = new_job(table.id, len(table.match.moves), state, STRONGEST, False, judged=played)
            reply = await self._think(job)
            best = next(iter(reply.moves), None)
            suggestion = None if best is None else Suggestion(best.move, best.reason, best.chance)
            return None if suggestion is None else Verdict(suggestion, reply.judged), reply.by

        return await judge_game(table, plan_analysis(table), judge, progress)

    def compile_status(self) -> dict[str, Any]:
        """Which strengths need a compiler that is not there, in the games where they do."""
        return compile_status()


def compile_status() -> dict[str, Any]:
    """The same, for whoever has no table yet."""
    lacking = [game for game in games() if compiled_strengths(game)]
    missing = [strength for strength in STRENGTHS if any(strength in compiled_strengths(game) for game in lacking)]
    if not missing:
        return {"ready": list(games())}
    instead = fallback_strength(lacking[0], missing[0], compiled=False)
    why = phrase_data(Phrase("server.local.strengths"))
    ready = [game for game in games() if game not in lacking]
    return {"ready": ready, "waiting": lacking, "missing": missing, "instead": instead, "why": why}
