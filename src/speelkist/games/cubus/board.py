"""Tiles, piles, and the picture between them.

The picture lies on a triangular lattice. A point is (a, b); space has axes x (to the lower right), y (to the lower
left) and z (up), and the point (X, Y, Z) of space is seen at (X - Z, Y - Z). Box (x, y, z) is seen around the
point p = (x - z, y - z), its corner nearest to us:

            p-(1,1)
           .       .            the lid T lies behind p, the left side L and the right side R before it;
      p-(1,0)  T  p-(0,1)       every tile covers two triangles of the lattice, named by the point q behind them:
        |  .       .  |         A(q) = q, q+(1,0), q+(1,1)      (the right half of the cell of q)
        | L    p    R |         B(q) = q, q+(0,1), q+(1,1)      (the left half)
      p+(0,1)  |  p+(1,0)
           .   |   .
            p+(1,1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from speelkist.core import Refusal

KINDS = "LRTO"  # left sides, right sides, closed lids, open lids: the order of all counts
FURTHEST = 500  # places of tiles and columns beyond this are refused unread
UNFINISHED = "cubus.picture.missing"  # why a picture shows no pile in which every tile is right, but some are missing


class Tile(NamedTuple):
    """A tile in the picture: its kind and the point it is named by."""

    kind: str
    a: int
    b: int


Place = tuple[int, int]
Picture = frozenset[Tile]


@dataclass(frozen=True)
class Pile:
    """Boxes standing on the floor, as the columns (x, y, height) in order. Only what a picture shows counts."""

    columns: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(cls, heights: Mapping[Place, int]) -> Pile:
        """The pile with these heights; empty places may be among them."""
        return cls(tuple(sorted((x, y, height) for (x, y), height in heights.items() if height)))

    @property
    def heights(self) -> dict[Place, int]:
        """Height by place; a new dictionary each time."""
        return {(x, y): height for x, y, height in self.columns}

    @property
    def boxes(self) -> int:
        """How many boxes there are, hidden ones included."""
        return sum(height for _, _, height in self.columns)

    @property
    def corner(self) -> Place:
        """The smallest x and the smallest y: what the notation gives behind the @."""
        if not self.columns:
            return 0, 0
        return self.columns[0][0], min(y for _, y, _ in self.columns)

    def moved(self, dx: int, dy: int) -> Pile:
        """The same pile elsewhere on the floor."""
        return Pile(tuple((x + dx, y + dy, height) for x, y, height in self.columns))

    def lids(self) -> dict[Place, Place]:
        """Where in the picture each column's lid lies."""
        return {(x, y): (x - height + 1, y - height + 1) for x, y, height in self.columns}

    def __str__(self) -> str:
        """Row by row: ``2,2/2,1@0,0``."""
        x0, y0 = self.corner
        heights = self.heights
        x1 = max((x for x, _, _ in self.columns), default=0)
        y1 = max((y for _, y, _ in self.columns), default=0)
        rows = (",".join(str(heights.get((x, y), 0)) for y in range(y0, y1 + 1)) for x in range(x0, x1 + 1))
        return f"{'/'.join(rows)}@{x0},{y0}"


START = Pile(((0, 0, 1),))


@dataclass(frozen=True)
class Reading:
    """What a picture shows: a pile, or (``why``) why it shows none, with the tiles where it goes wrong."""

    pile: Pile | None
    why: Refusal | None = None
    spot: tuple[Tile, ...] = ()

    @cached_property
    def boxes(self) -> int:
        """How many boxes are shown; none if the picture is unsound."""
        return 0 if self.pile is None else self.pile.boxes


# --- from pile to picture -------------------------------------------------------------------------------------------


def faces(heights: Mapping[Place, int]) -> list[tuple[str, int, int, int]]:
    """The faces that nothing touches, as (kind, x, y, z). In a sound picture all of them are seen."""
    visible = []
    get = heights.get
    for (x, y), height in heights.items():
        visible.append(("T", x, y, height - 1))
        for z in range(get((x, y + 1), 0), height):
            visible.append(("L", x, y, z))
        for z in range(get((x + 1, y), 0), height):
            visible.append(("R", x, y, z))
    return visible


def tile_counts(heights: Mapping[Place, int]) -> tuple[int, int, int]:
    """How many left sides, right sides and lids the faces of a pile take."""
    left = right = lids = 0
    get = heights.get
    for (x, y), height in heights.items():
        lids += 1
        before = get((x, y + 1), 0)
        if before < height:
            left += height - before
        before = get((x + 1, y), 0)
        if before < height:
            right += height - before
    return left, right, lids


def draw(pile: Pile) -> Picture | Refusal:
    """What is seen of a pile; a refusal if some tile would be half hidden, since there are only whole tiles."""
    picture, half = _view(pile)
    return picture if half is None else Refusal("cubus.picture.half", **_spot(half))


def _view(pile: Pile) -> tuple[Picture, Tile | None]:
    """The tiles that are seen, and the first that is only half seen, if any."""
    nearest: dict[tuple[int, int, int], tuple[int, tuple[str, int, int, int]]] = {}
    exposed = faces(pile.heights)
    for face in exposed:
        for triangle, depth in _triangles_in_depth(*face):
            if triangle not in nearest or nearest[triangle][0] < depth:
                nearest[triangle] = depth, face
    halves = Counter(face for _, face in nearest.values())
    half = next((face for face in exposed if halves[face] == 1), None)
    picture = frozenset(_seen_at(face) for face in halves)
    return picture, None if half is None else _seen_at(half)


def _seen_at(face: tuple[str, int, int, int]) -> Tile:
    kind, x, y, z = face
    return Tile(kind, x - z, y - z)


def _triangles_in_depth(kind: str, x: int, y: int, z: int) -> list[tuple[tuple[int, int, int], int]]:
    """The two triangles of a face with their nearness to us, in thirds, measured at the triangle's middle."""
    a, b = x - z, y - z
    if kind == "T":
        return [((a - 1, b - 1, 0), 3 * z + 3), ((a - 1, b - 1, 1), 3 * z + 3)]
    if kind == "L":
        return [((a - 1, b, 0), 3 * z + 2), ((a, b, 1), 3 * z + 1)]
    return [((a, b - 1, 1), 3 * z + 2), ((a, b, 0), 3 * z + 1)]


# --- from picture to pile -------------------------------------------------------------------------------------------

# For every kind: the two triangles it covers, as offsets (da, db, half).
COVERS = {
    "T": ((-1, -1, 0), (-1, -1, 1)),
    "L": ((-1, 0, 0), (0, 0, 1)),
    "R": ((0, -1, 1), (0, 0, 0)),
}


def _vertex_heights(kind: str) -> dict[Place, int]:
    """The corners of a tile, as offsets, with their height over the bottom of the box."""
    if kind == "T":
        return {(0, 0): 1, (-1, 0): 1, (-1, -1): 1, (0, -1): 1}
    if kind == "L":
        return {(0, 0): 1, (-1, 0): 1, (0, 1): 0, (1, 1): 0}
    return {(0, 0): 1, (0, -1): 1, (1, 0): 0, (1, 1): 0}


# A place in the lattice as one number: triangle (a, b, half) is a * _ROW + b * 2 + half.
_ROW = 1 << 14


def _key(a: int, b: int, half: int) -> int:
    return a * _ROW + b * 2 + half


def _edges() -> dict[str, tuple[tuple[int, dict[str, int]], ...]]:
    """For every kind its four edges: the triangle beyond, and by the kind that covers it how much higher its box is."""
    table: dict[str, tuple[tuple[int, dict[str, int]], ...]] = {}
    for kind, covered in COVERS.items():
        heights = _vertex_heights(kind)
        edges = []
        for a, b, half in covered:
            corners = {(a, b), (a + 1, b + 1), (a + 1, b) if half == 0 else (a, b + 1)}
            if half == 0:
                beyond = [(a, b - 1, 1), (a + 1, b, 1), (a, b, 1)]
            else:
                beyond = [(a - 1, b, 0), (a, b + 1, 0), (a, b, 0)]
            for na, nb, nhalf in beyond:
                if (na, nb, nhalf) in covered:
                    continue
                others = {(na, nb), (na + 1, nb + 1), (na + 1, nb) if nhalf == 0 else (na, nb + 1)}
                vertex = min(corners & others)
                higher = {}
                for other, (first, second) in COVERS.items():
                    near = first if first[2] == nhalf else second
                    pa, pb = na - near[0], nb - near[1]  # the point that names the other tile
                    their = _vertex_heights(other)
                    offset = (vertex[0] - pa, vertex[1] - pb)
                    if offset in their:
                        higher[other] = heights[vertex] - their[offset]
                edges.append((_key(na, nb, nhalf), higher))
        table[kind] = tuple(edges)
    return table


_EDGES = _edges()
_COVER_KEYS = {kind: tuple(_key(*offset) for offset in covers) for kind, covers in COVERS.items()}


# By kind and half, where the triangle lies from the point that names the tile.
_HALF_KEYS = {kind: {key & 1: key for key in keys} for kind, keys in _COVER_KEYS.items()}


def read(picture: Iterable[Tile]) -> Reading:
    """The pile that a set of tiles shows, or why it shows none."""
    tiles = list(dict.fromkeys(picture))
    if not tiles:
        return Reading(Pile(()))
    kinds = ["T" if tile[0] == "O" else tile[0] for tile in tiles]  # an open lid is a lid
    keys = [tile[1] * _ROW + tile[2] * 2 for tile in tiles]
    at: dict[int, int] = {}
    for index, kind in enumerate(kinds):
        key = keys[index]
        for cover in _COVER_KEYS[kind]:
            other = at.setdefault(key + cover, index)
            if other != index:
                return _unsound("cubus.picture.overlap", tiles[other], tiles[index])
    levels = _fold(tiles, kinds, keys, at)
    if isinstance(levels, Reading):
        return levels
    return _stack(tiles, kinds, levels)


def _fold(tiles: list[Tile], kinds: list[str], keys: list[int], at: dict[int, int]) -> list[int] | Reading:
    """The level of every tile's box, found by walking over the edges; or where the surface does not hold."""
    levels: list[int | None] = [None] * len(tiles)
    levels[0] = 0
    waiting = [0]
    folded: list[int] = [0] * len(tiles)
    reached = 0
    while waiting:
        index = waiting.pop()
        reached += 1
        key = keys[index]
        level = folded[index]
        for beyond, higher in _EDGES[kinds[index]]:
            other = at.get(key + beyond)
            if other is None:
                continue
            due = level + higher[kinds[other]]
            known = levels[other]
            if known is None:
                levels[other] = folded[other] = due
                waiting.append(other)
            elif known != due:
                return _unsound("cubus.picture.fold", tiles[index], tiles[other])
    if reached < len(tiles):
        return _apart(tiles, kinds, keys, at)
    return folded


def _apart(tiles: list[Tile], kinds: list[str], keys: list[int], at: dict[int, int]) -> Reading:
    """All tiles that lie apart from the largest part of the picture."""
    part_of: dict[int, int] = {}
    for start in range(len(tiles)):
        waiting = [] if start in part_of else [start]
        while waiting:
            index = waiting.pop()
            part_of[index] = start
            touching = {at.get(keys[index] + beyond) for beyond, _ in _EDGES[kinds[index]]}
            waiting += [other for other in touching if other is not None and other not in part_of]
    largest = Counter(part_of.values()).most_common(1)[0][0]
    spot = tuple(tile for index, tile in enumerate(tiles) if part_of[index] != largest)
    return Reading(None, Refusal("cubus.picture.apart", **_spot(spot[0]), n=len(spot)), spot)


def shows_itself(heights: Mapping[Place, int]) -> bool:
    """Whether the picture of a pile is sound and shows just this pile: ``draw`` and ``read`` in one, without reasons.

    It is so when no face hides another, all hang together, and those that touch in the picture touch in space.
    """
    at: dict[int, tuple[str, int]] = {}
    tiles = []
    for kind, x, y, z in faces(heights):
        key = (x - z) * _ROW + (y - z) * 2
        tile = kind, z
        for cover in _COVER_KEYS[kind]:
            if key + cover in at:
                return False
            at[key + cover] = tile
        tiles.append((kind, key, z))
    reached = {tiles[0][:2]}
    waiting = [tiles[0]]
    while waiting:
        kind, key, z = waiting.pop()
        for beyond, higher in _EDGES[kind]:
            other = at.get(key + beyond)
            if other is not None:
                if other[1] - z != higher[other[0]]:
                    return False
                named = other[0], key + beyond - _HALF_KEYS[other[0]][(key + beyond) & 1]
                if named not in reached:
                    reached.add(named)
                    waiting.append((*named, other[1]))
    return len(reached) == len(tiles)


def _stack(tiles: list[Tile], kinds: list[str], levels: list[int]) -> Reading:
    """The pile under the lids, if it looks like the picture."""
    sides = [level for kind, level in zip(kinds, levels, strict=True) if kind != "T"]
    if not sides:
        return _unsound("cubus.picture.no_side", tiles[0])
    floor = min(sides)
    heights: dict[Place, int] = {}
    for tile, kind, level in zip(tiles, kinds, levels, strict=True):
        if kind == "T":
            z = level - floor
            place = tile[1] + z, tile[2] + z
            if z < 0 or place in heights:
                return _unsound("cubus.picture.floating", tile)
            heights[place] = z + 1
    shown = {Tile(kind, tile[1], tile[2]) for kind, tile in zip(kinds, tiles, strict=True)}
    due = _faces_seen(heights)
    # No two tiles of the picture overlap, so if they are just the faces of the pile, nothing is hidden.
    if shown == due:
        return Reading(Pile.of(heights))
    begun = _with_sides(heights, tiles, [level - floor for level in levels])
    if shown < _faces_seen(begun) and shows_itself(begun):
        return _unfinished(_faces_seen(begun) - shown)
    return _compare(Pile.of(heights), shown)


def _faces_seen(heights: Mapping[Place, int]) -> set[Tile]:
    return {_seen_at(face) for face in faces(heights)}


def _with_sides(heights: Mapping[Place, int], tiles: list[Tile], levels: list[int]) -> dict[Place, int]:
    """The columns, and those of which sides are there but not yet a lid."""
    columns = dict(heights)
    for tile, z in zip(tiles, levels, strict=True):
        place = tile.a + z, tile.b + z
        if place not in heights:
            columns[place] = max(columns.get(place, 0), z + 1)
    return columns


def _unfinished(lacking: set[Tile]) -> Reading:
    """All tiles are right, and some are still to come: the lids first."""
    spot = sorted(lacking, key=lambda tile: (tile.kind != "T", tile))
    return Reading(None, Refusal(UNFINISHED, **_spot(spot[0]), n=len(spot)), tuple(spot))


def _compare(pile: Pile, shown: set[Tile]) -> Reading:
    """Draw the pile and tell the first difference with the picture."""
    drawn, half = _view(pile)
    if half is not None:
        return _unsound("cubus.picture.half", half)
    # A tile that fits nowhere comes first: perhaps another pile is meant, and then what this one lacks would point the
    # wrong way.
    for left in sorted(shown - drawn):
        return _unsound("cubus.picture.floating", left)
    return _unfinished(set(drawn - shown)) if drawn > shown else Reading(pile)


def _unsound(key: str, *spot: Tile) -> Reading:
    return Reading(None, Refusal(key, **_spot(*spot)), spot)


def _spot(*tiles: Tile) -> dict[str, str]:
    return {name: f"{tile.kind} {tile.a},{tile.b}" for name, tile in zip(("tile", "other"), tiles, strict=False)}
