"""Positions without a table: shown, asked about and played on. Nothing is kept between two questions.

Whoever asks brings the position along, and names the throws where chance is to move.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from speelkist.core import CHANCE, IllegalMove, Refusal, SeededDice, SpeelkistError, State, fresh_seed, load
from speelkist.core.queries import answer_query
from speelkist.core.view import Board, Change, ViewData, cells_of, view_of

MOST_MOVES = 20


class Action(TypedDict):
    """A move or a throw that was made."""

    player: int
    move: str
    changes: list[Change]


class Position(TypedDict):
    """A position as a client draws it, with what led to it."""

    position: dict[str, Any]  # to be brought along with the next question
    board: Board
    view: ViewData
    actions: list[Action]
    last: list[str]  # the cells of the last move


def read_position(game: str, data: Mapping[str, Any] | None) -> State:
    """The state of a position's JSON object; None is the start of a game with its usual options.

    :raises SpeelkistError: the game is unknown, or the position is impossible; it names the field.
    """
    return load(game).start() if data is None else load(game).from_json(json.dumps({"game": game, **data}))


def show(state: State, actions: Sequence[Action] = ()) -> Position:
    """A position, to be drawn."""
    shown = view_of(state.game.info.id)
    moved = [cells for action in actions if action["player"] != CHANCE and (cells := cells_of(action["changes"]))]
    return {
        "position": state.to_data(),
        "board": shown.board(state),
        "view": shown.view(state),
        "actions": list(actions),
        "last": moved[-1] if moved else [],
    }


def play(state: State, moves: Sequence[str]) -> Position:
    """The position after some moves and throws, and what each of them did.

    :raises SpeelkistError: one of them is not legal, or there are too many.
    """
    if len(moves) > MOST_MOVES:
        raise SpeelkistError("learn.moves", n=MOST_MOVES)
    shown = view_of(state.game.info.id)
    actions: list[Action] = []
    for text in moves:
        move = state.resolve(text)
        if isinstance(move, Refusal):
            raise IllegalMove(move)
        after = state.after(move)
        actions.append({"player": state.player, "move": move.text, "changes": shown.changes(state, move, after)})
        state = after
    return show(state, actions)


def ask(state: State, name: str, args: Mapping[str, Any]) -> Any:
    """The answer to a query about a position: ``why_not``, ``route``, ``describe`` and what the game declares.

    :raises BadQuery: the game does not know it, or an argument is not what it needs.
    """
    return answer_query(state, name, args)


def throw(state: State) -> list[str]:
    """All that chance decides now: a throw, or a set-up in many parts."""
    dice = SeededDice(fresh_seed())
    moves: list[str] = []
    while state.player == CHANCE and len(moves) < MOST_MOVES:
        move = dice.draw(state)
        moves.append(move.text)
        state = state.after(move)
    return moves
