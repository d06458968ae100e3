"""Why a move is good: the most telling reason, with its numbers, in both languages."""

from __future__ import annotations

import subprocess
import sys

import pytest

from speelkist.core import CHANCE, LANGUAGES, Phrase, SeededRandom
from speelkist.games.kriskras import Kriskras
from speelkist.games.kriskras.board import NUMBERS
from speelkist.games.kriskras.hint_reasons import throws_home, why
from speelkist.games.kriskras.legal import walks
from speelkist.games.kriskras.notation import THROWS

from .examples import POSITIONS, position, read

FAR = ("a17 q17", "")  # two musketeers that nobody can capture, and that capture nobody soon


def reason(text: str, move: str) -> Phrase:
    """What is said of a move; the key without its beginning."""
    state = read(text)
    phrase = why(state, next(listed for listed in state.legal() if listed.text == move))
    return Phrase(phrase.key.removeprefix("kriskras.insight."), **phrase.values)


def test_a_win_is_said_first() -> None:
    home = POSITIONS["white's third musketeer is one square from home"]
    assert reason(home, "h16-g16-g17") == Phrase("win.musketeers_home")
    last = POSITIONS["black can capture white's last musketeer"]
    assert reason(last, "i10-h10xh8") == Phrase("win.musketeers_lost")
    assert reason(POSITIONS["black is stuck when white has moved"], "h8-h5-h7").key != "win.stuck"  # black has points


def test_a_capture_tells_what_is_left_and_what_it_risks() -> None:
    assert reason(position(("b2 i2 p2", ""), ("g4 q17 a17", ""), "r3g2"), "b2-e2xg4") == Phrase(
        "capture.musketeer", n=2, square="g4"
    )
    assert reason(position(("b2 i2 p2", ""), ("a17 q17", "g4"), "r3g2"), "b2-e2xg4") == Phrase(
        "capture.soldier", square="g4"
    )
    risky = reason(position(("b2 i2 p2", ""), ("a17 q17", "g4 h6"), "r3g2"), "b2-e2xg4")
    assert risky == Phrase("capture.risk", n=5, square="g4")  # red 1, and green 2 to 6


def test_an_arrival_is_counted() -> None:
    text = position(("h15 i2 a17", "d15"), ("b1 q17", ""), "r1g2")
    assert reason(text, "h15-g15-g17") == Phrase("home.musketeer", n=2)
    assert reason(text, "d15-c15-c17") == Phrase("home.soldier", n=1)


def test_a_second_soldier_at_home_brings_a_musketeer_back() -> None:
    assert reason(position(("b2 i2", "d15 k17"), FAR, "r1g2"), "d15-c15-c17") == Phrase("home.trade")


def test_a_danger_that_is_over_is_told_with_its_throws() -> None:
    text = position(("h8 i2 p2", "b3 d3"), ("a17 g10", "i11 j10 k10"), "r6g1")
    assert reason(text, "h8-h2-h3") == Phrase("safe.musketeer", n=10, start="h8")


def test_a_musketeer_near_home_counts_its_throws() -> None:
    text = position(("h13 i2 p2", ""), ("a1 b1", "q3"), "r1g2")
    phrase = reason(text, "h13-g13-g15")
    assert phrase.key == "near"
    assert phrase.values["n"] == throws_home(0, read(text).play("h13-g13-g15").armies, NUMBERS["g15"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_ways_home_are_those_of_the_rules(name: str) -> None:
    armies = read(POSITIONS[name]).armies
    for player in 0, 1:
        for square in (square for squares in armies[player] for square in squares):
            expected = sum(
                any(
                    move.start == square and move.end // 17 == (16, 0)[player]
                    for move in walks(player, armies, throw.red, throw.green)
                )
                for throw in THROWS
            )
            assert throws_home(player, armies, square) == expected


def test_an_aim_at_a_musketeer_is_worth_saying() -> None:
    text = position(("b2 i2 p2", "d3"), ("f12 q17", "a17"), "r1g6")
    phrase = reason(text, "d3-c3-c9")
    assert phrase.key == "aim.musketeer"
    assert phrase.values == {"square": "f12", "n": 4}  # red 3, and green 3 to 6


def test_a_fighter_that_others_guard_may_stand_in_danger() -> None:
    text = position(("a17 q17 i2", "h6 j6 d3"), ("b1 f17", "g12"), "r1g1")
    # red 2 and green 5 or 6 capture it on i7; from j6 red 1 and any green strikes back, from d3 red 5 and green 4 to 6
    assert reason(text, "h6-i6-i7") == Phrase("guarded", n=9, square="i7")


def test_trades_and_what_cannot_be_chosen() -> None:
    trade = POSITIONS["black may trade twice"]
    assert reason(trade, "=c17") == Phrase("trade", square="c17")
    assert reason(trade, "throw") == Phrase("no_trade", n=4)
    assert reason(POSITIONS["the throw lapses"], "--") == Phrase("only")


def test_who_cannot_move_is_told_what_ending_the_game_brings() -> None:
    ahead = POSITIONS["white is stuck, and may trade or end the game"]
    assert reason(ahead, "end") == Phrase("end.win")
    assert reason(ahead, "=c1") == Phrase("trade", square="c1")
    equal = position(("a17 b17", "c17 d17"), ("a1 b1", "c1 d1"), phase="trade")
    assert reason(equal, "end") == Phrase("end.draw")
    losing = position(("a17", "c17 d17"), ("a1 b1 h9", "c1 d1"), phase="trade")
    assert reason(losing, "end") == Phrase("end.lost")
    assert reason(losing, "=e1") == Phrase("trade.stuck", square="e1")


def test_a_soldier_that_pays_stood_in_the_way_or_can_be_spared() -> None:
    # with b17 free the soldier a15 comes home with red 1 and green 2 too
    text = position(("h1 i2 p2", "a15 b17 k17 p17"), ("i16", ""), owes=1)
    assert reason(text, "-b17") == Phrase("pay.opens", n=1, square="b17")
    assert reason(text, "-p17") == Phrase("pay", square="p17")


def test_a_throw_that_lapses_beside_a_retreat_has_its_reason() -> None:
    assert reason(POSITIONS["a retreat is all there is"], "--") == Phrase("stays")
    threatened = position(("a17", "a2 a3"), ("b3", "b2"), "r1g2")
    assert reason(threatened, "a2-a1").key in ("safe.soldier", "retreat")


def test_every_move_of_random_games_has_a_reason_in_both_languages() -> None:
    seen: set[str] = set()
    for number in range(6):
        rng, state = SeededRandom("insight", number), Kriskras().start()
        while state.outcome is None:
            legal = state.legal()
            if state.player != CHANCE:
                said = why(state, rng.choice(legal))
                assert all(said.say(lang) for lang in LANGUAGES)
                seen.add(said.key.removeprefix("kriskras.insight."))
            state = state.play(rng.choice(legal))  # type: ignore[assignment]
    assert {"capture.soldier", "home.soldier", "forward", "forward.risk", "safe.soldier", "quiet"} <= seen


def test_it_needs_no_compiler() -> None:
    code = "import sys, speelkist.games.kriskras.hint_reasons; sys.exit(bool({'numba', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
