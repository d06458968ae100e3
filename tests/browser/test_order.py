"""Browser tests may run in any order with all others: what they leave behind in the test process."""

from __future__ import annotations

import asyncio

from playwright.sync_api import Browser

from .conftest import PlaywrightLoop
from .person import Visitors


def test_asyncio_works_between_two_browser_tests(shared_browser: Browser, playwright_loop: PlaywrightLoop) -> None:
    for _ in range(2):
        with playwright_loop.running():
            shared_browser.new_page().close()
        assert asyncio.run(asyncio.sleep(0, "done")) == "done"


# Leaves something behind in every place where a page of ours keeps things.
KEEP_SOMETHING = """async () => {
  localStorage.setItem("name", "Ans");
  document.cookie = "name=Ans";
  await (await caches.open("kept")).put("/kept", new Response("kept"));
}"""
FIND = """async () => [Object.keys(localStorage), document.cookie, await caches.has("kept")]"""


def test_whoever_gets_the_context_of_somebody_who_left_finds_nothing_in_it(visitors: Visitors) -> None:
    first = visitors.person()
    first.open()
    first.page.evaluate(KEEP_SOMETHING)
    visitors.leave()
    visitors.people.clear()
    second = visitors.person()
    assert second.context is first.context and second.page is not first.page
    second.page.goto(second.url + "/api/games")  # nothing of ours runs there
    assert second.page.evaluate(FIND) == [["pace"], "", False]
    third = visitors.person()
    assert third.context is not second.context
