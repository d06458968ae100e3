"""The rules page beside the board opens at the paragraph of the decision that is due."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .person import Visitors, position
from .test_play import LATE, table_request

ROOT = Path(__file__).parent.parent.parent
ANCHORS: dict[str, dict[str, str]] = {
    path.parent.name: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "web/src/games").glob("*/rulesAnchors.json"))
}
PHASES = {"cubus": "position", "knopf": "notation", "krabcek": "set_up", "kriskras": "position"}


@pytest.mark.parametrize("game", ANCHORS)
def test_every_phase_has_its_paragraph_in_both_languages(game: str) -> None:
    module = import_module(f"speelkist.games.{game}.{PHASES[game]}")
    assert set(ANCHORS[game]) == set(module.PHASES)
    for lang in ("en", "nl"):
        text = (ROOT / f"src/speelkist/games/{game}/text/rules.{lang}.md").read_text(encoding="utf-8")
        assert set(ANCHORS[game].values()) <= set(re.findall(r"\{#([\w-]+)\}", text))


@pytest.mark.parametrize(
    ("game", "anchor", "lang"),
    [("krabcek", "turn", "nl"), ("knopf", "fine", "en"), ("cubus", "build", "nl"), ("kriskras", "red", "en")],
)
def test_the_page_opens_there(visitors: Visitors, game: str, anchor: str, lang: str) -> None:
    person = visitors.person(lang=lang)
    person.open(f"/t/{person.lay(**table_request(game, sit='all'))}")
    person.page.wait_for_selector("[data-cell].target, .now button.main", state="attached")
    before = person.page.evaluate("scrollY")
    person.press(person.page.get_by_role("tab", name=re.compile("Rules|Regels")))
    heading = person.page.locator("article h3.now")
    heading.wait_for()
    assert heading.get_attribute("data-anchor") == anchor
    person.page.wait_for_function(
        "() => { const one = document.querySelector('article h3.now');"
        " return one.closest('article').scrollTop > 0 &&"
        " Math.abs(one.getBoundingClientRect().top - one.closest('article').getBoundingClientRect().top) < 60 }"
    )
    assert person.page.evaluate("scrollY") == before  # the board stays where it is


def test_drawings_and_steps_look_like_themselves(visitors: Visitors) -> None:
    person = visitors.person()
    person.open(f"/t/{person.lay(game='krabcek', options={'layout': 'random'}, sit='all')}")
    person.press(person.page.get_by_role("tab", name="Rules"))
    expect(person.page.locator("article pre")).to_contain_text("6   .   2   .   6")
    assert "```" not in person.page.locator("article").inner_text()
    person.open(f"/t/{person.lay(game='knopf', sit='all')}")
    person.press(person.page.get_by_role("tab", name="Rules"))
    expect(person.page.locator("article ol > li")).to_have_count(3)


def test_the_page_tells_the_values_of_the_tables_options(visitors: Visitors) -> None:
    person = visitors.person()
    options = {"layout": "random", "idle_limit": 77}
    person.open(f"/t/{person.lay(game='krabcek', options=options, sit='all')}")
    person.press(person.page.get_by_role("tab", name="Rules"))
    expect(person.page.locator("article")).to_contain_text("after 77 turns in a row")


def test_the_page_follows_the_game_to_its_end(visitors: Visitors) -> None:
    person = visitors.person()
    name, _, _ = LATE["knopf"]
    person.open(f"/t/{person.lay(game='knopf', start=position('knopf', name), sit='all')}")
    person.press(person.page.get_by_role("tab", name="Rules"))
    person.page.wait_for_selector('h3.now[data-anchor="fine"]')
    person.give_up()
    person.sees_the_end()
    person.press(person.page.get_by_role("tab", name="Moves"))
    person.press(person.page.get_by_role("tab", name="Rules"))
    person.page.wait_for_selector("h3.now")
