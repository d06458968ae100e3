"""Cubus as data for any client: the board and position (state), sentences (text), drafts it asks about (draft)."""

from __future__ import annotations

from speelkist.games.cubus.draft import Draft, draft

from .state import FLIP, STOCK, board, shapes, view
from .text import changes, describe, route

__all__ = ["FLIP", "STOCK", "Draft", "board", "changes", "describe", "draft", "route", "shapes", "view"]
