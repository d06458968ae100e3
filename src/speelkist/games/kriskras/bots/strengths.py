"""Kris-kras in five strengths.

    child    looks at a few of its fighters; captures, comes home, goes forward, and never minds a danger
    family   looks at most of them, and asks whether the one it moves can be captured there
    friend   looks at all moves and at everybody who is in danger after them, and likes to aim at others
    club     judges moves with a trained net, and now and then overlooks a fighter; never a win
    master   overlooks nobody, and judges every reply to every throw after its best moves

The first three run on the reference rules; the others need the compiled ones.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import TYPE_CHECKING, NamedTuple, cast

from speelkist.core import Move, SeededRandom, State
from speelkist.games.kriskras import KriskrasState
from speelkist.games.kriskras.board import FAR_RANK, SIZE, Army, file_of, rank_of
from speelkist.games.kriskras.hint_reasons import captures, throws_home_of_all
from speelkist.games.kriskras.notation import Payment, Trade, Walk
from speelkist.search.advice import Choice
from speelkist.search.budget import Budget

if TYPE_CHECKING:
    from speelkist.compiled.contract import Weights

# What things are worth to the plain strengths, in soldiers.
MUSKETEER, LAST_MUSKETEER, SOLDIER = 4.0, 30.0, 1.0
MUSKETEER_HOME, SOLDIER_HOME = 3.5, 1.0
MUSKETEER_STEP, SOLDIER_STEP = 0.1, 0.05
AIM = 0.3  # of what one aims at
WINS = 1000.0
STEEP = 0.45  # from soldiers to chances


class Character(NamedTuple):
    """How a plain strength looks at the board."""

    sees: int  # of a hundred fighters
    fears: str  # "nothing", "mover" or "all"
    aims: bool
    mood: float  # so much goes by mood, in soldiers


CHARACTERS = {
    "child": Character(40, "nothing", False, 0.5),
    "family": Character(70, "mover", False, 0.3),
    "friend": Character(100, "all", True, 0.7),
}

CLUB_SEES = 78  # of a hundred fighters

FOLLOWED = 8  # moves after which master looks at all replies
# What master goes on with as long as its budget lasts: depths, how many moves are followed, and what is left out.
FURTHER = (
    (3, (6, 3), 0.06, 0.05, True),
    (3, (6, 3), 0.04, 0.05),
    (4, (4, 3, 2), 0.04, 0.05, True),
    (4, (6, 4, 3), 0.06, 0.08),
)
MASTER_POSITIONS = 110_000
POSITIONS_A_MOVE = 1000  # so many replies does following one move take; seldom more


def ranked(
    state: State, strength: str, seed: int, budget: Budget | None = None, weights: Weights | None = None
) -> list[Choice]:
    """The moves of the player on turn, best first, with their chances; the first is played."""
    now = cast("KriskrasState", state)
    rng = SeededRandom(f"{strength} {now.to_json()}", seed)  # one seed may serve a whole game
    if strength == "master":
        return _by_net(now, 2, budget, weights)
    if strength == "club":
        choices_of_net = _by_net(now, 1, budget, weights)
        return choices_of_net if choices_of_net[0].chance == 1.0 else _overlooking(now, choices_of_net, CLUB_SEES, rng)
    character = CHARACTERS[strength]
    worths = {move: _worth(now, move, character) for move in now.legal()}
    moods = {move: worths[move] + character.mood * rng.below(1000) / 1000 for move in worths}
    best = sorted(moods, key=moods.__getitem__, reverse=True)
    return _overlooking(now, [Choice(move, _chance(worths[move])) for move in best], character.sees, rng)


def _overlooking(state: KriskrasState, choices_seen: list[Choice], sees: int, rng: SeededRandom) -> list[Choice]:
    """The same moves with those of overlooked fighters behind all others."""
    overlooked = {square for squares in state.armies[state.turn] for square in squares if rng.below(100) >= sees}
    return sorted(choices_seen, key=lambda choice: isinstance(choice.move, Walk) and choice.move.start in overlooked)


def _chance(worth: float) -> float:
    if abs(worth) >= WINS / 2:
        return float(worth > 0)
    return 1 / (1 + exp(-STEEP * worth))


def _worth(state: KriskrasState, move: Move, character: Character) -> float:
    """How much better than the enemy a player stands after a move, as far as they look."""
    me = state.turn
    after = cast("KriskrasState", state.play(move))
    if after.outcome is not None:
        return 0.0 if not after.outcome.winners else WINS if me in after.outcome.winners else -WINS
    worth = _standing(me, after.armies[me]) - _standing(1 - me, after.armies[1 - me])
    worth -= (SOLDIER + SOLDIER_HOME) * after.owes
    if isinstance(move, Trade):  # the middle of the zone is the best place to come back to
        worth -= abs(file_of(move.square) - SIZE // 2) / 100
    if character.fears != "nothing":
        for square, throws in captures(1 - me, after.armies).items():
            if character.fears == "all" or (isinstance(move, Walk) and square == move.end):
                worth -= _price(after.armies[me], square) * throws.bit_count() / 36
    if character.aims:
        if isinstance(move, Payment):  # rather a soldier who stands in the way of others
            worth += throws_home_of_all(me, after.armies) / 100
        aims = captures(me, after.armies)
        worth += AIM * sum(_price(after.armies[1 - me], target) * aims[target].bit_count() / 36 for target in aims)
    return worth


def _price(army: Army, square: int) -> float:
    """What is lost with the fighter on a square."""
    if square not in army.musketeers:
        return SOLDIER
    return LAST_MUSKETEER if len(army.musketeers) == 1 else MUSKETEER


def _standing(player: int, army: Army) -> float:
    """How many an army still has, and how far they have come."""
    far = FAR_RANK[player]
    musketeers = [abs(far - rank_of(square)) for square in army.musketeers]
    soldiers = [abs(far - rank_of(square)) for square in army.soldiers]
    return (
        MUSKETEER * len(musketeers)
        + SOLDIER * len(soldiers)
        + MUSKETEER_HOME * musketeers.count(0)
        + SOLDIER_HOME * soldiers.count(0)
        - MUSKETEER_STEP * sum(musketeers)
        - SOLDIER_STEP * sum(soldiers)
    )


@cache
def _weights() -> Weights:
    from speelkist.compiled.weights import read_weights
    from speelkist.games.kriskras.kernel.features import FEATURES

    return read_weights("kriskras", FEATURES)


def _by_net(state: KriskrasState, depth: int, budget: Budget | None, weights: Weights | None) -> list[Choice]:
    from speelkist.games.kriskras.kernel.features import evaluate
    from speelkist.games.kriskras.kernel.kernel import KERNEL
    from speelkist.search.chunks import choices
    from speelkist.search.expectimax import Pass, expectimax

    options, array = KERNEL.pack(state)
    limit = budget or Budget(MASTER_POSITIONS)
    followed = FOLLOWED
    if limit.simulations is not None:  # a pass that does not come to its end would be in vain
        followed = max(2, min(FOLLOWED, limit.simulations // POSITIONS_A_MOVE))
    widths = (followed, FOLLOWED)
    further = [Pass(*follow) for follow in FURTHER] if depth > 1 else []
    net = _weights() if weights is None else weights
    values = expectimax(KERNEL, evaluate, net, options, array, limit.clock(), depth, widths, further)
    return choices(KERNEL, state, options, array, values)
