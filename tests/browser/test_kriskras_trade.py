"""Kris-kras: a trade and the soldiers that pay for it, the end a stuck player may choose, a throw that may lapse."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .person import How, Person, Visitors, position, ways

WORDS = {
    "trade": {"en": "Bring back a musketeer", "nl": "Haal een musketier terug"},
    "end": {"en": "End the game and count the points", "nl": "Stop het spel en tel de punten"},
    "lapse": {"en": "Let the throw lapse", "nl": "Laat de worp vervallen"},
}


def seated(visitors: Visitors, how: How, lang: str, name: str) -> Person:
    """Somebody who plays both sides from a position."""
    person = visitors.person(how, lang)
    request: dict[str, Any] = {"game": "kriskras", "start": position("kriskras", name), "seed": "5eed" * 16}
    person.open(f"/t/{person.lay(**request, sit='all')}")
    return person


@pytest.mark.parametrize(("how", "lang"), ways("touch"))
def test_a_musketeer_comes_back_and_two_soldiers_are_named(visitors: Visitors, how: How, lang: str) -> None:
    person = seated(visitors, how, lang, "white is stuck, and must name soldiers after a trade")
    person.press(person.button(WORDS["trade"][lang]))
    person.press(person.button({"en": "Cancel", "nl": "Toch niet"}[lang]))  # "put it back" would mean the musketeer
    person.press(person.button(WORDS["trade"][lang]))
    person.sees({"en": "Choose an empty square in your own zone", "nl": "Kies voor de musketier een leeg vakje"}[lang])
    person.pick("h1", "f17", "c17")
    person.page.wait_for_selector('.target[data-cell="h1"]', state="attached")  # the dice fell, and it can move
    for cell in "f17", "c17":
        expect(person.page.locator(f'[data-cell="{cell}"]')).to_have_attribute("aria-disabled", "true")
    expect(person.page.locator("path.ended")).to_have_count(1)  # h1, where the musketeer came back
    listed = person.page.locator("#tab-panel ol li")
    expect(listed).to_have_count(1)  # the trade, what it cost and the throw are one turn
    expect(listed).to_contain_text({"en": "A musketeer back on h1", "nl": "Een musketier terug op h1"}[lang])
    expect(listed).to_contain_text({"en": "red", "nl": "rood"}[lang])


@pytest.mark.parametrize(("how", "lang"), ways("keyboard"))
def test_a_stuck_player_ends_the_game(visitors: Visitors, how: How, lang: str) -> None:
    person = seated(visitors, how, lang, "white is stuck, and may trade or end the game")
    person.press(person.button(WORDS["end"][lang]))
    person.sees_the_end()
    person.sees({"en": "Points: White 12, Black 0.", "nl": "Punten: Wit 12, Zwart 0."}[lang])


@pytest.mark.parametrize(("how", "lang"), ways("mouse"))
def test_a_throw_that_only_leads_back_may_lapse(visitors: Visitors, how: How, lang: str) -> None:
    person = seated(visitors, how, lang, "a retreat is all there is")
    person.page.wait_for_selector('.target[data-cell="a2"]', state="attached")
    person.press(person.button(WORDS["lapse"][lang]))
    expect(person.page.locator('[data-cell="a2"]')).to_have_attribute("aria-disabled", "true")
