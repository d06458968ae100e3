"""A position of Krabcek in words, for who cannot see it."""

from __future__ import annotations

import speelkist
from speelkist.games.krabcek.view import state as shown

from .examples import FIGURE_4, POSITIONS, figure9, position, read, tiles_of
from .shown import TWO_SETS, described, drawn


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
        "In de laatste 7 beurten kwam er geen stuk bij en werd er niets gecombineerd; bij 150 is het remise.",
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
        "A block: the other player has no move left, so Black wins.",
    ]
    assert described(read(figure9(3)).play("S@G2+V12"), "nl")[:2] == [
        "Het spel is afgelopen.",
        "Krabcek! Wit heeft de toren gebouwd en wint.",
    ]
