"""Computers that play while somebody watches, and say why they do what they do."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from speelkist.core import State

from .job import BotJob, BotReply, Suggestion, new_job

NEARLY_AS_GOOD = 0.02  # of the chance to win: the computers that are watched do not play the same game each time


def adviser(
    think: Callable[[BotJob], Awaitable[BotReply]], strength: str
) -> Callable[[State], Awaitable[tuple[str, Any]]]:
    """What a bot of this strength does in a position, and why; ``think`` has a job done."""

    async def advise(state: State) -> tuple[str, Any]:
        chosen = _one_of_the_best(await think(new_job("", 0, state, strength, compiled=False, hint=True)))
        return chosen.move, chosen.reason

    return advise


def _one_of_the_best(reply: BotReply) -> Suggestion:
    best = reply.moves[0]
    if best.chance is None:
        return best
    near = [move for move in reply.moves if move.chance is not None and move.chance >= best.chance - NEARLY_AS_GOOD]
    return secrets.choice(near)
