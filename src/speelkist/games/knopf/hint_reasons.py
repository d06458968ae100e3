"""Why a move of Kopf oder Knopf is good, in words: what it wins, saves or prepares, the most telling reason first.

A reason states what holds in the position, never an opinion: so no two reasons can contradict each other.
"""

from __future__ import annotations

from typing import NamedTuple

from speelkist.core import Move, Phrase

from .board import (
    ENOUGH,
    LET_BE,
    LINES,
    NAME,
    Board,
    Fine,
    Step,
    Take,
    grouped,
    groups,
    names,
    squares,
    threatened,
)
from .rules import KnopfState

AGAINST = frozenset({"knopf.insight.loses"})


class _Effect(NamedTuple):
    """What a step or pass does, seen by the player who makes it."""

    lost: int  # own buttons that the opponent takes or fines at once
    in_danger: int  # own buttons that they would get if everything stayed as it is
    prey: int  # enemy buttons that are threatened afterwards, as a set of squares
    missing: int  # how many the player still needs
    broken: int  # own groups that are no longer together
    standing: int  # enemy groups that still stand afterwards and would be fined again


def why(state: KnopfState, move: Move) -> Phrase:
    """The reason for a move, in the words of this game."""
    after = state.after(move)
    if after.outcome is not None and after.outcome.winners:
        if after.outcome.winners == (state.turn,):
            return Phrase("knopf.insight.win")
        helps = any(not _loses(state, other) for other in state.legal())
        return Phrase("knopf.insight.loses" if helps else "knopf.insight.lost")
    if isinstance(move, Step):
        return _why_step(state, move, after)
    if isinstance(move, Fine | Take):
        return _why_gone(state, after, move)
    if move == LET_BE:
        stands = grouped(state.buttons[1 - state.turn]) & state.fines[0]
        key = "knopf.insight.let_be" if stands else "knopf.insight.let_be.small"
        return Phrase(key, squares=tuple(names(state.fines[0])))
    return _why_enough(state) if move == ENOUGH else Phrase("knopf.insight.pass")


def _loses(state: KnopfState, move: Move) -> bool:
    outcome = state.after(move).outcome
    return outcome is not None and outcome.winners == (1 - state.turn,)


def _why_enough(state: KnopfState) -> Phrase:
    """A button is left lying for what it shields from the other's pairs."""
    on, me = state.game.board, state.turn
    own, enemy = state.buttons[me], state.buttons[1 - me]
    opened = threatened(on, enemy & ~state.takes, own) & ~threatened(on, enemy, own)
    if opened:
        shields, shielded = tuple(names(state.takes)), tuple(names(opened))
        return Phrase("knopf.insight.enough.shield", shields=shields, shielded=shielded, n=len(shields))
    return Phrase("knopf.insight.enough", squares=tuple(names(state.takes)))


def _why_gone(state: KnopfState, after: KnopfState, move: Fine | Take) -> Phrase:
    """A button is taken or fined for what it did or could do: threaten, shield, or hold its group together."""
    on, me = state.game.board, state.turn
    own, enemy, left = state.buttons[me], state.buttons[1 - me], after.buttons[1 - me]
    square = NAME[move.square]
    relieved = (threatened(on, enemy, own) & ~threatened(on, left, own)).bit_count()
    if relieved:
        return Phrase("knopf.insight.fine.relief", square=square, n=relieved)
    opened = threatened(on, own, left) & ~threatened(on, own, enemy)
    if opened:
        return Phrase("knopf.insight.fine.open", square=square, targets=tuple(names(opened)))
    if isinstance(move, Take):
        return Phrase("knopf.insight.take", square=square)
    if grouped(left) & state.fines[0]:
        return Phrase("knopf.insight.fine.again", square=square)
    return Phrase("knopf.insight.fine", square=square)


def _lost(state: KnopfState, after: KnopfState) -> int:
    """How many own buttons the opponent takes and fines as their turn begins."""
    return after.taken[1 - state.turn] - state.taken[1 - state.turn] + after.due


def _effect(state: KnopfState, after: KnopfState) -> _Effect:
    on, me = state.game.board, state.turn
    own, enemy = state.buttons[me], state.buttons[1 - me]
    kept, rest = after.buttons[me], after.buttons[1 - me]
    danger = threatened(on, enemy, own)
    return _Effect(
        lost=_lost(state, after),
        in_danger=danger.bit_count() + sum(bool(group & ~danger) for group in groups(own)),
        prey=threatened(on, kept, rest),
        missing=state.game.target - after.taken[me],
        broken=len(groups(own)) - len(groups(kept)),
        standing=len(groups(rest)),
    )


def _why_step(state: KnopfState, move: Step, after: KnopfState) -> Phrase:
    effect = _effect(state, after)
    targets, n = tuple(names(effect.prey)), effect.prey.bit_count()
    saved = effect.in_danger - effect.lost
    if n and n >= effect.missing:  # they save one at most
        return Phrase("knopf.insight.last.sure" if n > effect.missing else "knopf.insight.last", targets=targets)
    if effect.lost:
        if n > effect.lost:
            return Phrase("knopf.insight.trade", lost=effect.lost, targets=targets, n=n)
        fewest = min(_lost(state, state.after(other)) for other in state.legal())
        if saved > 0 and fewest:
            return Phrase("knopf.insight.save", n=saved, lost=effect.lost)
        return Phrase("knopf.insight.gives" if fewest < effect.lost else "knopf.insight.least", n=effect.lost)
    if n > 1:
        return Phrase("knopf.insight.fork", targets=targets, n=n)
    if saved > 0:
        return _why_saved(move, effect)
    if n == 1:
        return _why_threat(state, after, targets[0])
    if effect.standing:
        return Phrase("knopf.insight.standing", n=effect.standing)
    return _why_quiet(state, move, after)


def _why_saved(move: Step, effect: _Effect) -> Phrase:
    """What was in danger is safe: a group is broken up, or the button has gone (a shield would be taken itself)."""
    if effect.broken > 0:
        return Phrase("knopf.insight.broken", n=effect.broken)
    if effect.prey:
        return Phrase("knopf.insight.flee.threat", square=NAME[move.start], target=names(effect.prey)[0])
    return Phrase("knopf.insight.flee", square=NAME[move.start])


def _why_threat(state: KnopfState, after: KnopfState, target: str) -> Phrase:
    threats = [threat for threat in after.threats(state.turn) if threat.target == target]
    if len(threats) > 1:  # moving one of the pairs away, or something between, does not help against the other
        return Phrase("knopf.insight.threat.pairs", target=target, n=len(threats))
    (first, second), *_ = threats[0]
    return Phrase("knopf.insight.threat", target=target, one=first, other=second)


def _why_quiet(state: KnopfState, move: Step, after: KnopfState) -> Phrase:
    """Nothing is won or saved at once: what the move prepares, or keeps the other from."""
    on, me = state.game.board, state.turn
    own, enemy = after.buttons[me], after.buttons[1 - me]
    forks_before = _most_threats(on, state.buttons[1 - me], state.buttons[me])
    forks = _most_threats(on, enemy, own)
    if forks_before > 1 and forks < forks_before:
        return Phrase("knopf.insight.guard", n=forks_before)
    coming = _most_threats(on, own, enemy)
    if coming > 1 and coming > _most_threats(on, state.buttons[me], state.buttons[1 - me]):
        return Phrase("knopf.insight.prepare", n=coming)
    partner = next((other for other in squares(own ^ move.end) if _touch(other, move.end)), None)
    if partner is not None:
        pair = (NAME[partner], NAME[move.end])
        return Phrase("knopf.insight.pair", one=pair[0], other=pair[1], n=on.reach(partner, move.end))
    ways, ways_before = _ways(on, after, move.end), _ways(on, state, move.start)
    if ways > ways_before:
        return Phrase("knopf.insight.free", square=NAME[move.end], n=ways, before=ways_before)
    return Phrase("knopf.insight.safe")


def _touch(first: int, second: int) -> bool:
    low, high = sorted((first, second))
    return any(low << line == high for line in LINES)


def _ways(on: Board, state: KnopfState, square: int) -> int:
    """How many empty squares the button on a square can go to, whether or not it makes a group there."""
    full = state.buttons[0] | state.buttons[1]
    return sum(not end & full for end, _ in on.steps[square])


def _most_threats(on: Board, own: int, enemy: int) -> int:
    """How many buttons the best single move of a side would threaten."""
    full = own | enemy
    return max(
        (
            threatened(on, own ^ square | end, enemy).bit_count()
            for square in squares(own)
            for end, _ in on.steps[square]
            if not end & full
        ),
        default=0,
    )
