"""Notation read and written, and the picture of the board."""

from __future__ import annotations

import re
from unicodedata import east_asian_width

import pytest
from hypothesis import given
from hypothesis import strategies as st

import speelkist
from speelkist.core import Move, Refusal, State
from speelkist.games.krabcek.notation import read_move

from .examples import FIGURE_4, POSITIONS, figure9, layouts, position, read, tiles_of

ALPHABET = "GHVT0123456789eyrtSMBLXKbw@-+<>^ gateNWSE"


@given(st.one_of(st.text(max_size=30), st.text(alphabet=ALPHABET, max_size=14)))
def test_any_text_is_a_move_a_refusal_or_nothing(text: str) -> None:
    parsed = read_move(text)
    if isinstance(parsed, Move):
        assert read_move(parsed.text) == parsed
    else:
        assert parsed is None or isinstance(parsed, Refusal)


@given(st.sampled_from(sorted(POSITIONS)), st.text(alphabet=ALPHABET, max_size=14))
def test_any_text_is_played_or_refused(name: str, text: str) -> None:
    state = read(POSITIONS[name])
    why = state.why_not(text)
    if why is None:
        assert isinstance(state.play(text), State)
    else:
        assert why.say("en")
        assert why.say("nl")
        with pytest.raises((speelkist.IllegalMove, speelkist.BadNotation)):
            state.play(text)


BOXES = st.from_regex(r"G[1-8]|[HV][0-3][0-3]|T[0-3][0-3][eyrt]", fullmatch=True)


@given(
    st.sampled_from([name for name in POSITIONS if read(POSITIONS[name]).phase == "move"]),
    st.one_of(
        st.builds("{}{}{}".format, BOXES, st.sampled_from(["-", "+", "<>", "^"]), BOXES),
        st.builds("{}@G{}{}{}".format, st.sampled_from("SMBLXK"), st.integers(1, 8), st.sampled_from("-+"), BOXES),
        st.builds("{}@G{}".format, st.sampled_from("SMBLXK"), st.integers(1, 8)),
    ),
)
def test_a_well_written_move_is_legal_exactly_when_it_is_listed(name: str, text: str) -> None:
    """Or is another spelling: a switch the other way round, an entry through a higher gate."""
    state = read(POSITIONS[name])
    resolved = state.resolve(text)
    if isinstance(resolved, Move):
        assert resolved in state.legal()
        if resolved.text != text:
            assert sorted(resolved.text.split("<>")) == sorted(text.split("<>")) or "@" in text
    else:
        assert text not in {move.text for move in state.legal()}
        assert resolved.rule != "notation" or resolved.key == "krabcek.notation.plus"


@pytest.mark.parametrize(
    ("written", "read_as", "throw"),
    [
        ("t12E+v12", "T12e+V12", 2),
        ("s@g2+V12", "S@G2+V12", 3),
        ("  S@G2+V12 ", "S@G2+V12", 3),
        ("V12<>H11", "H11<>V12", 6),
    ],
)
def test_other_spellings(written: str, read_as: str, throw: int) -> None:
    state = read(figure9(throw))
    assert str(state.resolve(written)) == read_as
    assert state.play(written) == state.play(read_as)


@pytest.mark.parametrize("text", ["ſ@G2+V12", "T１２e+V12", "T12e+V12\n3", "gate ６", "T12e + V12", "²"])
def test_look_alikes_are_no_moves(text: str) -> None:
    why = read(figure9(3)).why_not(text)
    assert why is not None
    assert why.rule == "notation"


@given(layouts())
def test_layouts_by_hand_are_all_playable(tiles: list[str]) -> None:
    state = speelkist.load("krabcek", layout=tiles).start()
    assert state.to_data()["tiles"] == tiles
    assert len(state.legal()) == 8


# The picture


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("lang", ["en", "nl"])
def test_the_picture_is_at_most_100_columns_wide(name: str, lang: str) -> None:
    state = read(POSITIONS[name])
    plain = state.draw(lang=lang)
    assert max(len(line) for line in plain.split("\n")) <= 100
    assert not any(east_asian_width(sign) in "WF" for sign in plain)
    assert all(line == line.rstrip() for line in plain.split("\n"))
    assert re.sub(r"\x1b\[[0-9;]*m", "", state.draw(colour=True, lang=lang)) == plain


def test_pieces_are_told_apart_without_colour() -> None:
    picture = read(figure9()).draw()
    for sign in "V12○X", "e○S", "H11○S", "□G6○S", "□G6▒▒", "■G7●B", "■G7▒▒", "□G5●S", "e●S", "□G2":
        assert sign in picture
    assert "○□ White: in hand S M · on the board S G6, S H11, X V12, S T12e" in picture


def test_a_piece_across_the_edge_stands_on_the_larger_half() -> None:
    """H0c at the top if c is odd, Vr0 at the left if r is even; gates at the left or top."""
    tiles = tiles_of("figure4")
    state = read(position(tiles, "H00 B, H01 S, H02 S, H03 S", "V00 S, V10 S, V20 S, V30 S"))
    lines = [re.sub(r"   \d$", "", line) for line in state.draw().split("\n")]  # without the rows' numbers
    top, bottom = lines[0], lines[32]
    for column, (larger, smaller) in enumerate([(bottom, top), (top, bottom), (bottom, top), (top, bottom)]):
        assert re.search(rf"H0{column}●", larger)
        assert f"H0{column}▒▒" in smaller
    for row in range(4):
        line = lines[8 * row + 4]
        left, right = line[:5], line[-5:]
        assert (left, right) == ((f"V{row}0○S", f"V{row}0▒▒") if row % 2 == 0 else (f"V{row}0▒▒", f"V{row}0○S"))
    gates = read(position(tiles, "G5 S, G7 S", "G8 S")).draw().split("\n")
    assert gates[24].startswith("■G5●S")
    assert gates[24].endswith("■G5▒▒")
    assert "■G7●S" in gates[0]
    assert "■G7▒▒" in gates[32]


def test_a_picture_while_tiles_are_laid() -> None:
    picture = read(POSITIONS["half of the tiles lie"]).draw()
    assert "·G1" in picture
    assert "T33" in picture
    assert "■" not in picture.split("\n\n")[0]


def test_every_inside_box_shows_its_piece() -> None:
    """Wherever a Skinnyboy stands inside a tile, the picture shows the box's letter with it."""
    for figure in "figure4", "figure6", "figure8", "figure9":
        for index, tile in enumerate(tiles_of(figure)):
            for letter in "eyrt" if tile[0] == "2" else "ey":
                box = f"T{index // 4}{index % 4}{letter}"
                assert f"{letter}●S" in read(position(tiles_of(figure), f"{box} S")).draw()


def test_questions() -> None:
    asked = {name: read(text).prompt().say("en") for name, text in POSITIONS.items()}
    assert asked["half of the tiles lie"] == "Lay tile a3."
    assert asked["two gates are left"] == "White, choose the second gate."
    assert asked["figure 9 before the throw"] == "White throws the die."
    switch = "or a Switch-6: two different pieces of yours change places."
    assert asked["figure 4, a 6"] == f"Black, play your 6, {switch}"
    assert read(figure9(5)).prompt().say("en") == "The game is over."
    assert (
        read(position(tiles_of("figure4"), FIGURE_4, throw=6)).prompt().say("nl")
        == "Zwart, speel je 6, of een Wissel-6: twee verschillende eigen stukken ruilen van plaats."
    )
