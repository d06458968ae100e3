"""What a visitor downloads over HTTP: the chest, and everything until the first own move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from .person import Contexts, Visitors

CHEST = 150_000  # bytes as they travel, packed
FIRST_MOVE = 200_000


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
    assert 20_000 < sum(sizes) <= CHEST, "the chest"
    person.press(person.page.locator(f".game.{game} button").first)
    person.press(person.page.locator("dialog button.main"))
    person.page.wait_for_selector("#board [data-cell].target, .now button.main", state="attached")
    person.page.wait_for_load_state("networkidle")
    assert sum(sizes) <= FIRST_MOVE, sum(sizes)
