"""What a screen reader is given: names for everything that can be used, and the prompts as they change."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .person import Person, Visitors
from .test_play import LATE, finish, table_request


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
    finish(person, game)
    if game == "cubus":  # the other answers the last pass
        person.press_main()
    person.sees_the_end()
    assert nameless(person) == []
