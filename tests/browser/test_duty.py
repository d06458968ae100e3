"""Cubus: whoever can build must, and while others may knock nothing can be tried out."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.games.cubus.setting import data

from .person import How, Person, Visitors, position

# How far something is covered by the line at the foot of a phone, in pixels.
COVERED = """(element) => element.getBoundingClientRect().bottom
  - document.querySelector(".desk > .line").getBoundingClientRect().top"""


def passed(visitors: Visitors, seconds: int) -> tuple[Person, Person]:
    """Anna and Bram far apart with small phones; Anna has passed, though a corner could be flipped."""
    anna, bram = visitors.person("touch", "en"), visitors.person("touch", "nl")
    for person in (anna, bram):
        person.page.set_viewport_size({"width": 360, "height": 740})
    start = json.dumps(data("2,2/2,1@0,0", ("LRT", "LRTO"), round=4, scores=[3, 4]))
    address = anna.lay(game="cubus", sit=0, name="Anna", start=start, answer_seconds=seconds)
    bram.open(f"/t/{address}")
    bram.page.locator("input").first.fill("Bram")
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    anna.open(f"/t/{address}")
    anna.press(anna.button("Pass"))
    bram.sees("Zie jij iets te bouwen met de ruiten van Anna?")
    anna.sees("Bram may knock.")
    return anna, bram


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
    person.sees("You lay tiles only after knocking")
    expect(person.button("Hint")).to_be_disabled()
    expect(person.page.get_by_role("region", name="Player 1’s tiles").get_by_role("button")).to_have_count(4)
    for tile in person.page.locator("button[data-hand]").all():
        expect(tile).to_be_disabled()
    expect(person.page.locator("button.lay")).to_have_count(0)
    person.press(person.page.locator(".now").get_by_role("button", name="Knock"))
    expect(person.page.locator("button.lay")).to_have_count(1)
    expect(person.button("Hint")).to_be_enabled()
    expect(person.page.locator('button[data-hand="R"]')).to_be_enabled()


def test_on_a_phone_the_tiles_to_knock_for_are_in_sight_and_the_answers_in_one_row(visitors: Visitors) -> None:
    anna, bram = passed(visitors, 3)
    expect(bram.page.get_by_role("region", name="Ruiten van Anna")).to_be_visible()
    bram.sees("dan krijgt Anna 2 punten")  # of two, nobody is called the others
    for part in (".tray .tiles", ".tray .stock", ".hands"):
        assert bram.page.locator(part).evaluate(COVERED) <= 0, part
        assert anna.page.locator(part).evaluate(COVERED) <= 0, part
    tops = bram.page.locator(".acts > *").evaluate_all("(all) => all.map((act) => act.getBoundingClientRect().bottom)")
    assert len(tops) == 3 and max(tops) - min(tops) < 20, tops
    # nobody answered: it is not told as if somebody had
    expect(bram.page.locator("[data-story]")).to_contain_text("Je hebt niet op tijd geantwoord.")
    expect(anna.page.locator("[data-story]")).to_contain_text("Bram did not answer in time.")
    expect(anna.page.get_by_role("list", name="Moves")).to_contain_text("No answer in time")


def test_on_a_phone_what_is_asked_and_refused_together_is_in_sight_and_covers_no_tiles(visitors: Visitors) -> None:
    anna, bram = passed(visitors, 0)
    for person, command, answer in (
        (anna, "Take back", "Bram has to agree"),
        (bram, "Terugnemen", "Er is niets van jou om terug te nemen."),
    ):
        person.press(person.button(command))  # below the board: there nothing of the answer is seen
        expect(person.page.locator(".desk").get_by_text(answer).first).to_be_in_viewport(ratio=1)
    expect(bram.button("Ja")).to_be_in_viewport(ratio=1)
    expect(bram.button("Kloppen")).to_be_in_viewport(ratio=1)
    for part in (".tray .tiles", ".hands"):
        assert bram.page.locator(part).evaluate(COVERED) <= 0, part


def test_whoever_knocked_is_told_what_came_of_it_and_throws_no_build_away(visitors: Visitors) -> None:
    anna, bram = passed(visitors, 0)
    bram.press(bram.button("Kloppen"))
    bram.sees("leg er een paar van Anna bij")
    bram.press(bram.page.locator(".corner.out"))
    expect(bram.page.locator("button.lay")).to_be_enabled()
    bram.button("Ik vind niets").focus()
    bram.page.keyboard.press("Enter")
    expect(bram.page.get_by_role("dialog")).to_contain_text("Wat je hebt gelegd, is 3 punten waard.")
    bram.page.keyboard.press("Escape")
    bram.press(bram.page.locator("button.lay"))
    outcome = "Je klopt. Je bouwt met de ruiten van Anna: 1 nieuwe kist, 3 punten."
    expect(bram.page.locator("[data-story]")).to_contain_text(outcome)
    expect(bram.page.locator("main ~ [aria-live], main + [aria-live]")).to_contain_text(
        "Je bouwt met de ruiten van Anna"
    )
    anna.sees("Bram builds with your tiles: 1 new box, 3 points.")


def test_the_rules_page_draws_its_piles(visitors: Visitors) -> None:
    person = visitors.person()
    person.open(f"/t/{person.lay(game='cubus', sit='all')}")
    person.press(person.page.get_by_role("tab", name="Rules"))
    ways = person.page.locator("article .figure").first
    expect(ways.locator("svg")).to_have_count(6)
    expect(ways.locator("polygon:not(.edge)")).not_to_have_count(0)
    expect(person.page.locator("article pre")).to_have_count(0)


def test_a_hint_on_a_phone_leaves_pile_tiles_and_buttons_free(visitors: Visitors) -> None:
    person = visitors.person("touch", "nl", reduced_motion="reduce")
    person.page.set_viewport_size({"width": 360, "height": 740})
    person.open(f"/t/{person.lay(game='cubus', start=position('cubus', 'duty'), sit='all')}")
    person.press(person.button("Hint"))
    card = person.page.locator(".hints:has(.suggestion)").bounding_box()
    tiles, ways = person.page.locator(".tray .tiles").bounding_box(), person.page.locator(".acts > button")
    expect(person.page.locator("[data-tile]").first).to_be_in_viewport(ratio=1)
    assert card is not None and tiles is not None and tiles["y"] + tiles["height"] <= card["y"]
    row = ways.bounding_box()
    assert row is not None and card["y"] + card["height"] <= row["y"]
    expect(ways).not_to_have_class(re.compile(r"\bmain\b"))  # a build lies ready: to pass is not what is proposed


def test_on_a_small_phone_six_have_all_tiles_in_sight_and_seats_in_one_row(visitors: Visitors) -> None:
    person = visitors.person("touch", "nl")
    person.page.set_viewport_size({"width": 360, "height": 740})
    start = json.dumps(data("2,2/2,1@0,0", ("LRT", "LRTO", "T", "", "LLR", "RRTO"), round=4))
    names = ["Anna-Maria", "Bram", "Cornelia", "Dirk", "Eveline", "Ferdinand"]
    address = person.lay(game="cubus", sit="all", names=names, start=start, options={"players": 6})
    person.open(f"/t/{address}")
    for part in (".tray .tiles", ".hands li:last-child"):
        assert person.page.locator(part).evaluate(COVERED) <= 0, part
    tops = "(all) => all.map((element) => element.getBoundingClientRect().top)"
    assert len(set(person.page.locator(".desk > ol > li").evaluate_all(tops))) == 1
    beyond = "(all) => all.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)"
    assert not person.page.locator(".hands li").evaluate_all(beyond)
    stage, zoom = person.page.locator(".stage").bounding_box(), person.page.locator(".zoom").bounding_box()
    assert stage is not None and zoom is not None
    assert zoom["y"] + zoom["height"] <= stage["y"] + stage["height"]
