"""Why a move is good, in words."""

from __future__ import annotations

import pytest

from speelkist.core import CHANCE, SeededDice
from speelkist.games.cubus import Cubus, CubusState
from speelkist.games.cubus.bots.strengths import ranked
from speelkist.games.cubus.hint_reasons import layers_under, why
from speelkist.games.cubus.notation import read_pile

from .setting import play, position


def sentence(state: CubusState, text: str, lang: str = "en") -> str:
    move = state.resolve(text)
    assert not hasattr(move, "key"), move
    return why(state, move).say(lang)


@pytest.mark.parametrize(
    ("pile", "hand", "build", "english", "dutch"),
    [
        ("0,2/2,1@0,0", "", "0,2/2,2", "Adds one new box without using a single tile", "zonder dat het een ruit kost"),
        ("1,1/1,1@0,0", "LLRR", "2,2/2,2", "a layer under the whole pile: 4 new boxes", "laag onder de hele stapel"),
        ("1@0,0", "LLRR", "3", "2 layers under the whole pile: 2 new boxes", "2 lagen onder de hele stapel"),
        (
            "0,2/2,2@0,0",
            "TO",
            "2,2/2,2",
            "2 new boxes for one tile, and none of your open lids is used",
            "zonder een open deksel",
        ),
        ("0,2/2,2@0,0", "T", "2,2/2,2", "5 points: nobody could make more", "5 punten: meer haalt niemand"),
    ],
)
def test_a_build_is_explained(pile: str, hand: str, build: str, english: str, dutch: str) -> None:
    state = position(pile, (hand, ""))
    assert english in sentence(state, f"build {build}@0,0")
    assert dutch in sentence(state, f"build {build}@0,0", "nl")


def test_less_than_the_best_says_what_it_keeps() -> None:
    state = position("2@0,0", ("TTRRL", "L"))
    assert "one new box for 2 tiles, and you keep 3 tiles" in sentence(state, "build 2,1@0,0")
    assert "voor 2 ruiten, en je houdt 3 ruiten over" in sentence(state, "build 2,1@0,0", "nl")


def test_it_is_said_when_the_next_player_is_left_with_nothing() -> None:
    state = position("0,2/2,2@0,0", ("T", "T"))
    assert "5 points, and Player 2 could build nothing" in sentence(state, "build 2,2/2,2@0,0")
    assert "kan met de ruiten van nu niets bouwen" in sentence(state, "build 2,2/2,2@0,0", "nl")


def test_passing_and_answering_are_explained() -> None:
    state = position("1@0,0")
    assert "There is nothing to build" in sentence(state, "--")
    assert "Er valt niets te bouwen" in sentence(state, "--", "nl")
    assert "nothing to knock for" in sentence(play(state, "--"), "no")
    missed = position("2@0,0", ("TR", ""))
    assert "scores nothing" in sentence(missed, "--")
    asked = play(missed, "--")
    assert "good for 1 point." in sentence(asked, "knock:1")
    assert "wrong knock would mean 2 points for Player 1" in sentence(asked, "no")
    assert "means 2 points for Player 1" in sentence(play(asked, "knock:1"), "knock:1?")


def test_demolition_is_explained() -> None:
    state = position("1,1/1,0@0,0", stock=False, phase="demolish", options={"demolition": True})
    texts = {sentence(state, move.text) for move in state.legal()}
    assert any("frees" in text for text in texts)


def test_layers_are_counted_only_under_a_pile_that_stands_as_it_stood() -> None:
    def layers(before: str, after: str) -> int:
        old, new = read_pile(before), read_pile(after)
        assert old is not None and new is not None
        return layers_under(old, new)

    assert layers("2,1/1,0@0,0", "3,2/2,0@1,1") == 1
    assert layers("2,1/1,0@0,0", "3,2/1,0@0,0") == 0
    assert layers("2,1/1,0@0,0", "3,2/2,1@0,0") == 0
    assert layers("2,1/1,0@0,0", "1,1/1,0@0,0") == 0


@pytest.mark.parametrize("options", [{"demolition": True, "leftovers": "best"}, {"young": True, "leftovers": "lowest"}])
def test_every_move_of_a_game_has_a_reason_in_both_languages(options: dict[str, object]) -> None:
    state = Cubus(players=3, **options).start()
    dice = SeededDice(bytes(32))
    while state.outcome is None:
        if state.player == CHANCE:
            move = dice.draw(state)
        else:
            move = ranked(state, "family", 5)[0].move
            assert all("{" not in why(state, move).say(lang) for lang in ("en", "nl"))
        state = play(state, move.text)
