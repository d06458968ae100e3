"""Two at one screen draw lots for their colours: one of them picks a fist."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .person import How, Visitors


@pytest.mark.parametrize(("how", "lang", "fist"), [("mouse", "en", "left"), ("touch", "nl", "linker")])
def test_the_bigboys_in_the_fists_tell_who_plays_black(visitors: Visitors, how: How, lang: str, fist: str) -> None:
    person = visitors.person(how, lang, reduced_motion="reduce")
    person.open()
    card = person.page.locator(".game", has_text="Krabcek")
    person.press(card.get_by_role("button", name=re.compile("Samen hier|On this screen")))
    dialog = person.page.get_by_role("dialog")
    fists = dialog.get_by_role("group", name=re.compile("Loten om|Drawing lots"))
    expect(fists.locator("svg .shadow")).to_have_count(0)
    person.press(fists.get_by_role("button", name=re.compile(fist)))
    words = fists.get_by_role("status")
    expect(words).to_have_text(
        re.compile(
            r"^Whoever picked plays (Black, the other plays White|White, the other plays Black)\.$"
            r"|^Wie koos, speelt (Zwart; de ander speelt Wit|Wit; de ander speelt Zwart)\.$"
        )
    )
    expect(fists.locator("svg .shadow")).to_have_count(2)  # a Bigboy in each
    first = fists.get_by_role("button").first
    assert (first.get_attribute("aria-label") or "") in words.inner_text()
    person.press(dialog.locator("button.main"))
    person.page.wait_for_selector("#board")


def test_a_game_without_colours_has_no_fists(visitors: Visitors) -> None:
    person = visitors.person()
    person.open()
    card = person.page.locator(".game", has_text="Cubus")
    person.press(card.get_by_role("button", name="On this screen"))
    expect(person.page.get_by_role("dialog").get_by_role("group", name="Drawing lots")).to_have_count(0)
    expect(person.page.get_by_role("dialog").locator("button.main")).to_be_visible()
