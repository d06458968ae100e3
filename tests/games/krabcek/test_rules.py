"""Every rule of the law has a test here that fails when the rule is broken."""

from __future__ import annotations

from fractions import Fraction

import pytest

import speelkist
from speelkist.core import CHANCE, Outcome, State

from .examples import FOUR, POSITIONS, SIX, figure9, position, read, texts, tiles_of


def starting(text: str, moves: list[str]) -> list[str]:
    return [move for move in moves if move.startswith(text)]


# Set-up


def test_each_player_has_seven_men_in_hand() -> None:
    data = speelkist.load("krabcek").start().to_data()
    assert data["hands"] == {side: {"S": 4, "M": 2, "B": 1} for side in ("black", "white")}
    assert data["pieces"] == {"black": {}, "white": {}}


def test_gates_black_one_white_two_black_two_white_two_and_the_last_is_blacks() -> None:
    state = speelkist.load("krabcek", layout=SIX).start()
    assert texts(state) == [f"gate {number}" for number in range(1, 9)]
    choosers = []
    while state.phase == "gates":
        choosers.append(state.player)
        state = state.play(state.legal()[-1])
    assert choosers == [0, 1, 1, 0, 0, 1, 1]
    assert state.to_data()["gates"] == {"black": [8, 5, 4, 1], "white": [7, 6, 3, 2]}


def test_first_throw_has_thirty_equal_chances_without_ties() -> None:
    state = read(POSITIONS["the first throw on figure 6"])
    assert state.player == CHANCE
    odds = state.odds()
    assert len(odds) == 30
    assert set(odds.values()) == {Fraction(1, 30)}
    assert all(move.text[1] != move.text[3] for move in odds)
    assert texts(state)[:2] == ["b1w2", "b1w3"]


@pytest.mark.parametrize(("throw", "side", "number"), [("b2w4", 0, 2), ("b6w5", 1, 5), ("b1w6", 0, 1)])
def test_the_lower_begins_and_plays_his_number(throw: str, side: int, number: int) -> None:
    after = read(POSITIONS["the first throw on figure 6"]).play(throw)
    assert (after.player, after.to_data()["throw"]) == (side, number)


def test_a_player_with_only_islands_loses_on_the_first_throw() -> None:
    state = read(POSITIONS["a first throw of black may find only islands"])
    assert state.play("b2w4").outcome == Outcome((1,), "block")
    assert texts(state.play("b1w4")) == [f"{kind}@G{gate}" for kind in "SMB" for gate in (1, 3, 7, 8)]
    assert state.play("b5w4").player == 1


# The turn


def test_players_throw_and_move_in_turn() -> None:
    state: State = read(POSITIONS["black begins on figure 6 with a 2"]).play("M@G6-T00e")
    assert (state.player, state.phase, state.to_data()["to_move"]) == (CHANCE, "throw", "white")
    assert texts(state) == ["1", "2", "3", "4", "5", "6"]
    assert set(state.odds().values()) == {Fraction(1, 6)}
    state = state.play("1")
    assert (state.player, state.to_data()["throw"]) == (1, 1)
    state = state.play("S@G1")
    assert state.to_data()["to_move"] == "black"
    assert state.to_data()["throw"] is None


def test_with_a_throw_a_new_piece_comes_on_or_one_on_the_board_goes_on() -> None:
    moves = texts(read(position(SIX, "V10 S", throw=1)))
    assert starting("S@", moves) == ["S@G2", "S@G5", "S@G6", "S@G7"]
    assert starting("V10-", moves) == ["V10-T10y", "V10-T10t", "V10-T13e"]


# Walking


def test_a_walk_takes_exactly_the_throw() -> None:
    moves = {throw: set(texts(read(position(FOUR, "V03 S", throw=throw)))) for throw in (1, 2, 3)}
    assert starting("V03-", sorted(moves[1])) == ["V03-T03y"]
    assert starting("V03-", sorted(moves[2])) == ["V03-V00"]
    assert "V03-T03y" not in moves[3]


def test_pieces_of_either_colour_block_the_way() -> None:
    """From gate 6 with a 2: through Alley T13e to V10, through Street T00e to H10 and V00."""
    assert {"G6-V10", "G6-H10", "G6-V00"} <= set(texts(read(position(SIX, "G6 S", throw=2))))
    for black, white in [("G6 S, T13e S", ""), ("G6 S", "T13e S")]:
        moves = texts(read(position(SIX, black, white, throw=2)))
        assert "G6-V10" not in moves
        assert {"G6-H10", "G6-V00"} <= set(moves)


def test_a_walk_may_not_end_on_a_piece_it_does_not_combine_with() -> None:
    moves = texts(read(position(SIX, "G6 S, H10 S", "V10 M", throw=2)))
    assert not starting("G6-H10", moves)
    assert not starting("G6-V10", moves)
    assert not [move for move in moves if "+" in move]


def test_gates_of_either_colour_are_walked_through_and_landed_on() -> None:
    state = read(position(FOUR, "H01 S", throw=2))
    assert "H01-G7" in texts(state)
    others = [1, 2, 3, 4], [5, 6, 7, 8]
    assert "H01-G7" in texts(read(position(FOUR, "H01 S", throw=2, gates=others)))
    through = read(position(FOUR, "H01 S", throw=3, gates=others))
    assert through.route("H01-T00e")[2] == "G7"


@pytest.mark.parametrize(
    ("kind", "reaches"), [("S", {"H00", "V01", "T00y"}), ("M", {"H00", "V01"}), ("L", {"H00", "V01"})]
)
def test_a_piece_only_walks_where_it_fits(kind: str, reaches: set[str]) -> None:
    moves = starting("G7-", texts(read(position(FOUR, f"G7 {kind}", throw=2))))
    ends = {move.split("-")[1] for move in moves}
    assert {end for end in ends if end in {"H00", "V01", "T00y"}} == reaches


def test_bigboy_and_big_stack_never_walk() -> None:
    for kind in "BX":
        for throw in range(1, 7):
            assert not starting("H00-", texts(read(position(FOUR, f"H00 {kind}", throw=throw))))


def test_no_box_twice() -> None:
    """Round the loop T31e, G4, T21e, H31 a Middleman comes back with a 4 and is past his start with a 5."""
    for throw in range(1, 7):
        moves = texts(read(position(tiles_of("figure8"), "T31e M", throw=throw)))
        round_the_loop = {move for move in starting("T31e-", moves) if move[5:] in ("G4", "T21e", "H31")}
        assert round_the_loop == {
            1: {"T31e-G4", "T31e-H31"},
            2: {"T31e-T21e"},
            3: {"T31e-G4", "T31e-H31"},
        }.get(throw, set())


# Coming on


def test_a_piece_comes_on_through_its_own_empty_gates_only() -> None:
    moves = texts(read(position(SIX, "G6 S", "G7 S", throw=1)))
    assert starting("S@", moves) == ["S@G2", "S@G5"]


def test_the_gate_counts_as_the_first_box() -> None:
    with_1, with_2 = (starting("S@G7", texts(read(position(SIX, throw=throw)))) for throw in (1, 2))
    assert with_1 == ["S@G7"]
    assert with_2 == ["S@G7-T01e", "S@G7-T30e"]


def test_a_middleman_comes_on_over_streets_only() -> None:
    assert starting("M@", texts(read(position(SIX, throw=3)))) == ["M@G2-H12", "M@G2-V12", "M@G6-H10", "M@G6-V00"]


def test_only_what_is_in_hand_comes_on() -> None:
    moves = texts(read(position(SIX, "H00 B, T00e M, T12e M", throw=1)))
    assert {move[0] for move in moves if "@" in move} == {"S"}


def test_entries_through_several_gates_onto_one_box_are_one_move_of_the_lowest_gate() -> None:
    state = read(position(SIX, throw=4, to_move="white", gates=([1, 2, 3, 4], [5, 6, 7, 8])))
    assert [move for move in starting("S@", texts(state)) if move.endswith("-T03y")] == ["S@G6-T03y"]
    blocked = read(position(SIX, "T00e S", throw=4, to_move="white", gates=([1, 2, 3, 4], [5, 6, 7, 8])))
    assert [move for move in starting("S@", texts(blocked)) if move.endswith("-T03y")] == ["S@G8-T03y"]


def test_any_gate_that_works_is_understood() -> None:
    state = read(position(SIX, throw=4, to_move="white", gates=([1, 2, 3, 4], [5, 6, 7, 8])))
    assert state.why_not("S@G8-T03y") is None
    assert state.play("S@G8-T03y") == state.play("S@G6-T03y")
    assert state.resolve("S@G8-T03y") == state.resolve("S@G6-T03y")
    assert state.why_not("S@G7-T03y") is not None, "through gate 7 it is not four boxes"


# Combining


@pytest.mark.parametrize(("lands", "on", "makes"), [("S", "M", "L"), ("M", "B", "X"), ("S", "X", "K"), ("L", "B", "K")])
def test_what_combines(lands: str, on: str, makes: str) -> None:
    state = read(position(FOUR, f"V01 {lands}, H01 {on}", throw=2))
    assert "V01+H01" in texts(state)
    after = state.play("V01+H01")
    assert after.to_data()["pieces"]["black"] == {"H01": makes}
    assert (after.outcome == Outcome((0,), "krabcek")) == (makes == "K")


@pytest.mark.parametrize(
    ("lands", "on"),
    [
        ("S", "S"),
        ("S", "B"),
        ("M", "S"),
        ("M", "M"),
        ("S", "L"),
        ("M", "L"),
        ("L", "L"),
        ("L", "M"),
        ("L", "X"),
        ("M", "X"),
    ],
)
def test_what_does_not_combine(lands: str, on: str) -> None:
    state = read(position(FOUR, f"V01 {lands}, H01 {on}", throw=2))
    assert not [move for move in texts(state) if move.startswith("V01") and "H01" in move]


def test_nothing_combines_with_a_piece_of_the_other() -> None:
    assert not [move for move in texts(read(position(FOUR, "V01 S", "H01 M", throw=2))) if "H01" in move]


def test_nothing_combines_on_a_gate() -> None:
    moves = texts(read(position(FOUR, "H01 S, G7 M", throw=2)))
    assert not [move for move in moves if "G7" in move and move.startswith("H01")]


def test_a_piece_coming_on_may_combine() -> None:
    after = read(position(FOUR, "T00e M", throw=2)).play("S@G7+T00e")
    assert after.to_data()["pieces"]["black"] == {"T00e": "L"}
    assert after.to_data()["hands"]["black"] == {"S": 3, "M": 1, "B": 1}


def test_a_stack_never_comes_apart() -> None:
    """Whatever is played, each stack is there afterwards, or has become the tower."""
    for throw in range(1, 7):
        state = read(position(SIX, "G6 X, V11 L, H22 S", throw=throw))
        for move in state.legal():
            kinds = sorted(state.play(move).to_data()["pieces"]["black"].values())
            assert "K" in kinds or {"L", "X"} <= set(kinds), move


# Switch-6


def test_switch_needs_a_6() -> None:
    for throw in range(1, 7):
        moves = texts(read(position(SIX, "H10 S, V00 M", throw=throw)))
        assert ("H10<>V00" in moves) == (throw == 6)


def test_switch_of_different_kinds_that_fit() -> None:
    moves = texts(read(POSITIONS["stacks of both kinds may switch"]))
    # on the Avenues G6, V11 and H22 a Big Stack, a Little Stack and a Skinnyboy; the other Skinnyboy is in an Alley
    assert [move for move in moves if "<>" in move] == ["G6<>H22", "G6<>V11", "H22<>V11"]


def test_switch_of_the_same_kind_is_no_move() -> None:
    for kind in "SM":
        assert not [move for move in texts(read(position(SIX, f"H10 {kind}, V00 {kind}", throw=6))) if "<>" in move]


def test_a_switch_combines_nothing_and_is_idle() -> None:
    after = read(position(SIX, "H10 S, V00 M", throw=6, idle=3)).play("H10<>V00").to_data()
    assert after["pieces"]["black"] == {"H10": "M", "V00": "S"}
    assert after["idle"] == 4


# Fly-5


def test_a_flight_goes_to_an_empty_gate_of_the_other_colour() -> None:
    moves = texts(read(POSITIONS["flights over half of the gates"]))
    # black gates 2, 5, 6, 7 (7 taken), white gates 1, 3, 4, 8 (3 free); black's pieces on 1, 6 and 8
    assert [move for move in moves if "^" in move] == ["G1^G2", "G1^G5", "G6^G3", "G8^G2", "G8^G5"]


def test_a_flight_needs_a_5() -> None:
    for throw in range(1, 7):
        moves = texts(read(position(SIX, "G6 B", throw=throw)))
        assert any("^" in move for move in moves) == (throw == 5)


def test_a_flight_is_idle() -> None:
    after = read(position(SIX, "G6 B", throw=5, idle=9)).play("G6^G1").to_data()
    assert after["pieces"]["black"] == {"G1": "B"}
    assert after["idle"] == 10


# Order and routes


def test_moves_stand_in_the_documented_order() -> None:
    assert texts(read(position(SIX, "G6 B, V10 S", throw=1)))[:3] == ["S@G2", "S@G5", "S@G7"]
    moves = texts(read(position(SIX, "G6 B, V10 S, V11 M", throw=6)))
    kinds = ["enter" if "@" in move else "switch" if "<>" in move else "walk" for move in moves]
    assert kinds == sorted(kinds, key=["enter", "walk", "switch"].index)
    flights = texts(read(position(SIX, "G6 B, V10 S", throw=5)))
    assert flights[-4:] == ["G6^G1", "G6^G3", "G6^G4", "G6^G8"]


def test_a_route_is_the_first_free_one_by_name() -> None:
    state = read(position(tiles_of("figure8"), "T31e M", throw=2))
    assert state.route("T31e-T21e") == ("T31e", "G4", "T21e")
    blocked = read(position(tiles_of("figure8"), "T31e M", "G4 S", throw=2))
    assert blocked.route("T31e-T21e") == ("T31e", "H31", "T21e")
    assert read(position(SIX, throw=1)).route("B@G5") == ("G5",)
    assert read(position(SIX, throw=3)).route("M@G2-H12") == ("G2", "T12e", "H12")
    assert read(position(SIX, "G6 B", throw=5)).route("G6^G1") == ("G6", "G1")
    assert read(figure9(6)).route("H11<>V12") == ("H11", "V12")
    assert read(figure9()).route("5") == ()
    with pytest.raises(speelkist.IllegalMove):
        state.route("T31e-H31")
    with pytest.raises(speelkist.BadNotation):
        state.route("nonsense")


def test_every_route_is_a_real_one() -> None:
    for text in POSITIONS.values():
        state = read(text)
        for move in state.legal():
            route = state.route(move)
            if state.phase == "move" and "<>" not in move.text and "^" not in move.text:
                assert len(route) == state.throw + ("@" not in move.text)
                assert len(set(route)) == len(route)
                taken = {box for side in state.to_data()["pieces"].values() for box in side}
                between = route[:-1] if "@" in move.text else route[1:-1]
                assert not taken & set(between)


def test_tight_tiles_have_no_way_round() -> None:
    loose, tight = (read(position(FOUR, "H01 S", throw=1, tile_set=tile_set)) for tile_set in ("figures", "tight"))
    assert "H01-T01r" in texts(loose)
    assert "H01-T01r" not in texts(tight)
    assert tight.game.options["tiles"] == "tight"
