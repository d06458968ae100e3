"""What everybody must be able to use: no violation that axe finds, on any page, light or dark, desk or phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .person import Person, Room
from .test_play import LATE, wish

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"


# Only violations are worked out and brought over: a board has thousands of nodes that are in order.
FIND = """async () => {
  const found = await axe.run({ resultTypes: ["violations"] });
  const told = (rule) => rule.nodes.slice(0, 3).map((node) => `${rule.id}: ${node.html.slice(0, 160)}`);
  return found.violations.flatMap(told);
}"""


def violations(person: Person) -> list[str]:
    """What axe finds on the page as it stands."""
    person.page.evaluate(AXE.read_text(encoding="utf-8"))
    told: list[str] = person.page.evaluate(FIND)
    return told


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_chest(room: Room, scheme: str) -> None:
    one = room.person(color_scheme=scheme)
    one.open()
    one.page.wait_for_selector(".game")
    assert violations(one) == []
    one.page.locator(".game button.main").first.click()
    one.page.wait_for_selector("dialog[open]")
    one.page.locator("dialog summary").click()
    assert violations(one) == []


@pytest.mark.parametrize("game", list(LATE))
def test_a_table_in_play_and_at_its_end(room: Room, game: str) -> None:
    one = room.person(
        "touch", color_scheme="dark" if game in ("krabcek", "cubus") else "light", reduced_motion="reduce"
    )
    one.open(f"/t/{one.lay(**wish(game, sit='all'))}")
    one.page.wait_for_selector("[data-cell].target, .now button.main", state="attached")
    assert violations(one) == []
    one.press(one.page.locator("button", has_text="Give up").first)
    one.sees_the_end()
    assert violations(one) == []


@pytest.mark.parametrize("game", list(LATE))
def test_hint_rules_and_looking_back(room: Room, game: str) -> None:
    dark = game in ("knopf", "kriskras")
    one = room.person(color_scheme="dark" if dark else "light", reduced_motion="reduce")
    one.open(f"/t/{one.lay(**wish(game, sit='all'))}")
    one.page.wait_for_selector("[data-cell].target, .now button.main", state="attached")
    one.press(one.button("Hint"))
    one.page.wait_for_selector(".hints li")
    assert violations(one) == []
    one.press(one.page.get_by_role("tab", name="Rules"))
    one.page.wait_for_selector("article h3.now")
    assert violations(one) == []
    one.press(one.page.get_by_role("tab", name="In words"))
    one.page.wait_for_selector("section ul li")
    one.press(one.page.locator(".hints").get_by_role("button", name="Play it").first)
    one.page.wait_for_selector(".hints", state="detached")
    one.press(one.page.get_by_role("tab", name="Moves"))
    one.press(one.button("Earlier"))
    one.sees(re.compile("Looking back"))
    assert violations(one) == []


def test_options_with_a_list_of_ones_own(room: Room) -> None:
    one = room.person("touch", "nl", color_scheme="dark")
    one.open()
    one.press(one.page.locator(".game.krabcek button.main"))
    one.page.wait_for_selector("dialog[open]")
    one.page.locator("dialog summary").click()
    one.page.locator("dialog details select").nth(1).select_option("own")
    one.press(one.page.locator("dialog button.main"))
    one.page.wait_for_selector("dialog [role=alert]")
    assert violations(one) == []


def test_a_deleted_table(room: Room) -> None:
    one = room.person()
    one.page.goto(f"{one.url}/t/k7m3p9xq")
    one.page.wait_for_selector(".empty")
    assert violations(one) == []


def test_a_table_that_waits_for_players(room: Room) -> None:
    one = room.person()
    one.open(f"/t/{one.lay(game='knopf', sit=0, name='Anna')}")
    one.sees("Waiting for the others")
    assert violations(one) == []
