"""The rules pages: what the booklet has is told, its last example is true, and each ruling stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import speelkist
from speelkist.i18n.markdown import parse_blocks

from .examples import figure9, read, texts

FOLDER = Path(speelkist.__file__).parent / "games/krabcek/text"
TEXTS = {lang: (FOLDER / f"rules.{lang}.md").read_text(encoding="utf-8") for lang in ("en", "nl")}
LANGS = sorted(TEXTS)


def section(lang: str, anchor: str) -> str:
    """The text below a heading, on one line."""
    _, _, rest = TEXTS[lang].partition(f"{{#{anchor}}}")
    return " ".join(rest.split("\n## ")[0].split())


@pytest.mark.parametrize("lang", LANGS)
def test_what_the_booklet_has_is_told(lang: str) -> None:
    intro = " ".join(TEXTS[lang].split("##")[0].split())
    millions = {"en": "more than seven million", "nl": "meer dan zeven miljoen"}[lang]
    assert millions in intro
    assert re.search("20 (to|tot) 30", intro)
    four, block = {
        "en": ("You have four aims", "Is your Bigboy not on the board yet? Then concentrate on blocking"),
        "nl": ("Je hebt vier doelen", "Is je Bigboy nog niet in het spel? Richt je dan op het blokkeren"),
    }[lang]
    assert four in section(lang, "tips")
    assert block in section(lang, "tips")
    marker, no_gate = {
        "en": ("**Markers** show whose gate it is", "**they are not gates**"),
        "nl": ("**Markers** laten zien van wie een poort is", "**het zijn geen poorten**"),
    }[lang]
    assert marker in section(lang, "labyrinth")
    assert no_gate in section(lang, "labyrinth")


@pytest.mark.parametrize("lang", LANGS)
def test_the_example_of_the_last_turn_is_figure_9(lang: str) -> None:
    rows = re.findall(r"\| (\d)(?: (?:of|or) (\d))? \| (.*?) \|", section(lang, "example"))
    promised = {int(throw): sentence for *throws, sentence in rows for throw in throws if throw}
    wins, loses = {"en": ("White wins", "loses"), "nl": ("Wit wint", "verliest")}[lang]
    assert sorted(promised) == [2, 3, 4, 5, 6]
    for throw, sentence in promised.items():
        state = read(figure9(throw))
        if throw == 5:
            assert loses in sentence
            assert state.outcome is not None and state.outcome.winners == (0,)
        elif throw == 6:
            assert sorted(texts(state)) == ["G6<>V12", "H11<>V12"]
        else:
            assert wins in sentence
            ends = [state.play(move).outcome for move in texts(state)]
            assert [end for end in ends if end is not None and end.winners == (1,)]


@pytest.mark.parametrize("lang", LANGS)
def test_each_ruling_stands_under_the_heading_that_all_pages_share(lang: str) -> None:
    headings = {block["anchor"]: block["text"] for block in parse_blocks(TEXTS[lang]) if block["kind"] == "heading"}
    assert headings["rulings"] == {"en": "Our rulings", "nl": "Onze beslissingen"}[lang]
    assert list(headings)[-2:] == ["notation", "rulings"]
    rulings = re.findall(r"\| (R\d) \|", section(lang, "rulings"))
    assert rulings == ["R1", "R2", "R3", "R4", "R5", "R6"], "R1 to R5 of the law, and the tie of the first throw"


@pytest.mark.parametrize("lang", LANGS)
def test_the_words_of_the_terminal_stand_in_its_own_section_alone(lang: str) -> None:
    before, _, _ = TEXTS[lang].partition("{#notation}")
    assert "`" not in re.sub(r"```.*?```", "", before, flags=re.DOTALL)
    assert not re.search(r"\b(tight|figures|seed|chance\b.*random|[HVT]\d\d)", before)
