"""A position of Krabcek in words, for who cannot see it."""

from __future__ import annotations

import speelkist
from speelkist.core.view import phrase_data
from speelkist.games.krabcek.boxes import NAMES
from speelkist.games.krabcek.places import place
from speelkist.games.krabcek.view import state as shown

from .examples import FIGURE_4, POSITIONS, figure9, position, read, tiles_of
from .shown import TWO_SETS, described, drawn


def pair(first: str, second: str) -> frozenset[str]:
    return frozenset((first, second))


def test_figure_9_in_words() -> None:
    assert described(read(figure9(6)))[:9] == [
        "White, play your 6, or a Switch-6: two different pieces of yours change places.",
        "Black’s gates: 1, 3, 7, 8.",
        (
            "Black on the board: Middleman at gate 1, Skinnyboy at gate 3, Skinnyboy at gate 4, "
            "Skinnyboy at gate 5, Bigboy at gate 7, Middleman at gate 8, Skinnyboy at the Street of b1."
        ),
        "Black has nothing in hand.",
        "White’s gates: 2, 4, 5, 6.",
        (
            "White on the board: Skinnyboy at gate 6, Skinnyboy at the Avenue b1–b2, Big Stack at the Avenue b2–c2, "
            "Skinnyboy at the Street of c2."
        ),
        "White in hand: 1 Skinnyboy and 1 Middleman.",
        (
            "The left-hand Alley of a1 joins gate 6 and the Avenue d1–a1; "
            "the middle Alley of a1 joins the Avenue a1–a2 and the Avenue a4–a1."
        ),
        (
            "The Street of b1 joins gate 2, the Avenue b1–b2, the Avenue b1–c1 and the middle Alley of b1, "
            "which leads on to the Avenue a1–b1; "
            "the bottom Alley of b1 and the left-hand Alley of b1 lead from the Avenue b1–b2 round to the Avenue a1–b1."
        ),
    ]


def test_figure_4_in_dutch() -> None:
    state = read(position(tiles_of("figure4"), FIGURE_4, throw=3, idle=7))
    assert described(state, "nl")[:9] == [
        "Zwart, speel je 3.",
        "Poorten van Zwart: 6, 7, 2, 5.",
        (
            "Zwart op het bord: Bigboy op de Laan a4–a1, Middleman op de Laan a1–b1, "
            "Skinnyboy op de bovenste Steeg van b1."
        ),
        "Zwart in de hand: 3 Skinnyboys en 1 Middleman.",
        "Poorten van Wit: 1, 4, 3, 8.",
        "Wit heeft niets op het bord.",
        "Wit in de hand: 4 Skinnyboys, 2 Middlemen en 1 Bigboy.",
        "In de laatste 7 beurten kwam er geen stuk bij en werd er niets gecombineerd; bij 150 is het gelijkspel.",
        (
            "De Straat van a1 verbindt poort 7, de Laan a1–b1, de Laan a4–a1 en de middelste Steeg van a1, "
            "die verder naar de Laan a1–a2 leidt; "
            "de rechter Steeg van a1 en de onderste Steeg van a1 leiden met een omweg van de Laan a1–b1 "
            "naar de Laan a1–a2."
        ),
    ]


@TWO_SETS
def test_the_sentences_about_tiles_tell_every_link(tile_set: str) -> None:
    """They are worded by type; here they are read back: what each joins is what the labyrinth links."""
    named = set[frozenset[str]]()
    state = read(position(tiles_of("figure9"), tile_set=tile_set))
    boxes = {
        repr(phrase_data(place(state.maze, box))): NAMES[box] for box, width in enumerate(state.maze.widths) if width
    }
    for data in shown.describe(state)[-16:]:
        values = {name: boxes[repr(value)] for name, value in data["values"].items()}
        gate, near, side, far = (values[name] for name in ("gate", "near", "side", "far"))
        e, y, r, t = (values.get(letter, "") for letter in "eyrt")
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
        "White, choose the second gate.",
        "Black’s gates: 6, 7, 2.",
        "White’s gates: 1, 4, 3.",
        "Gate 5 is free and has no exit.",
        "Gate 8 is free and has 2 exits: the right-hand Alley of c1, the left-hand Alley of d4.",
    ]
    start = speelkist.load("krabcek", layout=tiles_of("figure6")).start()
    assert "Wit heeft nog geen poort." in described(start, "nl")
    assert "Poort 2 is vrij en heeft 2 uitgangen: de rechter Steeg van b2, de Straat van c2." in described(start, "nl")


def test_laying_tiles_in_words() -> None:
    state = read(POSITIONS["half of the tiles lie"])
    assert described(state)[0] == "Lay tile a3."
    assert len(described(state)) == 10
    assert described(state)[-1] == "Tiles still to be laid: 5 ordinary, 3 with a Street."


def test_the_end_in_words() -> None:
    assert described(read(figure9()).play("5"))[:3] == [
        "The game is over.",
        "White threw a 5.",
        "A block: the other side cannot move, so Black wins.",
    ]
    assert described(read(figure9(3)).play("S@G2+V12"), "nl")[:2] == [
        "Het spel is afgelopen.",
        "Wit heeft de toren gebouwd en wint: Krabcek!",
    ]
