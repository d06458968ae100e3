"""Somebody at a page without a server."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from playwright.sync_api import Browser, Page

from speelkist.local.archive import export_tables
from speelkist.local.requests import LocalRequests
from speelkist.local.store import MemoryStore
from speelkist.local.tables import LocalTables
from speelkist.table.identity import owner_hash
from tests.browser.person import DESK, PATIENCE, PHONE, How, Person

START_PATIENCE = 120_000  # milliseconds for Python to be there, on a busy machine

NAMES = {"krabcek": "Krabcek", "knopf": "Kopf oder Knopf", "cubus": "Cubus", "kriskras": "Kris-kras"}
AWAIT_KEPT = """async () => {
  await navigator.serviceWorker.ready;
  while (navigator.serviceWorker.controller === null) await new Promise((done) => setTimeout(done, 50));
}"""
RECORD = re.compile("record|verslag|partij", re.IGNORECASE)
TAKEN_IN = re.compile(r"(more|erbij)\.$")


class SiteVisitor(Person):
    """Somebody with a browser of their own, at the site."""

    def new_page(self) -> Page:
        """Another tab."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self.received)
        page.on("dialog", lambda dialog: dialog.accept())
        return page

    def open(self, path: str = "", shown: str = ".game") -> None:
        """Open the chest, or another page, and wait until it is there; Python may come later."""
        self.page.goto(self.url + path)
        self.page.wait_for_selector(shown)

    def await_kept(self) -> None:
        """Wait until all files are kept, and the page has them from there."""
        self.page.evaluate(AWAIT_KEPT)

    def start(self, game: str, way: str) -> None:
        """Begin a game from the chest."""
        buttons = self.page.locator(f".game.{game} .ways button")
        buttons.nth(("computer", "here").index(way)).click()
        self.page.locator("dialog[open] button[type=submit]").click()
        self.page.wait_for_selector("#board", timeout=START_PATIENCE)

    def go_home(self) -> None:
        """To the chest, without loading the page anew."""
        self.page.locator("nav a", has_text="Speelkist").click()
        self.page.wait_for_selector(".game")

    def open_going(self, game: str) -> None:
        """Go on with a game that is listed in the chest."""
        self.page.locator("section[aria-labelledby=going] a", has_text=NAMES[game]).first.click()
        self.page.wait_for_selector("#board", timeout=START_PATIENCE)

    def sees_the_end(self) -> None:
        """The game is over."""
        self.page.get_by_role("button", name=RECORD).wait_for(timeout=PATIENCE)

    def take_in(self, *requests: dict[str, Any]) -> None:
        """Read a file with tables as they are asked for; they are then listed in the chest."""
        self.open_files()
        self.read_file("speelkist.json", tables_file(*requests).encode())

    def open_files(self) -> None:
        """Show the field for files."""
        files = self.page.locator("details", has=self.page.locator("input[type=file]"))
        if files.get_attribute("open") is None:
            files.locator("summary").click()

    def read_file(self, name: str, content: bytes) -> None:
        """Read a file, with the field for it open."""
        self.page.locator("input[type=file]").set_input_files(
            {"name": name, "mimeType": "text/plain", "buffer": content}
        )
        self.page.get_by_text(TAKEN_IN).wait_for(timeout=START_PATIENCE)


class SiteVisitors:
    """All of a test."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self.people: list[SiteVisitor] = []

    def visitor(self, how: How = "mouse", lang: str = "en", **more: Any) -> SiteVisitor:
        """One more."""
        phone = how == "touch"
        context = self._browser.new_context(
            viewport=PHONE if phone else DESK,
            has_touch=phone,
            locale="nl-NL" if lang == "nl" else "en-GB",
            reduced_motion="reduce",
            **more,
        )
        context.add_init_script("localStorage.setItem('pace', 'quick')")
        person = SiteVisitor(context, context.new_page(), self._url, how)
        person.page.close()
        person.page = person.new_page()
        self.people.append(person)
        return person

    def leave(self) -> None:
        """Everybody goes, and none has seen an error."""
        for person in self.people:
            person.context.close()
        assert [problem for person in self.people for problem in person.problems] == []


def tables_file(*requests: dict[str, Any]) -> str:
    """A file with such tables, as another browser would have saved it."""

    async def make() -> str:
        store = MemoryStore()
        tables = LocalTables(store, scripted=True)
        answering = LocalRequests(tables, owner_hash("k" * 32))
        for request in requests:
            status, body = await answering.answer("POST", "/api/tables", json.dumps(request))
            assert status == 200, body
        return json.dumps(await export_tables(store))

    loop = asyncio.new_event_loop()  # Playwright's own is suspended in this thread
    try:
        running = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        return loop.run_until_complete(make())
    finally:
        asyncio._set_running_loop(running)
        loop.close()
