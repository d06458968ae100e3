"""The labyrinth: counts, symmetries, polygons, and the pictures of it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import cast

import pytest

import speelkist
from speelkist.core import CHANCE, State
from speelkist.games.krabcek import KrabcekState
from speelkist.games.krabcek.board import TILE_DATA, Labyrinth
from speelkist.games.krabcek.boxes import BOX, CORNERS, NAMES, place_box

from .examples import FIGURES, POSITIONS, moved, on_board, on_board_move, read, swapped, swapped_move, tiles_of
from .slow import PLACE, turned

ALL_MOVES_OF_THE_BOARD = [
    (quarters, rows, columns)
    for quarters in range(4)
    for rows in range(4)
    for columns in range(4)
    if (rows + columns) % 2 == 0
]


def random_mazes(count: int, tiles: str = "figures") -> Iterator[Labyrinth]:
    for seed in range(count):
        state = speelkist.load("krabcek", tiles=tiles, layout="random", seed=seed).start()
        yield cast("KrabcekState", state).maze


@pytest.mark.parametrize(("tiles", "boxes"), [("figures", 82), ("tight", 72)])
def test_boxes_of_the_two_sets(tiles: str, boxes: int) -> None:
    for maze in random_mazes(20, tiles):
        widths = [width for width in maze.widths if width]
        assert len(widths) == boxes
        assert widths.count(3) == 40, "8 gates and 32 crossings"
        assert widths.count(2) == 5, "always five Streets"


def test_no_two_avenues_touch() -> None:
    for maze in random_mazes(50):
        for box, width in enumerate(maze.widths):
            if width == 3:
                assert all(maze.widths[near] < 3 for near in maze.neighbours(box))
                assert maze.neighbours(box, 3) == []


def test_286_261_248_layouts() -> None:
    """Each path through the chances is one layout: count them by what is left of each type."""

    def count(left: tuple[int, int]) -> int:
        tiles = sum(2 * count((left[0] - (i == 0), left[1] - (i == 1))) for i in range(2) if left[i])
        return tiles or 1

    assert count((11, 5)) == comb(16, 5) * 2**16 == 286_261_248


def test_8_945_664_layouts_up_to_symmetry() -> None:
    """Burnside: a layout that some movement of the board leaves as it is would count less. There is none."""
    fixed = []
    for quarters, rows, columns in ALL_MOVES_OF_THE_BOARD:
        place, _ = moved(quarters, rows, columns)
        image = {}
        for index in range(16):
            x, y = place(2 * (index % 4) + 1, 2 * (index // 4) + 1)
            image[index] = 4 * (y // 2) + x // 2
        fixed.append(unchanged_layouts(image, quarters))
    assert len(fixed) == 32
    assert fixed[0] == 286_261_248
    assert sum(fixed) // len(fixed) == 8_945_664 > 7_000_000
    assert sum(fixed) % len(fixed) == 0


def unchanged_layouts(image: dict[int, int], quarters: int) -> int:
    """How many layouts a movement leaves as they are: one choice of type and turn for each ring of tiles it moves."""
    rings, seen = [], set[int]()
    for first in image:
        ring, tile = 0, first
        while tile not in seen:
            seen.add(tile)
            ring, tile = ring + 1, image[tile]
        if ring:
            if ring * quarters % 4:
                return 0  # the first tile comes back turned, and a tile looks different from each side
            rings.append(ring)
    ways = {0: 1}  # by tiles of type 2
    for ring in rings:
        more: dict[int, int] = {}
        for twos, count in ways.items():
            for added in (0, ring):
                more[twos + added] = more.get(twos + added, 0) + 2 * count
        ways = more
    return ways.get(5, 0)


def test_the_turns_that_fit() -> None:
    for index in range(16):
        fits = {corner for corner in CORNERS if fits_colours(index, corner)}
        assert fits == ({"NW", "SE"} if (index // 4 + index % 4) % 2 else {"NE", "SW"})


def fits_colours(index: int, corner: str) -> bool:
    """An orange corner lies on a vertex whose row and column add up to an odd number."""
    x, y = turned(PLACE["G"], CORNERS.index(corner))
    return ((index // 4 * 2 + 1 + y) // 2 + (index % 4 * 2 + 1 + x) // 2) % 2 == 1


def test_only_the_open_corner_gives_an_exit() -> None:
    maze = Labyrinth("figures", tuple(tiles_of("figure6")))
    exits = {f"{gate}": len(maze.neighbours(BOX[f"G{gate}"])) for gate in range(1, 9)}
    streets = {f"{gate}": len(maze.neighbours(BOX[f"G{gate}"], 2)) for gate in range(1, 9)}
    assert exits == FIGURES["figure6"]["exits"]
    assert streets == FIGURES["figure6"]["streets"]


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("movement", ALL_MOVES_OF_THE_BOARD)
def test_all_sixty_four_symmetries(movement: tuple[int, int, int], swap: bool) -> None:
    for name in "stacks of both kinds may switch", "flights over half of the gates", "figure 9, a 4":
        state: State = read(POSITIONS[name])
        moves = [move.text for move in state.legal()]
        if swap:
            moves = [swapped_move(state, text) for text in moves]
            state = cast("State", swapped(state))
        there = on_board(*movement)(state)
        assert there is not None
        assert {on_board_move(*movement)(state, text) for text in moves} == {move.text for move in there.legal()}


def test_mirrors_are_no_symmetries() -> None:
    """Mirrored, a tile of either type has other links: e would lead to the other side of the open corner."""
    mirror = {"N": "W", "W": "N", "E": "S", "S": "E"}
    for tile_set in TILE_DATA["sets"].values():
        for tile in tile_set.values():
            links = {frozenset(link) for link in tile["links"]}
            assert links != {frozenset(mirror.get(end, end) for end in link) for link in links}


# Boxes touch in the drawing exactly where they are linked. Counted in hundredths of a tile, every polygon is a set of
# small squares, so that "touch" and "overlap" are exact.

Cells = set[tuple[int, int]]


def hundredths(polygon: list[list[float]]) -> list[tuple[int, int]]:
    points = [(Fraction(str(x)) * 100, Fraction(str(y)) * 100) for x, y in polygon]
    assert all(x.denominator == y.denominator == 1 for x, y in points)
    return [(int(x), int(y)) for x, y in points]


def cells_inside(polygon: list[tuple[int, int]]) -> Cells:
    """The small squares inside a polygon of level and upright sides: an odd number of sides lies to their left."""
    sides = list(zip(polygon, [*polygon[1:], polygon[0]], strict=True))
    assert all(x1 == x2 or y1 == y2 for (x1, y1), (x2, y2) in sides)
    upright = [(x1, min(y1, y2), max(y1, y2)) for (x1, y1), (x2, y2) in sides if x1 == x2]
    return {
        (x, y)
        for y in range(100)
        for x in range(100)
        if sum(side <= x and low <= y < high for side, low, high in upright) % 2
    }


def tile_cells(tile_set: str, kind: str) -> dict[str, list[Cells]]:
    """Every box of a tile in its own turn; the gate has a part on both orange corners, only one of which is ``G``."""
    by_letter = {
        sign: [cells_inside(rectangle(data["rect"]))]
        for sign, data in TILE_DATA["crossings"].items()
        if sign != "comment"
    }
    by_letter["G"] = [cells_inside(hundredths(TILE_DATA["gate"]["quarter"]["NW"]))]
    by_letter["closed"] = [cells_inside(hundredths(TILE_DATA["gate"]["quarter"]["SE"]))]
    for letter, box in TILE_DATA["sets"][tile_set][kind]["boxes"].items():
        by_letter[letter] = [cells_inside(hundredths(box["polygon"]))]
    return by_letter


def rectangle(corners: list[float]) -> list[tuple[int, int]]:
    x1, y1, x2, y2 = corners
    return hundredths([[x1, y1], [x2, y1], [x2, y2], [x1, y2]])


def turned_cell(x: int, y: int, quarters: int) -> tuple[int, int]:
    for _ in range(quarters):
        x, y = 99 - y, x
    return x, y


@pytest.mark.parametrize("tile_set", ["figures", "tight"])
def test_boxes_touch_in_the_drawing_exactly_where_they_are_linked(tile_set: str) -> None:
    drawn = {kind: tile_cells(tile_set, kind) for kind in "12"}
    opposite = {"NW": "SE", "NE": "SW", "SE": "NW", "SW": "NE"}
    for maze in random_mazes(3, tile_set):
        owner: dict[tuple[int, int], str] = {}
        for index, token in enumerate(maze.tiles):
            kind, corner = token.split("-")
            for sign, (cells,) in drawn[kind].items():
                at = opposite[corner] if sign == "closed" else corner
                box = place_box(index, at, "G" if sign == "closed" else sign)
                for cell in cells:
                    x, y = turned_cell(*cell, CORNERS.index(corner))
                    square = index % 4 * 100 + x, index // 4 * 100 + y
                    assert owner.setdefault(square, NAMES[box]) == NAMES[box], "boxes overlap"
        touching = set()
        for (x, y), name in owner.items():
            for beside in ((x + 1) % 400, y), (x, (y + 1) % 400):
                if owner.get(beside, name) != name:
                    touching.add(frozenset((name, owner[beside])))
        linked = {frozenset((NAMES[box], NAMES[near])) for box in range(len(NAMES)) for near in maze.neighbours(box)}
        assert touching == linked
        assert set(owner.values()) == {NAMES[box] for box, width in enumerate(maze.widths) if width}


# The terminal's picture: from every name, follow the lines and see whose name they reach.

LINES = {
    "─": "EW", "═": "EW", "│": "NS", "║": "NS",
    "┌": "ES", "╔": "ES", "┐": "SW", "╗": "SW", "└": "NE", "╚": "NE", "┘": "NW", "╝": "NW",
}  # fmt: skip
STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}


def names_in(lines: list[str], across: int = 18, down: int = 8) -> dict[tuple[int, int], str]:
    """Which box's name covers each character."""
    names = {}
    for row, line in enumerate(lines):
        for match in re.finditer(r"[■□·]G\d|[HV]\d\d|\[[eyrt]\]|(?<!\w)[eyrt](?!\w)", line):
            name = match[0].strip("■□·[]")
            if name in "eyrt":
                name = f"T{(row - 1) // down}{(match.start() - 3) // across}{name}"
            for column in range(match.start(), match.end()):
                names[row, column] = name
    return names


def drawn_links(text: str) -> dict[frozenset[str], str]:
    """The links that the picture shows, with the character of their line."""
    lines = text.split("\n")[:33]
    names = names_in(lines)
    shown: dict[frozenset[str], str] = {}
    for (row, column), name in names.items():
        for side, (down, across) in STEP.items():
            at, heading, style = (row + down, column + across), side, ""
            while at not in names:
                sign = lines[at[0]][at[1]] if 0 <= at[0] < len(lines) and 0 <= at[1] < len(lines[at[0]]) else " "
                if BACK[heading] not in LINES.get(sign, ""):
                    break
                style += sign
                heading = LINES[sign].replace(BACK[heading], "")
                at = at[0] + STEP[heading][0], at[1] + STEP[heading][1]
            else:
                if style or names[at] != name:
                    assert names[at] != name, f"a line from {name} comes back to it"
                    shown[frozenset((name, names[at]))] = style
    return shown


@pytest.mark.parametrize("tile_set", ["figures", "tight"])
def test_the_terminal_shows_exactly_the_links(tile_set: str) -> None:
    for seed in range(12):
        state = cast("KrabcekState", speelkist.load("krabcek", tiles=tile_set, layout="random", seed=seed).start())
        maze = state.maze
        shown = drawn_links(state.draw())
        linked = {
            frozenset((NAMES[box], NAMES[near])): min(maze.widths[box], maze.widths[near])
            for box in range(len(NAMES))
            for near in maze.neighbours(box)
        }
        assert set(shown) == set(linked)
        for link, style in shown.items():
            double = set(style) <= set("═║╔╗╚╝")
            assert double == (linked[link] >= 2 or not style), f"{set(link)}: {style}"


def test_layout_by_chance_goes_by_what_is_left() -> None:
    state = speelkist.load("krabcek").start()
    rng = random.Random(3)
    left = {"1": 11, "2": 5}
    for index in range(16):
        assert state.player == CHANCE
        assert state.phase == "layout"
        corners = ("NW", "SE") if (index // 4 + index % 4) % 2 else ("NE", "SW")
        due = {
            f"{kind}-{corner}": Fraction(count, 2 * (16 - index))
            for kind, count in left.items()
            if count
            for corner in corners
        }
        assert {move.text: chance for move, chance in state.odds().items()} == due
        move = rng.choice(state.legal())
        left[move.text[0]] -= 1
        state = state.play(move)
    assert state.phase == "gates"


def test_a_random_layout_follows_from_its_seed() -> None:
    first, same, other = (
        speelkist.load("krabcek", layout="random", seed=seed).start().to_data()["tiles"] for seed in (7, 7, 8)
    )
    assert first == same != other
    for tiles in first, other:
        assert speelkist.load("krabcek", layout=tiles).start().to_data()["tiles"] == tiles


def test_random_layouts_have_the_odds_of_the_set_up() -> None:
    """Over 400 seeds each place has type 2 about 5 times in 16, and each turn about half of the time."""
    mazes = list(random_mazes(400))
    for index in range(16):
        twos = sum(maze.tiles[index][0] == "2" for maze in mazes)
        first = sum(maze.tiles[index][2:] in ("NW", "NE") for maze in mazes)
        assert 85 <= twos <= 170
        assert 150 <= first <= 250


def test_a_layout_by_hand() -> None:
    tiles = tiles_of("figure6")
    state = speelkist.load("krabcek", layout=tiles).start()
    assert state.phase == "gates"
    assert json.loads(state.to_json())["tiles"] == tiles


@pytest.mark.parametrize(
    ("index", "token", "key", "tile"),
    [
        (5, "1-NW", "krabcek.layout.corner", "T11"),
        (6, "1-SW", "krabcek.layout.corner", "T12"),
        (3, "3-NW", "krabcek.layout.token", "T03"),
        (3, "1-N", "krabcek.layout.token", "T03"),
        (3, "1-NW-", "krabcek.layout.token", "T03"),
        (0, "", "krabcek.layout.token", "T00"),
        (15, "2-SW", "krabcek.layout.count", "T33"),
        (0, "1-NE", "krabcek.layout.count", "T33"),
    ],
)
def test_a_layout_that_cannot_be_is_refused_with_the_tile_named(index: int, token: str, key: str, tile: str) -> None:
    tiles = tiles_of("figure6")
    tiles[index] = token
    with pytest.raises(speelkist.BadOption) as error:
        speelkist.load("krabcek", layout=tiles)
    assert error.value.phrase.key == key
    assert tile in str(error.value)
    assert tile in error.value.say("nl")


@pytest.mark.parametrize(
    "options", [{"layout": ["1-NE"]}, {"layout": "x"}, {"tiles": "x"}, {"seed": -1}, {"seed": 2**53}]
)
def test_options_outside_their_range(options: dict[str, object]) -> None:
    with pytest.raises(speelkist.BadOption):
        speelkist.load("krabcek", **options)
