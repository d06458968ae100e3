"""Cubus: whoever can build must, and while others may knock nothing can be tried out."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .person import How, Visitors, position


@pytest.mark.parametrize(
    ("how", "lang", "asked", "refusal"),
    [
        ("mouse", "nl", "Speler 1: bouw als het kan; pas anders.", "Je kunt nog bouwen, dus dat moet ook."),
        ("touch", "en", "Player 1: build if you can; otherwise pass.", "You can still build, so you must."),
    ],
)
def test_a_pass_is_refused_where_a_build_is_known(
    visitors: Visitors, how: How, lang: str, asked: str, refusal: str
) -> None:
    person = visitors.person(how, lang, reduced_motion="reduce")
    address = person.lay(game="cubus", start=position("cubus", "duty"), sit="all")
    person.open(f"/t/{address}")
    person.sees(asked)
    person.press(person.button("Passen" if lang == "nl" else "Pass"))
    expect(person.page.get_by_role("alert")).to_contain_text(refusal)
    assert not [event for event in visitors.server.stored_events(address) if event["kind"] == "moved"]


def test_before_a_knock_nothing_is_tried_out_and_no_hint_given(visitors: Visitors) -> None:
    person = visitors.person(reduced_motion="reduce")
    start = position("cubus", "passed")
    person.open(f"/t/{person.lay(game='cubus', options={'players': 3}, start=start, sit='all')}")
    person.sees("you lay tiles only after you have knocked")
    expect(person.button("Hint")).to_be_disabled()
    expect(person.page.get_by_role("region", name="Player 1’s tiles").get_by_role("button")).to_have_count(4)
    for tile in person.page.locator("button[data-hand]").all():
        expect(tile).to_be_disabled()
    expect(person.page.locator("button.lay")).to_have_count(0)
    person.press(person.page.locator(".now").get_by_role("button", name="Knock"))
    expect(person.page.locator("button.lay")).to_have_count(1)
    expect(person.button("Hint")).to_be_enabled()
    expect(person.page.locator('button[data-hand="R"]')).to_be_enabled()


def test_the_rules_page_draws_its_piles(visitors: Visitors) -> None:
    person = visitors.person()
    person.open(f"/t/{person.lay(game='cubus', sit='all')}")
    person.press(person.page.get_by_role("tab", name="Rules"))
    ways = person.page.locator("article .figure").first
    expect(ways.locator("svg")).to_have_count(6)
    expect(ways.locator("polygon:not(.edge)")).not_to_have_count(0)
    expect(person.page.locator("article pre")).to_have_count(0)
