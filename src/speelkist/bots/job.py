"""What a worker thinks: a move for a seat, a hint for a person, or how good a move was that has been made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from speelkist.core import State, load_version
from speelkist.core.view import phrase_data
from speelkist.search.budget import Budget

from .factory import make_bot
from .hints import COUNT, why
from .simple_bot import SimpleBot
from .strengths import STRENGTHS, Ranking, StrengthBot, compiled_strengths, rank

STRONGEST = STRENGTHS[-1]
ASSESS_SECONDS = 0.2  # a game has a hundred moves, and somebody waits for all of them


@dataclass(frozen=True)
class BotJob:
    """What is to be thought about: a position, by whom, with which luck.

    A ``hint`` comes with reasons. ``judged`` is a move to be judged beside the best one. Strengths that need kernels
    think only where these are ``compiled``; till then the next below plays, so that nobody waits for the compiler.
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
    """A move, why, and the chance that whoever makes it wins, if the program knows one."""

    move: str
    reason: dict[str, Any]
    chance: float | None


@dataclass(frozen=True)
class BotReply:
    """The move, and who really thought of it; for a hint the best moves; the chance of the move to be judged."""

    move: str
    by: str = ""
    moves: tuple[Suggestion, ...] = ()
    judged: float | None = None


def run_job(job: BotJob) -> BotReply:
    """What a worker does; plain and alone, so that it can be tested without one."""
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
    """The strength itself, or where its kernel is not compiled yet the strongest below that needs none."""
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
        Suggestion(choice.move.text, phrase_data(why(state, choice.move)), _share(choice.chance))
        for choice in ranking.choices[:COUNT]
    )
    return BotReply(moves[0].move, ranking.by, moves)


def _assess(state: State, name: str, job: BotJob) -> BotReply:
    """The best move with its reason, and how good the one is that was made."""
    ranking = rank(state, name, 0, Budget(seconds=ASSESS_SECONDS))
    if not ranking.choices:
        return BotReply("", ranking.by)
    best = ranking.choices[0]
    made = next((choice.chance for choice in ranking.choices if choice.move.text == job.judged), None)
    top = Suggestion(best.move.text, phrase_data(why(state, best.move)), _share(best.chance))
    return BotReply(top.move, ranking.by, (top,), None if made is None else _share(made))


def _share(chance: float) -> float:
    return round(min(1.0, max(0.0, float(chance))), 4)
