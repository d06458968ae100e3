"""Krabcek as data for any client."""

from .picks import spell
from .state import board, changes, describe, route, view

__all__ = ["board", "changes", "describe", "route", "spell", "view"]
