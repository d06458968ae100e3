"""Cubus, by Reinhold Wittig: everybody builds on one pile of boxes, laid out in flat tiles."""

from speelkist.core import register

from .board import Pile, Reading, Tile
from .rules import Cubus, CubusState

register(Cubus, __name__)

__all__ = ["Cubus", "CubusState", "Pile", "Reading", "Tile"]
