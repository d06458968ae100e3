"""Krabcek in five strengths.

    child    looks at a few pieces only; loves to bring pieces on and to stack; sees no danger
    family   sees all of its own moves and what they threaten; of the other's threats it sees the towers, now and then
    friend   counts all throws, its own and the other's, one move ahead
    club     has learned from many games what a position is worth, one move ahead; what is nearly alike is one to it
    master   knows the same more exactly, and looks at all throws, the best replies to them, and once more

The first three run on the reference rules; the others need the compiled ones.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import exp
from typing import TYPE_CHECKING, cast

from speelkist.core import Move, SeededRandom, State
from speelkist.games.krabcek import KrabcekState
from speelkist.games.krabcek.hint_reasons import made, throws_of
from speelkist.games.krabcek.moves import BIG_STACK, BIGBOY, LITTLE_STACK, TOWER, ChooseGate, Enter, Switch, Walk
from speelkist.search.advice import Choice
from speelkist.search.budget import Budget, Clock

from .simple import gate_worth, worth_of

if TYPE_CHECKING:
    from speelkist.compiled.contract import Kernel, OptionArray, StateArray, Weights
    from speelkist.search.chunks import MoveValue

# What the weaker ones like, in points; a rough guess makes chances of them: points / SCALE are the log of the odds.
WINS = 1000
HOPE_TOWER, HOPE_STACK = 15, 6  # for each throw that would build one
CHILD_SEES = 2  # pieces on the board that it looks at, beside its hand
CHILD_MOOD = 16  # so much goes by mood
CHILD_LIKES = {LITTLE_STACK: 40, BIG_STACK: 60}
CHILD_ENTERS = 20
FAMILY_MOOD = 5
FAMILY_LIKES = {LITTLE_STACK: -10, BIG_STACK: 60}
FAMILY_ENTERS, FAMILY_BIGBOY = 10, 25
FAMILY_AWAKE = 2  # once in so many moves it looks at what the other threatens
FAMILY_DANGER = 40  # for each throw that would build the other's tower
SCALE = 400.0

CLUB_ALIKE = 0.015  # moves whose chances differ less look equally good to it
MASTER_DEPTH = 3
MASTER_WIDTHS = (10, 4)
MASTER_POSITIONS = 160_000
# What master goes on with as long as its budget lasts: depths, how many moves are followed, and what is left out.
MASTER_FURTHER = (
    (4, (8, 4, 3), 0.06, 0.06),
    (5, (4, 3, 2, 2), 0.03, 0.04),
    (5, (8, 4, 3, 2), 0.06, 0.06),
    (6, (6, 4, 3, 2, 2), 0.04, 0.06),
)
GATES_FOLLOWED = 3  # of those left, while looking on to the last gate


def ranked(
    state: State, strength: str, seed: int, budget: Budget | None = None, weights: Weights | None = None
) -> list[Choice]:
    """The moves of the player on turn, best first, with their chances; the first is played."""
    now = cast("KrabcekState", state)
    rng = SeededRandom(f"{strength} {now.to_json()}", seed)  # one seed may serve a whole game
    if strength in _PLAIN:
        return _by_points(_PLAIN[strength](now, rng))
    ranking = _searched(now, strength, budget, _weights() if weights is None else weights)
    if strength == "club" and ranking[0].chance < 1:
        alike = [choice for choice in ranking if choice.chance >= ranking[0].chance - CLUB_ALIKE]
        chosen = rng.choice(alike)
        ranking = [chosen, *(choice for choice in ranking if choice is not chosen)]
    return ranking


def _by_points(points: dict[Move, float]) -> list[Choice]:
    best = sorted(points, key=points.__getitem__, reverse=True)
    return [Choice(move, 1.0 if points[move] >= WINS else 1 / (1 + exp(-points[move] / SCALE))) for move in best]


def _child(state: KrabcekState, rng: SeededRandom) -> dict[Move, float]:
    if state.phase == "gates":
        return {move: rng.below(10) for move in state.legal()}
    own = [box for box, _ in state.pieces[state.turn]]
    rng.shuffle(own)
    looked_at = set(own[:CHILD_SEES])
    standing = dict(state.pieces[state.turn])
    points: dict[Move, float] = {}
    for move in state.legal():
        worth = rng.below(CHILD_MOOD)
        if isinstance(move, Enter):
            worth += CHILD_ENTERS
        if isinstance(move, Enter) or (isinstance(move, Walk | Switch) and not looked_at.isdisjoint(_from(move))):
            worth += _hopes(state, move, standing, CHILD_LIKES)
        points[move] = worth
    return points


def _from(move: Walk | Switch) -> tuple[int, ...]:
    return (move.start,) if isinstance(move, Walk) else (move.first, move.second)


def _hopes(state: KrabcekState, move: Move, standing: dict[int, int], likes: dict[int, int]) -> int:
    """What a move builds, and what could be built next; whatever the other does."""
    builds = made(standing, move)
    if builds == TOWER:
        return WINS
    next_throws = throws_of(cast("KrabcekState", state.play(move)), state.turn)
    return (likes[builds] if builds else 0) + HOPE_TOWER * next_throws.wins + HOPE_STACK * next_throws.stacks


def _family(state: KrabcekState, rng: SeededRandom) -> dict[Move, float]:
    if state.phase == "gates":
        return {move: len(state.maze.neighbours(cast("ChooseGate", move).gate)) for move in state.legal()}
    me = state.turn
    standing = dict(state.pieces[me])
    awake = rng.below(FAMILY_AWAKE) == 0
    points: dict[Move, float] = {}
    for move in state.legal():
        worth = rng.below(FAMILY_MOOD) + _hopes(state, move, standing, FAMILY_LIKES)
        if isinstance(move, Enter):
            worth += FAMILY_BIGBOY if move.kind == BIGBOY else FAMILY_ENTERS
        if awake and worth < WINS:
            worth -= FAMILY_DANGER * throws_of(cast("KrabcekState", state.play(move)), 1 - me).wins
        points[move] = worth
    return points


def _friend(state: KrabcekState, rng: SeededRandom) -> dict[Move, float]:
    if state.phase == "gates":
        return {move: gate_worth(state, cast("ChooseGate", move).gate) for move in state.legal()}
    return {move: worth_of(state, move).total for move in state.legal()}


_PLAIN: dict[str, Callable[[KrabcekState, SeededRandom], dict[Move, float]]] = {
    "child": _child,
    "family": _family,
    "friend": _friend,
}


@cache
def _weights() -> Weights:
    from speelkist.compiled.weights import read_weights
    from speelkist.games.krabcek.kernel.features import FEATURES

    return read_weights("krabcek", FEATURES)


def _searched(state: KrabcekState, strength: str, budget: Budget | None, weights: Weights) -> list[Choice]:
    from speelkist.compiled.playouts import load_kernel
    from speelkist.games.krabcek.kernel.features import evaluate
    from speelkist.search.chunks import choices
    from speelkist.search.expectimax import Pass, expectimax

    kernel = load_kernel("krabcek")
    options, array = kernel.pack(state)
    clock = (budget or Budget(simulations=MASTER_POSITIONS)).clock()
    if strength == "master" and state.phase == "gates":
        values = _gates_ahead(kernel, options, array, clock, weights)
    else:
        depth = 1 if strength == "club" else MASTER_DEPTH
        further = [] if strength == "club" else [Pass(*follow) for follow in MASTER_FURTHER]
        values = expectimax(kernel, evaluate, weights, options, array, clock, depth, MASTER_WIDTHS, further)
    return choices(kernel, state, options, array, values)


def _gates_ahead(
    kernel: Kernel, options: OptionArray, array: StateArray, clock: Clock, weights: Weights
) -> list[MoveValue]:
    """Look on until all gates have their owner, at the best-looking few each time; the budget only cuts it short."""
    from speelkist.compiled.contract import PLAYER
    from speelkist.games.krabcek.kernel.features import evaluate
    from speelkist.search.chunks import MoveValue

    def judged(now: StateArray) -> list[tuple[float, int, StateArray]]:
        """Every choice by what the chooser's chance looks like after it, best first."""
        buffer = kernel.new_move_buffer()
        values = []
        for move in buffer[: kernel.legal(options, now, buffer)]:
            after = now.copy()
            kernel.apply(options, after, int(move))
            chance = evaluate(options, after, weights)
            values.append((chance if now[PLAYER] == 0 else 1 - chance, int(move), after))
        clock.spend(len(values))
        return sorted(values, key=lambda value: -value[0])

    def chance_of(now: StateArray, chooser: int, guess: float) -> float:
        """The chance of ``chooser`` when both go on choosing well."""
        if now[PLAYER] < 0 or not clock.left():
            return guess
        own = now[PLAYER] == chooser
        best = max(chance_of(after, int(now[PLAYER]), chance) for chance, _, after in judged(now)[:GATES_FOLLOWED])
        return best if own else 1 - best

    chooser = int(array[PLAYER])
    values = [MoveValue(move, chance_of(after, chooser, chance)) for chance, move, after in judged(array)]
    return sorted(values, key=lambda value: -value.chance)
