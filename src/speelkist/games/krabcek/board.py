"""The labyrinth that a layout makes: which boxes are linked, how wide they are, and where routes lead."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from .boxes import FIRST_INSIDE, NAMES, TILES, place_box

MOST_STEPS: Final = 6
ALLEY, STREET, AVENUE = 1, 2, 3
_KIND_WIDTH: Final = {"alley": ALLEY, "street": STREET, "avenue": AVENUE}

TILE_DATA: Final[dict[str, Any]] = json.loads((files(__package__) / "tiles.json").read_text(encoding="utf-8"))
TYPES: Final[dict[str, int]] = TILE_DATA["count"]  # how many tiles there are of each type

Routes = dict[int, list[tuple[int, tuple[int, ...]]]]  # by end box: the boxes between as a set, and all in order
Ways = dict[int, set[int]]  # by end box: each way there as the set of boxes on it, without the end


@cache
def _placed(tile_set: str, token: str, index: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """What a tile brings to the labyrinth at its place: boxes with their widths, and linked boxes."""
    kind, corner = token.split("-")
    tile = TILE_DATA["sets"][tile_set][kind]
    boxes = [(place_box(index, corner, letter), _KIND_WIDTH[box["kind"]]) for letter, box in tile["boxes"].items()]
    links = [(place_box(index, corner, first), place_box(index, corner, second)) for first, second in tile["links"]]
    return boxes, links


class Labyrinth:
    """A layout with what follows from it. Tables are made when first asked for, so a partial layout costs nothing."""

    __slots__ = ("_neighbours", "_ordered", "_routes", "tile_set", "tiles", "widths")

    def __init__(self, tile_set: str, tiles: tuple[str, ...]) -> None:
        self.tile_set = tile_set
        self.tiles = tiles  # "2-SW" ... row by row; fewer than sixteen while they are being laid
        self.widths: tuple[int, ...] = ()  # by box; 0 where this layout has no such box
        self._neighbours: list[list[list[int]]] = []  # by width and box
        self._routes: dict[int, list[Ways]] = {}  # by start and width, then steps
        self._ordered: dict[tuple[int, int, int], Routes] = {}  # by start, width and steps
        if len(tiles) == TILES:
            self._link()

    def _link(self) -> None:
        widths = [AVENUE] * FIRST_INSIDE + [0] * (len(NAMES) - FIRST_INSIDE)
        near: list[list[int]] = [[] for _ in NAMES]
        for index, token in enumerate(self.tiles):
            boxes, links = _placed(self.tile_set, token, index)
            for box, width in boxes:
                widths[box] = width
            for first, second in links:
                near[first].append(second)
                near[second].append(first)
        self.widths = tuple(widths)
        self._neighbours = [[], near]
        for width in (STREET, AVENUE):
            self._neighbours.append([[box for box in boxes if widths[box] >= width] for boxes in near])

    def neighbours(self, box: int, width: int = ALLEY) -> list[int]:
        """The boxes linked to a box that are wide enough."""
        return self._neighbours[width][box]

    def routes(self, start: int, width: int, steps: int) -> Ways:
        """Where a piece of this width gets in exactly so many boxes on an empty board, with the ways to go.

        A way is the set of boxes before the end, the start included; no box is entered twice, nor the start again.
        The ends stand in order.
        """
        known = self._routes.get(start << 2 | width)
        if known is None:
            known = self._routes[start << 2 | width] = [{start: {0}}]
        near = self._neighbours[width]
        while len(known) <= steps:
            further: Ways = {}
            for at, ways in known[-1].items():
                bit = 1 << at
                for way in ways:
                    way |= bit
                    for box in near[at]:
                        if not way >> box & 1:
                            if box in further:
                                further[box].add(way)
                            else:
                                further[box] = {way}
            known.append(dict(sorted(further.items())))
        return known[steps]

    def first_route(self, start: int, end: int, width: int, steps: int, taken: int) -> tuple[int, ...]:
        """The first free route by the boxes' names, both ends included; empty if there is none."""
        for between, route in self._all_routes(start, width, steps).get(end, ()):
            if not between & taken:
                return route
        return ()

    def _all_routes(self, start: int, width: int, steps: int) -> Routes:
        """All routes of a piece on an empty board, by their end, those first whose boxes come first by name."""
        key = start, width, steps
        routes = self._ordered.get(key)
        if routes is None:
            routes = self._ordered[key] = {}
            self._extend((start,), width, steps, routes)
        return routes

    def _extend(self, path: tuple[int, ...], width: int, steps: int, routes: Routes) -> None:
        if len(path) == steps + 1:
            between = sum(1 << box for box in path[1:-1])
            routes.setdefault(path[-1], []).append((between, path))
            return
        for box in sorted(self.neighbours(path[-1], width), key=NAMES.__getitem__):
            if box not in path:
                self._extend((*path, box), width, steps, routes)

    def __reduce__(self) -> tuple[Any, ...]:
        return labyrinth, (self.tile_set, self.tiles)


@lru_cache(maxsize=32)
def labyrinth(tile_set: str, tiles: tuple[str, ...]) -> Labyrinth:
    """The labyrinth of a layout; the latest ones are kept with their tables."""
    return Labyrinth(tile_set, tiles)
