"""A position of Cubus in words, for who cannot see it."""

from __future__ import annotations

from speelkist.games.cubus.view import describe

from .setting import play, position
from .shown import FULL, LIDS, best, said


def test_a_position_in_english() -> None:
    state = position("0,2/2,1@0,0", ("LLO", "", "T"), open=[[1, 1]], scores=[3, 1, 0])
    assert [said(data) for data in describe(state)] == [
        "Player 1: build if you can; otherwise pass.",
        "The pile has 5 boxes. x counts towards the lower right, y towards the lower left.",
        "Row x 0: 2 high at y 1.",
        "Row x 1: 2 high at y 0, 1 high with an open lid at y 1.",
        "Open lids lie in the picture at 1,1.",
        "Player 1: 3 points; in hand 2 left sides and 1 open lid.",
        "Player 2: 1 point; in hand nothing.",
        "Player 3: 0 points; in hand 1 closed lid.",
        "The stock has 33 tiles: 10 left sides, 12 right sides, 9 closed lids and 2 open lids.",
    ]


def test_a_position_in_dutch() -> None:
    state = play(position(FULL, stock=False, open=LIDS, scores=[5, 7]), "--")
    lines = [said(data, "nl") for data in describe(state)]
    assert lines[1:3] == [
        "De stapel heeft 64 kisten. x telt naar rechtsonder, y naar linksonder.",
        "Rij x 0: 4 hoog met een open deksel op y 0, 4 hoog met een open deksel op y 1, 4 hoog op y 2, 4 hoog op y 3.",
    ]
    assert lines[6:] == [
        "In het beeld liggen open deksels op -3,-3; -3,-2; -2,-3; -2,-2.",
        "Speler 1: 5 punten; in de hand niets.",
        "Speler 2: 7 punten; in de hand niets.",
        "De voorraad is op.",
        "Er is één keer gepast met een lege voorraad; na 2 keer achter elkaar wordt er niet meer gebouwd.",
    ]


def test_what_was_shown_and_what_can_be_taken_is_described() -> None:
    assert "Player 2 shows a build for 1 point." in [said(data) for data in describe(best("build 3@0,0"))]
    state = position("2,2/2,1@0,0", stock=False, phase="demolish", options={"demolition": True})
    assert [said(data) for data in describe(state)][-2:] == [
        "Tiles won: Player 1 has 0, Player 2 has 0.",
        "The top box can be taken at 0,1; 1,0; 1,1.",
    ]


def test_a_finished_game_is_described_with_its_winners() -> None:
    state = play(position(FULL, stock=False, open=LIDS, scores=[7, 7], options={"knocking": False}), "--", "--")
    assert said(describe(state)[-1]) == "The building is over. Most points: Player 1 and Player 2."
