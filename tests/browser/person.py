"""People at browsers: with a mouse, a finger on a phone, or a keyboard alone."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, ViewportSize, expect

from tests.support.samples import sample
from tests.support.server import TestServer
from tests.support.timeout import TIMEOUT

How = Literal["mouse", "touch", "keyboard"]
EVERY_WAY: list[tuple[How, str]] = [("mouse", "en"), ("touch", "nl"), ("keyboard", "en")]
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
PATIENCE = 45_000  # milliseconds: only what is broken takes so long, also on a busy machine

# Run before anything of a page. Whoever comes first to a page of their own finds a browser that keeps nothing, though
# others used it before. What is kept then: the pace, or what a test adds.
ARRIVE = """if (location.protocol === "http:" && sessionStorage.getItem("arrived") === null) {
  localStorage.clear();
  sessionStorage.setItem("arrived", "yes");
}"""
KEEP = """([name, value]) => {
  if (location.protocol === "http:" && localStorage.getItem(name) === null) localStorage.setItem(name, value);
}"""
# The number that a browser will add to the dice of a table that is laid here, so that they fall alike each time.
DICE = json.dumps({"own": [{"nonce": "0a" * 16, "sent": False}]})
ALL_IN_MOTION = sample(False, slow=True)  # whether everybody sees pieces travel, or only who asks for it


# Comes back when something has stood at the same place for two frames: who points at what moves, misses it.
STILL = """async (element) => {
  const place = () => JSON.stringify(element.getBoundingClientRect());
  for (let before = ""; before !== place();) {
    before = place();
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
}"""


@dataclass
class Person:
    """Somebody at a browser of their own."""

    context: BrowserContext
    page: Page
    url: str
    how: How
    problems: list[str] = field(default_factory=list)
    key: str = ""  # of a browser that has laid a table (see web/src/net/browserKey.ts)

    def received(self, message: ConsoleMessage) -> None:
        """What the page says to its console; errors are problems."""
        if message.type == "error":
            self.problems.append(message.text)

    def open(self, path: str = "/") -> None:
        """Go to a page and wait until it is there."""
        self.page.goto(self.url + path)
        self.page.wait_for_selector("#board, .game, .nowhere", timeout=PATIENCE)

    def lay(self, **table_request: Any) -> str:
        """Lay a table as the page would, before it is opened or from any page of the server; its address."""
        self.key = self.key or self._kept("key") or secrets.token_hex(24)
        headers = {"Authorization": f"Bearer {self.key}"}
        request = Request(self.url + "/api/tables", json.dumps(table_request).encode(), headers)
        with urlopen(request, timeout=TIMEOUT) as answer:
            address: str = json.load(answer)["table"]
        self.keep("key", self.key)
        self.keep(f"dice:{address}", DICE)
        return address

    def _kept(self, name: str) -> str | None:
        """What the page keeps under this name, if it is one of the server's."""
        if not self.page.url.startswith(self.url):
            return None
        kept: str | None = self.page.evaluate("(name) => localStorage.getItem(name)", name)
        return kept

    def keep(self, name: str, value: str) -> None:
        """Have the browser keep something, unless it keeps something else under this name."""
        entry = [name, value]
        if self.page.url.startswith(self.url):
            self.page.evaluate(KEEP, entry)
        else:
            self.page.add_init_script(f"({KEEP})({json.dumps(entry)})")

    def press(self, element: Locator) -> None:
        """Use something, in this person's way."""
        if self.how == "keyboard":
            element.focus()
            self.page.keyboard.press("Enter")
            return
        element.evaluate(STILL)  # forced, since pieces lie over their fields; and so nothing else waits for it
        if self.how == "touch":
            element.tap(force=True)
        else:
            element.click(force=True)

    def press_main(self) -> None:
        """Use the button of the line above the board, and wait until what it asked is over."""
        button = self.page.locator(".now button.main").first
        words = button.text_content()
        self.press(button)
        self.page.wait_for_function(
            "(words) => document.querySelector('.now button.main')?.textContent !== words", arg=words, timeout=PATIENCE
        )

    def pick(self, *cells: str) -> None:
        """Pick cells of the board, each when it lights up."""
        for cell in cells:
            place = self.page.locator(f'[data-cell="{cell}"].target').first
            place.wait_for(state="attached", timeout=PATIENCE)
            if self.how == "keyboard":
                self._reach(cell)
                self.page.keyboard.press("Enter")
            else:
                self.press(place)

    def _reach(self, cell: str) -> None:
        """Get to a cell with the Tab key alone: what can be picked is in its way."""
        for _ in range(300):
            focused = "document.activeElement?.getAttribute('data-cell')"
            if self.page.evaluate(focused) == cell:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{cell} cannot be reached with Tab")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button by what it says."""
        return self.page.get_by_role("button", name=name).first

    def give_up(self) -> None:
        """Give up the game, and say that it is meant."""
        self.press(self.page.get_by_role("button", name=re.compile("^(Give up|Opgeven)$")).first)
        self.press(self.page.locator("dialog button.main"))

    def sees(self, text: str | re.Pattern[str]) -> None:
        """Something is there to be read."""
        expect(self.page.get_by_text(text).first).to_be_visible(timeout=PATIENCE)

    def sees_the_end(self) -> None:
        """The game is over, and who won is told."""
        self.page.wait_for_selector("section:has(h2) a[download]", timeout=PATIENCE)


class Contexts:
    """The browser's contexts, one for each person. One that was left is emptied for the next who wants such a one.

    Its process has then parsed and compiled our scripts already, which is a third of what it costs to show a table.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: dict[str, list[BrowserContext]] = {}
        self._kinds: dict[BrowserContext, str] = {}

    def take(self, **options: Any) -> BrowserContext:
        """One with these options."""
        kind = json.dumps(options, sort_keys=True, default=repr)
        idle = self._idle.get(kind)
        if idle:
            return idle.pop()
        context = self._browser.new_context(**options)
        self._kinds[context] = kind
        return context

    def give_back(self, context: BrowserContext, origin: str) -> None:
        """Close its pages and forget what it keeps of this origin: files, workers and all else."""
        session = context.new_cdp_session(context.pages[0] if context.pages else context.new_page())
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        for page in context.pages:
            page.close()
        self._idle.setdefault(self._kinds[context], []).append(context)

    def close(self) -> None:
        """Close all."""
        for context in self._kinds:
            context.close()


class Visitors:
    """All persons of a test."""

    def __init__(self, contexts: Contexts, server: TestServer) -> None:
        self.contexts = contexts
        self.server = server
        self.people: list[Person] = []

    def person(
        self, how: How = "mouse", lang: str = "en", pace: str = "quick", motion: bool = ALL_IN_MOTION, **more: Any
    ) -> Person:
        """One more, at a desk or with a phone; the computer's moves follow without a pause unless ``pace`` is read.

        By default they have asked for reduced motion: to draw every step of a piece takes a third of a test's time.
        """
        touch = how == "touch"
        more.setdefault("reduced_motion", "no-preference" if motion else "reduce")
        looks = {name: more.pop(name) for name in ("color_scheme", "reduced_motion") if name in more}
        context = self.contexts.take(
            viewport=PHONE if touch else DESK,
            has_touch=touch,
            locale="nl-NL" if lang == "nl" else "en-GB",
            **more,
        )
        page = context.new_page()
        page.emulate_media(**looks)
        page.add_init_script(ARRIVE + f"localStorage.setItem('pace', '{pace}');")
        page.set_default_timeout(PATIENCE)
        person = Person(context, page, f"http://127.0.0.1:{self.server.port}", how)
        page.on("pageerror", lambda error: person.problems.append(str(error)))
        page.on("console", person.received)
        page.on("dialog", lambda dialog: person.problems.append(f"a dialog of the browser: {dialog.message}"))
        self.people.append(person)
        return person

    def leave(self) -> None:
        """Close all; nobody may have seen an error, but for lines that a test cut on purpose."""
        problems = [problem for person in self.people for problem in person.problems]
        for person in self.people:
            self.contexts.give_back(person.context, person.url)
        expected = ("WebSocket connection to", "ERR_CONNECTION_REFUSED", "Failed to load resource: net::")
        unexpected = [problem for problem in problems if not any(part in problem for part in expected)]
        assert unexpected == [], unexpected


def ways(first: How) -> list[tuple[How, str]]:
    """How a test is gone through, and in which language: by default in this way alone, with ``--slow`` in all."""
    return sample([way for way in EVERY_WAY if way[0] == first], slow=EVERY_WAY)


def position(game: str, name: str) -> str:
    """A named position of a game's tests."""
    from importlib import import_module

    text: str = import_module(f"tests.games.{game}.examples").POSITIONS[name]
    json.loads(text)
    return text
