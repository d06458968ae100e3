"""A link from the home computer: it is shown when it works elsewhere, and the network can be closed again.

The network of these tests is 127.0.0.2: another address than 127.0.0.1, and still this machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from speelkist.server.http import lan_access
from tests.support.server import TestServer, running_server

from .person import Person, Visitors

NETWORK = "127.0.0.2"


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan_access, "lan_addresses", lambda: [NETWORK])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestServer]:
    """One for each test: a network that was opened stays open."""
    with running_server(tmp_path) as server:
        yield server


def shown_link(person: Person, label: str) -> str:
    """The link in the one field that has one."""
    field = person.page.get_by_role("textbox", name=label)
    expect(field).to_have_count(1)
    expect(person.page.locator('svg[role="img"]')).to_have_count(1)  # what draws it is fetched when it is needed
    return field.input_value()


def test_a_link_is_shown_when_it_works_elsewhere_and_the_network_can_be_closed(visitors: Visitors) -> None:
    anna, bram = visitors.person(), visitors.person("touch", "nl")
    address = anna.lay(game="knopf", sit=0, name="Anna")
    anna.open(f"/t/{address}")
    anna.sees("So far only this computer can reach the game.")
    anna.sees("the link appears here, for every phone")
    assert anna.page.get_by_text("127.0.0.1").count() == 0
    assert anna.page.get_by_role("textbox", name="The link").count() == 0

    anna.press(anna.button("Open the network and show the link"))
    anna.sees("Trouble connecting another device?")
    link = shown_link(anna, "The link")
    assert link == f"http://{NETWORK}:{visitors.server.port}/t/{address}"

    bram.page.goto(link)
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    anna.pick("b2", "a1")
    bram.page.wait_for_selector('[data-cell="c2"].target', state="attached")
    anna.press(anna.page.locator("summary", has_text="Name and device"))
    anna.press(anna.button("Close the network again"))
    anna.sees("The network is closed: only this computer can get in now.")
    bram.sees("De computer waarop dit spel draait, is niet meer open voor het netwerk.")


def test_another_device_gets_a_link_that_moves_the_seat_and_the_old_one_says_so(visitors: Visitors) -> None:
    oma, phone = visitors.person("keyboard", "nl"), visitors.person("touch", "nl")
    oma.open(f"/t/{oma.lay(game='knopf', seats=['person', 'child'], sit='all', name='Oma')}")
    oma.press(oma.page.locator("summary", has_text="Naam en apparaat"))
    oma.press(oma.button("Verder op een ander apparaat"))
    oma.press(oma.button("Open het netwerk en toon de link"))
    oma.sees(f"open daar {NETWORK}:{visitors.server.port}")
    link = shown_link(oma, "De link")
    assert link.startswith(f"http://{NETWORK}:{visitors.server.port}/#code=")

    phone.page.goto(link)
    phone.sees("Je stoel aan tafel verhuist naar dit apparaat.")
    assert "#" not in phone.page.url
    phone.press(phone.button("Mijn stoel nemen"))
    phone.page.wait_for_selector("#board")
    oma.sees("Je stoel is naar je andere apparaat verhuisd. Hier kijk je mee.")
    phone.pick("b2", "a1")


def test_where_the_device_can_share_one_button_does(visitors: Visitors) -> None:
    person = visitors.person("touch")
    person.page.add_init_script("navigator.share = async (what) => { window.shared = what.url; };")
    address = person.lay(game="kriskras", sit=0)
    person.open(f"/t/{address}")
    person.press(person.button("Open the network and show the link"))
    person.press(person.button("Share the link"))
    person.page.wait_for_function("() => window.shared !== undefined")
    assert person.page.evaluate("window.shared") == f"http://{NETWORK}:{visitors.server.port}/t/{address}"
    assert person.button("Copy the link").count() == 0
    person.open()  # and from the chest it is closed again
    person.sees(f"http://{NETWORK}:{visitors.server.port}")
    person.press(person.button("Close the network again"))
    person.sees("The network is closed")


def test_the_code_can_be_typed_too(visitors: Visitors) -> None:
    person, other = visitors.person(reduced_motion="reduce"), visitors.person("touch", "nl", reduced_motion="reduce")
    person.open(f"/t/{person.lay(game='knopf', seats=['person', 'child'], sit='all', name='Oma')}")
    person.press(person.page.locator("summary", has_text="Name and device"))
    person.press(person.button("Play on another device"))
    person.press(person.button("Open the network and show the link"))
    person.sees("choose “I have a code”")
    code = person.page.locator(".code").inner_text()
    other.open()
    other.press(other.page.locator("summary", has_text="Ik heb een code"))
    other.page.get_by_role("textbox", name="Ik heb een code").fill(code.lower())
    other.press(other.button("Mijn stoel nemen"))
    other.page.wait_for_selector("#board")
    other.pick("b2", "a1")
    person.sees("Your seat has moved to your other device. You are watching here.")


def test_a_link_can_be_copied_after_all_and_says_when_there_is_no_network(visitors: Visitors) -> None:
    person = visitors.person("touch")
    person.page.add_init_script(
        """navigator.share = async () => { throw new DOMException("closed", "AbortError"); };
        navigator.clipboard.writeText = async (text) => { window.copied = text; };"""
    )
    person.open(f"/t/{person.lay(game='kriskras', sit=0)}")
    person.press(person.button("Open the network and show the link"))
    person.press(person.button("Share the link"))
    person.press(person.button("Copy the link"))
    person.sees("The link is copied")
    assert person.page.evaluate("window.copied") == shown_link(person, "The link")
    lost = person.page.get_by_role("status").filter(has_text="This device has no network now.")
    person.context.set_offline(True)
    expect(lost).to_be_visible()
    person.context.set_offline(False)
    expect(lost).to_have_count(0)
