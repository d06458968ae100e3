"""Playing on from a position of Kris-kras."""

from __future__ import annotations

from speelkist.core import Outcome

from .examples import read

AWAY = ("b16 p16", "")  # black fighters that are in nobody's way


def after(text: str, *moves: str) -> dict[str, object]:
    """The position after some moves, as data."""
    state = read(text)
    for move in moves:
        state = state.play(move)  # type: ignore[assignment]
    return state.to_data()


def outcome(text: str, *moves: str) -> Outcome | None:
    state = read(text)
    for move in moves:
        state = state.play(move)  # type: ignore[assignment]
    return state.outcome
