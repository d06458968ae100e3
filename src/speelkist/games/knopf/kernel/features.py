"""How good a position of Kopf oder Knopf is, in compiled code: what is counted, and the chance that follows.

Everything is seen by whoever's turn it is: first the numbers that belong to the game, then the same ones for their own
buttons and for the enemy's. A threat of theirs is worth a button at their next turn, if it is still one then; a threat
against them costs a button at once, unless the move they have now does something about it. What they may take now,
where that is chosen, counts as taken.
"""

from __future__ import annotations

import numpy as np

from speelkist.compiled.contract import EVALUATE, PLAYER, WINNER, OptionArray, StateArray, Weights
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.compiled.net import FEATURES_OF, SIDE_OF, forward, hidden_units
from speelkist.core import OVER
from speelkist.games.knopf.board import LINES, MOST_GROUPS, ROW, SIZE

from .bitboard import HALF, HOLES, PLACES, aimed, first_group, grouped, lowered, pop_lowest, popcount
from .kernel import BUTTONS_OF, DUE, QUIET, QUIET_LIMIT, TAKEN, TAKES, TARGET, TURN, ends_of, set_at

# Of the game: the lead, how near each is to the target, fines still due, the lead in the last quiet turns.
LEAD, NEAR, FOE_NEAR, LAST, FOE_LAST, FINES, RUNNING_OUT = range(7)
OWN = 7
# Of a side: buttons threatened by it, more than one of them, pairs that threaten more than once, pairs, pairs whose
# line ends at an own button, buttons in groups, groups, moves, squares under fire, buttons on 1..3 holes, by ring.
PREY, FORK, TWICE, PAIRS, SHIELDED, GROUPED, GROUPS, MOVES, HOLES_1, HOLES_2, HOLES_3, RING = range(12)
SIDE_FEATURES = RING + 4
FEATURES = OWN + 2 * SIDE_FEATURES

# How the shipped weights come about: ``speelkist train knopf``.
TRAINING = {"games": 20_000, "hidden": 16, "rate": 0.02, "trace": 0.8, "explore": 0.08}

# RINGS[ring]: the squares so far from the edge, in two halves; the innermost ring is left out (the others tell it).
RINGS = np.zeros((4, 2), np.int64)
for _place in range(PLACES):
    _file, _rank = _place % ROW, _place // ROW
    _ring = min(_file, _rank, SIZE - 1 - _file, SIZE - 1 - _rank)
    if 0 <= _ring < 4:
        RINGS[_ring, _place // HALF] |= 1 << _place % HALF

compiled = kernel_compiler(__file__)


@inline_jit
def _threats(
    options: OptionArray, own_low: int, own_high: int, foe_low: int, foe_high: int, out: Weights, at: int
) -> tuple[int, int]:
    """What the pairs of a side do; gives the enemy buttons they threaten."""
    full_low, full_high = own_low | foe_low, own_high | foe_high
    found_low = found_high = pairs = hits = shielded = 0
    for line in range(4):
        next_low, next_high = lowered(own_low, own_high, LINES[line])
        pairs_low, pairs_high = own_low & next_low, own_high & next_high
        while pairs_low | pairs_high:
            place, pairs_low, pairs_high = pop_lowest(pairs_low, pairs_high)
            pairs += 1
            low, high = aimed(options, line, place, full_low, full_high)
            hits += popcount(low & foe_low) + popcount(high & foe_high)
            shielded += popcount(low & own_low) + popcount(high & own_high)
            found_low |= low & foe_low
            found_high |= high & foe_high
    prey = popcount(found_low) + popcount(found_high)
    out[at + PREY] = prey
    out[at + FORK] = max(prey - 1, 0)
    out[at + TWICE] = hits - prey
    out[at + PAIRS] = pairs
    out[at + SHIELDED] = shielded
    return found_low, found_high


@inline_jit
def _stand(
    options: OptionArray, own_low: int, own_high: int, full_low: int, full_high: int, out: Weights, at: int
) -> None:
    """How the buttons of a side stand: groups, moves, holes, rings."""
    group_low, group_high = grouped(own_low, own_high)
    out[at + GROUPED] = popcount(group_low) + popcount(group_high)
    groups = 0
    while group_low | group_high:
        low, high = first_group(group_low, group_high)
        group_low ^= low
        group_high ^= high
        groups += 1
    out[at + GROUPS] = groups
    moves = on_1 = on_2 = on_3 = 0
    left_low, left_high = own_low, own_high
    while left_low | left_high:
        place, left_low, left_high = pop_lowest(left_low, left_high)
        low, high = ends_of(options, place, full_low, full_high)
        moves += popcount(low) + popcount(high)
        holes = options[HOLES + place]
        on_1 += holes == 1
        on_2 += holes == 2
        on_3 += holes == 3
    out[at + MOVES] = moves / 32
    out[at + HOLES_1] = on_1
    out[at + HOLES_2] = on_2
    out[at + HOLES_3] = on_3
    for ring in range(4):
        out[at + RING + ring] = popcount(own_low & RINGS[ring, 0]) + popcount(own_high & RINGS[ring, 1])


@inline_jit
def fill(options: OptionArray, state: StateArray, out: Weights) -> None:
    """Count everything."""
    turn = int(state[TURN])
    own_low, own_high = set_at(state, BUTTONS_OF + SIZE * turn)
    foe_low, foe_high = set_at(state, BUTTONS_OF + SIZE * (1 - turn))
    taken, lost = int(state[TAKEN + turn]), int(state[TAKEN + 1 - turn])
    takes_low, takes_high = set_at(state, TAKES)
    foe_low &= ~takes_low
    foe_high &= ~takes_high
    taken += popcount(takes_low) + popcount(takes_high)
    need, foe_needs = max(int(options[TARGET]) - taken, 1), max(int(options[TARGET]) - lost, 1)
    quiet = int(state[QUIET]) / int(options[QUIET_LIMIT])
    fines = 0
    for group in range(MOST_GROUPS):
        low, high = set_at(state, DUE + SIZE * group)
        fines += low & foe_low | high & foe_high != 0
    out[LEAD] = (taken - lost) / 2
    out[NEAR] = 2 / need
    out[FOE_NEAR] = 2 / foe_needs
    out[FINES] = fines
    out[RUNNING_OUT] = (taken - lost) * quiet * quiet
    _threats(options, own_low, own_high, foe_low, foe_high, out, OWN)
    _threats(options, foe_low, foe_high, own_low, own_high, out, OWN + SIDE_FEATURES)
    full_low, full_high = own_low | foe_low, own_high | foe_high
    _stand(options, own_low, own_high, full_low, full_high, out, OWN)
    _stand(options, foe_low, foe_high, full_low, full_high, out, OWN + SIDE_FEATURES)
    # what is threatened now against what is needed: a threat that would end the game is worth more than a button
    out[LAST] = 1 if out[OWN + PREY] >= need else 0
    out[FOE_LAST] = 1 if out[OWN + SIDE_FEATURES + PREY] + out[OWN + GROUPS] >= foe_needs else 0


@compiled(FEATURES_OF)
def features(options: OptionArray, state: StateArray, out: Weights) -> None:
    """The features of a position, seen by whoever's turn it is."""
    fill(options, state, out)


@compiled(SIDE_OF)
def side(options: OptionArray, state: StateArray) -> int:
    """From whose side that is."""
    return int(state[TURN])


@compiled(EVALUATE)
def evaluate(options: OptionArray, state: StateArray, weights: Weights) -> float:
    """The chance that player 0 wins."""
    if state[PLAYER] == OVER:
        return 0.5 if state[WINNER] < 0 else 1.0 - state[WINNER]
    seen = np.zeros(FEATURES, np.float32)
    fill(options, state, seen)
    chance = forward(weights, seen, FEATURES, hidden_units(weights, FEATURES))
    return chance if state[TURN] == 0 else 1.0 - chance
