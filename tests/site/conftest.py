"""One built folder for all tests, a file server for each, and browsers whose pages may show no error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from speelkist.local.site import write_site
from tests.browser.conftest import PlaywrightLoop, browser, fresh_pages, playwright_loop, shared_browser
from tests.support.file_server import FileServer, file_server
from tests.support.shared import shared_folder

from .visitor import SiteVisitor, SiteVisitors

__all__ = ["browser", "fresh_pages", "playwright_loop", "shared_browser"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, written once."""

    def write(empty: Path) -> None:
        write_site(empty)

    return shared_folder(tmp_path_factory, "site", write)


@pytest.fixture
def files(folder: Path) -> Iterator[FileServer]:
    """A plain file server."""
    with file_server(folder) as server:
        yield server


@pytest.fixture(scope="session")
def lasting_files(folder: Path) -> Iterator[FileServer]:
    """A file server for all tests that share a page."""
    with file_server(folder) as server:
        yield server


@pytest.fixture(scope="session")
def shared_visitors(
    shared_browser: Browser, lasting_files: FileServer, playwright_loop: PlaywrightLoop
) -> Iterator[SiteVisitors]:
    """Whoever stays for several tests."""
    people = SiteVisitors(shared_browser, lasting_files.url)
    yield people
    with playwright_loop.running():
        people.leave()


@pytest.fixture
def loaded(browser: Browser, shared_visitors: SiteVisitors) -> Iterator[SiteVisitor]:
    """Somebody at the chest, in a page where Python stays loaded: it costs seconds, so a process does it once."""
    if not shared_visitors.people:
        shared_visitors.visitor().open()
    (person,) = shared_visitors.people
    if person.page.locator("nav a", has_text="Speelkist").count():
        person.go_home()
    yield person
    assert person.problems == []


@pytest.fixture
def visitors(browser: Browser, files: FileServer) -> Iterator[SiteVisitors]:
    """People with browsers of their own."""
    people = SiteVisitors(browser, files.url)
    yield people
    people.leave()
