"""How much a test tries: a fixed sample by default, the full size with ``--slow``."""

from __future__ import annotations

from typing import TypeVar

Size = TypeVar("Size")
_is_slow = False


def set_slow(is_slow: bool) -> None:
    """Called once, before any test is read."""
    global _is_slow  # noqa: PLW0603  (a setting of the whole run)
    _is_slow = is_slow


def sample(size: Size, slow: Size) -> Size:
    """What to use: the first, or with ``--slow`` the second."""
    return slow if _is_slow else size
