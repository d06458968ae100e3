"""The app of a server while that is away: games at this device are begun all the same."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .person import Visitors
from .test_access import violations

START_PATIENCE = 120_000  # milliseconds for Python to be there, on a busy machine


@pytest.mark.slow
@pytest.mark.parametrize(("how", "lang"), [("touch", "nl"), ("mouse", "en")])
def test_games_begin_on_this_device_while_the_server_is_away(visitors: Visitors, how: str, lang: str) -> None:
    person = visitors.person(how, lang, reduced_motion="reduce")  # type: ignore[arg-type]
    person.open()
    person.press(person.button(re.compile("Keep the games on this device|Bewaar de spellen op dit apparaat")))
    person.sees(re.compile("The games are kept on this device|De spellen staan op dit apparaat"))
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    visitors.server.stop()
    person.open()
    person.sees(re.compile("The server cannot be reached|De server is nu niet te bereiken"))
    expect(person.page.locator(".game.knopf .ways button")).to_have_count(2)
    assert violations(person) == []
    for way in (1, 0):  # together here, and against the computer
        person.press(person.page.locator(".game.knopf .ways button").nth(way))
        person.sees(re.compile("this game lives on this device|dit spel staat op dit apparaat"))
        person.press(person.page.locator("dialog button[type=submit]"))
        person.page.wait_for_selector("[data-cell].target", state="attached", timeout=START_PATIENCE)
        person.sees(re.compile("on this device|op dit apparaat"))
        person.page.reload()  # it is still there
        person.page.wait_for_selector("[data-cell].target", state="attached", timeout=START_PATIENCE)
        person.open()
    expect(person.page.locator(".own li")).to_have_count(2)
    visitors.server.start()
    person.page.evaluate("dispatchEvent(new Event('online'))")
    expect(person.page.locator(".game.knopf .ways button")).to_have_count(3)
    expect(person.page.locator(".own li")).to_have_count(2)
