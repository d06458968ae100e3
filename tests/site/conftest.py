"""One built folder for all tests, a file server for each, and browsers whose pages may show no error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from speelkist.local.site import write_site
from tests.browser.conftest import browser, fresh_pages, playwright_loop, shared_browser
from tests.support.file_server import FileServer, file_server
from tests.support.shared import shared_folder

from .visitor import SiteVisitors

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


@pytest.fixture
def visitors(browser: Browser, files: FileServer) -> Iterator[SiteVisitors]:
    """People with browsers of their own."""
    people = SiteVisitors(browser, files.url)
    yield people
    people.leave()
