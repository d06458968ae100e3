"""The chest and a table as they come up: nothing moves, everything is in sight, a wrong address is a friendly page."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route, expect

from tests.games.cubus.setting import data

from .person import PATIENCE, How, Visitors, position

# The sum of all layout shifts that nobody caused by typing or clicking.
SHIFT = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
})"""
BOTTOMS = "(cards) => cards.map((card) => card.getBoundingClientRect().bottom)"

CUT_OFF = "(ways) => ways.filter((way) => way.scrollWidth > way.clientWidth).map((way) => way.textContent)"

# How the words of a question look and the box to answer it, whichever part of the page draws them.
LOOKS = """(labels) => labels.map((label) => {
  const words = getComputedStyle(label.querySelector("span") ?? label);
  const box = getComputedStyle(label.querySelector("input"));
  return [words.fontSize, words.color, box.accentColor, box.width].join();
})"""


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_all_games_are_in_sight_at_once_and_nothing_moves(visitors: Visitors, how: How) -> None:
    person = visitors.person(how, "nl" if how == "touch" else "en")
    person.lay(game="knopf", sit="all")
    person.open()
    person.page.wait_for_selector(".own")
    assert person.page.evaluate(SHIFT) < 0.05
    person.page.locator(".own button").first.click()  # own games would stand above
    person.press(person.page.locator("dialog button.main"))
    expect(person.page.locator(".own")).to_have_count(0)
    assert max(person.page.locator(".game").evaluate_all(BOTTOMS)) <= 800
    person.page.set_viewport_size({"width": 360, "height": 740})
    assert person.page.locator(".game .ways > *").evaluate_all(CUT_OFF) == []


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_a_start_dialog_keeps_its_buttons_in_sight_and_the_strength(visitors: Visitors, how: How) -> None:
    person = visitors.person(how, "nl")
    person.open()
    person.press(person.page.locator(".game.cubus .ways button").nth(1))
    person.press(person.page.locator("dialog summary"))
    expect(person.page.locator("dialog button.main")).to_be_in_viewport(ratio=1)
    person.page.keyboard.press("Escape")
    person.press(person.page.locator(".game.cubus .ways button").nth(2))
    person.press(person.page.locator("dialog summary"))
    looks = person.page.locator("dialog label:has([type=checkbox])").evaluate_all(LOOKS)
    assert len(looks) > 1 and len(set(looks)) == 1, looks
    person.page.keyboard.press("Escape")
    person.press(person.page.locator(".game.knopf button.main"))
    person.page.locator("dialog select:has([value=child])").first.select_option("child")
    person.press(person.page.locator("dialog button.main"))
    person.page.wait_for_selector("#board")
    tabs = person.page.get_by_role("tab")
    assert len(set(tabs.evaluate_all("(tabs) => tabs.map((tab) => tab.getBoundingClientRect().top)"))) == 1
    assert person.page.evaluate(SHIFT) < 0.05
    person.open()
    person.press(person.page.locator(".game.kriskras button.main"))
    expect(person.page.locator("dialog select:has([value=child])").first).to_have_value("child")


@pytest.mark.parametrize(("path", "lang", "says"), [("/nowhere", "en", "Nothing here"), ("/t/k7m3p9xq", "nl", "tafel")])
def test_a_wrong_address_is_a_friendly_page(visitors: Visitors, path: str, lang: str, says: str) -> None:
    person = visitors.person(lang=lang)
    answer = person.page.goto(person.url + path)
    assert answer is not None
    assert answer.status == (404 if path == "/nowhere" else 200)
    expect(person.page.locator("h1")).to_contain_text(says)
    person.press(person.page.locator(".nowhere button"))
    person.page.wait_for_selector(".game")
    person.problems = [problem for problem in person.problems if "404" not in problem]


def test_a_proposed_gate_is_marked_on_the_board(visitors: Visitors) -> None:
    person = visitors.person()
    start = position("krabcek", "two gates are left")
    person.open(f"/t/{person.lay(game='krabcek', start=start, sit='all', seed='5eed' * 16)}")
    person.page.wait_for_selector("[data-cell].target", state="attached")
    person.press(person.button("Hint"))
    person.page.wait_for_selector(".marks .picked", state="attached")


def test_gates_are_seen_to_be_chosen_while_the_throw_is_shown_that_follows(visitors: Visitors) -> None:
    person = visitors.person(motion=True)
    start = position("krabcek", "two gates are left")
    person.open(f"/t/{person.lay(game='krabcek', start=start, sit='all', seed='5eed' * 16)}")
    expect(person.page.locator("#board .free")).to_have_count(4)  # both lie on the edge, and are drawn twice
    person.pick("G8")
    person.page.wait_for_selector("#board .rolling", state="attached")
    assert person.page.locator("#board .free").count() == 0


def test_nobody_acts_before_the_board_has_been_seen(visitors: Visitors) -> None:
    person = visitors.person(lang="nl", pace="read", service_workers="block")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    person.page.route(re.compile(r"/assets/Board-[\w-]+\.js"), hold)
    start = json.dumps(data("2,2/2,1@0,0", ("LRTTO", "LRTO"), round=4))
    table = person.lay(game="cubus", seats=["simple", "person"], sit="all", start=start)
    with person.page.expect_websocket() as socket:
        person.page.goto(f"{person.url}/t/{table}")
    socket.value.wait_for_event("framereceived", lambda message: '"moved"' in str(message))
    person.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    for route in waiting:
        route.continue_()
    person.page.wait_for_selector("#board svg", state="attached")
    moves = person.page.get_by_role("list", name="Zetten").get_by_role("listitem")
    assert moves.count() == 0, "the pile is seen as it was"
    expect(moves).to_have_count(2)


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_on_a_phone_held_sideways_the_aim_is_read_without_scrolling(visitors: Visitors, lang: str) -> None:
    anna, bram = visitors.person(), visitors.person("touch", lang)
    bram.page.set_viewport_size({"width": 740, "height": 360})
    for game in ("krabcek", "knopf", "cubus", "kriskras"):
        address = anna.lay(game=game, sit=0, name="Anna", seed="5eed" * 16)
        bram.open(f"/t/{address}")
        bram.press(bram.page.locator("button.main"))
        anna.open(f"/t/{address}")
        aim = bram.page.locator("[data-story] .aim")
        expect(aim).to_be_visible(timeout=PATIENCE)
        expect(aim).to_be_in_viewport(ratio=1)
        assert bram.page.locator("[data-story]").evaluate("story => story.scrollHeight - story.clientHeight") <= 1, game
        expect(bram.page.locator(".now p")).to_be_in_viewport(ratio=1)
    bram.open(f"/t/{bram.lay(game='cubus', seats=['person', 'simple'], sit='all', seed='5eed' * 16)}")
    expect(bram.page.locator(".now button.main")).to_be_in_viewport(ratio=1)
