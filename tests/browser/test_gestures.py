"""Pieces are dragged by mouse and finger, and what cannot be done is answered with a reason."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import CDPSession, expect

from .person import How, Person, Visitors, position
from .test_play import LATE, table_request

Place = tuple[float, float]
MIDDLE = """(element) => {
  const { x, y, width, height } = (element.querySelector(".shape") ?? element).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
NO_MOVES = "No moves yet."


def middle(person: Person, selector: str) -> Place:
    """Where something is on the screen; it is brought there first."""
    element = person.page.locator(selector).first
    element.wait_for(state="attached")
    person.page.locator("#board").evaluate("(board) => board.scrollIntoView({ block: 'start' })")
    x, y = element.evaluate(MIDDLE)
    return x, y


def cell(name: str) -> str:
    return f'[data-cell="{name}"]'


def touch(session: CDPSession, kind: str, *points: Place) -> None:
    """One or more fingers, as the browser itself reports them."""
    fingers = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def drag(person: Person, *places: Place) -> None:
    """Press at the first place, pass the others and let go at the last."""
    ways = [
        (ax + (bx - ax) * step / 6, ay + (by - ay) * step / 6)
        for (ax, ay), (bx, by) in pairwise(places)
        for step in range(1, 7)
    ]
    if person.how == "mouse":
        person.page.mouse.move(*places[0])
        person.page.mouse.down()
        for place in ways:
            person.page.mouse.move(*place)
        person.page.mouse.up()
        return
    session = person.context.new_cdp_session(person.page)
    touch(session, "touchStart", places[0])
    for place in ways:
        touch(session, "touchMove", place)
    touch(session, "touchEnd")


@pytest.mark.parametrize("how", ["mouse", "touch"])
@pytest.mark.parametrize("game", ["krabcek", "kriskras"])
def test_a_piece_is_dragged_to_its_end(visitors: Visitors, game: str, how: How) -> None:
    person = visitors.person(how)
    person.open(f"/t/{person.lay(**table_request(game, sit='all'))}")
    picks = LATE[game][2]
    person.page.wait_for_selector(f"{cell(picks[0])}.target", state="attached")
    before = person.page.evaluate("scrollY")
    drag(person, *(middle(person, cell(name)) for name in picks))
    person.sees_the_end()
    assert how == "mouse" or person.page.evaluate("scrollY") >= before  # the page did not scroll along


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_a_button_is_dragged(visitors: Visitors, how: How) -> None:
    person = visitors.person(how)
    person.open(f"/t/{person.lay(game='knopf', sit='all')}")
    start = person.page.locator("[data-cell].target").first
    start.wait_for(state="attached")
    name = start.get_attribute("data-cell") or ""
    person.press(start)
    goal = person.page.locator("[data-cell].target").first.get_attribute("data-cell") or ""
    person.press(person.page.locator(cell(name)))
    expect(person.page.get_by_text(NO_MOVES)).to_have_count(1)
    drag(person, middle(person, cell(name)), middle(person, cell(goal)))
    expect(person.page.get_by_text(NO_MOVES)).to_have_count(0)


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_a_piece_let_go_beside_its_ways_stays(visitors: Visitors, how: How) -> None:
    person = visitors.person(how)
    person.open(f"/t/{person.lay(**table_request('krabcek', sit='all'))}")
    start, _ = LATE["krabcek"][2]
    person.page.wait_for_selector(f"{cell(start)}.target", state="attached")
    x, y = middle(person, cell(start))
    drag(person, (x, y), (x + 40, y + 160))
    person.page.wait_for_selector(f"{cell(start)}.picked", state="attached")


def test_what_cannot_be_done_is_answered_with_its_rule(visitors: Visitors) -> None:
    person = visitors.person()
    person.open(f"/t/{person.lay(**table_request('krabcek', sit='all'))}")
    start, _ = LATE["krabcek"][2]
    person.pick(start)
    person.page.mouse.click(*middle(person, f"{cell('V33')}"))
    refusal = person.page.locator(".refusal")
    refusal.wait_for()
    assert refusal.inner_text()
    person.page.wait_for_selector(f"{cell(start)}.picked", state="attached")  # and the piece is still picked
    person.open(f"/t/{person.lay(**table_request('knopf', sit='all'))}")
    person.page.wait_for_selector("[data-cell].target", state="attached")
    person.page.mouse.click(*middle(person, "[data-cell][aria-label*='blue']"))
    refusal.wait_for()
    assert refusal.inner_text()


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_tiles_are_dragged_out_of_the_hand_and_back(visitors: Visitors, how: How) -> None:
    person = visitors.person(how, reduced_motion="reduce")
    person.open(f"/t/{person.lay(game='cubus', sit='all')}")
    hand = person.page.locator("[data-hand]:not([aria-disabled=true])").first
    hand.wait_for()
    lying = person.page.locator("[data-tile]").count()
    left, top, wide, high = person.page.locator(".stage > svg").evaluate(
        "(svg) => { const { x, y, width, height } = svg.getBoundingClientRect(); return [x, y, width, height]; }"
    )
    kind = hand.get_attribute("data-hand")
    goal = (left + wide * 0.25, top + high * 0.3)
    x, y = hand.evaluate(MIDDLE)
    drag(person, (x, y), goal)
    expect(person.page.locator("[data-tile]")).to_have_count(lying + 1)
    x, y = person.page.locator(f'[data-hand="{kind}"]').evaluate(MIDDLE)
    tile = person.page.locator("[data-tile]").last.evaluate(
        "(tile) => { const { x, y, width, height } = "
        "tile.getBoundingClientRect(); return [x + width / 2, y + height / 2]; }"
    )
    drag(person, (tile[0], tile[1]), (x, y))
    expect(person.page.locator("[data-tile]")).to_have_count(lying)


@pytest.mark.parametrize(("how", "across", "down"), [("mouse", 0.25, 0.3), ("mouse", 0.5, 0.9), ("touch", 0.87, 0.6)])
def test_the_view_stays_while_tiles_are_laid_in_sight(visitors: Visitors, how: How, across: float, down: float) -> None:
    """Also a tile that is parked close to the edge: nothing is seen from further away for it."""
    person = visitors.person(how)
    person.open(f"/t/{person.lay(game='cubus', sit='all')}")
    hand = person.page.locator("[data-hand]:not([aria-disabled=true])").first
    hand.wait_for()
    camera = person.page.locator(".stage .camera")
    seen = camera.evaluate("(group) => group.style.transform")
    lying = person.page.locator("[data-tile]").count()
    left, top, wide, high = person.page.locator(".stage > svg").evaluate(
        "(svg) => { const { x, y, width, height } = svg.getBoundingClientRect(); return [x, y, width, height]; }"
    )
    x, y = hand.evaluate(MIDDLE)
    drag(person, (x, y), (left + wide * across, top + high * down))
    expect(person.page.locator("[data-tile]")).to_have_count(lying + 1)
    assert camera.evaluate("(group) => group.style.transform") == seen


def test_the_picture_is_pushed_and_pinched(visitors: Visitors) -> None:
    person = visitors.person("touch", reduced_motion="reduce")
    person.open(f"/t/{person.lay(game='cubus', sit='all')}")
    person.page.wait_for_selector("[data-hand]:not([aria-disabled=true])")
    left, top = person.page.locator(".stage > svg").evaluate(
        "(svg) => { const { x, y } = svg.getBoundingClientRect(); return [x, y]; }"
    )
    camera = person.page.locator(".stage .camera")
    seen = camera.evaluate("(group) => group.style.transform")
    drag(person, (left + 12, top + 12), (left + 80, top + 50))
    pushed = camera.evaluate("(group) => group.style.transform")
    assert pushed != seen
    session = person.context.new_cdp_session(person.page)
    touch(session, "touchStart", (left + 60, top + 60))
    touch(session, "touchStart", (left + 60, top + 60), (left + 120, top + 60))
    for step in range(1, 6):
        touch(session, "touchMove", (left + 60 - 5 * step, top + 60), (left + 120 + 5 * step, top + 60))
    touch(session, "touchEnd")
    scale = "(group) => Number(/scale\\(([\\d.]+)\\)/.exec(group.style.transform)[1])"
    before = float(pushed.split("scale(")[1].rstrip(")"))
    assert camera.evaluate(scale) > 1.3 * before


def test_a_box_is_taken_by_a_tap_beside_it(visitors: Visitors) -> None:
    person = visitors.person("touch", reduced_motion="reduce")
    options = {"demolition": True}
    person.open(f"/t/{person.lay(game='cubus', options=options, start=position('cubus', 'demolition'), sit='all')}")
    boxes = person.page.locator("[data-cell].target")
    boxes.first.wait_for(state="attached")
    before = boxes.count()
    x, y = middle(person, "[data-cell].target")
    person.page.touchscreen.tap(x, y)
    person.page.wait_for_function(
        "(before) => document.querySelectorAll('[data-cell].target').length !== before", arg=before
    )
