"""Questions a client may ask about a position; every game answers the first ones, some declare more of their own.

The answer is plain data, and asking changes nothing. The arguments come from outside: each query checks its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from speelkist.i18n.phrases import Phrase

from .errors import BadQuery
from .game import State
from .move import Move
from .options import short
from .registry import package_of
from .view import ChoiceData, PhraseData, phrase_data, view_of

MOST_PICKS = 8  # no choice of any game has as many


def answer_query(state: State, name: str, args: Mapping[str, Any], seats: Collection[int] | None = None) -> Any:
    """The answer to a query about ``state``; ``seats`` are those of whoever asks, None where all sit together.

    :raises BadQuery: the game does not know the query, or an argument is not what it needs; or the query would help,
        and nobody may be helped now, or only the player to move.
    """
    query = query_names(state.game.info.id).get(name)
    if query is None:
        raise BadQuery("core.query.unknown", name=short(name), game=state.game.info.id)
    if name in package_of(state.game.info.id).player_queries:
        _require_player(state, seats)
    return query(state, args)


def _require_player(state: State, seats: Collection[int] | None) -> None:
    why = state.why_no_help()
    if why is not None:
        raise BadQuery(why)
    if seats is not None and state.player not in seats:
        raise BadQuery("core.query.turn")


def query_names(game: str) -> Mapping[str, Any]:
    """The queries that a game answers, by name."""
    return {**_COMMON, **package_of(game).queries()}


def _describe(state: State, args: Mapping[str, Any]) -> list[PhraseData]:
    """The position in sentences."""
    return view_of(state.game.info.id).describe(state)


def route(state: State, args: Mapping[str, Any]) -> list[str]:
    """The cells that a legal move leads along."""
    text = args.get("move")
    move = state.resolve(text) if isinstance(text, str) else None
    if not isinstance(move, Move):
        raise BadQuery(move) if move is not None else BadQuery("core.query.argument", name="move")
    return view_of(state.game.info.id).route(state, move)


def _why_not(state: State, args: Mapping[str, Any]) -> PhraseData | None:
    """Why picks make no legal move; null if they make or begin one."""
    picks = args.get("picks")
    if not isinstance(picks, list) or len(picks) > MOST_PICKS or not all(isinstance(cell, str) for cell in picks):
        raise BadQuery("core.query.argument", name="picks")
    shown = view_of(state.game.info.id)
    if not picks or any(_begins(choice, picks) for choice in shown.view(state)["choices"]):
        return None
    meant = shown.spell(state, picks)
    why = state.why_not(meant) if isinstance(meant, str) else meant
    return phrase_data(why or Phrase("core.query.pick"))


def _begins(choice: ChoiceData, picks: list[str]) -> bool:
    """Whether the picks are those of a choice, or the first of them."""
    own, count = choice["picks"], len(picks)
    return own[:count] == picks or (choice.get("either", False) and [own[1], own[0], *own[2:]][:count] == picks)


_COMMON = {"describe": _describe, "route": route, "why_not": _why_not}
