"""The drawings and worked examples of the rules pages are true, and each ruling of the law stands there."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from speelkist.games.cubus.build_generator import good_builds
from speelkist.games.cubus.build_rules import BuildContext, CheckedBuild, less, picture_counts
from speelkist.games.cubus.notation import read_pile
from speelkist.i18n.markdown import Block, parse_blocks, plain_text
from tools.pictures.piles import PAGES, renewed

from .setting import key, play, position

TEXTS = {path.name.split(".")[1]: path.read_text(encoding="utf-8") for path in PAGES}
LANGS = sorted(TEXTS)


def blocks_of(lang: str, anchor: str) -> list[Block]:
    """The blocks below a heading."""
    blocks = parse_blocks(TEXTS[lang])
    begin = next(at for at, block in enumerate(blocks) if block["kind"] == "heading" and block["anchor"] == anchor)
    end = next((at for at in range(begin + 1, len(blocks)) if blocks[at]["kind"] == "heading"), len(blocks))
    return blocks[begin + 1 : end]


def prose(lang: str, anchor: str) -> str:
    return " ".join(plain_text(block["line"]) for block in blocks_of(lang, anchor) if block["kind"] == "paragraph")


def figures(lang: str, anchor: str) -> list[list[str]]:
    return [block["figure"].split()[1:] for block in blocks_of(lang, anchor) if block["kind"] == "drawing"]


def deal(before: str, after: str) -> CheckedBuild:
    """The build from one pile to another, with just the tiles that it takes."""
    lying, laid = read_pile(before), read_pile(after)
    assert lying is not None and laid is not None
    hand = less(picture_counts(laid, 0), picture_counts(lying, 0))
    checked = BuildContext(lying, (), hand, young=False).judge(laid, ())
    assert isinstance(checked, CheckedBuild)
    return checked


@pytest.mark.parametrize("lang", LANGS)
def test_the_drawings_show_the_piles_that_they_name(lang: str) -> None:
    assert renewed(TEXTS[lang]) == TEXTS[lang], "python -m tools.pictures.piles"


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_shows_the_five_ways_to_build_with_two_tiles(lang: str) -> None:
    ((start, *ways),) = figures(lang, "build")
    assert start == "1@0,0"
    assert len(set(ways)) == 5
    added = [deal(start, way).added for way in ways]
    assert added == [(1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 1, 0), (0, 1, 1, 0), (0, 1, 1, 0)]
    assert {deal(start, way).points for way in ways} == {1}


@pytest.mark.parametrize(("hand", "build"), [("LR", "2@0,0"), ("LT", "1/1@0,0"), ("RT", "1,1@0,0")])
def test_the_five_ways_are_three_builds_and_there_is_no_other(hand: str, build: str) -> None:
    state = position("1@0,0", (hand, ""))
    assert [str(deal.pile) for deal in good_builds(state.site())] == [build]
    assert play(state, f"build {build}").scores == (1, 0)


@pytest.mark.parametrize("lang", LANGS)
def test_the_examples_score_what_the_page_says(lang: str) -> None:
    promised = [int(points) for points in re.findall(r": (\d+) (?:points|punten)\.", prose(lang, "examples"))]
    assert promised == [3, 5, 9, 19]
    row, *pairs = figures(lang, "examples")
    assert [deal(before, after).points for before, after in pairwise(row)] == [1, 1, 1, 1]
    assert [deal(before, after).points for before, after in pairs] == promised


@pytest.mark.parametrize("lang", LANGS)
def test_the_example_of_the_demolition_goes_as_the_page_says(lang: str) -> None:
    ((cube, after, later),) = figures(lang, "demolition")
    state = position(cube, ("", "", ""), stock=False, phase="demolish", options={"demolition": True})
    assert key(state, "take 0,0") == "cubus.demolition.unsound"
    state = play(state, "take 1,1")
    assert (str(state.pile), state.demolition_scores) == (after, (0, 0, 0))
    state = play(state, "take 1,0")
    assert (str(state.pile), state.demolition_scores) == (later, (0, 1, 0))


def test_a_box_of_three_tiles_scores_nothing_and_is_refused() -> None:
    state = position("1@0,0", ("LRT", ""))
    assert key(state, "build 0,1/1,0@0,0") == "cubus.score.worth"  # beside the starting box, edge to edge


def test_the_tile_just_drawn_need_not_be_used() -> None:
    state = play(position("1@0,0", ("LR", ""), phase="draw"), "+O", "build 2@0,0")
    assert state.hands[0] == (0, 0, 0, 1)


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_says_what_the_law_wants_said(lang: str) -> None:
    must, three, drawn = {
        "en": ("If you can build, you must", "A box of three tiles would score nothing", "You need not use the tile"),
        "nl": ("Kun je bouwen, dan moet je bouwen", "Een kist met drie ruiten zou niets", "hoef je niet te gebruiken"),
    }[lang]
    assert must in prose(lang, "build")
    assert three in prose(lang, "score")
    assert drawn in prose(lang, "draw")


RULINGS = 9  # R1 to R9 of the law


@pytest.mark.parametrize("lang", LANGS)
def test_each_ruling_stands_under_the_heading_that_all_pages_share(lang: str) -> None:
    headings = {block["anchor"]: block["text"] for block in parse_blocks(TEXTS[lang]) if block["kind"] == "heading"}
    assert headings["rulings"] == {"en": "Our rulings", "nl": "Onze beslissingen"}[lang]
    assert list(headings)[-2:] == ["notation", "rulings"]
    (table,) = [block for block in blocks_of(lang, "rulings") if block["kind"] == "table"]
    assert len(table["rows"]) == RULINGS


@pytest.mark.parametrize("lang", LANGS)
def test_the_words_of_the_terminal_stand_in_its_own_section_alone(lang: str) -> None:
    before, _, _ = TEXTS[lang].partition("{#notation}")
    assert "`" not in re.sub(r"```.*?```", "", before, flags=re.DOTALL)
    assert not re.search(r"\b(lowest|best\*\*|knock:|build \d)", before)
