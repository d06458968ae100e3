"""Writing a recorded game out with every value it shows."""

from __future__ import annotations

from collections.abc import Iterator

from .game import CHANCE
from .record import Record


def playthrough(record: Record) -> Iterator[str]:
    """A recorded game as lines of text: board, question, legal moves, position and outcome at each step."""
    played = iter(record.moves)
    for number, state in enumerate(record.replay()):
        yield f"== {number}"
        yield from state.draw().splitlines()
        yield f"player: {'chance' if state.player == CHANCE else state.player}"
        yield f"phase: {state.phase}"
        yield f"ask: {state.prompt().say('en')} / {state.prompt().say('nl')}"
        odds = state.odds()
        listed = [f"{move} ({odds[move]})" if odds else str(move) for move in state.legal()]
        yield f"legal ({len(listed)}): {' | '.join(listed)}"
        yield f"json: {state.to_json()}"
        if state.outcome is not None:
            yield f"outcome: {state.outcome}"
        move = next(played, None)
        if move is not None:
            yield f"> {move}"
