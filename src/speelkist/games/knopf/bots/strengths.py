"""Kopf oder Knopf in five strengths.

    child    looks at its buttons round one place and moves where it threatens something; never minds the other's pairs
    family   sees about half of its moves; of what it would lose it notices a part
    friend   looks at all its moves: what they lose and threaten; of the best few also at every answer
    club     searches a few turns ahead
    master   the same, a good deal further

The first three run on the reference rules; the others need the compiled ones.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from speelkist.core import Move, SeededRandom
from speelkist.games.knopf import KnopfState
from speelkist.games.knopf.board import ROW, Fine, Step, Take, groups, squares, threatened
from speelkist.search.advice import Choice
from speelkist.search.budget import Budget

if TYPE_CHECKING:
    from speelkist.compiled.contract import Weights

# All in buttons: what a threatened button is worth, each one more than the first.
THREAT, FORK = 0.4, 0.4
CHILD_SEES = 3  # squares round the button it looks at
FAMILY_SEES = 50  # of a hundred moves
FAMILY_AWAKE = 60  # of a hundred turns it looks at what it would lose
FRIEND_FOLLOWS = 8  # moves after which it looks at every answer
MOOD = {"child": 0.3, "family": 0.2, "friend": 0.02}  # so much goes by mood
WINS = 100.0
STEEP = 0.45  # from buttons to chances

POSITIONS = {"club": 1_500, "master": 150_000}
TRUE_LINES = 3  # so many moves get their true values
LINES_PART = 0.25  # of master's budget, once the opening is over; the rest goes to the best move alone
EQUAL = {"club": 0.004, "master": 0.001}  # of those, one that is less good by so little may be played as well
SURE = 1.65  # the net learned from weaker play: between good players its log-odds mean so many times as much


def ranked(
    state: KnopfState, strength: str, seed: int, budget: Budget | None = None, weights: Weights | None = None
) -> list[Choice]:
    """The moves of the player on turn, best first, with their chances; the first is played."""
    rng = SeededRandom(f"{strength} {state.to_json()}", seed)  # one seed may serve a whole game
    if strength in POSITIONS:
        net = _weights() if weights is None else weights
        return _searched(state, strength, rng, budget or Budget(POSITIONS[strength]), net)
    worths = _PLAIN[strength](state, rng)
    for move in worths:
        worths[move] += MOOD[strength] * rng.below(1000) / 1000
    lead = state.taken[state.turn] - state.taken[1 - state.turn]
    best = sorted(worths, key=worths.__getitem__, reverse=True)
    return [Choice(move, _chance(lead, worths[move])) for move in best]


def _chance(lead: int, worth: float) -> float:
    if abs(worth) >= WINS / 2:
        return float(worth > 0)
    return 1 / (1 + math.exp(-STEEP * (lead + worth)))


def _threats(state: KnopfState, own: int, enemy: int) -> float:
    """What threatening these enemy buttons is worth."""
    prey = threatened(state.game.board, own, enemy).bit_count()
    return THREAT * prey + FORK * max(prey - 1, 0)


def _moved(state: KnopfState, move: Move) -> tuple[int, int]:
    """Own and enemy buttons after a move, before the other takes anything."""
    own, enemy = state.buttons[state.turn], state.buttons[1 - state.turn]
    if isinstance(move, Step):
        own ^= move.start | move.end
    elif isinstance(move, Fine | Take):
        enemy ^= move.square
    return own, enemy


def _gained(state: KnopfState, move: Move) -> int:
    """The buttons that are won by a taking or a fine, with those that can be won after it this turn."""
    if isinstance(move, Step):
        return 0
    after = state.after(move)
    return after.taken[state.turn] - state.taken[state.turn] + (after.due if after.turn == state.turn else 0)


def _near(square: int, place: int) -> bool:
    (rank, file), (place_rank, place_file) = (divmod(bit.bit_length() - 1, ROW) for bit in (square, place))
    return max(abs(rank - place_rank), abs(file - place_file)) <= CHILD_SEES


def _child(state: KnopfState, rng: SeededRandom) -> dict[Move, float]:
    place = rng.choice(squares(state.buttons[state.turn]))
    return {
        move: 0.0
        if isinstance(move, Step) and not _near(move.start, place)
        else _threats(state, *_moved(state, move)) + _gained(state, move)
        for move in state.legal()
    }


def _family(state: KnopfState, rng: SeededRandom) -> dict[Move, float]:
    awake = rng.below(100) < FAMILY_AWAKE
    values: dict[Move, float] = {}
    for move in state.legal():
        if isinstance(move, Step) and rng.below(100) >= FAMILY_SEES:
            values[move] = -1.0
            continue
        own, enemy = _moved(state, move)
        values[move] = _threats(state, own, enemy) + _gained(state, move)
        if awake:
            values[move] -= threatened(state.game.board, enemy, own).bit_count() + len(groups(own))
    return values


def _friend(state: KnopfState, rng: SeededRandom) -> dict[Move, float]:
    values = {move: _first_look(state, move) for move in state.legal()}
    # the sort keeps the order of equals, so that lots have to decide which of them are followed
    order = list(values)
    rng.shuffle(order)
    followed = sorted(order, key=values.__getitem__, reverse=True)[:FRIEND_FOLLOWS]
    least = values[followed[-1]] - 1
    for move in followed:
        after = state.after(move)
        if after.outcome is None and after.turn != state.turn:
            gone = after.taken[1 - state.turn] - state.taken[1 - state.turn]
            values[move] = -gone - max(_first_look(after, reply) for reply in after.legal())
    return {move: worth if move in followed else min(worth, least) for move, worth in values.items()}


def _first_look(state: KnopfState, move: Move) -> float:
    """What a move loses at once, and what is threatened then."""
    me = state.turn
    after = state.after(move)
    if after.outcome is not None:
        return 0.0 if not after.outcome.winners else WINS if after.outcome.winners == (me,) else -WINS
    lost = after.taken[1 - me] - state.taken[1 - me] + (after.due if after.turn != me else 0)
    if state.taken[1 - me] + lost >= state.game.target:
        return -WINS
    won = after.taken[me] - state.taken[me] + (after.due if after.turn == me else 0)
    own, enemy = after.buttons[me], after.buttons[1 - me]
    danger = threatened(state.game.board, enemy, own).bit_count() if after.turn == me else 0
    return won - lost + _threats(state, own, enemy) + 0.2 * len(groups(enemy)) - 0.2 * danger


_PLAIN = {"child": _child, "family": _family, "friend": _friend}


@cache
def _weights() -> Weights:
    from speelkist.compiled.weights import read_weights
    from speelkist.games.knopf.kernel.features import FEATURES

    return read_weights("knopf", FEATURES)


def _searched(state: KnopfState, strength: str, rng: SeededRandom, budget: Budget, weights: Weights) -> list[Choice]:
    from speelkist.games.knopf.kernel.features import evaluate
    from speelkist.games.knopf.kernel.kernel import KERNEL
    from speelkist.search.alphabeta import alphabeta
    from speelkist.search.chunks import choices

    options, array = KERNEL.pack(state)
    varied = strength == "club" or not any(state.taken)  # until the first button is taken no two games should be alike
    part = 1.0 if varied else LINES_PART
    values = alphabeta(KERNEL, evaluate, weights, options, array, budget.clock(), lines=TRUE_LINES, lines_part=part)
    best = choices(KERNEL, state, options, array, values)
    if varied and best[0].chance < 1:  # a proven win is played, and the quickest
        as_good = sum(choice.chance >= best[0].chance - EQUAL[strength] for choice in best[:TRUE_LINES])
        best.insert(0, best.pop(rng.below(as_good)))
    return [Choice(choice.move, _surer(choice.chance)) for choice in best]


def _surer(chance: float) -> float:
    """What a chance that the net sees comes to; what is proved stays."""
    won, lost = math.pow(chance, SURE), math.pow(1 - chance, SURE)
    return won / (won + lost)
