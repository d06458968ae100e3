"""What everybody must be able to use: no violation that axe finds, on any page, light or dark, desk or phone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest

from tests.support.samples import sample

from .person import Person, Visitors
from .test_play import LATE, table_request

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"


# Only violations are worked out and brought over: a board has thousands of nodes that are in order.
FIND = """async () => {
  const result = await axe.run({ resultTypes: ["violations"] });
  const lines = (rule) => rule.nodes.slice(0, 3).map((node) => `${rule.id}: ${node.html.slice(0, 160)}`);
  return result.violations.flatMap(lines);
}"""


def violations(person: Person) -> list[str]:
    """What axe finds on the page as it stands."""
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
    listed: list[str] = person.page.evaluate(FIND)
    return listed


def in_both_schemes(person: Person) -> list[str]:
    """What axe finds on the page as it stands, in the light and in the dark."""
    listed: list[str] = []
    for scheme in SCHEMES:
        person.page.emulate_media(color_scheme=scheme)
        assert person.page.evaluate("(scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches", scheme)
        listed += violations(person)
    return listed


def test_the_chest(visitors: Visitors) -> None:
    person = visitors.person()
    person.open()
    person.page.wait_for_selector(".game")
    assert in_both_schemes(person) == []
    person.page.locator(".game button.main").first.click()
    person.page.wait_for_selector("dialog[open]")
    person.page.locator("dialog summary").click()
    assert in_both_schemes(person) == []


@pytest.mark.parametrize("game", list(LATE))
def test_a_table_in_play_and_at_its_end(visitors: Visitors, game: str) -> None:
    person = visitors.person(
        "touch", color_scheme="dark" if game in ("krabcek", "cubus") else "light", reduced_motion="reduce"
    )
    person.open(f"/t/{person.lay(**table_request(game, sit='all'))}")
    person.page.wait_for_selector("[data-cell].target, .now button.main", state="attached")
    assert violations(person) == []
    person.give_up()
    person.sees_the_end()
    assert violations(person) == []


# the panels are the same beside every board: one light and one dark
@pytest.mark.parametrize("game", sample(["krabcek", "knopf"], slow=list(LATE)))
def test_hint_rules_and_looking_back(visitors: Visitors, game: str) -> None:
    dark = game in ("knopf", "kriskras")
    person = visitors.person(color_scheme="dark" if dark else "light", reduced_motion="reduce")
    person.open(f"/t/{person.lay(**table_request(game, sit='all'))}")
    person.page.wait_for_selector("[data-cell].target, .now button.main", state="attached")
    person.press(person.button("Hint"))
    person.page.wait_for_selector(".hints li")
    assert violations(person) == []
    person.press(person.page.get_by_role("tab", name="Rules"))
    person.page.wait_for_selector("article h3.now")
    hints, page = person.page.locator(".hints").bounding_box(), person.page.locator("#tab-panel").bounding_box()
    assert hints is not None and page is not None
    assert hints["y"] + hints["height"] <= page["y"] + 1  # they do not lie over what was asked for
    assert violations(person) == []
    person.press(person.page.get_by_role("tab", name="In words"))
    person.page.wait_for_selector("section ul li")
    person.press(person.button("Hint"))
    person.press(person.page.locator(".hints").get_by_role("button", name="Play it").first)
    person.page.wait_for_selector(".hints", state="detached")
    person.press(person.page.get_by_role("tab", name="Moves"))
    person.press(person.button("Earlier"))
    person.sees(re.compile("Looking back"))
    assert violations(person) == []


def test_options_with_a_list_of_ones_own(visitors: Visitors) -> None:
    person = visitors.person("touch", "nl", color_scheme="dark")
    person.open()
    person.press(person.page.locator(".game.krabcek button.main"))
    person.page.wait_for_selector("dialog[open]")
    person.page.locator("dialog summary").click()
    person.page.locator("dialog details select").nth(1).select_option("own")
    person.press(person.page.locator("dialog button.main"))
    person.page.wait_for_selector("dialog [role=alert]")
    assert violations(person) == []


def test_a_deleted_table(visitors: Visitors) -> None:
    person = visitors.person()
    person.page.goto(f"{person.url}/t/k7m3p9xq")
    person.page.wait_for_selector(".nowhere")
    assert violations(person) == []


def test_a_table_that_waits_for_players(visitors: Visitors) -> None:
    person = visitors.person()
    person.open(f"/t/{person.lay(game='knopf', sit=0, name='Anna')}")
    person.sees("Waiting for one more player.")
    assert violations(person) == []
