"""Nim with one heap, as a kernel: take one to three; who takes the last wins. Lost where four divides the heap."""

from __future__ import annotations

from typing import Any

import numpy as np

from speelkist.compiled.kernel import (
    APPLY,
    DRAW,
    DRAW_LOT,
    LEGAL,
    PLAYER,
    REASON,
    START,
    WINNER,
    Luck,
    Moves,
    Numbers,
    Rules,
    Weights,
    compiler,
)
from speelkist.compiled.net import FEATURES_OF, SIDE_OF
from speelkist.core import OVER

HEAP = 3
MOST = 13
FEATURES = MOST + 1
NO_RULES: Any = np.zeros(1, np.int32)

compiled = compiler(__file__)


@compiled(START)
def start(rules: Rules, state: Numbers) -> None:
    state[PLAYER] = 0
    state[WINNER] = DRAW
    state[REASON] = -1
    state[HEAP] = MOST


@compiled(LEGAL)
def legal(rules: Rules, state: Numbers, moves: Moves) -> int:
    count = min(3, int(state[HEAP]))
    for number in range(count):
        moves[number] = number + 1
    return count


@compiled(APPLY)
def apply(rules: Rules, state: Numbers, move: int) -> None:
    state[HEAP] -= move
    if state[HEAP] == 0:
        state[WINNER] = state[PLAYER]
        state[REASON] = 0
        state[PLAYER] = OVER
    else:
        state[PLAYER] = 1 - state[PLAYER]


@compiled(DRAW_LOT)
def draw(rules: Rules, state: Numbers, luck: Luck) -> int:
    return 0


@compiled(FEATURES_OF)
def features(rules: Rules, state: Numbers, out: Weights) -> None:
    out[:] = 0
    out[state[HEAP]] = 1


@compiled(SIDE_OF)
def side(rules: Rules, state: Numbers) -> int:
    return int(state[PLAYER])
