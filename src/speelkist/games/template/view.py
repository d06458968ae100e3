"""The race as data for any client: two tracks of squares, a snail on each, two buttons beside the board.

A snail that creeps is picked as the square where it is and the one where it will be; resting and passing are buttons.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from speelkist.core import PASS, Move, Phrase
from speelkist.core.outcome_text import end_phrase
from speelkist.core.view import Board, Cell, Change, ChoiceData, PhraseData, PieceData, ViewData, phrase_data

from .moves import CREEP, REST
from .rules import TemplateState

SNAIL: tuple[PieceData, PieceData] = ((0, "snail"), (1, "snail"))
BUTTONS = {REST: "button:rest", PASS: "button:pass"}


def _data(key: str, **values: Any) -> PhraseData:
    return phrase_data(Phrase(f"template.{key}", **values))


def _square(player: int, place: int) -> str:
    return f"{'rb'[player]}{place}"


# The board


def board(state: TemplateState) -> Board:
    """Two tracks, red's above blue's."""
    length = state.game.length
    cells = [_cell(state, player, place) for player in (0, 1) for place in range(length + 1)]
    for button in BUTTONS.values():
        name = _data(f"cell.{button.removeprefix('button:')}")
        cells.append({"id": button, "shape": [], "kind": "button", "name": name})
    return {"key": _key(state), "size": (length + 1, 3), "cells": cells, "extra": {}}


def _key(state: TemplateState) -> str:
    return f"template-{state.game.length}"


def _cell(state: TemplateState, player: int, place: int) -> Cell:
    left, top = place, 2 * player
    return {
        "id": _square(player, place),
        "shape": [(left, top), (left + 1, top), (left + 1, top + 1), (left, top + 1)],
        "kind": "home" if place == state.game.length else "track",
        "name": _data("cell.square", side=state.game.side_name(player), place=place),
    }


# The position


def view(state: TemplateState) -> ViewData:
    """Where the snails are, and what can be picked."""
    return {
        "board": _key(state),
        "phase": state.phase,
        "player": state.player,
        "ask": phrase_data(state.prompt()),
        "pieces": {_square(player, state.snails[player]): SNAIL[player] for player in (0, 1)},
        "choices": [_choice(state, move) for move in state.legal()] if state.player >= 0 else [],
        "marks": {"rested": [_square(player, state.snails[player]) for player in (0, 1) if state.rested[player]]},
        "throw": [state.throw] if state.throw else None,
        "scores": None,
        "result": None if state.outcome is None else state.outcome.to_data(),
        "extra": {},
    }


def _choice(state: TemplateState, move: Move) -> ChoiceData:
    path = route(state, move)
    return {"move": move.text, "picks": [path[0], path[-1]] if path else [BUTTONS[move]], "path": path}


def spell(state: TemplateState, picks: Sequence[str]) -> str | None:
    """Two squares are meant as creeping."""
    return CREEP.text if len(picks) == 2 else None


def route(state: TemplateState, move: Move) -> list[str]:
    """The squares that a creeping snail goes along."""
    if move is not CREEP:
        return []
    at = state.snails[state.turn]
    return [_square(state.turn, place) for place in range(at, at + state.throw + 1)]


# What a move did


def changes(before: TemplateState, move: Move, after: TemplateState) -> list[Change]:
    """The throw, or what the snail did; then how the race ended."""
    side = before.game.side_name(before.turn)
    steps: list[Change]
    if before.phase == "throw":
        steps = [{"do": "throw", "throw": [after.throw], "say": _data("say.throw", side=side, n=after.throw)}]
    elif move is CREEP:
        path = route(before, move)
        say = _data("say.creep", side=side, n=before.throw, place=after.snails[before.turn])
        steps = [{"do": "move", "at": path[0], "to": path[-1], "path": path, "piece": SNAIL[before.turn], "say": say}]
    else:
        steps = [{"do": "note", "say": _data("say.rest" if move is REST else "say.pass", side=side)}]
    if after.outcome is not None:
        steps.append({"do": "note", "say": _end(after)})
    return steps


def _end(state: TemplateState) -> PhraseData:
    assert state.outcome is not None
    return phrase_data(end_phrase(state.game, state.outcome))


# In words


def describe(state: TemplateState) -> list[PhraseData]:
    """What is to be done, and where the snails are."""
    sentences = [_end(state) if state.outcome is not None else phrase_data(state.prompt())]
    for player in (0, 1):
        side = state.game.side_name(player)
        sentences.append(_data("view.snail", side=side, place=state.snails[player], length=state.game.length))
    return sentences
