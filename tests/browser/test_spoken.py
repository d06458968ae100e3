"""What a screen reader is given: names for everything that can be used, and the prompts as they change."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from .listener import AGAIN, Listener
from .person import Person, Visitors
from .test_play import LATE, table_request

MOST_ACTS = 2000
HINTS = 0.5


def nodes(person: Person) -> list[dict[str, Any]]:
    """The accessibility tree in reading order, without what is ignored."""
    session = person.context.new_cdp_session(person.page)
    tree: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    return [node for node in tree if not node.get("ignored")]


def text(node: dict[str, Any], key: str) -> str:
    return str(node.get(key, {}).get("value", ""))


def nameless(person: Person) -> list[str]:
    """The roles of what can have the focus and has no name."""
    return [
        text(node, "role")
        for node in nodes(person)
        if any(fact["name"] == "focusable" and fact["value"]["value"] for fact in node.get("properties", []))
        and not text(node, "name")
    ]


def test_the_buttons_of_the_chest_name_their_game(visitors: Visitors) -> None:
    person = visitors.person("keyboard", "nl")
    person.open()
    person.page.wait_for_selector(".ways button")
    names = [text(node, "name") for node in nodes(person) if text(node, "role") == "button"]
    assert len(set(names)) == len(names)
    assert "Tegen de computer: Krabcek" in names
    assert nameless(person) == []


@pytest.mark.parametrize(("game", "lang"), [("krabcek", "en"), ("knopf", "nl"), ("cubus", "en"), ("kriskras", "nl")])
def test_a_game_is_followed_by_ear(visitors: Visitors, game: str, lang: str) -> None:
    """What is asked is read out, no stop is nameless, nothing picked says that it can be picked; up to the end."""
    person = visitors.person("keyboard", lang, reduced_motion="reduce")
    person.open(f"/t/{person.lay(**table_request(game, sit='all'))}")
    asked = person.page.locator(".unseen[role=status]").last
    expect(asked).not_to_be_empty()
    assert person.page.locator(".now p").inner_text() in (asked.text_content() or "")
    assert nameless(person) == []
    first = LATE[game][2][0]
    if not first.startswith("button:") and len(LATE[game][2]) > 1:
        person.pick(first)
        label = person.page.locator(f'[data-cell="{first}"]').get_attribute("aria-label") or ""
        assert label.endswith({"en": "picked", "nl": "gekozen"}[lang]), label
        person.page.keyboard.press("Escape")
    ear = Listener(person.page, game, lang)
    if game == "cubus":  # the last pass: nobody can build any more, so nobody is asked about it
        ear.press(ear.button("Pass"))
    else:
        ear.follow_hint()
    ear.hears(re.compile("won|draw|gewonnen|Gelijkspel"))
    ear.button(AGAIN).wait_for()
    assert nameless(person) == []


@pytest.mark.parametrize("game", ["krabcek", "cubus"])
def test_the_first_words_say_who_one_is_and_nothing_of_how_the_board_was_laid(visitors: Visitors, game: str) -> None:
    person = visitors.person("keyboard", "en", reduced_motion="reduce")
    person.open()
    ear = Listener(person.page, game, "en")
    ear.begin(game.capitalize())
    ear.hears(
        re.compile(
            {"krabcek": "^Krabcek. You are (Black|White). Build", "cubus": "^Cubus. Build boxes on the pile"}[game]
        )
    )
    assert "laid on" not in (person.page.locator("[aria-live]").last.text_content() or "")
    row = person.page.get_by_role("list", name="Moves").get_by_role("button").first
    assert "Tile" not in (row.text_content() or "")


def test_a_button_that_goes_leaves_the_keyboard_at_the_board(visitors: Visitors) -> None:
    person = visitors.person("keyboard", "en", reduced_motion="reduce")
    person.open()
    ear = Listener(person.page, "knopf", "en")
    ear.begin("Kopf oder Knopf")
    expect(person.page.get_by_role("region", name="Kopf oder Knopf")).to_be_focused()
    person.open(f"/t/{person.lay(game='knopf', sit='all')}")
    place = person.page.locator("#board [data-cell]:focus")
    person.pick("b2")
    ear.hears("Choose where this button goes.")
    ear.press(ear.button("Put it back"))
    expect(place).to_have_count(1)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "lang"), [("krabcek", "nl"), ("knopf", "en"), ("cubus", "nl"), ("kriskras", "en")])
def test_a_whole_game_is_played_by_role_and_name_alone(visitors: Visitors, game: str, lang: str) -> None:
    """From the chest to the end against the computer; now and then a hint is followed, so that it comes to an end."""
    person = visitors.person("keyboard", lang, reduced_motion="reduce")
    person.open()
    ear = Listener(person.page, game, lang)
    ear.begin({"knopf": "Kopf oder Knopf", "kriskras": "Kris-kras"}.get(game, game.capitalize()))
    rng = random.Random(game)
    for _ in range(MOST_ACTS):
        if ear.is_over():
            break
        try:
            if rng.random() < HINTS and ear.may_ask():
                ear.follow_hint()
            elif not ear.act():
                person.page.wait_for_timeout(20)
        except PlaywrightTimeout:
            continue  # it has moved on meanwhile
    ear.hears(re.compile("won|draw|gewonnen|Gelijkspel"))
    assert nameless(person) == []
