"""The host's page: tables and networks are seen and changed, on a wide screen, on a phone, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from speelkist.server.storage.admin_queries import running_processes
from tests.support.client import connected_clients
from tests.support.server import TestServer, running_server

from .person import Contexts, Person, Visitors

# Everything that can be pressed or read has its place within the window.
WIDEST = """() => Math.max(...[...document.querySelectorAll("body *")].map((element) =>
  element.getBoundingClientRect().right)) - document.documentElement.clientWidth"""


@pytest.fixture
def managed(tmp_path: Path) -> Iterator[TestServer]:
    with running_server(tmp_path, admin_port=0) as server:
        yield server


@pytest.fixture
def hosts(browser: Browser, contexts: Contexts, managed: TestServer) -> Iterator[Visitors]:
    people = Visitors(contexts, managed)
    yield people
    people.leave()


def press_and_confirm(person: Person, button: Locator) -> None:
    person.press(button)
    person.press(person.page.locator("dialog button.main"))


def open_page(person: Person, server: TestServer) -> None:
    (process,) = server.run_on_loop(running_processes(server.app.store))
    person.page.goto(f"http://127.0.0.1:{process.port}/#{process.token}")


def test_a_host_ends_a_game_puts_it_away_and_deletes_it(hosts: Visitors, managed: TestServer) -> None:
    host = hosts.person()
    with connected_clients(managed, 1) as (client,):
        table = client.create("knopf", name="Ans")
        client.watch(table)
        open_page(host, managed)
        row = host.page.locator("#tables tr", has_text=table)
        expect(row).to_contain_text("in play")
        assert host.page.evaluate(WIDEST) <= 0
        host.page.get_by_role("textbox", name="id, link or name in the log").fill(table)
        end = row.get_by_role("button", name="End").element_handle()
        host.press(host.button("Show"))
        expect(host.page.locator("#details")).to_contain_text("seats: Ans")
        assert end is not None and end.evaluate("(button) => button.isConnected")  # rows without news are left alone
        press_and_confirm(host, row.get_by_role("button", name="End"))
        expect(row).to_have_count(0)  # it is no longer in play
        client.receive_all()
        assert client.tables[table].state == "over"
        host.press(host.button("biggest"))
        press_and_confirm(host, row.get_by_role("button", name="Put away"))
        expect(row).to_contain_text("put away")
        press_and_confirm(host, row.get_by_role("button", name="Open again"))
        expect(row).to_contain_text("over")
        press_and_confirm(host, row.get_by_role("button", name="Delete"))
        expect(row).to_have_count(0)
        assert managed.event_rows(table) == []


def test_networks_are_banned_limited_and_forgotten_on_a_phone_in_dutch(hosts: Visitors, managed: TestServer) -> None:
    host = hosts.person("touch", "nl")
    open_page(host, managed)
    ban, quota = host.page.locator("#ban"), host.page.locator("#quota")
    ban.get_by_role("textbox", name="netwerk").fill("203.0.113.0/24")
    ban.get_by_role("textbox", name="notitie").fill("herrie")
    host.press(ban.get_by_role("button"))
    row = host.page.locator("#networks tr", has_text="203.0.113.0/24")
    expect(row).to_contain_text("ja")
    expect(row).not_to_contain_text("true")
    assert managed.app.rules.is_banned("203.0.113.9")
    quota.get_by_role("textbox", name="netwerk").fill("198.51.100.7")
    quota.get_by_role("spinbutton", name="berichten per seconde").fill("60")
    quota.get_by_role("spinbutton", name="tafels per uur").fill("0")
    host.press(quota.get_by_role("button"))
    expect(host.page.locator("#networks tr", has_text="198.51.100.7/32")).to_contain_text("nee")
    rule = managed.app.rules.rule_of("198.51.100.7")
    assert rule is not None and (rule.banned, rule.sockets, rule.tables_per_hour, rule.rate) == (False, None, 0, 60)
    assert host.page.evaluate(WIDEST) <= 0
    host.press(row.get_by_role("button", name="Neem terug"))
    expect(row).to_have_count(0)
    assert not managed.app.rules.is_banned("203.0.113.9")


def test_a_page_without_the_token_shows_nothing_and_says_why(hosts: Visitors, managed: TestServer) -> None:
    host = hosts.person()
    open_page(host, managed)
    host.page.evaluate("location.hash = 'wrong'")
    expect(host.page.locator("#message")).to_contain_text("token")
    host.problems.clear()  # the browser itself reports the 401
