"""Looking back at a table: any earlier position, and what is needed to check its dice."""

from __future__ import annotations

from typing import Any

from speelkist.core import CHANCE, Move, State
from speelkist.core.view import Change

from .table import Refused, Table


def state_at(table: Table, actions: int) -> State:
    """The position after so many moves and throws."""
    if not 0 <= actions <= len(table.actions):
        raise Refused("server.look.back", n=len(table.actions))
    return _played(table, actions)


def position_at(table: Table, actions: int) -> dict[str, Any]:
    """The board as it stood after so many moves and throws; nothing can be picked there."""
    if not 0 < actions <= len(table.actions):
        state, changes = state_at(table, actions), list[Change]()
    else:
        before, text = _played(table, actions - 1), table.actions[actions - 1]
        state, found = before.play(text), before.resolve(text)
        changes = table.shown.changes(before, found, state) if isinstance(found, Move) else []
    view = {**table.shown.view(state), "choices": []}
    last = [cell for change in changes if change["do"] == "move" for cell in change["path"]]
    return {"board": table.shown.board(state), "view": view, "last": last, "actions": actions}


def _played(table: Table, actions: int) -> State:
    state = table.begin
    for text in table.actions[:actions]:
        state = state.play(text)
    return state


def proof(table: Table) -> dict[str, Any]:
    """What a browser needs to recompute every throw by itself, once the seed is shown."""
    if table.ended is None:
        raise Refused("server.proof.playing")
    state = table.begin
    throws = []
    for mover, text in zip(table.movers, table.actions, strict=True):
        if mover == CHANCE:
            outcomes = [[str(move), odds.numerator, odds.denominator] for move, odds in state.odds().items()]
            throws.append({"move": text, "outcomes": outcomes})
        state = state.play(text)
    return {
        "commitment": table.created.commitment,
        "seed": table.ended.seed,
        "nonces": [chair.nonce for chair in table.chairs if chair.nonce],
        "throws": throws,
    }
