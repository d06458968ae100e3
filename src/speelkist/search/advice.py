"""What a bot says about a move: how good it is, and why."""

from __future__ import annotations

from dataclasses import dataclass

from speelkist.core import Move, Phrase


@dataclass(frozen=True)
class Choice:
    """A move and the chance that the player who makes it wins (a draw counts half; where points count, their share)."""

    move: Move
    chance: float


@dataclass(frozen=True)
class Advice:
    """A move and the reason for it, so that a hint can be said in Dutch or English; a search adds the chance to win."""

    move: Move
    reason: Phrase
    chance: float | None = None
