"""What a worker thinks: a move for a seat, a hint for a person, or how good a move was that has been made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from speelkist.core import State, load_version
from speelkist.core.view import phrase_data
from speelkist.search.budget import Budget

from .hints import COUNT, why
from .players import player
from .simple_player import SimplePlayer
from .strengths import STRENGTHS, Judgement, StrongPlayer, compiled_strengths, judge

STRONGEST = STRENGTHS[-1]
JUDGING_SECONDS = 0.2  # a game has a hundred moves, and somebody waits for all of them


@dataclass(frozen=True)
class Thought:
    """What is to be thought about: a position, by whom, with which luck.

    A ``hint`` comes with reasons. ``judged`` is a move to be judged beside the best one. Strengths that need kernels
    think only where these are ``compiled``; till then the next below plays, so that nobody waits for the compiler.
    """

    game: str
    version: int
    options: dict[str, Any]
    position: str
    player: str
    seed: int
    hint: bool = False
    judged: str = ""
    compiled: bool = True


@dataclass(frozen=True)
class Suggested:
    """A move, why, and the chance that whoever makes it wins, if the program knows one."""

    move: str
    reason: dict[str, Any]
    chance: float | None


@dataclass(frozen=True)
class Answer:
    """The move, and who really thought of it; for a hint the best moves; the chance of the move to be judged."""

    move: str
    by: str = ""
    moves: tuple[Suggested, ...] = ()
    judged: float | None = None


def think(thought: Thought) -> Answer:
    """What a worker does; plain and alone, so that it can be tested without one."""
    game = load_version(thought.game, thought.version, thought.options)
    state = game.from_json(thought.position)
    name = able(thought.game, thought.player, thought.compiled)
    if thought.judged:
        return _judge(state, name, thought)
    if thought.hint:
        return _hint(state, name, thought.seed)
    found = player(name, thought.seed)
    move = found.choose(state).text
    return Answer(move, found.by if isinstance(found, StrongPlayer) else name)


def able(game: str, name: str, compiled: bool) -> str:
    """The strength itself, or where its kernel is not compiled yet the strongest below that needs none."""
    if compiled or name not in STRENGTHS or name not in compiled_strengths(game):
        return name
    below = STRENGTHS[: STRENGTHS.index(name)]
    return next(one for one in (*reversed(below), "simple") if one not in compiled_strengths(game))


def _hint(state: State, name: str, seed: int) -> Answer:
    found = judge(state, name, 0) if name in STRENGTHS else Judgement(name, ())
    if not found.choices:
        advice = SimplePlayer(seed).advise(state)
        only = Suggested(advice.move.text, phrase_data(advice.reason), None)
        return Answer(only.move, "simple", (only,))
    moves = tuple(
        Suggested(choice.move.text, phrase_data(why(state, choice.move)), _share(choice.chance))
        for choice in found.choices[:COUNT]
    )
    return Answer(moves[0].move, found.by, moves)


def _judge(state: State, name: str, thought: Thought) -> Answer:
    """The best move with its reason, and how good the one is that was made."""
    found = judge(state, name, 0, Budget(seconds=JUDGING_SECONDS))
    if not found.choices:
        return Answer("", found.by)
    best = found.choices[0]
    made = next((choice.chance for choice in found.choices if choice.move.text == thought.judged), None)
    top = Suggested(best.move.text, phrase_data(why(state, best.move)), _share(best.chance))
    return Answer(top.move, found.by, (top,), None if made is None else _share(made))


def _share(chance: float) -> float:
    return round(min(1.0, max(0.0, float(chance))), 4)
