"""Breakthrough on 8 x 8, on the interface of our games' kernels: for the comparison with other programs, and tests.

Player 0 moves up the board, player 1 down; the first rank is that of bits 0 to 7, a to h. A man goes one square
forward, straight onto an empty square or diagonally onto any square that holds no man of its own; an enemy there is
taken. Who reaches the far rank, or takes the last enemy, has won.

state   the shared three; whose turn; the men of player 0 and of player 1, as four numbers of 16 bits each
move    start + 64 x (0 to the a-side, 1 straight, 2 to the h-side)
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from speelkist.compiled.contract import (
    APPLY,
    DRAW,
    DRAW_OUTCOME,
    LEGAL,
    PLAYER,
    PLAYOUT,
    REASON,
    SHARED,
    START,
    WINNER,
    Kernel,
    Moves,
    OptionArray,
    RngState,
    StateArray,
)
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.compiled.rng import below
from speelkist.core import OVER

TURN = SHARED
MEN = SHARED + 1
SIZE = MEN + 8
MOST_MOVES = 48

BIT = np.uint64(1)
FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
A_FILE = np.uint64(0x0101010101010101)
H_FILE = np.uint64(0x8080808080808080)
HOME = (np.uint64(0xFFFF), np.uint64(0xFFFF << 48))
LAST = (np.uint64(0xFF << 56), np.uint64(0xFF))  # where each wants to go

compiled = kernel_compiler(__file__)


@inline_jit
def men_of(state: StateArray, player: int) -> np.uint64:
    """A player's men as one set of bits."""
    men = np.uint64(0)
    for part in range(4):
        bits = np.uint64(state[MEN + 4 * player + part] & 0xFFFF)
        men |= bits << np.uint64(16 * part)
    return men


@inline_jit
def put(state: StateArray, player: int, men: np.uint64) -> None:
    """Write a player's men."""
    for part in range(4):
        state[MEN + 4 * player + part] = np.int16((men >> np.uint64(16 * part)) & np.uint64(0xFFFF))


@inline_jit
def count_bits(bits: np.uint64) -> int:
    """How many are set."""
    bits -= (bits >> BIT) & np.uint64(0x5555555555555555)
    bits = (bits & np.uint64(0x3333333333333333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333333333333333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))  # type: ignore[return-value]


@inline_jit
def leaving(mine: np.uint64, theirs: np.uint64, player: int) -> tuple[np.uint64, np.uint64, np.uint64]:
    """The men that can go to the a-side, straight, and to the h-side."""
    free, empty = ~mine, ~(mine | theirs)
    if player == 0:
        return (
            mine & (free >> np.uint64(7)) & ~A_FILE,
            mine & (empty >> np.uint64(8)),
            mine & (free >> np.uint64(9)) & ~H_FILE,
        )
    return (
        mine & (free << np.uint64(9)) & ~A_FILE,
        mine & (empty << np.uint64(8)),
        mine & (free << np.uint64(7)) & ~H_FILE,
    )


@inline_jit
def target(man: np.uint64, player: int, way: int) -> np.uint64:
    """Where a man comes to stand."""
    if player == 0:
        return man << np.uint64(7 + way)
    return man >> np.uint64(9 - way)


@compiled(START)
def start(options: OptionArray, state: StateArray) -> None:
    """Two ranks of men each."""
    state[PLAYER], state[WINNER], state[REASON], state[TURN] = 0, DRAW, -1, 0
    put(state, 0, HOME[0])
    put(state, 1, HOME[1])


@compiled(LEGAL)
def legal(options: OptionArray, state: StateArray, moves: Moves) -> int:
    """There is always one: the foremost man can go diagonally."""
    player = state[TURN]
    ways = leaving(men_of(state, player), men_of(state, 1 - player), player)
    count = 0
    for way in range(3):
        men = ways[way]
        while men != np.uint64(0):
            man = men & (~men + BIT)
            moves[count] = count_bits(man - BIT) + 64 * way
            men ^= man
            count += 1
    return count


@compiled(APPLY)
def apply(options: OptionArray, state: StateArray, move: int) -> None:
    """Go there, take what stands there, look whether it is over."""
    player = state[TURN]
    man = BIT << np.uint64(move & 63)
    end = target(man, player, move >> 6)
    theirs = men_of(state, 1 - player) & ~end
    put(state, player, (men_of(state, player) & ~man) | end)
    put(state, 1 - player, theirs)
    state[TURN] = 1 - player
    if (end & LAST[player]) != np.uint64(0) or theirs == np.uint64(0):
        state[PLAYER], state[WINNER], state[REASON] = OVER, player, 0
    else:
        state[PLAYER] = 1 - player


@compiled(DRAW_OUTCOME)
def draw(options: OptionArray, state: StateArray, rng: RngState) -> int:
    """Nothing is left to chance."""
    return 0


@compiled(PLAYOUT)
def playout(options: OptionArray, state: StateArray, rng: RngState) -> int:
    """To the end, all moves equally likely; how many they were."""
    if state[PLAYER] == OVER:
        return 0
    player = int(state[TURN])
    mine, theirs = men_of(state, player), men_of(state, 1 - player)
    plies = 0
    while True:
        left, straight, right = leaving(mine, theirs, player)
        lefts, straights = count_bits(left), count_bits(straight)
        choice = below(rng, lefts + straights + count_bits(right))
        if choice < lefts:
            men, way = left, 0
        elif choice < lefts + straights:
            men, way = straight, 1
            choice -= lefts
        else:
            men, way = right, 2
            choice -= lefts + straights
        for _ in range(choice):
            men &= men - BIT
        man = men & (~men + BIT)
        end = target(man, player, way)
        mine = (mine & ~man) | end
        theirs &= ~end
        plies += 1
        if (end & LAST[player]) != np.uint64(0) or theirs == np.uint64(0):
            break
        mine, theirs = theirs, mine
        player = 1 - player
    put(state, player, mine)
    put(state, 1 - player, theirs)
    state[TURN] = 1 - player
    state[PLAYER], state[WINNER], state[REASON] = OVER, player, 0
    return plies


def text(options: OptionArray, state: StateArray, move: int) -> str:
    """A move as ``c2-d3``."""
    start_square = move & 63
    forward = 8 if state[TURN] == 0 else -8
    end = start_square + forward + (move >> 6) - 1
    return "-".join(f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in (start_square, end))


KERNEL = Kernel(
    game="breakthrough",
    size=SIZE,
    most_moves=MOST_MOVES,
    reasons=("through",),
    start=start,
    legal=legal,
    apply=apply,
    draw=draw,
    playout=playout,
    options=cast("Any", None),  # there are no reference rules
    pack=cast("Any", None),
    unpack=cast("Any", None),
    text=text,
)


def options() -> OptionArray:
    """There is nothing to choose."""
    return np.zeros(1, np.int32)


def position(board: str, player: int = 0) -> StateArray:
    """A position drawn with the far rank on top: ``x`` for player 0, ``o`` for player 1, ``.`` for nobody."""
    state = KERNEL.new_state()
    state[:SHARED] = (player, DRAW, -1)
    state[TURN] = player
    for number, rank in enumerate(reversed(board.split())):
        for file, man in enumerate(rank):
            if man != ".":
                square = 8 * number + file
                place = MEN + 4 * "xo".index(man) + square // 16
                state[place] = np.uint16(int(state[place]) & 0xFFFF | 1 << square % 16).astype(np.int16)
    return state
