"""The simple player of Cubus, and what a terminal shows."""

from __future__ import annotations

import hashlib

from speelkist.bots import Bot, RandomBot, SimpleBot
from speelkist.bots.simple_bot import best
from speelkist.core import CHANCE, SeededDice
from speelkist.games.cubus import Cubus
from tests.support.samples import sample

from .setting import play, position


def advice(state: object) -> str:
    ranked = best(state)  # type: ignore[arg-type]
    return f"{ranked[0].move} {ranked[0].reason.key}"


def test_it_builds_when_it_can() -> None:
    assert advice(position("0,2/2,1@0,0")) == "build 0,2/2,2@0,0 cubus.simple.builds"


def test_it_leaves_no_free_box_to_the_next_player() -> None:
    """The booklet's fourth builder left three points lying there for whoever came next."""
    for advised in best(position("2,1/1,0@0,0", ("LR", ""))):
        after = play(position("2,1/1,0@0,0", ("LR", "")), str(advised.move))
        assert len(play(after, "+L").legal()) == 1


def test_it_passes_when_it_sees_nothing() -> None:
    assert advice(position("1@0,0")) == "-- cubus.simple.nothing"


def test_it_knocks_when_it_sees_a_build_and_shows_it() -> None:
    state = play(position("2@0,0", ("TR", "")), "--")
    assert advice(state) == "knock:1 cubus.simple.knocks"
    assert advice(play(state, "knock:1")) == "build 2,1@0,0 cubus.simple.builds"
    assert advice(play(position("1@0,0"), "--")) == "no cubus.simple.nothing"
    assert advice(play(position("1@0,0"), "--", "knock:1")) == "knock:1? cubus.simple.nothing"


def test_it_takes_the_box_that_frees_most_in_demolition() -> None:
    state = position("1,1/1,0@0,0", stock=False, phase="demolish", options={"demolition": True})
    assert advice(state).endswith("cubus.simple.takes")


def test_it_beats_a_random_player() -> None:
    won = 0
    games = sample(1, slow=3)
    for seed in range(games):
        game = Cubus()
        dice = SeededDice(hashlib.sha256(b"cubus %d" % seed).digest())
        simple = seed % 2
        seats: list[Bot] = [SimpleBot(seed), RandomBot(seed)] if simple == 0 else [RandomBot(seed), SimpleBot(seed)]
        state = play(game.start())
        while state.outcome is None:
            move = dice.draw(state) if state.player == CHANCE else seats[state.player].choose(state)
            state = play(state, str(move))
        won += state.outcome.winners == (simple,)
    assert won == games


def test_the_terminal_shows_picture_hands_and_points() -> None:
    state = position("2,1@0,0", ("LLT", "R"), open=[[0, 1]], scores=[1, 12])
    text = state.draw()
    assert "(o)" in text
    assert "2L 1T" in text
    assert "1 point\n" in text
    assert "12 points" in text
    assert "3 boxes: 2,1@0,0" in text
    assert max(len(line) for line in text.splitlines()) <= 100
    assert "\x1b[" not in text
    assert "\x1b[" in state.draw(colour=True)
    assert "punten" in state.draw(lang="nl")


def test_the_terminal_shows_an_empty_table_too() -> None:
    state = play(position("1@0,0", stock=False, phase="demolish", options={"demolition": True}), "take 0,0")
    assert "0 boxes" in state.draw()
