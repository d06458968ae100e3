"""Browser tests may run in any order with all others: what they leave behind in the test process."""

from __future__ import annotations

import asyncio

from playwright.sync_api import Browser

from .conftest import PlaywrightLoop


def test_asyncio_works_between_two_browser_tests(shared_browser: Browser, playwright_loop: PlaywrightLoop) -> None:
    for _ in range(2):
        with playwright_loop.running():
            shared_browser.new_page().close()
        assert asyncio.run(asyncio.sleep(0, "done")) == "done"
