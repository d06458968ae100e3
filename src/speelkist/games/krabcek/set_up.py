"""What each player begins with, who chooses which gate, and which tiles may lie where."""

from __future__ import annotations

from typing import Final

from speelkist.core import Phrase

from .board import TYPES
from .boxes import CORNERS, fitting_corners, tile_name

SIDES: Final = ("black", "white")
PHASES: Final = ("layout", "gates", "first", "throw", "move", "over")
GATE_ORDER: Final = (0, 1, 1, 0, 0, 1, 1, 0)  # who chooses the first, second ... gate
STOCK: Final = (4, 2, 1)  # Skinnyboys, Middlemen, Bigboys of each player


def wrong_tile(tiles: tuple[str, ...]) -> Phrase | None:
    """What is wrong with the first tile of a layout that cannot lie where it does; None if all can."""
    left = dict(TYPES)
    for index, token in enumerate(tiles):
        tile = tile_name(index)
        kind, _, corner = token.partition("-")
        fits = fitting_corners(index)
        if kind not in TYPES or corner not in CORNERS:
            return Phrase("krabcek.layout.token", tile=tile, token=token[:20], fits=_tokens(fits))
        if corner not in fits:
            return Phrase("krabcek.layout.corner", tile=tile, token=token, fits=_tokens(fits))
        left[kind] -= 1
        if left[kind] < 0:
            return Phrase("krabcek.layout.count", tile=tile, token=token, n=TYPES[kind], type=kind)
    return None


def _tokens(corners: tuple[str, ...]) -> str:
    return " / ".join(f"{kind}-{corner}" for kind in TYPES for corner in corners)
