"""A word to the other side: a few that are ready, and no free chat. Every reader is shown it in their own language."""

from __future__ import annotations

from typing import Literal, TypeAlias

Word: TypeAlias = Literal[
    "hello", "good_luck", "nice_move", "oops", "take_your_time", "back_soon", "thanks", "well_played"
]
