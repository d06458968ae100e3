"""Puzzles and the games on paper, from the chest: solved, counted, and printed in true size."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from speelkist.learn.puzzles import puzzle_of

from .person import How, Visitors
from .test_access import violations
from .test_learn import solve


@pytest.mark.parametrize(("how", "lang"), [("mouse", "nl"), ("touch", "en")])
def test_todays_puzzle_is_solved_and_counted(visitors: Visitors, how: How, lang: str) -> None:
    anna = visitors.person(how, lang, reduced_motion="reduce")
    anna.open()
    anna.press(anna.page.get_by_role("link", name=re.compile("^Puzz(els|les): Cubus")))
    anna.sees("Puzzel van de dag" if lang == "nl" else "Puzzle of the day")
    assert violations(anna) == []
    anna.press(anna.page.locator(".today a.button"))
    anna.page.wait_for_selector("#board svg")
    assert violations(anna) == []
    lesson = puzzle_of("cubus", anna.page.url.rsplit("/", 1)[1]).lesson()
    (step,) = lesson.steps
    anna.sees(step.text[lang])
    solve(anna, step)
    expect(anna.page.locator(".said .good")).to_contain_text(step.good[lang])
    anna.press(anna.page.get_by_role("link", name=re.compile("Alle puzzels|All puzzles")).last)
    anna.sees("1 dag op rij opgelost." if lang == "nl" else "Solved 1 day in a row.")
    expect(anna.page.get_by_role("link", name=re.compile(rf"{lesson.title[lang]}, (opgelost|solved)"))).to_be_visible()


def test_a_game_is_printed_in_true_size(visitors: Visitors) -> None:
    anna = visitors.person("mouse", "nl")
    anna.open()
    anna.press(anna.page.get_by_role("link", name="Printen: Kris-kras"))
    anna.page.wait_for_url(re.compile("/print/kriskras"))
    expect(anna.page.locator("li img")).to_have_count(5)
    assert violations(anna) == []
    anna.page.get_by_label("Papier").select_option("letter")
    expect(anna.page.locator("li img").first).to_have_attribute("width", "279")
    pages = anna.page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox ?\[([\d. ]+)\]", pages)
    sizes = [tuple(round(float(number) * 25.4 / 72) for number in box.split()[2:]) for box in boxes]
    assert sizes == [(279, 216), (279, 216), (216, 279), (216, 279), (216, 279)]
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Als pdf-bestand").click()
    assert download.value.suggested_filename == "kriskras-letter.pdf"
    assert download.value.path().read_bytes().startswith(b"%PDF-1.7")
