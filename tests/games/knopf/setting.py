"""Playing Kopf oder Knopf short, and reading what comes of it."""

from __future__ import annotations

from typing import cast

from speelkist.games.knopf import Knopf, KnopfState


def play(state: KnopfState, *moves: str) -> KnopfState:
    for move in moves:
        state = cast("KnopfState", state.play(move))
    return state


def start(**options: object) -> KnopfState:
    return Knopf(**options).start()


def squares(state: KnopfState, side: str) -> set[str]:
    return set(state.to_data()[side])


def moves(state: KnopfState) -> list[str]:
    return [move.text for move in state.legal()]


def ends(state: KnopfState, square: str) -> set[str]:
    """Where the button on a square may go."""
    return {text.split("-")[1] for text in moves(state) if text.startswith(f"{square}-")}


def threatened(state: KnopfState, player: int) -> set[str]:
    return {threat.target for threat in state.threats(player)}
