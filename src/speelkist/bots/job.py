"""What a worker does: find a move for a seat or a hint for a person, or say how good a played move was."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from speelkist.core import State, load_version
from speelkist.core.view import phrase_data
from speelkist.search.budget import Budget

from .factory import make_bot
from .hints import advise
from .simple_bot import SimpleBot
from .strengths import STRENGTHS, Ranking, StrengthBot, compiled_strengths, rank

STRONGEST = STRENGTHS[-1]
ASSESS_SECONDS = 0.2  # a game has a hundred moves, and people wait until all are assessed


@dataclass(frozen=True)
class BotJob:
    """A position for a bot to think about, with the seed of its random choices.

    A ``hint`` comes with reasons. ``judged`` is a played move to be compared with the best one. Strengths that need a
    kernel are used only where it is ``compiled``; until then the next weaker one plays, so that nobody waits for the
    compiler.
    """

    game: str
    version: int
    options: dict[str, Any]
    position: str
    bot: str
    seed: int
    hint: bool = False
    judged: str = ""
    compiled: bool = True


@dataclass(frozen=True)
class Suggestion:
    """A move, why, and the chance that the player who makes it wins, if the bot knows one."""

    move: str
    reason: dict[str, Any]
    chance: float | None


@dataclass(frozen=True)
class BotReply:
    """The move, and the bot that really chose it; for a hint the best moves; the chance of the move to be judged."""

    move: str
    by: str = ""
    moves: tuple[Suggestion, ...] = ()
    judged: float | None = None


def new_job(table_id: str, moves: int, state: State, bot: str, compiled: bool, **more: Any) -> BotJob:
    """A position of a table to think about; the same one after so many moves there is thought about alike."""
    digest = hashlib.sha256(f"{table_id} {moves}".encode()).digest()
    game = state.game
    return BotJob(
        game=game.info.id,
        version=game.info.version,
        options=dict(game.options),
        position=state.to_json(),
        bot=bot,
        seed=int.from_bytes(digest[:6], "big"),
        compiled=compiled,
        **more,
    )


def run_job(job: BotJob) -> BotReply:
    """Do a job. A plain function, so that it can be tested without a worker.

    :raises SpeelkistError: if the position or the name of the bot is wrong.
    """
    game = load_version(job.game, job.version, job.options)
    state = game.from_json(job.position)
    name = fallback_strength(job.game, job.bot, job.compiled)
    if job.judged:
        return _assess(state, name, job)
    if job.hint:
        return _hint(state, name, job.seed)
    bot = make_bot(name, job.seed)
    move = bot.choose(state).text
    return BotReply(move, bot.by if isinstance(bot, StrengthBot) else name)


def fallback_strength(game: str, name: str, compiled: bool) -> str:
    """The strength itself, or while its kernel is not compiled the strongest weaker one that needs none."""
    if compiled or name not in STRENGTHS or name not in compiled_strengths(game):
        return name
    below = STRENGTHS[: STRENGTHS.index(name)]
    return next(weaker for weaker in (*reversed(below), "simple") if weaker not in compiled_strengths(game))


def _hint(state: State, name: str, seed: int) -> BotReply:
    ranking = rank(state, name, 0) if name in STRENGTHS else Ranking(name, ())
    if not ranking.choices:
        advice = SimpleBot(seed).advise(state)
        only = Suggestion(advice.move.text, phrase_data(advice.reason), None)
        return BotReply(only.move, "simple", (only,))
    moves = tuple(
        Suggestion(advice.move.text, phrase_data(advice.reason), _share(advice.chance))
        for advice in advise(state, ranking.choices)
    )
    return BotReply(moves[0].move, ranking.by, moves)


def _assess(state: State, name: str, job: BotJob) -> BotReply:
    """The best move with its reason, and how good the played one is."""
    ranking = rank(state, name, 0, Budget(seconds=ASSESS_SECONDS))
    if not ranking.choices:
        return BotReply("", ranking.by)
    best = advise(state, ranking.choices, 1)[0]
    played = next((choice.chance for choice in ranking.choices if choice.move.text == job.judged), None)
    top = Suggestion(best.move.text, phrase_data(best.reason), _share(best.chance))
    return BotReply(top.move, ranking.by, (top,), _share(played))


def _share(chance: float | None) -> float | None:
    if chance is None:
        return None
    return round(min(1.0, max(0.0, float(chance))), 4)
