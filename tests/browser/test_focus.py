"""Where the keyboard is after each step, and what is told of it: hints, looking back, tabs, what is put back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .listener import HINT, Listener
from .person import DESK, PHONE, Person, Visitors
from .test_game_chart import played

SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])


def listener(visitors: Visitors, size: Any, game: str = "knopf", **request: Any) -> tuple[Person, Listener]:
    """Somebody at a table of their own, who uses the keyboard and hears the page."""
    person = visitors.person("keyboard", "en", reduced_motion="reduce")
    person.page.set_viewport_size(size)
    person.open(f"/t/{person.lay(game=game, sit='all', **request)}")
    return person, Listener(person.page, game, "en")


@SIZES
def test_whoever_asks_for_a_hint_is_at_it_and_then_where_it_was_asked(visitors: Visitors, size: Any) -> None:
    person, ear = listener(visitors, size)
    ear.press(ear.button(HINT))
    expect(person.page.locator(".hints button:focus")).to_have_accessible_name(re.compile("^(Show|Play it): "))
    person.page.keyboard.press("Tab")
    expect(person.page.locator(".hints button:focus")).to_have_count(1)
    ear.press(ear.button("Close the hints"))
    expect(ear.button(HINT)).to_be_focused()
    ear.follow_hint()
    expect(ear.button(HINT)).to_be_focused()


def test_hints_stay_for_whoever_goes_on_beneath_them(visitors: Visitors) -> None:
    person, ear = listener(visitors, DESK)
    ear.press(person.page.get_by_role("tab", name="In words"))
    ear.press(ear.button(HINT))
    person.page.locator(".hints button:focus").wait_for()
    hints = person.page.locator(".hints")
    ear.button("Close the hints").focus()
    person.page.keyboard.press("Tab")
    words = person.page.locator("#tab-panel ul")
    expect(words).to_be_focused()
    expect(words).to_be_in_viewport()
    expect(hints).to_be_visible()
    person.page.keyboard.press("Tab")
    expect(hints).to_be_visible()
    lowest, highest = hints.bounding_box(), words.bounding_box()
    assert lowest is not None and highest is not None
    assert lowest["y"] + lowest["height"] <= highest["y"] + 1, "nothing has the focus that they cover"
    ear.press(person.page.get_by_role("tab", name="Moves"))
    expect(hints).to_be_visible()
    person.pick("b2", "a1")
    expect(hints).to_have_count(0)


@SIZES
def test_looking_back_keeps_the_keyboard_and_tells_each_move(visitors: Visitors, size: Any) -> None:
    person = played(visitors, "keyboard")
    person.page.set_viewport_size(size)
    ear = Listener(person.page, "knopf", "en")
    focused = person.page.locator("button:focus")  # on a desk they stand under the board and under the moves
    ear.press(ear.button("Earlier"))
    ear.hears(re.compile(r"^Looking back: 2 of 3\. .*b1"))
    expect(focused).to_have_accessible_name("Earlier")
    for line in (r"^Looking back: 1 of 3\. .*a1", r"^Looking back: 0 of 3\. The beginning of the game\."):
        person.page.keyboard.press("Enter")
        ear.hears(re.compile(line))
        expect(focused).to_have_accessible_name("Earlier")
    ear.press(ear.button("Later"))
    for line in (r"^Looking back: 1 of 3\. .*a1", r"^Looking back: 2 of 3\. .*b1", "won. Congratulations"):
        ear.hears(re.compile(line))
        expect(focused).to_have_accessible_name("Later")
        person.page.keyboard.press("Enter")
    ear.press(ear.button("Watch it again"))
    ear.hears(re.compile(r"^Looking back: 0 of 3\. The beginning of the game\."))


def test_how_it_went_is_told_and_reached_where_it_was_asked(visitors: Visitors) -> None:
    person = played(visitors, "keyboard")
    ear = Listener(person.page, "knopf", "en")
    ear.press(ear.button("How did it go?"))
    expect(person.page.get_by_role("slider", name="A moment in the game")).to_be_focused()
    ear.hears("The chances during the game")


def test_what_is_put_back_has_the_keyboard_again(visitors: Visitors) -> None:
    person, ear = listener(visitors, DESK)
    for put_back in ("Escape", "Put it back"):
        person.pick("b2")
        person.page.keyboard.press("Tab")
        expect(person.page.locator('[data-cell="b2"]')).not_to_be_focused()
        if put_back == "Escape":
            person.page.keyboard.press("Escape")
        else:
            ear.press(ear.button(put_back))
        expect(person.page.locator('[data-cell="b2"]')).to_be_focused()


def test_the_tabs_are_gone_through_with_the_arrow_keys(visitors: Visitors) -> None:
    person, _ = listener(visitors, DESK)
    tabs = person.page.get_by_role("tab")
    tabs.first.focus()
    for key, at in (("ArrowRight", 1), ("End", 2), ("ArrowRight", 0), ("ArrowLeft", 2), ("Home", 0)):
        person.page.keyboard.press(key)
        expect(tabs.nth(at)).to_be_focused()
        expect(tabs.nth(at)).to_have_attribute("aria-selected", "true")
        expect(person.page.locator('[role=tab][tabindex="0"]')).to_have_count(1)


def test_on_a_phone_more_leads_the_keyboard_there(visitors: Visitors) -> None:
    person, ear = listener(visitors, PHONE)
    ear.press(ear.button("More"))
    expect(person.page.get_by_role("region", name="More")).to_be_focused()
