"""People at browsers: with a mouse, a finger on a phone, or a keyboard alone."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, ViewportSize, expect

from tests.support.samples import sample
from tests.support.server import TestServer

How = Literal["mouse", "touch", "keyboard"]
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
PATIENCE = 45_000  # milliseconds: only what is broken takes so long, also on a busy machine

# Gives this browser its key if it has none yet, and lays a table with it. (The key: see web/src/net/browserKey.ts.)
CREATE = """async (wanted) => {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const fresh = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  localStorage.setItem("key", localStorage.getItem("key") ?? fresh);
  const answer = await fetch("/api/tables", {
    method: "POST",
    headers: { Authorization: `Bearer ${localStorage.getItem("key")}` },
    body: JSON.stringify(wanted),
  });
  const { table } = await answer.json();
  // the number that this browser will add to the dice, so that they fall alike each time
  localStorage.setItem(`dice:${table}`, JSON.stringify({ own: [{ nonce: "0a".repeat(16), sent: false }] }));
  return table;
}"""
ALL_IN_MOTION = sample(False, slow=True)  # whether everybody sees pieces travel, or only who asks for it
LIGHT_PAGE = "/api/games"  # of the same origin, and with nothing to draw


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
    """Somebody at a browser of his own."""

    context: BrowserContext
    page: Page
    url: str
    how: How
    problems: list[str] = field(default_factory=list)

    def received(self, message: ConsoleMessage) -> None:
        """What the page says to its console; errors are problems."""
        if message.type == "error":
            self.problems.append(message.text)

    def open(self, path: str = "/") -> None:
        """Go to a page and wait until it is there."""
        self.page.goto(self.url + path)
        self.page.wait_for_selector("#board, .game, .nowhere", timeout=PATIENCE)

    def lay(self, **table_request: Any) -> str:
        """Lay a table as the page would; its address."""
        if not self.page.url.startswith(self.url):
            self.page.goto(self.url + LIGHT_PAGE)
        address = self.page.evaluate(CREATE, table_request)
        assert isinstance(address, str), table_request
        return address

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


class Visitors:
    """All persons of a test."""

    def __init__(self, browser: Browser, server: TestServer) -> None:
        self.browser = browser
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
        context = self.browser.new_context(
            viewport=PHONE if touch else DESK,
            has_touch=touch,
            locale="nl-NL" if lang == "nl" else "en-GB",
            **more,
        )
        context.add_init_script(f"localStorage.setItem('pace', '{pace}')")
        page = context.new_page()
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
            person.context.close()
        expected = ("WebSocket connection to", "ERR_CONNECTION_REFUSED", "Failed to load resource: net::")
        unexpected = [problem for problem in problems if not any(part in problem for part in expected)]
        assert unexpected == [], unexpected


def position(game: str, name: str) -> str:
    """A named position of a game's tests."""
    from importlib import import_module

    text: str = import_module(f"tests.games.{game}.examples").POSITIONS[name]
    json.loads(text)
    return text
