"""Reading what a client is shown."""

from __future__ import annotations

from speelkist.core.view import ViewData


def picked(view: ViewData) -> list[list[str]]:
    """The choices, each as its move and the cells to pick for it."""
    return [[choice["move"], *choice["picks"]] for choice in view["choices"]]
