"""What players read: the phrases, the rules pages and the drawn board."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from speelkist.core import Phrase, phrases_of
from speelkist.games.knopf import Knopf

from .examples import POSITIONS, position, read
from .setting import play, start

FOLDER = files("speelkist.games.knopf") / "text"


def fields(phrase: object) -> set[str]:
    texts = phrase.values() if isinstance(phrase, dict) else [phrase]
    return {field for text in texts for field in re.findall(r"\{(\w+)[:}]", str(text))}


def test_both_languages_have_the_same_phrases_with_the_same_values() -> None:
    english, dutch = phrases_of("knopf", "en"), phrases_of("knopf", "nl")
    assert list(english) == list(dutch)
    for key, phrase in english.items():
        assert isinstance(phrase, str) == isinstance(dutch[key], str)
        assert fields(phrase) - {"n"} == fields(dutch[key]) - {"n"}, key


def anchors(lang: str) -> list[str]:
    page = (FOLDER / f"rules.{lang}.md").read_text(encoding="utf-8")
    return re.findall(r"^## .+ \{#(\w+)\}$", page, flags=re.MULTILINE)


def test_both_rules_pages_have_the_same_headings_and_a_heading_for_every_refusal() -> None:
    assert anchors("en") == anchors("nl")
    assert anchors("en")[-2:] == ["notation", "rulings"]
    assert {"notation", "take", "fine", "move", "groups"} <= set(anchors("en"))


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_the_rules_pages_tell_every_ruling_and_credit_the_designer(lang: str) -> None:
    page = (FOLDER / f"rules.{lang}.md").read_text(encoding="utf-8")
    assert "Manfred Ludwig" in page
    assert "Hendrik Cornilly" in page
    for number in range(1, 10):
        assert f"| R{number} |" in page


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_phrases_that_others_ask_for(lang: str) -> None:
    phrases = phrases_of("knopf", lang)
    for key in ("about", "help", "end.target", "end.quiet", "end.quiet.draw", "side.red", "side.blue"):
        assert key in phrases
    for option in Knopf.info.options:
        assert f"option.{option.name}" in phrases
    for reason in ("target", "quiet", "quiet.draw"):
        winners = () if reason == "quiet.draw" else (Phrase("knopf.side.red"),)
        ended = Knopf().phrase(f"end.{reason}", winners=winners, n=len(winners), most=10, least=7)
        assert "{" not in ended.say(lang)


@pytest.mark.parametrize("lang", ["en", "nl"])
@pytest.mark.parametrize("name", POSITIONS)
def test_the_question_is_one_line(name: str, lang: str) -> None:
    assert "\n" not in read(POSITIONS[name]).prompt().say(lang)


RED = Phrase("knopf.side.red", seat=0)


def test_what_is_asked() -> None:
    assert start().prompt() == Phrase("knopf.ask.move", side=RED)
    assert read(POSITIONS["the fine wins"]).prompt() == Phrase("knopf.ask.fine", side=RED, n=3, squares="a9, b9, c9")
    take = read(POSITIONS["red may take, and a group is to be fined then"])
    assert take.prompt() == Phrase("knopf.ask.take", side=RED, squares="b2, g7")
    assert play(read(POSITIONS["the fine wins"]), "!a9").prompt() == Phrase("knopf.ask.over")


def test_the_question_tells_where_a_group_went_that_the_taking_broke_up() -> None:
    two = read(POSITIONS["a group is fined though the taking has broken it up"]).prompt()
    assert "broke up a group of three or more; g7, h8 are left of it" in two.say("en")
    assert "een groep van drie of meer uiteengevallen; g7, h8 liggen er nog" in two.say("nl")
    last = read(POSITIONS["three groups, the largest of which was taken down to one button"]).prompt()
    assert "only g4 is left of it" in last.say("en") and "(!g4)" in last.say("en")
    assert "alleen g4 ligt er nog" in last.say("nl") and "(!g4)" in last.say("nl")


@pytest.mark.parametrize("lang", ["en", "nl"])
@pytest.mark.parametrize("name", POSITIONS)
def test_colour_only_adds_to_the_drawing(name: str, lang: str) -> None:
    state = read(POSITIONS[name])
    plain = state.draw(lang=lang)
    assert re.sub(r"\x1b\[[0-9;]*m", "", state.draw(colour=True, lang=lang)) == plain
    assert all(len(line) <= 100 for line in plain.splitlines())


def test_the_board_shows_holes_under_buttons_and_what_is_threatened() -> None:
    state = play(read(position("d4 e5 j10", "g7 b2 h9", "blue")), "h9-h10")
    rows = state.draw().splitlines()
    assert rows[2] == "  10 │  1   1   1   1   1   1   1  [1]  1  (1) │ 10"
    assert rows[5] == "   7 │  1   1   1   1   1   1   1×  1   1   1  │ 7"
    assert "Taken as this turn began: b2, g7" in state.draw()
    assert "Geslagen bij het begin van deze beurt: b2, g7" in state.draw(lang="nl")
    state = read(position("d4 e5 j10", "g7 h9", "blue"))
    assert state.draw().splitlines()[5] == "   7 │  1   1   1   1   1   1  [1]! 1   1   1  │ 7"


def test_the_board_shows_the_group_to_be_fined() -> None:
    rows = read(POSITIONS["the fine wins"]).draw().splitlines()
    assert rows[3] == "   9 │ [1]?[1]?[1]? 1   1   1   1   1  [1]  1  │ 9"


def test_the_board_shows_what_may_be_taken() -> None:
    rows = read(POSITIONS["red may take, and a group is to be fined then"]).draw().splitlines()
    assert rows[5] == "   7 │  1   1   1   1   1   1  [1]? 1   1   1  │ 7"
    assert rows[10] == "   2 │  1  [1]? 1   1   1   1   1   1   1   1  │ 2"


def test_the_pointer_shows_whose_turn_it_is() -> None:
    assert "▸ (•) Red" in start().draw()
    assert "▸ [•] Blauw" in read(position("d4", "g7", "blue")).draw(lang="nl")
    assert "▸" not in play(read(POSITIONS["the fine wins"]), "!a9").draw()
