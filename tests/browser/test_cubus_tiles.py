"""Tiles of Cubus are picked, laid and refused by mouse, finger and keyboard: one by one, or a whole box."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .person import STILL, How, Person, Visitors, position
from .test_gestures import Place, drag, touch

MIDDLE = """(element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
# From the first tile of the table to the last one of a kind: the view may follow what is laid at its edge.
FROM_FIRST = """(kind) => {
  const [first, last] = [document.querySelector("[data-tile]"), [...document.querySelectorAll(kind)].at(-1)].map(
    (element) => element.getBoundingClientRect());
  return [last.x + last.width / 2 - first.x - first.width / 2, last.y + last.height / 2 - first.y - first.height / 2];
}"""
# What part of the table is seen, once nothing glides any more.
SEEN = """async () => {
  await Promise.all(document.querySelector(".stage .camera").getAnimations().map((animation) => animation.finished));
  return document.querySelector(".stage .camera").style.transform;
}"""
FRONT = "left side 1,1"  # of the box in front


def building(visitors: Visitors, how: How, lang: str = "en") -> Person:
    """Somebody who may build, with a left side in the hand."""
    person = visitors.person(how, lang, reduced_motion="reduce")
    person.open(f"/t/{person.lay(game='cubus', start=position('cubus', 'corner flip'), sit='all')}")
    person.page.wait_for_selector("[data-hand]:not([aria-disabled=true])")
    return person


def at(person: Person, selector: str) -> Place:
    x, y = person.page.locator(selector).first.evaluate(MIDDLE)
    return x, y


def tile(name: str) -> str:
    return f'[data-tile][aria-label^="{name}"]'


def tap(person: Person, place: Place) -> None:
    if person.how == "mouse":
        person.page.mouse.click(*place)
        return
    session = person.context.new_cdp_session(person.page)
    touch(session, "touchStart", place)
    touch(session, "touchEnd")


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_a_tile_dropped_on_its_like_is_answered_and_stays_picked(visitors: Visitors, how: How) -> None:
    person = building(visitors, how)
    lying = person.page.locator("[data-tile]").count()
    drag(person, at(person, '[data-hand="L"]'), at(person, tile(FRONT)))
    expect(person.page.get_by_role("alert")).to_contain_text("There is already a left side here")
    expect(person.page.locator('[data-hand="L"]')).to_have_attribute("aria-pressed", "true")
    x, y = at(person, ".stage > svg")
    tap(person, (x - 120, y))
    expect(person.page.locator("[data-tile]")).to_have_count(lying + 1)
    expect(person.page.locator(".refusal")).to_have_count(0)


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_a_tile_of_the_table_dropped_on_its_like_or_beside_the_table_is_answered(visitors: Visitors, how: How) -> None:
    person = building(visitors, how)
    back_left = at(person, tile("left side -1,0"))
    for goal, why in (
        (at(person, tile(FRONT)), "There is already a left side"),
        (at(person, '[data-hand="T"]'), "stays in the picture"),
    ):
        drag(person, back_left, goal)
        expect(person.page.get_by_role("alert")).to_contain_text(why)
        expect(person.page.locator(".marks .picked")).to_have_count(1)
        expect(person.page.locator(tile("left side -1,0"))).to_have_attribute("aria-pressed", "true")


def test_a_tile_laid_on_its_like_by_keyboard_is_answered_and_still_lifted(visitors: Visitors) -> None:
    person = building(visitors, "keyboard", "nl")
    person.page.locator(tile("linkerkant 0,1")).focus()
    person.page.keyboard.press("Enter")
    person.page.keyboard.press("ArrowRight")
    expect(person.page.locator("[data-tile]:focus")).to_have_attribute("aria-label", "linkerkant 1,1, opgetild")
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_role("alert")).to_contain_text("Daar ligt al een linkerkant")
    expect(person.page.locator("[data-tile]:focus")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("how", "lang"), [("mouse", "en"), ("touch", "nl")])
def test_a_tile_tapped_in_the_hand_is_picked_and_lies_where_the_table_is_tapped(
    visitors: Visitors, how: How, lang: str
) -> None:
    person = building(visitors, how, lang)
    lying = person.page.locator("[data-tile]").count()
    hand = person.page.locator('[data-hand="L"]')
    person.press(hand)
    expect(hand).to_have_attribute("aria-pressed", "true")
    person.sees("Picked: left side. Tap where it goes." if lang == "en" else "Gepakt: linkerkant. Tik waar")
    expect(person.page.locator("[data-tile]")).to_have_count(lying)  # nothing lies on the pile yet
    assert person.page.locator(".marks .place").count() > 3
    goal = at(person, ".marks .place >> nth=-1")
    expected = person.page.evaluate(FROM_FIRST, ".marks .place")
    tap(person, goal)
    expect(person.page.locator("[data-tile]")).to_have_count(lying + 1)
    x, y = person.page.evaluate(FROM_FIRST, "[data-tile]")
    assert abs(x - expected[0]) < 4 and abs(y - expected[1]) < 4
    expect(hand).to_have_attribute("aria-pressed", "false")


def test_a_tile_tapped_twice_in_the_hand_is_let_go_and_one_that_is_not_there_is_answered(visitors: Visitors) -> None:
    person = building(visitors, "touch")
    hand = person.page.locator('[data-hand="L"]')
    person.press(hand)
    person.press(person.page.locator('[data-hand="O"]'))
    expect(person.page.get_by_role("alert")).to_contain_text("There is none of these left to lay.")
    expect(hand).to_have_attribute("aria-pressed", "true")
    person.press(hand)
    expect(hand).to_have_attribute("aria-pressed", "false")
    expect(person.page.locator(".marks .place")).to_have_count(0)


def test_tiles_are_not_laid_before_a_knock_and_that_is_said(visitors: Visitors) -> None:
    person = visitors.person("touch", "en", reduced_motion="reduce")
    start = position("cubus", "passed")
    person.open(f"/t/{person.lay(game='cubus', options={'players': 3}, start=start, sit='all')}")
    person.press(person.page.locator('[data-hand="R"]'))
    expect(person.page.get_by_role("alert")).to_contain_text("You lay tiles only after you have knocked.")


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_a_whole_box_is_picked_by_a_second_tap_and_dragged(visitors: Visitors, how: How) -> None:
    person = building(visitors, how)
    front = at(person, tile(FRONT))
    tap(person, front)
    person.sees("To move its whole box, tap it again.")
    tap(person, front)
    expect(person.page.locator(".marks .picked")).to_have_count(3)
    expect(person.page.get_by_role("button", name="Pick the whole box")).to_have_attribute("aria-pressed", "true")
    x, y = front
    drag(person, front, (x - 100, y))
    expect(person.page.locator(".marks .moved:not(.last)")).to_have_count(3)
    person.press(person.page.get_by_role("button", name="One step back"))
    expect(person.page.locator(".marks .moved:not(.last)")).to_have_count(0)  # it was one step


def test_a_whole_box_is_moved_by_keyboard(visitors: Visitors) -> None:
    person = building(visitors, "keyboard")
    person.page.locator(tile(FRONT)).focus()
    person.page.keyboard.press("b")
    expect(person.page.locator('[data-tile][aria-pressed="true"]')).to_have_count(3)
    person.page.keyboard.press("ArrowDown")
    person.page.keyboard.press("ArrowDown")
    person.page.keyboard.press("Enter")
    expect(person.page.locator('[data-tile][aria-pressed="true"]')).to_have_count(0)
    names = [name or "" for name in person.page.locator("[data-tile]").evaluate_all(
        "(tiles) => tiles.map((tile) => tile.getAttribute('aria-label'))"
    )]  # fmt: skip
    assert sorted(name for name in names if name.endswith("moved")) == [
        "closed lid 3,3, moved",
        "left side 3,3, moved",
        "right side 3,3, moved",
    ]
    back = person.page.get_by_role("button", name="One step back")
    person.press(back)
    expect(back).to_be_disabled()
    expect(back).to_be_focused()  # the last step back is no reason to begin at the top of the page


def test_a_layer_under_a_broken_picture_is_answered(visitors: Visitors) -> None:
    person = building(visitors, "touch")
    x, y = at(person, tile(FRONT))
    drag(person, (x, y), (x - 100, y))
    person.page.wait_for_selector(".verdict.bad")  # it has been judged
    layer = person.page.get_by_role("button", name="Put a layer underneath")
    expect(layer).to_be_disabled()
    person.press(layer)
    expect(person.page.get_by_role("alert")).to_contain_text("A layer goes only under a sound pile.")


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "Moved: 1 left side, 1 right side and 1 closed lid."), ("nl", "Verlegd: ")]
)
def test_a_hint_says_what_it_moved(visitors: Visitors, lang: str, words: str) -> None:
    person = building(visitors, "touch", lang)
    person.press(person.button("Hint"))
    expect(person.page.locator(".verdict").first).to_contain_text(words)
    expect(person.page.locator(".marks .moved:not(.last)")).to_have_count(3)
    person.sees("Framed: what the hint changed" if lang == "en" else "Omlijnd: wat de hint verandert")
    expect(person.page.locator(".cubus [aria-live]")).to_contain_text(words)


@pytest.mark.parametrize(("how", "lang"), [("mouse", "en"), ("touch", "nl")])
def test_where_tiles_cross_a_tap_picks_the_nearest_and_a_second_tap_the_other(
    visitors: Visitors, how: How, lang: str
) -> None:
    person = building(visitors, how, lang)
    front = at(person, tile("right side 1,1" if lang == "en" else "rechterkant 1,1"))
    drag(person, at(person, tile("left side -1,0" if lang == "en" else "linkerkant -1,0")), front)
    expect(person.page.locator(".marks .moved:not(.last)")).to_have_count(1)
    picked = person.page.locator('[data-tile][aria-pressed="true"]')
    tap(person, front)
    person.sees("that lies there (left side), tap it again" if lang == "en" else "die daar ligt (linkerkant), tik dan")
    expect(picked).to_have_attribute("aria-label", re.compile("^(right side|rechterkant) 1,1"))
    tap(person, front)
    expect(picked).to_have_attribute("aria-label", re.compile("^(left side|linkerkant)"))


def test_every_tile_is_reached_by_keyboard(visitors: Visitors) -> None:
    person = building(visitors, "keyboard")
    tiles = person.page.locator("[data-tile]")
    tiles.first.focus()
    reached = set()
    for _ in range(tiles.count()):
        reached.add(person.page.locator("[data-tile]:focus").get_attribute("data-tile"))
        person.page.keyboard.press("PageDown")
    assert len(reached) == tiles.count()


@pytest.mark.parametrize("size", [(360, 740), (390, 844)])
def test_the_view_stays_while_a_tile_is_picked_in_the_hand_or_on_the_table(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    person = building(visitors, "touch")
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.page.locator(".stage > svg").evaluate(STILL)
    seen = person.page.evaluate(SEEN)
    hand = person.page.locator('[data-hand="L"]')
    person.press(hand)
    person.page.wait_for_selector(".marks .place", state="attached")
    assert person.page.evaluate(SEEN) == seen
    person.press(hand)
    tap(person, at(person, tile(FRONT)))
    person.page.wait_for_selector(".marks .picked", state="attached")
    assert person.page.evaluate(SEEN) == seen


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_a_tile_of_the_hand_let_go_beside_the_table_is_answered_and_stays_picked(visitors: Visitors, how: How) -> None:
    person = building(visitors, how)
    lying = person.page.locator("[data-tile]").count()
    hand = person.page.locator('[data-hand="L"]')
    x, y = at(person, ".stage > svg")
    top = person.page.locator(".stage").bounding_box()
    assert top is not None
    drag(person, at(person, '[data-hand="L"]'), (x, y), (x, top["y"] - 12))
    expect(person.page.get_by_role("alert")).to_contain_text("That is beside the table")
    expect(hand).to_have_attribute("aria-pressed", "true")
    expect(person.page.locator("[data-tile]")).to_have_count(lying)


def test_a_box_without_its_lid_is_unfinished_and_not_wrong(visitors: Visitors) -> None:
    person = building(visitors, "touch")
    person.press(person.page.locator('[data-hand="L"]'))
    tap(person, at(person, ".marks .place"))
    person.page.wait_for_selector(".verdict.bad, .verdict.unfinished")
    expect(person.page.locator(".verdict.unfinished")).to_contain_text("Not finished yet")
    expect(person.page.locator(".marks .wrong")).to_have_count(0)
    assert person.page.locator(".marks .missing").count() > 0
