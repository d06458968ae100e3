"""The simple player: takes a win, guards, stacks, and beats chance."""

from __future__ import annotations

import random

import pytest

import speelkist
from speelkist.core import phrases_of
from speelkist.games.krabcek.bots.simple import best
from tests.support.samples import sample

from .examples import ISLANDS, POSITIONS, figure9, position, read, tiles_of


def advice(text: str) -> dict[str, str]:
    return {suggestion.move.text: suggestion.reason.key for suggestion in best(read(text))}


@pytest.mark.parametrize(("throw", "move"), [(3, "S@G2+V12"), (2, "T12e+V12"), (4, "T12e+V12")])
def test_it_takes_a_win(throw: int, move: str) -> None:
    assert advice(figure9(throw)) == {move: "krabcek.simple.win"}


def test_it_guards_against_a_tower() -> None:
    """White to move threatens V12; black stands where it can step in between."""
    suggestions = best(read(figure9(to_move="black")).play("2"))
    assert {suggestion.reason.key for suggestion in suggestions} == {"krabcek.simple.guard"}


def test_it_makes_its_big_stack() -> None:
    assert advice(POSITIONS["figure 4, a 6"]) == {"V01+H00": "krabcek.simple.stack"}


def test_it_blocks() -> None:
    """White's gates are islands, and three of them are shut: shutting the fourth leaves him no throw at all."""
    state = read(position(ISLANDS, "G1 S, G2 S, G3 S, G7 S", "", 5, gates=([2, 4, 5, 6], [1, 3, 7, 8])))
    assert advice(state.to_json()) == {"G2^G8": "krabcek.simple.block"}


def test_it_puts_the_bigboy_on_the_poorest_gate() -> None:
    assert advice(position(tiles_of("figure6"), "T00e S", "T10e S", throw=1)) == {"B@G5": "krabcek.simple.bigboy"}


def test_it_chooses_gates_with_streets_and_exits() -> None:
    state = speelkist.load("krabcek", layout=tiles_of("figure6")).start()
    assert {suggestion.move.text for suggestion in best(state)} <= {"gate 1", "gate 4", "gate 6"}
    assert all(suggestion.reason.say("en") and suggestion.reason.say("nl") for suggestion in best(state))


def test_a_forced_move_is_said_to_be_one() -> None:
    state = read(position(ISLANDS, "G1 B, G3 M, G7 M", "G2 S, G4 S, G5 S, G6 S", 1, gates=([1, 3, 7, 8], [2, 4, 5, 6])))
    assert advice(state.to_json()) == {"S@G8": "krabcek.simple.only"}


def test_it_beats_chance() -> None:
    won, games = 0, sample(10, slow=20)
    for game in range(games):
        rng = random.Random(game)
        state = speelkist.load("krabcek", tiles=("figures", "tight")[game // 2 % 2]).start()
        while state.outcome is None:
            if state.player == game % 2:
                move = rng.choice(best(state)).move
            else:
                move = rng.choice(state.legal())
            state = state.play(move)
        won += state.outcome.winners == (game % 2,)
    assert won >= 8 * games // 10


def test_its_reasons_can_be_said() -> None:
    rng = random.Random(2)
    seen = set()
    state = speelkist.load("krabcek", layout="random").start()
    while state.outcome is None:
        if state.player >= 0:
            for suggestion in best(state):
                assert suggestion.move in state.legal()
                assert suggestion.reason.say("en") != suggestion.reason.say("nl")
                seen.add(suggestion.reason.key)
            state = state.play(rng.choice(best(state)).move)
        else:
            state = state.play(rng.choice(state.legal()))
    assert len(seen) > 3
    assert {key.removeprefix("krabcek.") for key in seen} <= set(phrases_of("krabcek", "en"))
