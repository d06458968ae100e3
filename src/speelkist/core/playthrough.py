"""Writing a recorded game out: with every value it shows, or a line a step with a digest of those values."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from .game import CHANCE, OVER, State
from .record import Record


def playthrough(record: Record) -> Iterator[str]:
    """A recorded game as lines of text: board, question, legal moves, position and outcome at each step."""
    played = iter(record.moves)
    for number, state in enumerate(record.replay()):
        yield f"== {number}"
        yield from _values(state)
        move = next(played, None)
        if move is not None:
            yield f"> {move}"


def playthrough_digest(record: Record) -> Iterator[str]:
    """The same with one line a step, and the board drawn at the beginning and at the end.

    The last column is a digest of all that ``playthrough`` writes for that step: a change shows there, and
    ``speelkist replay FILE --values`` tells what it is.
    """
    states = list(record.replay())
    yield from _drawn(states[0])
    yield ""
    yield "step  phase      player  legal  digest    move"
    for number, state in enumerate(states):
        player = "chance" if state.player == CHANCE else "-" if state.player == OVER else state.game.side(state.player)
        digest = hashlib.sha256("\n".join(_values(state)).encode()).hexdigest()[:8]
        move = record.moves[number] if number < len(record.moves) else ""
        yield f"{number:4}  {state.phase:9}  {player:6}  {len(state.legal()):5}  {digest}  {move}".rstrip()
    yield ""
    yield from _drawn(states[-1])
    yield f"outcome: {states[-1].outcome}"


def _drawn(state: State) -> list[str]:
    return [line.rstrip() for line in state.draw().splitlines()]


def _values(state: State) -> Iterator[str]:
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
