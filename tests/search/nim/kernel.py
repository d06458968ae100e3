"""Nim with one heap, as a kernel: take one to three; who takes the last wins. Lost where four divides the heap."""

from __future__ import annotations

from typing import Any

import numpy as np

from speelkist.compiled.contract import (
    APPLY,
    DRAW,
    DRAW_OUTCOME,
    LEGAL,
    PLAYER,
    REASON,
    START,
    WINNER,
    Moves,
    OptionArray,
    RngState,
    StateArray,
    Weights,
)
from speelkist.compiled.jit import kernel_compiler
from speelkist.compiled.net import FEATURES_OF, SIDE_OF
from speelkist.core import OVER

HEAP = 3
MOST = 13
FEATURES = MOST + 1
NO_RULES: Any = np.zeros(1, np.int32)

compiled = kernel_compiler(__file__)


@compiled(START)
def start(options: OptionArray, state: StateArray) -> None:
    state[PLAYER] = 0
    state[WINNER] = DRAW
    state[REASON] = -1
    state[HEAP] = MOST


@compiled(LEGAL)
def legal(options: OptionArray, state: StateArray, moves: Moves) -> int:
    count = min(3, int(state[HEAP]))
    for number in range(count):
        moves[number] = number + 1
    return count


@compiled(APPLY)
def apply(options: OptionArray, state: StateArray, move: int) -> None:
    state[HEAP] -= move
    if state[HEAP] == 0:
        state[WINNER] = state[PLAYER]
        state[REASON] = 0
        state[PLAYER] = OVER
    else:
        state[PLAYER] = 1 - state[PLAYER]


@compiled(DRAW_OUTCOME)
def draw(options: OptionArray, state: StateArray, rng: RngState) -> int:
    return 0


@compiled(FEATURES_OF)
def features(options: OptionArray, state: StateArray, out: Weights) -> None:
    out[:] = 0
    out[state[HEAP]] = 1


@compiled(SIDE_OF)
def side(options: OptionArray, state: StateArray) -> int:
    return int(state[PLAYER])
