"""The board in a terminal, the rules page, and moves as values."""

from __future__ import annotations

import pickle
import re
from importlib.resources import files

import pytest

from speelkist.core import LANGUAGES, Move, Phrase, phrases_of
from speelkist.games.kriskras import Kriskras

from .examples import POSITIONS, read, texts

COLOUR_CODE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", POSITIONS)
def test_the_board_says_the_same_with_and_without_colour_in_100_columns(name: str, lang: str) -> None:
    state = read(POSITIONS[name])
    plain = state.draw(False, lang)
    assert COLOUR_CODE.sub("", state.draw(True, lang)) == plain
    assert "\x1b" not in plain
    assert max(map(len, plain.splitlines())) <= 100


def test_the_board_tells_sides_kinds_zones_and_dice_apart_without_colour() -> None:
    state = read(POSITIONS["a crowd before the far zone"])
    lines = state.draw().splitlines()
    assert lines[2].startswith("17 │░·░(S)░·░")  # a black soldier in its own zone
    assert lines[3].startswith("16 │ ·  S (M)(S)(S) S  · ")
    assert "[2] red" in "\n".join(lines)
    assert "[3] green" in "\n".join(lines)
    assert "WHITE, going up (to move)" in "\n".join(lines)
    assert "lost: 1 musketeer" in read(POSITIONS["the throw lapses"]).draw()


def test_what_to_do_is_asked_in_every_phase() -> None:
    start = Kriskras().start()
    throw = start.play("black")
    asked = [
        start.prompt(),
        throw.prompt(),
        throw.play("r2g6").prompt(),
        read(POSITIONS["black may trade twice"]).prompt(),
        read(POSITIONS["the throw lapses"]).prompt(),
        read(POSITIONS["a retreat is all there is"]).prompt(),
        read(POSITIONS["white is stuck, and may trade or end the game"]).prompt(),
        read(POSITIONS["white names two of four soldiers"]).prompt(),
        read(POSITIONS["black is stuck when white has moved"]).play("h8-e8-e10").prompt(),
    ]
    due = ["lots", "throw", "move", "trade", "lapse", "retreat", "stuck", "pay", "over"]
    assert [phrase.key.split(".")[-1] for phrase in asked] == due
    assert "=b17" in asked[3].say("nl")
    assert "(end)" in asked[6].say("nl")
    assert "-c17" in asked[7].say("nl")
    assert all(phrase.say(lang) for phrase in asked for lang in LANGUAGES)


def test_both_languages_have_the_same_phrases_with_the_same_values() -> None:
    english, dutch = (phrases_of("kriskras", lang) for lang in LANGUAGES)
    assert list(english) == list(dutch)
    for key in english:
        assert _values(english[key]) == _values(dutch[key]), key


def _values(phrase: object) -> set[str]:
    return set(re.findall(r"\{(\w+)[:}]", str(phrase))) - {"one", "other"}


@pytest.mark.parametrize("reason", ["musketeers_lost", "musketeers_home", "stuck", "idle", "stuck.draw", "idle.draw"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_end_has_its_sentence(reason: str, lang: str) -> None:
    winner = Phrase("kriskras.side.white")
    assert Kriskras().phrase(f"end.{reason}", winners=winner).say(lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_ruling_of_the_law_stands_on_the_rules_page_and_notation_stands_before_it(lang: str) -> None:
    page = (files("speelkist.games.kriskras") / "text" / f"rules.{lang}.md").read_text("utf-8")
    *_, notation, rulings = re.split(r"^## ", page, flags=re.MULTILINE)
    assert "{#rulings}" in rulings
    assert re.findall(r"^\| (R\d+) \|", rulings, re.MULTILINE) == [f"R{number}" for number in range(1, 12)]
    assert "{#notation}" in notation
    assert "`" not in page.replace(notation, "")  # what only the terminal writes is told there alone


@pytest.mark.parametrize("name", POSITIONS)
def test_a_move_travels_and_an_equal_one_of_another_making_is_played_alike(name: str) -> None:
    state = read(POSITIONS[name])
    for move in state.legal():
        again = pickle.loads(pickle.dumps(move))  # noqa: S301  (our own bytes)
        assert again == move
        assert state.play(again) == state.play(Move(move.text)) == state.play(move.text) == state.play(move)


def test_spaces_around_a_move_do_not_matter() -> None:
    state = Kriskras().start().play("white").play(" r1g1 ")
    assert state.play("  b2-a1-b2\n").to_data()["to_move"] == "black"
    assert "b2-a1-b2" in texts(state)
