"""Hints: what to play, how likely it wins, and why."""

from __future__ import annotations

from collections.abc import Sequence

from speelkist.core import BadOption, Move, Phrase, State
from speelkist.core.options import integer_or_none
from speelkist.core.registry import package_of
from speelkist.search.advice import Advice, Choice
from speelkist.search.budget import Budget

from .simple_bot import best
from .strengths import STRENGTHS, rank

COUNT = 3
CLEARLY = 0.02  # by so much of the chance a move is better than others, though its reason speaks against it


def hint(state: State, budget: Budget | None = None, count: int = COUNT, strength: str = STRENGTHS[-1]) -> list[Advice]:
    """The best moves for the player to move, best first, each with its winning chance and the reason in words.

    Where no strength can play, it is the simple bot's advice, without chances.

    :raises BadOption: if it is nobody's turn, nobody may be helped now, ``count`` is not positive, or there is no such
        strength.
    """
    if strength not in STRENGTHS:
        raise BadOption("bots.player.unknown", name=str(strength)[:40], names=", ".join(STRENGTHS))
    if state.player < 0:
        raise BadOption("bots.hint.nobody")
    refusal = state.why_no_help()
    if refusal is not None:
        raise BadOption(refusal)
    if (integer_or_none(count) or 0) < 1:
        raise BadOption("bots.hint.count", found=str(count)[:40])
    return advise(state, rank(state, strength, 0, budget).choices, count) or best(state)[:count]


def advise(state: State, choices: Sequence[Choice], count: int = COUNT) -> list[Advice]:
    """The first few of a ranking with their reasons, by their chances.

    A bot plays the first of its ranking, which mood or a near tie may have put there; whoever asks wants the best. A
    move that the reason speaks against is proposed only if it is clearly the best of all.
    """
    ranked = by_chance(choices)
    against = _against(state)
    advice: list[Advice] = []
    for choice in ranked:
        reason = why(state, choice.move)
        if reason.key in against:
            continue
        if not advice and ranked[0] is not choice and ranked[0].chance - choice.chance >= CLEARLY:
            advice.append(_advice(state, ranked[0]))
        advice.append(Advice(choice.move, reason, choice.chance))
        if len(advice) >= count:
            break
    return advice[:count] or [_advice(state, choice) for choice in ranked[:1]]


def _advice(state: State, choice: Choice) -> Advice:
    return Advice(choice.move, why(state, choice.move), choice.chance)


def by_chance(choices: Sequence[Choice]) -> list[Choice]:
    """The choices with the best chance first; of a move that is ranked twice, the better one."""
    ranked: dict[Move, Choice] = {}
    for choice in sorted(choices, key=lambda choice: -choice.chance):
        ranked.setdefault(choice.move, choice)
    return list(ranked.values())


def _against(state: State) -> frozenset[str]:
    load_reasons = package_of(state.game.info.id).hint_reasons
    return frozenset() if load_reasons is None else load_reasons().AGAINST


def why(state: State, move: Move) -> Phrase:
    """Why a move is good: what the game's hint reasons say, or the simple bot, or only that it is good."""
    load_reasons = package_of(state.game.info.id).hint_reasons
    if load_reasons is not None:
        return load_reasons().why(state, move)
    for advice in best(state):
        if advice.move == move:
            return advice.reason
    return Phrase("bots.hint.best")
