"""Looking back at a table: any earlier position, its record, and what is needed to check its dice."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from speelkist.core import CHANCE, TABLE_SIDE, Record, Result, State
from speelkist.core.queries import answer_query
from speelkist.core.story import story_of
from speelkist.core.view import PhraseData

from .errors import Refused
from .table import Table, moved_cells
from .unanswered import sentence


def state_at(table: Table, actions: int) -> State:
    """The position after so many moves and throws."""
    _require_range(table, actions)
    return table.match.state_at(actions)


def answer(table: Table, owner: str, name: str, args: Mapping[str, Any], actions: int | None) -> Any:
    """The answer to a query about the position now, or after so many moves and throws.

    A position that was given up does not know that it is over: its description begins with what ended it.
    """
    if actions is not None:  # an earlier position is nobody's turn any more
        return answer_query(state_at(table, actions), name, args, [])
    answered = answer_query(table.state, name, args, table.seats_of(owner))
    if name == "describe" and table.ended is not None and table.state.outcome is None:
        return [table.view()["ask"], *answered[1:]]
    return answered


def position_at(table: Table, actions: int) -> dict[str, Any]:
    """The board as it stood after so many moves and throws; nothing can be picked there."""
    _require_range(table, actions)
    state = table.match.state_at(actions)
    last: list[str] = []
    if actions:
        before = table.match.state_at(actions - 1)
        last = moved_cells(before, table.view_module.changes(before, table.match.moves[actions - 1], state))
    view = {**table.view_module.view(state), "choices": []}
    return {"board": table.view_module.board(state), "view": view, "last": last, "actions": actions}


def story(table: Table) -> list[list[PhraseData]]:
    """What is told of every move and throw so far. It takes a while: every position is made again."""
    moves = list(table.match.moves)
    positions = pairwise(table.match.states(len(moves)))
    sentences = [story_of(before, move, after) for move, (before, after) in zip(moves, positions, strict=True)]
    for place, event in table.unanswered.items():
        sentences[place] = [sentence(table.game, event), *sentences[place][1:]]
    return sentences


def _require_range(table: Table, actions: int) -> None:
    if not 0 <= actions <= len(table.match.moves):
        raise Refused("table.history.range", n=len(table.match.moves))


def proof(table: Table) -> dict[str, Any]:
    """What a browser needs to recompute every throw by itself, once the seed is shown."""
    if table.ended is None:
        raise Refused("table.proof.playing")
    throws = []
    for state, move in zip(table.match.states(), table.match.moves, strict=False):
        if state.player == CHANCE:
            outcomes = [[str(outcome), odds.numerator, odds.denominator] for outcome, odds in state.odds().items()]
            throws.append({"move": move.text, "outcomes": outcomes})
    return {
        "commitment": table.created.commitment,
        "seed": table.ended.seed,
        "nonce_commitments": [seat.commitment for seat in table.contributors],
        "nonces": [seat.nonce for seat in table.contributors],
        "throws": throws,
    }


def record(table: Table) -> Record:
    """The game so far as a record; the seed only when it is over."""
    tags = {"Table": table.id}
    if table.created.commitment:
        tags["Commitment"] = table.created.commitment
    result: Result | None = None
    if table.ended is not None:
        if table.created.commitment:
            tags["Seed"] = table.ended.seed
        result = Result(tuple(table.game.side(seat) for seat in table.ended.winners), table.ended.reason)
    if table.restarts:
        tags["Restarts"] = str(table.restarts)
    sides = {table.game.side(index): seat for index, seat in enumerate(table.seats)}
    people = {side: seat for side, seat in sides.items() if seat in table.contributors}
    if not people and table.contributors:
        people = {TABLE_SIDE: table.contributors[0]}
    return Record(
        game=table.created.game,
        version=table.created.version,
        options=dict(table.game.options),
        moves=tuple(table.actions),
        seats={side: seat.name or seat.planned for side, seat in sides.items()},
        nonces={side: seat.nonce for side, seat in people.items() if seat.nonce},
        nonce_commitments={side: seat.commitment for side, seat in people.items() if seat.commitment},
        start=table.created.start,
        result=result,
        tags=tags,
    )
