"""Cubus as data for any client: what it draws (showing), what it is told (telling), drafts it asks about (draft)."""

from __future__ import annotations

from .draft import Draft, draft
from .showing import FLIP, STOCK, board, shapes, view
from .telling import changes, describe, route

__all__ = ["FLIP", "STOCK", "Draft", "board", "changes", "describe", "draft", "route", "shapes", "view"]
