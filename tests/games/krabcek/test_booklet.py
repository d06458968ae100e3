"""The booklet's worked examples and typical situations, each under its own name."""

from __future__ import annotations

import re

import pytest

import speelkist
from speelkist.games.krabcek import view
from speelkist.games.krabcek.board import Labyrinth
from speelkist.games.krabcek.boxes import BOX, NAMES

from .examples import FIGURES, POSITIONS, figure9, position, read, texts, tiles_of

FIGURE_6 = FIGURES["figure6"]


def reachable(maze: Labyrinth, start: str) -> set[str]:
    seen, rest = {BOX[start]}, [BOX[start]]
    while rest:
        for box in maze.neighbours(rest.pop()):
            if box not in seen:
                seen.add(box)
                rest.append(box)
    return {NAMES[box] for box in seen}


def figure6() -> Labyrinth:
    return Labyrinth("figures", tuple(tiles_of("figure6")))


def ends(moves: list[str], kind: str) -> set[str]:
    return {move.split("-")[1] for move in moves if move.startswith(f"{kind}@")}


def test_figure_6_choosing_the_gates() -> None:
    state = speelkist.load("krabcek", layout=tiles_of("figure6")).start()
    for player, gate in [(0, 6), (1, 1), (1, 4), (0, 7), (0, 2), (1, 3), (1, 8)]:
        assert (state.phase, state.player) == ("gates", player)
        state = state.play(f"gate {gate}")
    assert state.phase == "first", "the last gate goes to Black without asking"
    assert state.to_data()["gates"] == {"black": [6, 7, 2, 5], "white": [1, 4, 3, 8]}


def test_figure_6_gate_5_is_an_island() -> None:
    assert reachable(figure6(), "G5") == {"G5"}


def test_figure_6_gate_2_is_a_cul_de_sac() -> None:
    assert reachable(figure6(), "G2") == set(FIGURE_6["cul_de_sac_gate2_region"])


def test_figure_6_black_begins_with_a_2() -> None:
    """Any of the seven boxes beside gates 2, 6 and 7 for a Skinnyboy, two Streets for a Middleman."""
    state = read(POSITIONS["the first throw on figure 6"]).play("b2w4")
    assert (state.player, state.phase) == (0, "move")
    moves = texts(state)
    maze = figure6()
    beside = {NAMES[box] for gate in ("G2", "G6", "G7") for box in maze.neighbours(BOX[gate])}
    assert ends(moves, "S") == beside
    assert len(beside) == 7
    assert ends(moves, "M") == {"T00e", "T12e"}
    assert "T00e" in {NAMES[box] for box in maze.neighbours(BOX["G6"], 2)}
    assert "T12e" in {NAMES[box] for box in maze.neighbours(BOX["G2"], 2)}
    assert len(moves) == 9


def test_figure_6_a_bigboy_enters_only_with_a_1() -> None:
    for throw in range(1, 7):
        moves = texts(read(position(tiles_of("figure6"), throw=throw)))
        assert any(move.startswith("B@") for move in moves) == (throw == 1)
    assert {"B@G2", "B@G5", "B@G6", "B@G7"} <= set(texts(read(position(tiles_of("figure6"), throw=1))))


def test_figure_6_a_bigboy_on_gate_6_and_white_on_7_leave_a_dead_end_and_an_island() -> None:
    dead_end = {*FIGURE_6["cul_de_sac_gate2_region"], "G5"}
    gates = set()
    for throw in range(1, 7):
        moves = texts(read(position(tiles_of("figure6"), "G6 B", "G7 S", throw=throw)))
        entries = [re.split("[@-]", move) for move in moves if "@" in move]
        gates |= {gate for _, gate, *_ in entries}
        assert {parts[-1] for parts in entries} <= dead_end
        assert not [move for move in moves if move.startswith("G6-")]
    assert gates == {"G2", "G5"}


def test_figure_6_a_short_route_from_the_best_gate_to_the_opponents() -> None:
    route = FIGURE_6["short_route"]
    start, end = BOX[f"G{route['from']}"], BOX[f"G{route['to']}"]
    assert end in figure6().routes(start, 1, route["steps"])
    assert all(end not in figure6().routes(start, 1, steps) for steps in range(route["steps"]))


def test_eight_gates_in_the_same_places_in_every_layout() -> None:
    """Where orange corners meet: the corners of the board are brown, and colours alternate along its lines."""
    for seed in range(20):
        state = speelkist.load("krabcek", layout="random", seed=seed).start()
        vertices = view.board(state)["extra"]["vertices"]
        assert list(vertices) == [f"G{gate}" for gate in range(1, 9)]
        places = {name: {(int(x) // 100, int(y) // 100) for x, y in points} for name, points in vertices.items()}
        assert all((column + row) % 2 == 1 for points in places.values() for column, row in points)
        assert places["G1"] == {(1, 2)}
        assert {name for name, points in places.items() if len(points) == 1} == {"G1", "G2", "G3", "G4"}
        assert {name for name, points in places.items() if any({0, 4} & set(point) for point in points)} == {
            "G5",
            "G6",
            "G7",
            "G8",
        }


@pytest.mark.parametrize("figure", ["figure4", "figure6", "figure8", "figure9"])
def test_always_five_streets_and_no_avenue_beside_a_gate(figure: str) -> None:
    maze = Labyrinth("figures", tuple(tiles_of(figure)))
    assert maze.widths.count(2) == 5
    for gate in range(8):
        assert all(maze.widths[box] < 3 for box in maze.neighbours(gate))


def test_figure_4_with_a_6_the_middleman_walks_over_the_edge_onto_the_bigboy() -> None:
    state = read(POSITIONS["figure 4, a 6"])
    assert "V01+H00" in texts(state)
    assert list(state.route("V01+H00")) == FIGURES["figure4"]["route6"]
    after = state.play("V01+H00")
    assert after.to_data()["pieces"]["black"]["H00"] == "X"


def test_figure_4_with_a_3_the_skinnyboy_reaches_the_middleman() -> None:
    state = read(POSITIONS["figure 4, a 3"])
    after = state.play("T01r+V01")
    assert after.to_data()["pieces"]["black"] == {"H00": "B", "V01": "L"}


def test_figure_4_skinnyboy_and_bigboy_may_not_switch() -> None:
    state = read(POSITIONS["figure 4, a 6"])
    why = state.why_not("H00<>T01r")
    assert why is not None
    assert why.key == "krabcek.switch.narrow"
    assert [move for move in texts(state) if "<>" in move] == ["H00<>V01"]


def test_figure_8_round_the_loop_with_a_3_but_not_with_a_4() -> None:
    loop = FIGURES["figure8"]["loop"]
    state = read(POSITIONS["figure 8, a 3"])
    ways = {f"{loop[0]}-{loop[1]}", f"{loop[0]}-{loop[3]}"}
    assert ways <= set(texts(state))
    assert list(state.route(f"{loop[0]}-{loop[3]}")) == loop
    four = read(position(tiles_of("figure8"), "T31e M", throw=4))
    why = four.why_not("T31e-T31e")
    assert why is not None
    assert why.key == "krabcek.loop.back"
    assert not any(move.startswith("T31e") and move.split("-")[1] in loop for move in texts(four))


def test_figure_9_a_3_wins_by_bringing_on_the_last_skinnyboy() -> None:
    state = read(figure9(3))
    assert [move for move in texts(state) if "+" in move] == ["S@G2+V12"]
    after = state.play("S@G2+V12")
    assert after.outcome == speelkist.Outcome((1,), "krabcek")


@pytest.mark.parametrize(("throw", "length"), [(2, 3), (4, 5)])
def test_figure_9_2_and_4_win_by_the_short_and_the_long_way_round(throw: int, length: int) -> None:
    state = read(figure9(throw))
    assert "T12e+V12" in texts(state)
    assert len(state.route("T12e+V12")) == length
    assert state.play("T12e+V12").outcome == speelkist.Outcome((1,), "krabcek")


def test_figure_9_6_leaves_only_two_switches_of_the_big_stack() -> None:
    state = read(figure9(6))
    assert texts(state) == ["G6<>V12", "H11<>V12"]
    on_street = state.why_not("T12e<>V12")
    assert on_street is not None
    assert on_street.key == "krabcek.switch.narrow"
    same = state.why_not("G6<>H11")
    assert same is not None
    assert same.key == "krabcek.switch.same"
    assert state.play("G6<>V12").to_data()["pieces"]["white"]["G6"] == "X"


def test_figure_9_5_leaves_nothing() -> None:
    after = read(figure9()).play("5")
    assert after.phase == "over"
    assert after.outcome == speelkist.Outcome((0,), "block")
    assert all(read(figure9()).play(str(throw)).outcome is None for throw in (1, 2, 3, 4, 6))
