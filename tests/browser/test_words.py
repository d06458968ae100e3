"""A word to the other side: each reads it in their own language, at the seat of whoever says it, and may mute it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from speelkist.server.live import words

from .person import PHONE, Person, Visitors


def two_by_link(visitors: Visitors, game: str = "knopf") -> tuple[Person, Person]:
    anna, bram = visitors.person(), visitors.person("touch", "nl")
    address = anna.lay(game=game, seats=["person", "person"], sit=0, name="Anna")
    bram.open(f"/t/{address}")
    bram.page.locator("input").first.fill("Bram")
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    anna.open(f"/t/{address}")
    return anna, bram


def test_a_word_is_read_and_read_out_in_the_readers_language(visitors: Visitors) -> None:
    anna, bram = two_by_link(visitors, "cubus")
    anna.press(anna.button("Say something"))
    anna.press(anna.button("Nice move!"))
    bubble = bram.page.locator("li.side0 .bubble")
    expect(bubble).to_contain_text("Mooie zet!")
    expect(bram.page.locator("[role=status]", has_text="Anna: Mooie zet!")).to_have_count(1)
    place = bubble.bounding_box()
    assert place is not None
    assert place["x"] >= 0 and place["x"] + place["width"] <= PHONE["width"]
    expect(anna.page.locator("li.side0 .bubble")).to_contain_text("Nice move!")  # it has been said
    bram.press(bram.button("Zeg iets"))
    menu = bram.page.get_by_role("group", name="Zeg iets")
    box = menu.bounding_box()
    assert box is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    bram.press(menu.get_by_role("button", name="Dank je wel!"))
    expect(menu).to_have_count(0)
    expect(anna.page.locator("li.side1 .bubble")).to_contain_text("Thanks!")
    said, zoom = bram.page.locator("li.side1 .bubble").bounding_box(), bram.page.locator(".zoom").bounding_box()
    assert said is not None and zoom is not None
    assert said["x"] >= 0 and said["x"] + said["width"] <= zoom["x"], "it covers no button of the board"


def test_words_are_muted_and_stay_so_and_who_says_too_much_is_answered(
    visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "SECONDS_A_WORD", 3600.0)  # however slow the machine is
    anna, bram = two_by_link(visitors)
    bram.press(bram.button("Zeg iets"))
    bram.press(bram.page.get_by_label("Niet laten zien wat anderen zeggen"))
    bram.page.reload()
    bram.page.wait_for_selector("#board")
    for _ in range(4):
        anna.press(anna.button("Say something"))
        anna.press(anna.button("Oops!"))
    anna.sees("That was quite a lot at once; wait a few seconds.")
    anna.pick("b2", "a1")  # what comes later is there: the words were before it, and are not
    bram.page.wait_for_selector(
        '[data-cell="b1"].target, [data-cell="i8"].target, [data-cell].target', state="attached"
    )
    expect(bram.page.locator(".bubble")).to_have_count(0)
    expect(bram.page.locator("[role=status]", has_text="Oeps!")).to_have_count(0)


def test_with_the_keyboard_a_word_is_said_and_the_menu_let_go(visitors: Visitors) -> None:
    anna = visitors.person("keyboard")
    bram = visitors.person("touch", "nl")
    address = anna.lay(game="knopf", seats=["person", "person"], sit=0, name="Anna")
    anna.open(f"/t/{address}")
    assert anna.button("Say something").count() == 0  # there is nobody to say it to
    bram.open(f"/t/{address}")
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    menu = anna.page.get_by_role("group", name="Say something")
    anna.press(anna.button("Say something"))
    expect(menu).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(anna.button("Say something")).to_be_focused()
    anna.page.keyboard.press("Enter")
    anna.page.keyboard.press("Tab")
    anna.page.keyboard.press("Enter")
    expect(bram.page.locator("li.side0 .bubble")).to_contain_text("Hallo!")
