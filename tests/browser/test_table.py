"""Small things at a table: what can be picked instead, warnings, screens of all shapes, a table that is deleted."""

from __future__ import annotations

import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.support.client import TestClient

from .person import STILL, Visitors, position
from .test_play import LATE, table_request


def test_with_a_piece_picked_another_can_be_picked_instead(visitors: Visitors) -> None:
    person = visitors.person("keyboard")
    person.open(f"/t/{person.lay(game='knopf', sit='all')}")
    person.pick("b2")
    other = person.page.locator('[data-cell="d2"]').first
    expect(other).to_have_attribute("aria-disabled", "false")
    expect(person.page.locator('[data-cell="c2"]').first).to_have_attribute("aria-disabled", "true")
    other.focus()
    person.page.keyboard.press("Enter")
    expect(person.page.locator('[data-cell="d2"].picked')).to_have_count(1)
    expect(person.page.locator('[data-cell="b2"].picked')).to_have_count(0)


def test_what_is_picked_stays_when_something_else_is_news(visitors: Visitors) -> None:
    host, guest = visitors.person(), visitors.person()
    address = host.lay(game="knopf", sit=1, name="Host")
    guest.open(f"/t/{address}")
    guest.press(guest.button(re.compile("seat")))
    guest.pick("b2")
    with closing(TestClient(visitors.server, host.key).connect()) as line:
        line.watch(address)
        line.ask("rename", table=address, seat=1, name="Somebody else")
        guest.sees("Somebody else")
        expect(guest.page.locator('[data-cell="b2"].picked')).to_have_count(1)


@pytest.mark.parametrize(("lang", "words"), [("en", "Then your buttons on"), ("nl", "Dan vormen je knopen op")])
def test_the_warning_before_a_group_names_its_buttons(visitors: Visitors, lang: str, words: str) -> None:
    person = visitors.person(lang=lang)
    person.open(f"/t/{person.lay(game='knopf', sit='all')}")
    person.pick("b2", "c3")
    warning = person.page.get_by_role("alertdialog")
    expect(warning).to_contain_text(f"{words} b4, c3, d2")
    person.press(warning.get_by_role("button").last)
    expect(warning).to_have_count(0)


@pytest.mark.parametrize("game", list(LATE))
def test_the_board_and_the_line_are_seen_together(visitors: Visitors, game: str) -> None:
    """A phone upright and on its side, and a laptop's page at 200 %: nothing to scroll for, nothing sticks out."""
    person = visitors.person("touch", reduced_motion="reduce")
    person.open(f"/t/{person.lay(**table_request(game, sit='all'))}")
    person.page.wait_for_selector(".now p")
    for width, height in ((844, 390), (390, 844), (683, 384)):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.locator("#board").evaluate(STILL)
        board = person.page.locator("#board > *").first.bounding_box()
        line = person.page.locator(".now").bounding_box()
        assert board is not None
        assert line is not None
        assert line["y"] + line["height"] <= height + 1, (width, height)
        assert person.page.evaluate("document.documentElement.scrollWidth") <= width
        if game != "cubus" or (width, height) == (844, 390):  # elsewhere its hands may lie below
            assert board["y"] + board["height"] <= height + 1, (width, height)


def test_a_deleted_table_is_said_to_be_so(visitors: Visitors) -> None:
    person, watcher = visitors.person(), visitors.person(lang="nl")
    address = person.lay(**table_request("knopf", sit="all"))
    watcher.open(f"/t/{address}")
    watcher.page.wait_for_selector("#board")
    assert visitors.server.http("DELETE", f"/api/tables/{address}", key=person.key).status == 204
    watcher.sees("Dit spel is verwijderd.")
    watcher.press(watcher.button("Naar de kist"))
    watcher.page.wait_for_selector(".game")


def test_both_parts_of_a_game_are_told_at_its_end(visitors: Visitors) -> None:
    person = visitors.person(reduced_motion="reduce")
    options = {"demolition": True}
    person.open(f"/t/{person.lay(game='cubus', options=options, start=position('cubus', 'demolition'), sit='all')}")
    while not person.page.locator("section:has(h2) a[download]").count():
        target = person.page.locator("[data-cell].target").first
        try:
            target.dispatch_event("click", timeout=1000)
        except Exception:  # noqa: BLE001  (the last box is gone meanwhile)
            person.page.wait_for_timeout(50)
    person.sees("The building is over")
    person.sees("The pile is down")
