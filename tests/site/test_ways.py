"""What else there is in a folder of files: lessons, puzzles, hints, looking back, dice that can be checked."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, expect

from speelkist.learn.puzzles import puzzle_of
from tests.browser.test_dice import GOOD
from tests.browser.test_learn import solve
from tests.support.file_server import file_server

from .test_storage import MOVES, make_a_move
from .visitor import START_PATIENCE, SiteVisitor, SiteVisitors

pytestmark = pytest.mark.long

TARGET = "[data-cell].target"
SHOW = "(page) => { history.pushState(null, '', `?p=${page}`); dispatchEvent(new PopStateEvent('popstate')); }"


def show(person: SiteVisitor, page: str) -> None:
    """Another page, without loading Python anew."""
    person.page.evaluate(SHOW, page)


def test_a_try_in_a_lesson_and_a_puzzle_are_judged(loaded: SiteVisitor) -> None:
    person = loaded
    show(person, "learn/knopf/reach")
    person.page.wait_for_selector("#board svg")
    person.pick("d2", "d3")
    expect(person.page.locator(".said .remark")).to_contain_text("take the button on e5", timeout=START_PATIENCE)
    show(person, "puzzles/cubus")
    person.page.locator(".today a.button").click(timeout=START_PATIENCE)
    person.page.wait_for_selector("#board svg")
    (step,) = puzzle_of("cubus", person.page.url.rsplit("/", 1)[1]).lesson().steps
    solve(person, step)
    expect(person.page.locator(".said .good")).to_contain_text(step.good["en"])


def test_a_hint_a_look_back_and_the_dice(loaded: SiteVisitor) -> None:
    person = loaded
    person.start("kriskras", "here")
    person.page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
    person.button("Hint").click()
    person.page.locator(".hints").get_by_role("button", name="Play it").first.click(timeout=START_PATIENCE)
    expect(person.page.locator(MOVES)).not_to_have_count(0)
    person.button("Earlier").first.click()
    person.sees(re.compile("^Looking back"))
    person.button("Back to now").first.click()
    person.give_up()
    person.sees_the_end()
    person.button("Check the dice").click()
    person.sees(GOOD)


@pytest.mark.slow
def test_all_games_are_carried_to_another_browser(loaded: SiteVisitor, visitors: SiteVisitors) -> None:
    loaded.start("knopf", "here")
    make_a_move(loaded.page)
    loaded.go_home()
    listed = loaded.page.locator(".own li").count()
    loaded.open_files()
    with loaded.page.expect_download() as download:
        loaded.button("Save everything in a file").click()
    other = visitors.visitor("touch", "nl")
    other.open()
    other.open_files()
    other.read_file("speelkist.json", download.value.path().read_bytes())
    expect(other.page.locator(".own li")).to_have_count(listed)
    other.open_going("knopf")
    expect(other.page.locator(MOVES)).to_have_count(1)
    make_a_move(other.page)


@pytest.mark.slow
def test_a_game_goes_on_after_a_crash(visitors: SiteVisitors) -> None:
    person = visitors.visitor()
    person.open()
    person.start("knopf", "here")
    address = person.page.url
    for _ in range(2):
        make_a_move(person.page)
    with person.page.expect_event("crash"), contextlib.suppress(Error):
        person.page.goto("chrome://crash")
    again = person.new_page()
    again.goto(address)
    expect(again.locator(MOVES)).to_have_count(2, timeout=START_PATIENCE)
    make_a_move(again)


@pytest.mark.slow
def test_the_site_at_the_root_of_a_host(browser: Browser, folder: Path) -> None:
    with file_server(folder, "/") as files:
        visitors = SiteVisitors(browser, files.url)
        person = visitors.visitor("touch", "nl")
        person.open()
        person.start("knopf", "computer")
        person.page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
        person.page.reload()
        person.page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
        visitors.leave()
