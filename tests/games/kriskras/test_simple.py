"""The simple player: takes a win, sees a danger, and beats a random player."""

from __future__ import annotations

import pytest

from speelkist.bots.simple_bot import SimpleBot
from speelkist.core import CHANCE, LANGUAGES, SeededRandom
from speelkist.games.kriskras import Kriskras
from speelkist.games.kriskras.board import NAMES
from speelkist.games.kriskras.bots.simple import best
from speelkist.games.kriskras.hint_reasons import captures
from speelkist.games.kriskras.legal import walks
from speelkist.games.kriskras.notation import THROWS

from .examples import BLACK, POSITIONS, position, read


def advised(text: str) -> set[tuple[str, str]]:
    """The moves it thinks best, each with the last word of its reason."""
    return {(advice.move.text, advice.reason.key.removeprefix("kriskras.simple.")) for advice in best(read(text))}


def test_it_takes_a_win() -> None:
    text = POSITIONS["white's third musketeer is one square from home"]
    assert {reason for _, reason in advised(text)} == {"win"}
    assert advised(POSITIONS["black can capture white's last musketeer"]) == {
        ("i10-h10xh8", "win"),
        ("g10-h10xh8", "win"),
    }


def test_it_captures_a_musketeer_rather_than_a_soldier() -> None:
    text = position(("b2 i2 p2", ""), ("g4 q17", "d4 e17"), "r3g2")
    assert advised(text) == {("b2-e2xg4", "capture_musketeer")}


def test_it_captures_a_soldier_that_nobody_guards() -> None:
    assert advised(position(("b2 i2 p2", ""), ("a17 q17", "g4"), "r3g2")) == {("b2-e2xg4", "capture_soldier")}


def test_it_brings_fighters_home() -> None:
    assert advised(position(("b2 i2", "h15"), ("a17 q17", ""), "r1g2")) <= {
        ("h15-g15-g17", "home_soldier"),
        ("h15-i15-i17", "home_soldier"),
    }
    assert {reason for _, reason in advised(position(("h15 i2", ""), ("a17 q17", ""), "r1g2"))} == {"home_musketeer"}


def test_it_leaves_no_musketeer_where_it_can_be_captured_without_need() -> None:
    text = position(("h8 i2 p2", "b3 d3"), ("a17 g10", "i11 j10 k10"), "r6g1")
    before = {NAMES[square]: throws.bit_count() for square, throws in captures(1, read(text).armies).items()}
    assert before == {"h8": 10}
    for advice in best(read(text)):
        assert advice.move.text.startswith("h8")
        assert advice.reason.key == "kriskras.simple.safe"
        assert captures(1, read(read(text).play(advice.move).to_json()).armies) == {}


def test_it_trades_when_it_can() -> None:
    assert {reason for _, reason in advised(POSITIONS["black may trade twice"])} == {"trade"}


def test_it_does_what_must_be_done() -> None:
    assert advised(POSITIONS["the throw lapses"]) == {("--", "only")}


def test_who_cannot_move_ends_the_game_if_that_does_not_lose_it() -> None:
    assert advised(POSITIONS["white is stuck, and may trade or end the game"]) == {("end", "end")}
    equal = position(("a17 b17", "c17 d17"), ("a1 b1", "c1 d1"), phase="trade")
    assert advised(equal) == {("end", "end")}
    losing = position(("a17", "c17 d17"), ("a1 b1 h9", "c1 d1"), phase="trade")
    assert {reason for _, reason in advised(losing)} == {"second_chance"}
    assert "end" not in {move for move, _ in advised(losing)}


def test_a_soldier_leaves_whose_square_another_needs() -> None:
    # the soldier a15 comes home with red 1 and green 2 if b17 is free
    text = position(("h1 i2 p2", "a15 b17 k17 p17"), ("i16", ""), owes=1)
    assert advised(text) == {("-b17", "pay")}


def test_it_retreats_from_a_danger_and_otherwise_stays() -> None:
    assert advised(position(("a17", "a2 a3"), ("b3", "b2"), "r1g2")) == {("a2-a1", "safe")}
    assert advised(POSITIONS["a retreat is all there is"]) == {("--", "stays")}


@pytest.mark.parametrize("name", POSITIONS)
def test_it_has_a_reason_in_both_languages_for_every_legal_move_it_names(name: str) -> None:
    state = read(POSITIONS[name])
    if state.player == CHANCE:
        state = read(state.play("r1g1").to_json())
    suggestions = best(state)
    assert suggestions
    for advice in suggestions:
        assert advice.move in state.legal()
        assert all(advice.reason.say(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("player", [0, 1])
def test_the_dangers_it_sees_are_those_of_the_rules(name: str, player: int) -> None:
    armies = read(POSITIONS[name]).armies
    expected: dict[str, int] = {}
    for index, throw in enumerate(THROWS):
        for end in {move.end for move in walks(player, armies, throw.red, throw.green) if move.takes}:
            expected[NAMES[end]] = expected.get(NAMES[end], 0) | 1 << index
    assert {NAMES[square]: throws for square, throws in captures(player, armies).items()} == expected


def test_it_beats_a_random_player() -> None:
    won = 0
    for number in range(20):
        simple, rng = SimpleBot(number), SeededRandom("test", number)
        state = Kriskras().start()
        while state.outcome is None:
            mine = state.player == number % 2
            state = state.play(simple.choose(state) if mine else rng.choice(state.legal()))  # type: ignore[assignment]
        won += state.outcome.winners == (number % 2,)
    assert won >= 16


def test_black_s_example_army_is_in_no_danger_at_the_start() -> None:
    assert captures(0, read(position(("b2 i2 p2", ""), BLACK)).armies) == {}
