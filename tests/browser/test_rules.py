"""The rules page beside the board opens at the paragraph of the decision that is due."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .person import Room, position
from .test_play import LATE, wish

ROOT = Path(__file__).parent.parent.parent
ANCHORS: dict[str, dict[str, str]] = {
    path.parent.name: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "web/src/games").glob("*/rulesAnchors.json"))
}
PHASES = {"cubus": "position", "knopf": "notation", "krabcek": "notation", "kriskras": "rules"}


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
def test_the_page_opens_there(room: Room, game: str, anchor: str, lang: str) -> None:
    one = room.person(lang=lang)
    one.open(f"/t/{one.lay(**wish(game, sit='all'))}")
    one.page.wait_for_selector("[data-cell].target, .now button.main", state="attached")
    before = one.page.evaluate("scrollY")
    one.press(one.page.get_by_role("tab", name=re.compile("Rules|Regels")))
    heading = one.page.locator("article h3.now")
    heading.wait_for()
    assert heading.get_attribute("data-anchor") == anchor
    one.page.wait_for_function(
        "() => { const one = document.querySelector('article h3.now');"
        " return one.closest('article').scrollTop > 0 &&"
        " Math.abs(one.getBoundingClientRect().top - one.closest('article').getBoundingClientRect().top) < 60 }"
    )
    assert one.page.evaluate("scrollY") == before  # the board stays where it is


def test_drawings_and_steps_look_like_themselves(room: Room) -> None:
    one = room.person()
    one.open(f"/t/{one.lay(game='krabcek', options={'layout': 'random'}, sit='all')}")
    one.press(one.page.get_by_role("tab", name="Rules"))
    expect(one.page.locator("article pre")).to_contain_text("6   .   2   .   6")
    assert "```" not in one.page.locator("article").inner_text()
    one.open(f"/t/{one.lay(game='knopf', sit='all')}")
    one.press(one.page.get_by_role("tab", name="Rules"))
    expect(one.page.locator("article ol > li")).to_have_count(3)


def test_the_page_follows_the_game_to_its_end(room: Room) -> None:
    one = room.person()
    name, _, _ = LATE["knopf"]
    one.open(f"/t/{one.lay(game='knopf', start=position('knopf', name), sit='all')}")
    one.press(one.page.get_by_role("tab", name="Rules"))
    one.page.wait_for_selector('h3.now[data-anchor="fine"]')
    one.press(one.button("Give up"))
    one.sees_the_end()
    one.press(one.page.get_by_role("tab", name="Moves"))
    one.press(one.page.get_by_role("tab", name="Rules"))
    one.page.wait_for_selector("h3.now")
