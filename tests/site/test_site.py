"""A folder on plain web space is a chest that plays, also without network."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.test_play import finish, table_request
from tests.support.file_server import FileServer

from .visitor import NAMES, START_PATIENCE, SiteVisitors

TARGET = "[data-cell].target"


def test_games_are_taken_in_and_come_to_their_end(visitors: SiteVisitors) -> None:
    person = visitors.visitor()
    person.open()
    person.take_in(*(table_request(game, sit="all") for game in NAMES))
    for game in NAMES:
        person.page.locator("a[href*='?p=t/']", has_text=NAMES[game]).first.click()
        person.page.wait_for_selector("#board", timeout=START_PATIENCE)
        finish(person, game)
        if game == "cubus":  # the other answers the last pass
            person.press_main()
        person.sees_the_end()
        person.page.locator("nav a", has_text="Speelkist").click()


def test_without_network_after_the_first_visit(visitors: SiteVisitors, files: FileServer) -> None:
    person = visitors.visitor("touch", "nl")
    person.open()
    person.await_kept()
    files.stop()
    person.open()
    person.start("kriskras", "computer")
    person.page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
    address = person.page.url
    person.page.reload()
    person.page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
    person.open()
    expect(person.page.locator(f"a[href='{address}']")).to_be_visible()
