"""Krabcek as data for any client."""

from .state import board, changes, describe, route, spell, view

__all__ = ["board", "changes", "describe", "route", "spell", "view"]
