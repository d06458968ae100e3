"""What a player that can explain itself says: a move, and why."""

from __future__ import annotations

from dataclasses import dataclass

from speelkist.core import Move, Phrase


@dataclass(frozen=True)
class Advice:
    """A move and the reason for it, so that a hint can be said in Dutch or English."""

    move: Move
    reason: Phrase
