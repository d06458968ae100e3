"""The widths of the letters of Helvetica, which every PDF reader has and every browser can stand in for."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from speelkist.core.sheet import Font

ENCODING = "cp1252"  # the letters that the font has
FIRST = 32
LOOKS_ALIKE = str.maketrans({"\N{MINUS SIGN}": "\N{EN DASH}"})  # the font has no minus sign


@cache
def _widths() -> dict[Font, list[int]]:
    widths: dict[Font, list[int]] = json.loads((files("speelkist.paper") / "helvetica.json").read_text("ascii"))
    return widths


def encode(text: str) -> bytes:
    """The text in the font's own letters; what it lacks becomes a question mark."""
    return text.translate(LOOKS_ALIKE).encode(ENCODING, "replace")


def text_width(text: str, size: float, font: Font = "sans") -> float:
    """How wide a text is, in the unit of ``size``."""
    widths = _widths()[font]
    return sum(widths[letter - FIRST] for letter in encode(text) if letter >= FIRST) * size / 1000
