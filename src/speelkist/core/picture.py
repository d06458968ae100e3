"""A position as a picture (SVG), for notebooks: the cells and pieces of the game's view, plainly drawn.

The browser's boards are drawn with more care; this one is for whoever looks at a state at a Python prompt.
"""

from __future__ import annotations

from html import escape
from itertools import chain

from .game import State
from .view import Cell, Point, is_on_board, view_of

WIDTH = 360  # pixels
# Of sides that are called after a colour, and of the others by their number.
NAMED = {"red": "#c0392b", "blue": "#2c5f8a", "white": "#fffdf6", "black": "#2b2926"}
COLOURS = ("#c0392b", "#2c5f8a", "#3f7d4e", "#b8860b", "#6d4c8f", "#4a4a4a")
GROUNDS = ("#f4ecdc", "#e7d9bd", "#dcc9a3", "#cdb488", "#efe3c8")
NOBODY = "#8a7f6d"
LEAST = 1 / 55  # of the board's width: the radius of a piece on the narrowest cell


def svg_of(state: State) -> str:
    """The position as SVG text."""
    view = view_of(state.game.info.id)
    board, shown = view.board(state), view.view(state)
    cells = [cell for cell in board["cells"] if cell["shape"] and is_on_board(cell["id"])]
    if not cells:
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="1"></svg>'
    points = list(chain.from_iterable(outline for cell in cells for outline in (cell["shape"], *cell.get("also", ()))))
    left, top = min(x for x, _ in points), min(y for _, y in points)
    width, height = max(x for x, _ in points) - left, max(y for _, y in points) - top
    kinds = sorted({cell["kind"] for cell in cells})
    ground = {kind: GROUNDS[place % len(GROUNDS)] for place, kind in enumerate(kinds)}
    parts = [_outlines(cell, ground[cell["kind"]], width / 400) for cell in cells]
    by_id = {cell["id"]: cell for cell in cells}
    for place, (side, kind) in shown["pieces"].items():
        if place in by_id:
            parts.append(_piece(by_id[place]["shape"], _colour(state, side), kind, LEAST * width))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}" '
        f'width="{WIDTH}" height="{WIDTH * height / width:.0f}" role="img" '
        f'aria-label="{escape(state.game.info.id)}">{"".join(parts)}</svg>'
    )


def html_of(state: State) -> str:
    """The picture, and under it what is due or how it ended."""
    if state.outcome is not None:
        names = ", ".join(state.game.side_name(player).say("en") for player in state.outcome.winners)
        said = f"{names or '-'} ({state.outcome.reason})"
    else:
        said = state.prompt().say("en")
    return f"<figure>{svg_of(state)}<figcaption>{escape(said)}</figcaption></figure>"


def _colour(state: State, side: int) -> str:
    if side < 0:
        return NOBODY
    return NAMED.get(state.game.side(side), COLOURS[side % len(COLOURS)])


def _outlines(cell: Cell, colour: str, line: float) -> str:
    outlines = (cell["shape"], *cell.get("also", ()))
    title = f"<title>{escape(cell['id'])}</title>"
    return "".join(
        f'<polygon points="{_points(outline)}" fill="{colour}" stroke="#7a6a4f" stroke-width="{line:g}">'
        f"{title}</polygon>"
        for outline in outlines
    )


def _piece(shape: list[Point], colour: str, kind: str, least: float) -> str:
    across = [(min(numbers), max(numbers)) for numbers in zip(*shape, strict=True)]
    x, y = ((low + high) / 2 for low, high in across)
    radius = max(0.42 * min(high - low for low, high in across), least)
    letter = "#2b2926" if colour == NAMED["white"] else "white"
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}" stroke="#2b2926" '
        f'stroke-width="{radius / 12:g}"/>'
        f'<text x="{x:g}" y="{y:g}" font-size="{1.3 * radius:g}" fill="{letter}" text-anchor="middle" '
        f'dominant-baseline="central" font-family="sans-serif">{escape(kind[:1].upper())}</text>'
    )


def _points(outline: list[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in outline)
