"""Small things at a table: what can be picked instead, warnings, screens of all shapes, a table that is deleted."""

from __future__ import annotations

import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.server.harness import Client

from .person import Room, position
from .test_play import LATE, wish

DELETE = """async (table) => (await fetch(`/api/tables/${table}`, {
  method: "DELETE", headers: { Authorization: `Bearer ${localStorage.getItem("key")}` },
})).status"""


def test_with_a_piece_picked_another_can_be_picked_instead(room: Room) -> None:
    one = room.person("keyboard")
    one.open(f"/t/{one.lay(game='knopf', sit='all')}")
    one.pick("b2")
    other = one.page.locator('[data-cell="d2"]').first
    expect(other).to_have_attribute("aria-disabled", "false")
    expect(one.page.locator('[data-cell="c2"]').first).to_have_attribute("aria-disabled", "true")
    other.focus()
    one.page.keyboard.press("Enter")
    expect(one.page.locator('[data-cell="d2"].picked')).to_have_count(1)
    expect(one.page.locator('[data-cell="b2"].picked')).to_have_count(0)


def test_what_is_picked_stays_when_something_else_is_news(room: Room) -> None:
    host, guest = room.person(), room.person()
    address = host.lay(game="knopf", sit=1, name="Host")
    guest.open(f"/t/{address}")
    guest.press(guest.button(re.compile("chair")))
    guest.pick("b2")
    with closing(Client(room.house, host.page.evaluate("localStorage.getItem('key')")).connect()) as line:
        line.watch(address)
        line.ask("rename", table=address, seat=1, name="Somebody else")
        guest.sees("Somebody else")
        expect(guest.page.locator('[data-cell="b2"].picked')).to_have_count(1)


@pytest.mark.parametrize(("lang", "words"), [("en", "Then your buttons on"), ("nl", "Dan liggen je knopen op")])
def test_the_warning_before_a_group_names_its_buttons(room: Room, lang: str, words: str) -> None:
    one = room.person(lang=lang)
    one.open(f"/t/{one.lay(game='knopf', sit='all')}")
    one.pick("b2", "c3")
    warning = one.page.get_by_role("alertdialog")
    expect(warning).to_contain_text(f"{words} b4, c3, d2")
    one.press(warning.get_by_role("button").last)
    expect(warning).to_have_count(0)


@pytest.mark.parametrize("game", list(LATE))
@pytest.mark.parametrize(("width", "height"), [(844, 390), (390, 844), (683, 384)])
def test_the_board_and_the_line_are_seen_together(room: Room, game: str, width: int, height: int) -> None:
    """A phone upright and on its side, and a laptop's page at 200 %: nothing to scroll for, nothing sticks out."""
    one = room.person("touch", reduced_motion="reduce")
    one.page.set_viewport_size({"width": width, "height": height})
    one.open(f"/t/{one.lay(**wish(game, sit='all'))}")
    one.page.wait_for_selector(".now p")
    board = one.page.locator("#board > *").first.bounding_box()
    line = one.page.locator(".now").bounding_box()
    assert board is not None
    assert line is not None
    assert line["y"] + line["height"] <= height + 1
    assert one.page.evaluate("document.documentElement.scrollWidth") <= width
    if game != "cubus" or (width, height) == (844, 390):  # elsewhere its hands may lie below
        assert board["y"] + board["height"] <= height + 1


def test_a_deleted_table_is_said_to_be_so(room: Room) -> None:
    one, watcher = room.person(), room.person(lang="nl")
    address = one.lay(**wish("knopf", sit="all"))
    watcher.open(f"/t/{address}")
    watcher.page.wait_for_selector("#board")
    assert one.page.evaluate(DELETE, address) == 204
    watcher.sees("Dit spel is verwijderd.")
    watcher.press(watcher.button("Naar de kist"))
    watcher.page.wait_for_selector(".game")


def test_both_parts_of_a_game_are_told_at_its_end(room: Room) -> None:
    one = room.person(reduced_motion="reduce")
    options = {"demolition": True}
    one.open(f"/t/{one.lay(game='cubus', options=options, start=position('cubus', 'demolition'), sit='all')}")
    while not one.page.locator("section:has(h2) a[download]").count():
        target = one.page.locator("[data-cell].target").first
        try:
            target.dispatch_event("click", timeout=1000)
        except Exception:  # noqa: BLE001  (the last box is gone meanwhile)
            one.page.wait_for_timeout(50)
    one.sees("The building is over")
    one.sees("The pile is taken down")


def test_a_chair_is_moved_to_another_device_by_a_code(room: Room) -> None:
    one, other = room.person(reduced_motion="reduce"), room.person("touch", "nl", reduced_motion="reduce")
    one.open(f"/t/{one.lay(game='knopf', seats=['person', 'child'], sit='all', name='Oma')}")
    one.press(one.page.locator("summary", has_text="Name and device"))
    one.press(one.button("Play on another device"))
    one.sees("choose “I have a code”")
    code = one.page.locator(".code").inner_text()
    other.open()
    other.press(other.page.locator("summary", has_text="Ik heb een code"))
    other.page.get_by_role("textbox", name="Ik heb een code").fill(code.lower())
    other.press(other.button("Mijn stoel nemen"))
    other.page.wait_for_selector("#board")
    other.pick("b2", "a1")
    one.sees("You are watching.")
