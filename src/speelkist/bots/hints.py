"""Hints: what to play, how likely it wins, and why."""

from __future__ import annotations

from speelkist.core import BadOption, Move, Phrase, State
from speelkist.core.registry import package_of
from speelkist.search.advice import Advice
from speelkist.search.budget import Budget

from .simple_bot import best
from .strengths import STRENGTHS, rank

COUNT = 3


def hint(state: State, budget: Budget | None = None, count: int = COUNT, strength: str = STRENGTHS[-1]) -> list[Advice]:
    """The best moves for the player to move, best first, each with its winning chance and the reason in words.

    Where no strength can play, it is the simple bot's advice, without chances.

    :raises BadOption: if it is nobody's turn, nobody may be helped now, or ``count`` is not positive.
    """
    if state.player < 0:
        raise BadOption("bots.hint.nobody")
    refusal = state.why_no_help()
    if refusal is not None:
        raise BadOption(refusal)
    if type(count) is not int or count < 1:
        raise BadOption("bots.hint.count", found=str(count)[:40])
    choices = rank(state, strength, 0, budget).choices
    if not choices:
        return best(state)[:count]
    # a game may rank one move twice, where two ways lead to it; the better one stands first
    first_of_move = {choice.move: choice for choice in reversed(choices)}
    ranked = [choice for choice in choices if first_of_move[choice.move] is choice]
    return [Advice(choice.move, why(state, choice.move), choice.chance) for choice in ranked[:count]]


def why(state: State, move: Move) -> Phrase:
    """Why a move is good: what the game's hint reasons say, or the simple bot, or only that it is good."""
    load_reasons = package_of(state.game.info.id).hint_reasons
    if load_reasons is not None:
        return load_reasons().why(state, move)
    for advice in best(state):
        if advice.move == move:
            return advice.reason
    return Phrase("bots.hint.best")
