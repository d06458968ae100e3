"""A real browser against a real server. Any chromium that is found will do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.support.server import TestServer, running_server
from tests.support.system import CHROMIUM
from web.build import pages_are_stale

from .person import PATIENCE, Contexts, Visitors

QUIET = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-sandbox",  # the tests may run as root, and look at nobody's page but ours
]


@pytest.fixture(scope="session", autouse=True)
def fresh_pages() -> None:
    """No test may look at pages that were built from something else than what is there now."""
    if pages_are_stale():
        pytest.fail("the pages are older than web/src: run python3 run.py, or .venv/bin/python web/build.py", False)


class PlaywrightLoop:
    """Confines the event loop of Playwright's sync API to the browser's own tests.

    Between two calls that loop is suspended, yet asyncio takes it for running in this thread; every later test with
    ``asyncio.run`` would be refused. So it counts as running only inside ``with``.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextmanager
    def running(self) -> Iterator[None]:
        """Playwright may be called in here, and asyncio not."""
        asyncio._set_running_loop(self._loop)
        try:
            yield
        finally:
            self._loop = asyncio._get_running_loop()
            asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def playwright_loop() -> PlaywrightLoop:
    """The loop in which Playwright works."""
    return PlaywrightLoop()


@pytest.fixture(scope="session")
def shared_browser(playwright_loop: PlaywrightLoop) -> Iterator[Browser]:
    """The browser, started once."""
    expect.set_options(timeout=PATIENCE)  # otherwise five seconds, whatever the page's own timeout
    starting = sync_playwright()
    with playwright_loop.running():
        launched = starting.start().chromium.launch(executable_path=str(CHROMIUM.path()), args=QUIET)
    yield launched
    with playwright_loop.running():
        launched.close()
        starting.__exit__()


@pytest.fixture
def browser(shared_browser: Browser, playwright_loop: PlaywrightLoop) -> Iterator[Browser]:
    """The browser, for one test."""
    with playwright_loop.running():
        yield shared_browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    """A server for the tests of a file: each lays tables of its own, and nobody sees those of others."""
    with running_server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def contexts(shared_browser: Browser, playwright_loop: PlaywrightLoop) -> Iterator[Contexts]:
    """The contexts of the browser that the tests of a file use one after the other."""
    opened = Contexts(shared_browser)
    yield opened
    with playwright_loop.running():
        opened.close()


@pytest.fixture
def visitors(browser: Browser, contexts: Contexts, server: TestServer) -> Iterator[Visitors]:
    """People with browsers of their own at this server; none of them may see an error."""
    if not server.is_running:  # a test that stopped it has failed
        server.start()
    people = Visitors(contexts, server)
    yield people
    people.leave()
