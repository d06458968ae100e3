"""What a client of Krabcek is shown: the drawn labyrinth, pieces, choices, changes, sentences."""

from __future__ import annotations

import pytest

import speelkist
from speelkist.core import Move, State
from speelkist.core.view import Board, Cell, Change, Point, read_phrase
from speelkist.games.krabcek.board import Labyrinth
from speelkist.games.krabcek.boxes import BOX, NAMES
from speelkist.games.krabcek.view import state as shown
from tests.support.views import picked

from .examples import FIGURE_4, FIGURES, ISLANDS, POSITIONS, figure9, position, read, tiles_of

TWO_SETS = pytest.mark.parametrize("tile_set", ["figures", "tight"])


def drawn(figure: str = "figure9", tile_set: str = "figures") -> Board:
    return shown.board(read(position(tiles_of(figure), tile_set=tile_set)))


def cells(board: Board) -> dict[str, Cell]:
    return {cell["id"]: cell for cell in board["cells"]}


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


def did(state: State, text: str) -> list[Change]:
    move = state.resolve(text)
    assert isinstance(move, Move)
    return shown.changes(state, move, state.play(move))


def said(state: State, text: str, lang: str = "en") -> list[str]:
    return [read_phrase(change["say"]).say(lang) for change in did(state, text) if "say" in change]


def picks(state: State) -> dict[str, list[str]]:
    return {choice["move"]: choice["picks"] for choice in shown.view(state)["choices"]}


def described(state: State, lang: str = "en") -> list[str]:
    return [read_phrase(data).say(lang) for data in shown.describe(state)]


# The drawing


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
        ("G6", "gate G6", "poort G6"),
        ("V12", "Avenue V12", "Laan V12"),
        ("T12e", "Street T12e", "Straat T12e"),
        ("T12y", "Alley T12y", "Steeg T12y"),
        ("hand:1:M", "Middleman in White's hand", "Middleman in de hand van Wit"),
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


# The position


def test_pieces_hands_and_throw_of_figure_9() -> None:
    view = shown.view(read(figure9(6)))
    assert view["pieces"] == {
        **dict.fromkeys(("G3", "G4", "G5", "T01e"), (0, "skinnyboy")),
        **dict.fromkeys(("G1", "G8"), (0, "middleman")),
        "G7": (0, "bigboy"),
        **dict.fromkeys(("G6", "H11", "T12e"), (1, "skinnyboy")),
        "V12": (1, "big_stack"),
    }
    assert view["extra"]["hands"] == [{"S": 0, "M": 0, "B": 0}, {"S": 1, "M": 1, "B": 0}]
    assert (view["throw"], view["scores"], view["result"]) == ([6], None, None)
    assert [gate["owner"] for gate in view["extra"]["gates"].values()] == [0, 1, 0, 1, 1, 1, 0, 0]


def test_whose_turn_it_is_while_the_die_rolls() -> None:
    view = shown.view(read(figure9()))
    assert (view["player"], view["extra"]["turn"], view["throw"], view["choices"]) == (-1, 1, None, [])
    assert read_phrase(view["ask"]).say("nl") == "Wit, gooi de dobbelsteen."


def test_a_block_shows_the_throw_and_the_result() -> None:
    view = shown.view(read(figure9()).play("5"))
    assert view["throw"] == [5]
    assert view["result"] == {"winners": [0], "points": None, "reason": "block"}


def test_idle_turns_are_shown() -> None:
    state = read(POSITIONS["one idle turn before the draw"])
    assert shown.view(state)["extra"]["idle"] == 149


# Choices


def test_free_gates_with_exits_and_streets() -> None:
    state = speelkist.load("krabcek", layout=tiles_of("figure6")).start().play("gate 6")
    view = shown.view(state)
    gates = view["extra"]["gates"]
    assert {name[1]: len(gate["exits"]) for name, gate in gates.items()} == FIGURES["figure6"]["exits"]
    assert {name[1]: len(gate["streets"]) for name, gate in gates.items()} == FIGURES["figure6"]["streets"]
    assert gates["G2"] == {"owner": None, "exits": ["T11e", "T12e"], "streets": ["T12e"]}
    assert (gates["G6"]["owner"], gates["G6"]["streets"]) == (0, ["T00e"])
    free = [gate for name, gate in gates.items() if name != "G6"]
    assert view["marks"]["exits"] == [box for gate in free for box in gate["exits"]]
    assert view["marks"]["streets"] == [box for gate in free for box in gate["streets"]]
    assert "T00e" not in view["marks"]["exits"], "gate 6 is not free any more"
    assert picked(view)[0] == ["gate 1", "G1"]
    assert "gate 6" not in picks(state)


def test_marks_that_somebody_adds_stay_in_that_view() -> None:
    state = read(POSITIONS["two gates are left"])
    shown.view(state)["marks"]["last"] = ["G3"]
    assert list(shown.view(state)["marks"]) == ["exits", "streets"]


def test_a_walk_is_picked_from_and_to() -> None:
    assert picks(read(POSITIONS["figure 8, a 3"]))["T31e-H31"] == ["T31e", "H31"]


def test_an_entry_is_picked_from_the_hand() -> None:
    state = read(POSITIONS["black begins on figure 6 with a 2"])
    assert picks(state)["M@G6-T00e"] == ["hand:0:M", "T00e"]
    white = read(figure9(3))
    assert picks(white)["S@G2+V12"] == ["hand:1:S", "V12"]
    assert shown.view(white)["marks"]["combine"] == ["V12"]


def test_a_bigboy_enters_on_the_gate_itself() -> None:
    state = read(position(tiles_of("figure6"), throw=1))
    assert picks(state)["B@G5"] == ["hand:0:B", "G5"]


def test_switches_may_be_picked_in_either_order() -> None:
    state = read(figure9(6))
    assert picks(state) == {"G6<>V12": ["G6", "V12"], "H11<>V12": ["H11", "V12"]}
    assert all(choice.get("either") for choice in shown.view(state)["choices"])
    assert not any(choice.get("either") for choice in shown.view(read(figure9(4)))["choices"])


def test_a_last_pick_tells_combining_from_switching() -> None:
    """Figure 4: with a 6 the Middleman can walk onto the Bigboy or change places with it: he is picked first."""
    state = read(POSITIONS["figure 4, a 6"])
    assert picks(state)["V01+H00"] == ["V01", "H00", "button:combine"]
    assert picks(state)["H00<>V01"] == ["V01", "H00", "button:switch"]
    assert sum(len(choice) > 2 for choice in picks(state).values()) == 2


def test_a_last_pick_tells_walking_from_flying() -> None:
    state = read(position(tiles_of("figure6"), "G6 S", throw=5))
    assert picks(state)["G6-G1"] == ["G6", "G1", "button:walk"]
    assert picks(state)["G6^G1"] == ["G6", "G1", "button:fly"]
    assert picks(state)["G6^G3"] == ["G6", "G3"]
    other = read(position(tiles_of("figure6"), "G6 B", throw=5))
    assert picks(other)["G6^G1"] == ["G6", "G1"], "what one position needs does not stay for the next"


def test_no_choice_is_the_beginning_of_another() -> None:
    for text in POSITIONS.values():
        all_picks = [tuple(choice) for choice in picks(read(text)).values()]
        for shorter in all_picks:
            assert not any(longer != shorter and longer[: len(shorter)] == shorter for longer in all_picks)


# What a move did


def test_a_tile_is_laid() -> None:
    state = read(POSITIONS["half of the tiles lie"])
    assert [change["do"] for change in did(state, "1-SW")] == ["note"]
    assert said(state, "1-SW") == ["Tile T20 is laid: type 1, open to gate G5."]
    assert said(state, "2-NE", "nl") == ["Tegel T20 ligt: type 2, open naar poort G1."]


def test_a_gate_is_chosen_and_the_last_one_goes_to_black() -> None:
    state = read(POSITIONS["two gates are left"])
    assert said(state, "gate 8") == ["White chooses gate G8.", "The last gate, G5, goes to Black."]
    assert said(state, "gate 5", "nl") == ["Wit kiest poort G5.", "De laatste poort, G8, is voor Zwart."]
    first = speelkist.load("krabcek", layout=ISLANDS).start()
    assert said(first, "gate 6") == ["Black chooses gate G6."]


def test_the_first_throw() -> None:
    state = read(POSITIONS["the first throw on figure 6"])
    assert did(state, "b5w3")[0]["throw"] == [5, 3]
    assert said(state, "b5w3") == ["Black throws a 5, White a 3: White begins with the 3."]
    assert said(state, "b2w3", "nl") == ["Zwart gooit een 2, Wit een 3: Zwart begint met de 2."]


def test_a_first_throw_that_ends_the_game() -> None:
    state = read(POSITIONS["a first throw of black may find only islands"])
    assert said(state, "b2w4") == [
        "Black throws a 2, White a 4: Black begins with the 2.",
        "A block: the other side has no move left, so White won.",
    ]


def test_a_throw_and_a_throw_that_blocks() -> None:
    state = read(figure9())
    assert did(state, "4")[0]["throw"] == [4]
    assert said(state, "4") == ["White throws a 4."]
    assert said(state, "5", "nl") == [
        "Wit gooit een 5.",
        "Blokkade: de ander kan niet meer zetten, dus Zwart wint.",
    ]


def test_a_walk_shows_every_box_of_its_way() -> None:
    state = read(POSITIONS["figure 8, a 3"])
    (change,) = did(state, "T31e-H31")
    assert change["path"] == ["T31e", "G4", "T21e", "H31"]
    assert (change["do"], change["at"], change["to"], change["piece"]) == ("move", "T31e", "H31", (0, "middleman"))
    assert said(state, "T31e-H31") == ["Black walks a Middleman from T31e to H31."]
    assert said(state, "T31e-H31", "nl") == ["Zwart loopt met een Middleman van T31e naar H31."]


def test_combining_over_the_edge_becomes_a_stack() -> None:
    """Figure 4."""
    state = read(POSITIONS["figure 4, a 6"])
    walked, became = did(state, "V01+H00")
    assert walked["path"] == ["V01", "T01e", "H01", "T31e", "G7", "T00e", "H00"]
    assert walked["piece"] == (0, "middleman")
    assert became == {"do": "become", "at": "H00", "piece": (0, "big_stack")}
    assert said(state, "V01+H00") == [
        "Black walks a Middleman from V01 onto the Bigboy on H00, which makes a Big Stack."
    ]
    assert said(state, "V01+H00", "nl") == [
        "Zwart loopt met een Middleman van V01 naar de Bigboy op H00: samen een Big Stack."
    ]


def test_an_entry_comes_from_the_hand_through_its_gate() -> None:
    state = read(POSITIONS["black begins on figure 6 with a 2"])
    (change,) = did(state, "M@G6-T00e")
    assert (change["at"], change["path"]) == ("hand:0:M", ["hand:0:M", "G6", "T00e"])
    assert said(state, "M@G6-T00e") == ["Black brings a Middleman on through gate G6 to T00e."]
    assert said(state, "M@G6-T00e", "nl") == ["Zwart brengt een Middleman binnen door poort G6, naar T00e."]


def test_an_entry_on_the_gate() -> None:
    state = read(position(tiles_of("figure6"), throw=1))
    (change,) = did(state, "B@G5")
    assert change["path"] == ["hand:0:B", "G5"]
    assert said(state, "B@G5") == ["Black brings a Bigboy on, onto gate G5."]
    assert said(state, "B@G5", "nl") == ["Zwart brengt een Bigboy binnen, op poort G5."]


def test_an_entry_that_makes_krabcek() -> None:
    """Figure 9."""
    state = read(figure9(3))
    entered, became, _ = did(state, "S@G2+V12")
    assert entered["path"] == ["hand:1:S", "G2", "T11e", "V12"]
    assert became["piece"] == (1, "tower")
    assert said(state, "S@G2+V12") == [
        "White brings a Skinnyboy on through gate G2 onto the Big Stack on V12, which makes a Krabcek tower.",
        "Krabcek! White built the tower and won.",
    ]
    assert said(state, "S@G2+V12", "nl") == [
        "Wit brengt een Skinnyboy binnen door poort G2, naar de Big Stack op V12: samen een Krabcek-toren.",
        "Krabcek! Wit bouwde de toren en wint.",
    ]


def test_a_switch_swaps() -> None:
    state = read(figure9(6))
    (change,) = did(state, "H11<>V12")
    assert (change["do"], change["at"], change["to"]) == ("swap", "H11", "V12")
    assert said(state, "H11<>V12") == ["Switch-6: White's Skinnyboy on H11 and Big Stack on V12 change places."]
    assert said(state, "H11<>V12", "nl") == [
        "Wissel-6: de Skinnyboy van Wit op H11 en de Big Stack op V12 ruilen van plaats."
    ]


def test_a_flight_goes_straight() -> None:
    state = read(POSITIONS["flights over half of the gates"])
    (change,) = did(state, "G6^G3")
    assert (change["path"], change["piece"]) == (["G6", "G3"], (0, "bigboy"))
    assert said(state, "G6^G3") == ["Fly-5: Black flies a Bigboy from gate G6 to gate G3."]
    assert said(state, "G6^G3", "nl") == ["Spring-5: Zwart springt met een Bigboy van poort G6 naar poort G3."]


def test_the_last_idle_turn_is_a_draw() -> None:
    state = read(POSITIONS["one idle turn before the draw"])
    assert said(state, "H11<>V12")[1:] == ["For 150 turns nothing came on and nothing combined: a draw."]


def test_routes_before_the_move() -> None:
    def route(state: State, text: str) -> list[str]:
        move = state.resolve(text)
        assert isinstance(move, Move)
        return shown.route(state, move)

    assert route(read(POSITIONS["figure 8, a 3"]), "T31e-H31") == ["T31e", "G4", "T21e", "H31"]
    assert route(read(figure9(3)), "S@G2+V12")[1:] == ["G2", "T11e", "V12"]
    assert route(read(figure9(6)), "H11<>V12") == ["H11", "V12"]
    assert route(read(POSITIONS["two gates are left"]), "gate 5") == []


# In words


def pair(first: str, second: str) -> frozenset[str]:
    return frozenset((first, second))


def test_figure_9_in_words() -> None:
    assert described(read(figure9(6)))[:9] == [
        "White, play your 6.",
        "Gates of Black: G1, G3, G7, G8.",
        (
            "Black on the board: Middleman on gate G1, Skinnyboy on gate G3, Skinnyboy on gate G4, "
            "Skinnyboy on gate G5, Bigboy on gate G7, Middleman on gate G8, Skinnyboy on Street T01e."
        ),
        "Black has nothing in hand.",
        "Gates of White: G2, G4, G5, G6.",
        (
            "White on the board: Skinnyboy on gate G6, Skinnyboy on Avenue H11, Big Stack on Avenue V12, "
            "Skinnyboy on Street T12e."
        ),
        "White in hand: 1 Skinnyboy, 1 Middleman.",
        "Tile T00: Alley T00e joins gate G6 and V00; Alley T00y joins H10 and H00.",
        (
            "Tile T01: Street T01e joins gate G2, H11, V02 and Alley T01y, which leads on to V01; "
            "Alleys T01r and T01t lead from H11 round to V01."
        ),
    ]


def test_figure_4_in_dutch() -> None:
    state = read(position(tiles_of("figure4"), FIGURE_4, throw=3, idle=7))
    assert described(state, "nl")[:9] == [
        "Zwart, speel je 3.",
        "Poorten van Zwart: G6, G7, G2, G5.",
        "Zwart op het bord: Bigboy op Laan H00, Middleman op Laan V01, Skinnyboy op Steeg T01r.",
        "Zwart in de hand: 3 Skinnyboys, 1 Middleman.",
        "Poorten van Wit: G1, G4, G3, G8.",
        "Wit heeft niets op het bord.",
        "Wit in de hand: 4 Skinnyboys, 2 Middlemen, 1 Bigboy.",
        "In de laatste 7 beurten kwam er niets bij en werd niets gecombineerd; bij 150 is het remise.",
        (
            "Tegel T00: Straat T00e verbindt poort G7, V01, H00 en Steeg T00y, die verder naar H10 leidt; "
            "de Stegen T00r en T00t leiden met een omweg van V01 naar H10."
        ),
    ]


@TWO_SETS
def test_the_sentences_about_tiles_tell_every_link(tile_set: str) -> None:
    """They are worded by type; here they are read back: what each joins is what the labyrinth links."""
    named = set[frozenset[str]]()
    for data in shown.describe(read(position(tiles_of("figure9"), tile_set=tile_set)))[-16:]:
        tile, gate, near, side, far = (data["values"][name] for name in ("tile", "gate", "near", "side", "far"))
        e, y, r, t = (tile + letter for letter in "eyrt")
        named |= {
            "krabcek.view.tile1": {pair(e, gate), pair(e, near), pair(y, side), pair(y, far)},
            "krabcek.view.tile2.tight": {*(pair(e, end) for end in (gate, near, side, y)), pair(y, far)},
            "krabcek.view.tile2": {
                *(pair(e, end) for end in (gate, near, side, y)),
                *(pair(y, far), pair(near, r), pair(r, t), pair(t, far)),
            },
        }[data["key"]]
    assert named == {pair(*link["cells"]) for link in drawn(tile_set=tile_set)["extra"]["links"]}


def test_choosing_gates_in_words() -> None:
    state = read(POSITIONS["two gates are left"])
    sentences = described(state)
    assert sentences[:5] == [
        "White, choose a gate.",
        "Gates of Black: G6, G7, G2.",
        "Gates of White: G1, G4, G3.",
        "Gate G5 is free and has no exit.",
        "Gate G8 is free and has 2 exits: Alley T02e, Alley T33e.",
    ]
    start = speelkist.load("krabcek", layout=tiles_of("figure6")).start()
    assert "Wit heeft nog geen poort." in described(start, "nl")
    assert "Poort G2 is vrij en heeft 2 uitgangen: Steeg T11e, Straat T12e." in described(start, "nl")


def test_laying_tiles_in_words() -> None:
    state = read(POSITIONS["half of the tiles lie"])
    assert described(state)[0] == "Lay tile T20."
    assert len(described(state)) == 10
    assert described(state)[-1] == "Still to be laid: 5 of type 1, 3 of type 2."


def test_the_end_in_words() -> None:
    assert described(read(figure9()).play("5"))[:3] == [
        "The game is over.",
        "White threw a 5.",
        "A block: the other side has no move left, so Black won.",
    ]
    assert described(read(figure9(3)).play("S@G2+V12"), "nl")[:2] == [
        "Het spel is afgelopen.",
        "Krabcek! Wit bouwde de toren en wint.",
    ]
