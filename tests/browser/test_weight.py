"""What a visitor downloads over HTTP: the chest, and everything until the first own move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from .person import Contexts, Visitors

CHEST = 150_000  # bytes as they travel, packed
FIRST_MOVE = 200_000

# What a browser fetches without telling: the worker, which these tests block since nobody would count what passes
# through it, and what the head of the page names for the tab and the home screen.
FETCH_BESIDE = """async () => {
  const named = [...document.querySelectorAll("link[rel=icon], link[rel=manifest]")].map((link) => link.href);
  for (const address of ["/sw.js", ...named]) await (await fetch(address, { cache: "reload" })).text();
}"""


@pytest.fixture
def contexts(browser: Browser) -> Iterator[Contexts]:
    """New ones for each test, which have downloaded nothing yet."""
    opened = Contexts(browser)
    yield opened
    opened.close()


@pytest.mark.parametrize("game", ["krabcek", "knopf", "cubus", "kriskras"])
def test_the_chest_and_the_way_to_the_first_own_move_are_light(visitors: Visitors, game: str) -> None:
    person = visitors.person("touch", "nl", reduced_motion="reduce", service_workers="block")
    line = person.context.new_cdp_session(person.page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    person.open()
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate(FETCH_BESIDE)
    person.page.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) <= CHEST, sum(sizes)
    person.press(person.page.locator(f".game.{game} button").first)
    person.press(person.page.locator("dialog button.main"))
    person.page.wait_for_selector("#board [data-cell].target, .now button.main", state="attached")
    person.page.wait_for_load_state("networkidle")
    assert sum(sizes) <= FIRST_MOVE, sum(sizes)
