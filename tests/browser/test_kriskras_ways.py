"""Kris-kras: an end that two ways reach is played at once; a retreat is ended by its button, and can be taken back."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from speelkist import CHANCE, SeededDice, load
from speelkist.learn.lesson_file import example_of

from .person import How, Person, Visitors, ways
from .test_gestures import cell
from .test_learn import open_lesson

STAY = {"en": "Let it stay here", "nl": "Laat hem hier blijven"}


def seated(visitors: Visitors, how: How, lang: str, example: str) -> Person:
    """Somebody who plays both sides from an example."""
    person = visitors.person(how, lang, reduced_motion="reduce")
    start = json.dumps(example_of("kriskras", example).state.to_data())
    person.open(f"/t/{person.lay(game='kriskras', start=start, seed='5eed' * 16, sit='all')}")
    return person


@pytest.mark.parametrize(("how", "lang"), ways("mouse"))
def test_an_end_that_two_ways_reach_is_played_at_once(visitors: Visitors, how: How, lang: str) -> None:
    person = seated(visitors, how, lang, "last")
    person.pick("i8", "g12")
    person.sees_the_end()


@pytest.mark.parametrize(("how", "lang"), ways("keyboard"))
def test_whoever_is_in_the_own_zone_may_stay_or_be_taken_back(visitors: Visitors, how: How, lang: str) -> None:
    person = visitors.person(how, lang, reduced_motion="reduce")
    open_lesson(person, "kriskras", "retreat")
    stay = person.button(STAY[lang])
    person.pick("c3", "c1")
    expect(stay).to_be_visible()
    person.pick("c1")
    expect(stay).to_have_count(0)
    expect(person.page.locator(f"{cell('c3')}.picked")).to_have_count(1)
    expect(person.page.locator(".said .good")).to_have_count(0)
    person.pick("c1")
    person.press(stay)
    expect(person.page.locator(".said .good")).to_have_count(1)


def test_a_retreat_at_a_table_has_its_button(visitors: Visitors) -> None:
    person = seated(visitors, "touch", "en", "danger")
    person.pick("c3")
    expect(person.page.locator(".now p")).to_have_text(
        "Choose where it ends up (green), or first where red takes it (R)."
    )
    expect(person.button("Put it back")).to_be_visible()
    person.pick("e1")
    expect(person.page.locator(".now p")).to_have_text("Choose where green takes it.")
    stay = person.button(STAY["en"])
    expect(stay).not_to_have_class("main")  # a choice among others
    person.press(stay)
    person.sees("retreats from c3 to e1")


# The squares that can be picked and lie outside of what is shown of the field.
HIDDEN = """() => {
  const field = document.querySelector("#board svg").getBoundingClientRect();
  return [...document.querySelectorAll("#board .target")].filter((square) => {
    const { left, right, top, bottom } = square.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return x < field.left || x > field.right || y < field.top || y > field.bottom;
  }).map((square) => square.dataset.cell);
}"""


def test_from_near_by_another_fighter_is_shown_with_all_squares_it_can_come_to(visitors: Visitors) -> None:
    person = visitors.person("touch", "nl", reduced_motion="reduce")
    person.page.set_viewport_size({"width": 360, "height": 740})
    dice, state = SeededDice(bytes([6]) * 32), load("kriskras").start()
    while state.player == CHANCE:
        state = state.play(dice.draw(state))
    person.open(f"/t/{person.lay(game='kriskras', start=state.to_json(), seed='5eed' * 16, sit='all')}")
    for fighter in ("l3", "h3"):  # this one at the edge of what is shown for the other
        person.press(person.page.locator(cell(fighter)))
        expect(person.page.locator(f"{cell(fighter)}.picked")).to_have_count(1)
        person.page.wait_for_function(f"() => ({HIDDEN})().length === 0")


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_on_a_phone_the_ways_to_end_a_retreat_stand_in_one_row_and_cover_no_dice(visitors: Visitors, lang: str) -> None:
    start = json.dumps(example_of("kriskras", "danger").state.to_data())
    person = visitors.person("touch", lang, reduced_motion="reduce")
    person.page.set_viewport_size({"width": 360, "height": 740})
    person.open(f"/t/{person.lay(game='kriskras', start=start, seed='5eed' * 16, sit='all')}")
    person.pick("c3", "e1")
    tops = person.page.locator(".now .acts button").evaluate_all(
        "(buttons) => buttons.map((button) => button.getBoundingClientRect().top)"
    )
    assert len(tops) == 2 and tops[0] == tops[1]
    board, line = person.page.locator("#board svg").first.bounding_box(), person.page.locator(".line").bounding_box()
    assert board is not None and line is not None
    assert board["y"] + board["height"] <= line["y"] + 1
