"""Colour in a terminal. It only adds: nothing may be told by colour alone."""

from __future__ import annotations

_CODES = {
    "bold": "1",
    "dim": "2",
    "reverse": "7",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
    "white": "97",
    "grey": "90",
}


def paint(text: str, styles: str, colour: bool = True) -> str:
    """The text in the named styles (``"bold red"``), or as it is when ``colour`` is off."""
    if not colour or not text:
        return text
    return f"\x1b[{';'.join(_CODES[style] for style in styles.split())}m{text}\x1b[0m"
