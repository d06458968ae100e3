"""What a puzzle of Krabcek is about."""

from __future__ import annotations

from collections.abc import Sequence

from speelkist.core import CHANCE, Move

from .rules import KrabcekState

BLOCKING = 3  # throws of six that leave the other without a move
RARE = {"block": 16}  # in games of good players such a move is the best one in about one game in 600


def kind(state: KrabcekState, move: Move) -> str | None:
    """A move that leaves the other without an answer to half of the throws is about blocking."""
    after = state.after(move)
    if after.outcome is not None or after.player != CHANCE:
        return None
    lost = sum(after.after(throw).outcome is not None for throw in after.legal())
    return "block" if lost >= BLOCKING else None


def twins(state: KrabcekState) -> Sequence[str]:
    """Itself alone: every game has its own layout, of millions."""
    return (state.to_json(),)
