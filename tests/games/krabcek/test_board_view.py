"""The labyrinth as a client draws it: tiles, boxes, their outlines and links."""

from __future__ import annotations

import pytest

import speelkist
from speelkist.core.view import Cell, Point, read_phrase
from speelkist.games.krabcek.board import Labyrinth
from speelkist.games.krabcek.boxes import BOX, NAMES
from speelkist.games.krabcek.view import state as shown

from .examples import position, read, tiles_of
from .shown import TWO_SETS, cells, drawn


def square(left: int, top: int, right: int, bottom: int) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def outlines(cell: Cell) -> list[list[Point]]:
    return [cell["shape"], *cell.get("also", [])]


def within(point: Point, shape: list[Point]) -> bool:
    """Inside an outline of level and upright sides, or on it."""
    x, y = point
    sides = list(zip(shape, shape[1:] + shape[:1], strict=True))
    if any(min(a, c) <= x <= max(a, c) and min(b, d) <= y <= max(b, d) for (a, b), (c, d) in sides):
        return True
    return sum(a == c and a < x and min(b, d) <= y < max(b, d) for (a, b), (c, d) in sides) % 2 == 1


def area(shape: list[Point]) -> float:
    return abs(sum(a * d - b * c for (a, b), (c, d) in zip(shape, shape[1:] + shape[:1], strict=True))) / 2


def test_the_board_is_four_tiles_of_100_units() -> None:
    board = drawn()
    assert board["size"] == (400, 400)
    assert board["extra"]["tile"] == 100
    assert board["extra"]["tiles"][6] == {"id": "T12", "at": (200, 100), "type": 2, "open": "SE", "quarters": 2}


@TWO_SETS
def test_the_cells_are_the_boxes_of_the_labyrinth(tile_set: str) -> None:
    maze = Labyrinth(tile_set, tuple(tiles_of("figure9")))
    kinds = {name: cell["kind"] for name, cell in cells(drawn(tile_set=tile_set)).items() if ":" not in name}
    assert set(kinds) == {NAMES[box] for box, width in enumerate(maze.widths) if width}
    for name, kind in kinds.items():
        assert kind == ("gate" if name[0] == "G" else ("", "alley", "street", "crossing")[maze.widths[BOX[name]]])


def test_places_beside_the_board() -> None:
    beside = {name: cell for name, cell in cells(drawn()).items() if ":" in name}
    assert list(beside) == [
        *("hand:0:S", "hand:0:M", "hand:0:B", "hand:1:S", "hand:1:M", "hand:1:B"),
        *("button:walk", "button:combine", "button:switch", "button:fly"),
    ]
    assert all(cell["shape"] == [] for cell in beside.values())


@pytest.mark.parametrize(
    ("box", "en", "nl"),
    [
        ("G6", "gate 6", "poort 6"),
        ("V12", "the Avenue b2–c2", "de Laan b2–c2"),
        ("T12e", "the Street of c2", "de Straat van c2"),
        ("T12y", "the middle Alley of c2", "de middelste Steeg van c2"),
        ("hand:1:M", "Middleman in White’s hand", "Middleman in de hand van Wit"),
        ("button:combine", "Walk there and combine", "Erheen lopen en combineren"),
    ],
)
def test_names_of_cells(box: str, en: str, nl: str) -> None:
    name = read_phrase(cells(drawn())[box]["name"])
    assert (name.say("en"), name.say("nl")) == (en, nl)


def test_gates_and_crossings_inside_are_whole_squares() -> None:
    """A crossing lies 16 deep on the tile whose own top or bottom it is on, 8 deep on the other."""
    by_name = cells(drawn())
    assert outlines(by_name["G2"]) == [square(188, 88, 212, 112)]
    assert outlines(by_name["H11"]) == [square(138, 84, 162, 108)]
    assert outlines(by_name["H12"]) == [square(238, 92, 262, 116)]
    assert outlines(by_name["V12"]) == [square(184, 138, 208, 162)]


@pytest.mark.parametrize(
    ("box", "larger", "smaller"),
    [
        ("H00", square(38, 384, 62, 400), square(38, 0, 62, 8)),
        ("H01", square(138, 0, 162, 16), square(138, 392, 162, 400)),
        ("V00", square(0, 38, 16, 62), square(392, 38, 400, 62)),
        ("V10", square(384, 138, 400, 162), square(0, 138, 8, 162)),
        ("G6", square(0, 88, 12, 112), square(388, 88, 400, 112)),
        ("G7", square(88, 0, 112, 12), square(88, 388, 112, 400)),
    ],
)
def test_across_the_edge_the_larger_part_comes_first(box: str, larger: list[Point], smaller: list[Point]) -> None:
    """H0c at the top if c is odd, Vr0 at the left if r is even; gates at the left or top."""
    for figure in "figure4", "figure6", "figure9":
        assert outlines(cells(drawn(figure))[box]) == [larger, smaller]


def test_inner_boxes_turn_with_their_tile() -> None:
    """The same Alley y: level where the open corner is north-west, upright where it is north-east or south-west."""
    by_name = cells(drawn())
    assert drawn()["extra"]["tiles"][4]["open"] == "NW"
    assert by_name["T10y"]["shape"] == square(8, 146, 92, 154)
    assert drawn()["extra"]["tiles"][5]["open"] == "NE"
    assert by_name["T11y"]["shape"] == [(154, 108), (154, 192), (146, 192), (146, 108)]


@TWO_SETS
@pytest.mark.parametrize("figure", ["figure4", "figure6", "figure8", "figure9"])
def test_links_are_those_of_the_labyrinth_and_lie_where_the_outlines_touch(figure: str, tile_set: str) -> None:
    board = drawn(figure, tile_set)
    maze = Labyrinth(tile_set, tuple(tiles_of(figure)))
    pairs = sorted(sorted(link["cells"]) for link in board["extra"]["links"])
    assert pairs == sorted(
        sorted((NAMES[box], NAMES[near])) for box in range(len(NAMES)) for near in maze.neighbours(box) if near > box
    )
    by_name = cells(board)
    for link in board["extra"]["links"]:
        for name in link["cells"]:
            assert any(within(link["at"], outline) for outline in outlines(by_name[name])), link


@TWO_SETS
def test_boxes_lie_beside_each_other_not_over(tile_set: str) -> None:
    """Every half unit of the board lies in at most one box: the areas add up to what is covered."""
    shapes = [shape for cell in drawn(tile_set=tile_set)["cells"] for shape in outlines(cell) if shape]
    covered = set[tuple[int, int]]()
    for shape in shapes:
        across, down = [int(x) for x, _ in shape], [int(y) for _, y in shape]
        covered |= {
            (x, y)
            for x in range(min(across), max(across))
            for y in range(min(down), max(down))
            if within((x + 0.5, y + 0.5), shape)
        }
    assert len(covered) == sum(area(shape) for shape in shapes)
    assert all(0 <= x < 400 and 0 <= y < 400 for x, y in covered)


@pytest.mark.parametrize("figure", ["figure4", "figure6", "figure9"])
def test_from_where_a_piece_stands_it_goes_straight_to_every_link(figure: str) -> None:
    board = drawn(figure)
    by_name, spots = cells(board), board["extra"]["spots"]
    for name, (x, y) in spots.items():
        assert within((x, y), by_name[name]["shape"])
    for link in board["extra"]["links"]:
        for name in link["cells"]:
            if name[0] == "T":
                (x, y), (a, b) = spots[name], link["at"]
                way = [(x + (a - x) * step / 20, y + (b - y) * step / 20) for step in range(21)]
                assert all(within(point, by_name[name]["shape"]) for point in way), (name, link)


def test_a_gate_has_its_middle_once_or_on_both_edges() -> None:
    vertices = drawn()["extra"]["vertices"]
    assert vertices["G2"] == [(200, 100)]
    assert vertices["G5"] == [(0, 300), (400, 300)]
    assert vertices["G8"] == [(300, 0), (300, 400)]


def test_a_piece_shows_its_width_and_what_it_is_made_of() -> None:
    kinds = drawn()["extra"]["kinds"]
    assert kinds["bigboy"] == {"letter": "B", "width": 3, "of": ["bigboy"]}
    assert kinds["little_stack"] == {"letter": "L", "width": 2, "of": ["skinnyboy", "middleman"]}
    assert kinds["tower"]["of"] == ["skinnyboy", "middleman", "bigboy"]


def test_the_board_grows_tile_by_tile() -> None:
    state = speelkist.load("krabcek").start()
    keys, counts = [], []
    for token in tiles_of("figure9"):
        board = shown.board(state)
        keys.append(board["key"])
        counts.append(sum(cell["shape"] != [] for cell in board["cells"]))
        assert shown.view(state)["board"] == board["key"]
        state = state.play(token)
    assert counts[:3] == [0, 2 + 4 + 2, 8 + 1 + 3 + 4]
    last = shown.board(state)
    assert len({*keys, last["key"]}) == 17
    assert last == drawn()


def test_of_a_box_only_the_parts_on_laid_tiles_are_drawn() -> None:
    """Six tiles lie: of gate 2 the quarters on T01, T02 and T11; of H12 the part above it; nothing further down."""
    tiles = tiles_of("figure9")[:6]
    state = read(position(tiles, to_move=None, phase="layout", gates=([], [])))
    by_name = cells(shown.board(state))
    assert outlines(by_name["G2"]) == [square(188, 88, 212, 100), square(188, 100, 200, 112)]
    assert outlines(by_name["H12"]) == [square(238, 92, 262, 100)]
    assert outlines(by_name["H00"]) == [square(38, 0, 62, 8)]
    assert "T12e" not in by_name
    assert "H32" not in by_name
    assert shown.board(state)["extra"]["left"] == {"1": 6, "2": 4}


def test_boards_differ_by_their_set_of_tiles() -> None:
    assert drawn()["key"] != drawn(tile_set="tight")["key"]
    assert drawn() is drawn(), "it is kept"
