"""A real browser against a real server. Any chromium that is found will do."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server import needs
from tests.server.harness import House

from .person import Room

QUIET = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-sandbox",  # the tests may run as root, and look at nobody's page but ours
]


def chromium() -> Path:
    """A chromium, or one sentence."""

    def find() -> Path | None:
        for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
            found = shutil.which(name)
            if found:
                return Path(found)
        return None

    return needs.found(find, "chromium", "chromium")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser, started once."""
    with sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=str(chromium()), args=QUIET)
        yield one
        one.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server with an empty database."""
    one = House(tmp_path / "tables.db")
    one.start()
    yield one
    one.stop()


@pytest.fixture
def room(browser: Browser, house: House) -> Iterator[Room]:
    """People with browsers of their own at this server; none of them may see an error."""
    one = Room(browser, house)
    yield one
    one.leave()
