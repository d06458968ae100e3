"""Cubus as data for any client: the board and position (state), sentences (text), drafts it asks about (draft)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from speelkist.core import queries
from speelkist.games.cubus.draft import Draft, draft
from speelkist.games.cubus.rules import CubusState

from .state import FLIP, STOCK, board, shapes, spell, view
from .text import changes, describe, route


def _draft(state: CubusState, args: Mapping[str, Any]) -> Draft:
    """``tiles``: a picture that a client has laid."""
    return draft(state, args.get("tiles"))


def _route(state: CubusState, args: Mapping[str, Any]) -> list[str]:
    """A build leads along no cells; it is not judged here, where everybody may ask."""
    move = args.get("move")
    return [] if isinstance(move, str) and move.strip().startswith("build") else queries.route(state, args)


QUERIES = {"draft": _draft, "route": _route}

__all__ = [
    "FLIP",
    "QUERIES",
    "STOCK",
    "Draft",
    "board",
    "changes",
    "describe",
    "draft",
    "route",
    "shapes",
    "spell",
    "view",
]
