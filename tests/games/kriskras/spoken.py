"""What is shown and said of moves of Kris-kras."""

from __future__ import annotations

from speelkist.core import State
from speelkist.core.view import Change, PhraseData, read_phrase
from speelkist.games.kriskras.view import changes

from .examples import read

WHITE_MUST_CAPTURE = (
    "White can no longer get three home, and wins only by capturing all the enemy’s musketeers, "
    "or on points once somebody has no move left."
)
POINTS_DECIDE = (
    "The points decide once a player has no move left, "
    "or after 200 turns in a row without a capture, a trade or an arrival."
)


def changed(state: State | str, move: str) -> list[Change]:
    """The changes of a move given as text."""
    before = read(state) if isinstance(state, str) else state
    resolved = next(listed for listed in before.legal() if listed.text == move)
    return changes(before, resolved, before.play(resolved))


def spoken(steps: list[Change], lang: str = "en") -> list[str]:
    return said([step["say"] for step in steps if "say" in step], lang)


def said(sentences: list[PhraseData], lang: str = "en") -> list[str]:
    return [read_phrase(sentence).say(lang) for sentence in sentences]
