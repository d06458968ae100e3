"""Counting the sequences of actions from a position."""

from __future__ import annotations

from .game import State


def perft(state: State, depth: int) -> int:
    """The number of sequences of ``depth`` actions from a state; outcomes of chance count like moves."""
    if depth == 0:
        return 1
    moves = state.legal()
    if depth == 1:
        return len(moves)
    return sum(perft(state.play(move), depth - 1) for move in moves)
