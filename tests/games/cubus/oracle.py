"""The law's soundness told a second time, slowly and in other words: by sending a ray through every triangle."""

from __future__ import annotations

from itertools import product

from speelkist.games.cubus import Pile, Tile

Corners = frozenset[tuple[int, int, int]]


def first_hit(heights: dict[tuple[int, int], int], a: int, b: int) -> tuple[str, int, int, int] | None:
    """The face that the eye meets first when it looks at the point (a / 3, b / 3) of the picture.

    The points (a / 3 + t, b / 3 + t, t) of space are all seen there. From cell to cell along them t grows by thirds.
    """
    for third in range(3 * max(heights.values()) + 2, -1, -1):
        # in the middle of this step t is third / 3 + 1 / 6
        x, y, z = (2 * a + 2 * third + 1) // 6, (2 * b + 2 * third + 1) // 6, (2 * third + 1) // 6
        if z < heights.get((x, y), 0):
            if (third + 1) % 3 == 0:
                return "T", x, y, z
            return ("L" if (b + third + 1) % 3 == 0 else "R"), x, y, z
    return None


def faces(pile: Pile) -> dict[Tile, tuple[str, int, int, int]] | None:
    """The tiles that are seen with the faces they show; None if one would be half hidden."""
    heights = pile.heights
    halves: dict[tuple[str, int, int, int], int] = {}
    lowest = min(min(place) for place in heights) - max(heights.values())
    reach = range(lowest - 1, max(max(place) for place in heights) + 3)
    for a, b in product(reach, reach):
        for face in (first_hit(heights, 3 * a + 2, 3 * b + 1), first_hit(heights, 3 * a + 1, 3 * b + 2)):
            if face is not None:
                halves[face] = halves.get(face, 0) + 1
    if any(count != 2 for count in halves.values()):
        return None
    return {Tile(kind, x - z, y - z): (kind, x, y, z) for kind, x, y, z in halves}


def seen(pile: Pile) -> frozenset[Tile] | None:
    """The picture of a pile; None if a tile would be half hidden."""
    visible = faces(pile)
    return None if visible is None else frozenset(visible)


def corners(kind: str, x: int, y: int, z: int) -> Corners:
    """The four corners of a face in space."""
    if kind == "T":
        return frozenset(product((x, x + 1), (y, y + 1), (z + 1,)))
    if kind == "L":
        return frozenset(product((x, x + 1), (y + 1,), (z, z + 1)))
    return frozenset(product((x + 1,), (y, y + 1), (z, z + 1)))


def flat(point: tuple[int, int, int]) -> tuple[int, int]:
    """Where a point of space is seen."""
    return point[0] - point[2], point[1] - point[2]


def is_sound(pile: Pile) -> bool:
    """Whether the picture of a pile shows just this pile: what touches in it touches in space, and hangs together."""
    visible = faces(pile)
    if visible is None:
        return False
    if sum(kind == "T" for kind, *_ in visible.values()) < len(pile.columns):
        return False  # a column without a lid in the picture is not shown
    picture = set(visible)
    at = {tile: corners(*face) for tile, face in visible.items()}
    edges = {tile: {frozenset(map(flat, pair)) for pair in _edges(face)} for tile, face in at.items()}
    reached: set[Tile] = set()
    waiting = [min(picture)]
    while waiting:
        tile = waiting.pop()
        if tile in reached:
            continue
        reached.add(tile)
        for other in picture - {tile}:
            if edges[tile] & edges[other]:
                if len(at[tile] & at[other]) != 2:
                    return False
                waiting.append(other)
    return reached == picture


def _edges(face: Corners) -> list[tuple[tuple[int, int, int], tuple[int, int, int]]]:
    return [
        (first, second)
        for first, second in product(face, face)
        if first < second and sum(abs(i - j) for i, j in zip(first, second, strict=True)) == 1
    ]
